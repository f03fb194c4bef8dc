/**
 * The variables that a program gets: none of the host's but those that someone who is trusted has named
 * (docs/specification/executables.md 2.1).
 */

export interface EnvironmentRules {
  /** The host's variables. */
  readonly host: Readonly<Record<string, string | undefined>>;
  /** Names of the host's variables that every function gets, and that configs may ask for: `--inherit-env`. */
  readonly inherited: readonly string[];
  /** Of `--env`, for every function: `NAME=value`, or `NAME` for the host's. They win over what configs declare. */
  readonly given: readonly string[];
}

/** The same on every machine. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** What programs on this machine are started with, before what is declared. `home` is private to the run. */
export function baseEnvironment(home: string): Map<string, string> {
  return new Map([
    ["PATH", PATH],
    ["HOME", home],
    ["TMPDIR", home],
    ["LANG", "C.UTF-8"],
  ]);
}

/**
 * What a config declares, and what holds for all functions; bare names have their value, those that the host does not
 * have are left out.
 * @param declared the `envs` of a specification
 * @param refuse is called with a bare name that configs may not ask for, and throws
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
