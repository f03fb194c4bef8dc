/**
 * The variables of containers, which get none of the host's unless allowed;
 * docs/specification/containers.md 2.1, 3.7, 3.9.
 */
import { failure, type Location } from "../../diagnostics.ts";
import { type Environment, withoutRunnerVariables } from "../../processes/index.ts";
import { type EnvironmentRules, variableRefused } from "../declared-environment.ts";

interface ContainerVariables {
  /** The arguments of `--env`: `NAME=value` or `NAME`, sorted. */
  readonly variables: readonly string[];
  /**
   * The environment of the engine's command line. It holds the values of variables that are passed by name, so that no value
   * shows in the list of processes.
   */
  readonly env: Environment;
}

/** The usual frameworks for functions expect the last two. */
const ALWAYS = [
  ["HOME", "/tmp"],
  ["LOG_TO_STDERR", "true"],
  ["STRUCTURED_RESULTS", "true"],
] as const;

const UPPER_CASE_PROXIES = ["ALL_PROXY", "FTP_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];
const PROXIES = UPPER_CASE_PROXIES.flatMap((name) => [name, name.toLowerCase()]);

/**
 * Collects the variables of a container. Unlike an executable, it gets an inherited variable only if its config asks for it.
 * @param declared the `envs` of a specification
 * @param hidesProxies whether to stop the engine's client from adding the proxies of its configuration
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
    if (value === undefined && !inherited.includes(name)) throw variableRefused(name, location);
    variables.set(name, value);
  }
  for (const { name, value } of given.map((text) => variable(text, {}))) variables.set(name, value);
  const env = { ...withoutRunnerVariables(host) };
  for (const [name, value] of variables) if (value === undefined) env[name] = host[name];
  if (hidesProxies) {
    for (const name of PROXIES) {
      // For a variable that is passed by name but not set, the client adds no proxy.
      if (variables.has(name)) continue;
      variables.set(name, undefined);
      delete env[name];
    }
  }
  const sorted = [...variables].sort(([a], [b]) => (a < b ? -1 : 1));
  return { variables: sorted.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)), env };
}

/** The limit of Linux for one argument, without the name of the option. */
const MAX_BYTES = 131_071 - "--env=".length;

function variable(text: string, location: Partial<Location>): { name: string; value: string | undefined } {
  const at = text.indexOf("=");
  const name = at < 0 ? text : text.slice(0, at);
  // An engine takes a name that ends in `*` for a pattern.
  if (!/^[A-Za-z_][\w.-]*$/.test(name) || text.includes("\0")) {
    const hint = "Write `NAME=value`.";
    throw failure("environment-refused", `\`${text.slice(0, 100)}\` is not a variable`, { ...location, hint });
  }
  if (Buffer.byteLength(text) > MAX_BYTES) {
    const hint = "Write its value into the config, or into a file that is mounted.";
    throw failure("environment-refused", `the variable \`${name.slice(0, 100)}\` is too long`, { ...location, hint });
  }
  return { name, value: at < 0 ? undefined : text.slice(at + 1) };
}
