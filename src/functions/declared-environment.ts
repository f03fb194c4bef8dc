/**
 * The variables that functions get: those of the host only if the user has allowed them by name;
 * docs/specification/executables.md 2.1.
 */
import type { Environment } from "../processes/index.ts";

export interface EnvironmentRules {
  /** The host's variables. */
  readonly host: Environment;
  /** Names of the host's variables that every executable gets, and that configs may ask for: `--inherit-env`. */
  readonly inherited: readonly string[];
  /** Of `--env`, for every function: `NAME=value`, or `NAME` for the host's. They win over what configs declare. */
  readonly given: readonly string[];
}

/**
 * The variables that a config declares, together with those that all functions get. A name without a value has the host's;
 * it is left out if the host does not have it.
 * @param declared the `envs` of a specification
 * @param refuse is called with a name that configs may not ask for, and throws
 */
export function declaredEnvironment(
  declared: readonly string[],
  { host, inherited, given }: EnvironmentRules,
  refuse: (name: string) => never,
): Map<string, string> {
  const found = new Map<string, string>();
  const fromHost = (name: string): void => {
    const value = host[name];
    if (value !== undefined) found.set(name, value);
  };
  for (const name of inherited) fromHost(name);
  for (const entry of declared) {
    const at = entry.indexOf("=");
    if (at > 0) found.set(entry.slice(0, at), entry.slice(at + 1));
    else if (inherited.includes(entry)) fromHost(entry);
    else refuse(entry);
  }
  for (const entry of given) {
    const at = entry.indexOf("=");
    if (at > 0) found.set(entry.slice(0, at), entry.slice(at + 1));
    else fromHost(entry);
  }
  return found;
}
