/**
 * The variables that functions get: those of the host only if the user has allowed them by name;
 * docs/specification/executables.md 2.1.
 */
import { type Diagnostic, failure } from "../diagnostics.ts";
import type { Environment } from "../processes/index.ts";

export interface EnvironmentRules {
  /** The host's variables. */
  readonly host: Environment;
  /** Names of the host's variables that every executable gets, and that configs may ask for: `--inherit-env`. */
  readonly inherited: readonly string[];
  /** `--env`, for every function: `NAME=value`, or `NAME` for the host's. It wins over what configs declare. */
  readonly given: readonly string[];
}

/**
 * The variables that a config declares, together with those that all functions get. A name without a value has the host's;
 * it is left out if the host does not have it.
 * @param declared the `envs` of a specification
 * @param refused makes the error for a name that configs may not ask for
 */
export function declaredEnvironment(
  { host, inherited, given }: EnvironmentRules,
  declared: readonly string[] = [],
  refused: (name: string) => Error = (name) => variableRefused(name),
): Map<string, string> {
  const found = new Map<string, string>();
  const set = (name: string, value = host[name]): void => {
    if (value !== undefined) found.set(name, value);
  };
  const add = (entry: string, isAllowed: boolean): void => {
    const at = entry.indexOf("=");
    if (at > 0) set(entry.slice(0, at), entry.slice(at + 1));
    else if (isAllowed) set(entry);
    else throw refused(entry);
  };
  for (const name of inherited) set(name);
  for (const entry of declared) add(entry, inherited.includes(entry));
  for (const entry of given) add(entry, true);
  return found;
}

/** Refuses a variable of the host. @param into the file that may contain its value instead, for the hint */
export function variableRefused(name: string, details: Partial<Diagnostic> = {}, into = ""): Error {
  const message = `the variable \`${name}\` of this machine is not allowed for functions`;
  const hint = `Write its value${into}, \`${name}=…\`, or allow it with --inherit-env ${name}.`;
  return failure("environment-refused", message, { ...details, hint });
}
