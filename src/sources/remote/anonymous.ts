/** The environment of a git that fetches as anybody could: without the configuration, the credentials and the proxies of the machine. */
import { machineVariables } from "../../processes/index.ts";

/** The authorities by which servers are verified. */
const AUTHORITIES = ["SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH"];

/** @param home a path at which there is nothing, so that no `.netrc` is found */
export function anonymousEnvironment(env: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  return {
    ...machineVariables(env),
    ...Object.fromEntries(AUTHORITIES.map((name) => [name, env[name]])),
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
  };
}

/** Keeps git and its library for HTTP from using what the user is logged in to, and proxies. */
export const ANONYMOUS_SETTINGS: readonly string[] = ["credential.helper=", "http.emptyAuth=false", "http.proxy="];
