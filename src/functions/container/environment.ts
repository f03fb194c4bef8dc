/**
 * The variables that a container sees: none of the host's but those that are asked for;
 * docs/specification/containers.md 2.1, 3.7, 3.9.
 */
import { failure, type Location } from "../../diagnostics.ts";
import { type Environment, withoutRunnerVariables } from "../../processes/index.ts";
import type { EnvironmentRules } from "../declared-environment.ts";

export interface ContainerVariables {
  /** `NAME=value` or `NAME`, sorted. */
  readonly variables: readonly string[];
  /** For the engine's command line, which takes from it what is passed on by name: so no value shows in a list of processes. */
  readonly env: Environment;
}

/** Functions that were made with the usual frameworks expect the last two. */
const ALWAYS = [
  ["HOME", "/tmp"],
  ["LOG_TO_STDERR", "true"],
  ["STRUCTURED_RESULTS", "true"],
] as const;

const PROXIES = ["ALL_PROXY", "FTP_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/**
 * Unlike an executable, a container gets an inherited variable only if its config asks for it.
 * @param declared the `envs` of a specification
 * @param hidesProxies whether the engine's client has to be told not to add the proxies of its configuration
 * @throws KrmError `environment-refused`
 */
export function containerVariables(
  declared: readonly string[],
  { host, inherited, given }: EnvironmentRules,
  location: Location,
  hidesProxies: boolean,
): ContainerVariables {
  const variables = new Map<string, string | undefined>(ALWAYS);
  for (const text of declared) {
    const { name, value } = variable(text, location);
    if (value === undefined && !inherited.includes(name)) {
      throw failure("environment-refused", `functions do not get the variable \`${name}\` of this machine`, {
        ...location,
        hint: `Write its value, \`${name}=…\`, or allow it: --inherit-env ${name}.`,
      });
    }
    variables.set(name, value);
  }
  for (const text of given) {
    const { name, value } = variable(text, {});
    variables.set(name, value);
  }
  const env = { ...withoutRunnerVariables(host) };
  for (const [name, value] of variables) if (value === undefined) env[name] = host[name];
  if (hidesProxies) {
    for (const name of PROXIES) {
      // Asked for by name, and not there: the client then takes the variable away instead of adding it.
      if (variables.has(name)) continue;
      variables.set(name, undefined);
      delete env[name];
    }
  }
  const sorted = [...variables].sort(([a], [b]) => (a < b ? -1 : 1));
  return { variables: sorted.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)), env };
}

/** What Linux takes as one argument, less the name of the option that it is given by. */
const MAX_BYTES = 131_071 - "--env=".length;

function variable(text: string, location: Partial<Location>): { name: string; value: string | undefined } {
  const at = text.indexOf("=");
  const name = at < 0 ? text : text.slice(0, at);
  // An engine would read a name that ends in a star as a pattern.
  if (!/^[A-Za-z_][\w.-]*$/.test(name) || text.includes("\0")) {
    const hint = "Write `NAME=value`.";
    throw failure("environment-refused", `\`${text.slice(0, 100)}\` is no variable`, { ...location, hint });
  }
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw failure("environment-refused", `the variable \`${name.slice(0, 100)}\` is longer than a variable can be`, {
      ...location,
      hint: "Put what it holds into the config, or into a file that is mounted.",
    });
  }
  return { name, value: at < 0 ? undefined : text.slice(at + 1) };
}
