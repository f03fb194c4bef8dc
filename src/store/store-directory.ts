import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The directory of a user's content store. @param env the variables of the process */
export function defaultStoreDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const given = env["XDG_CACHE_HOME"];
  const caches = given !== undefined && isAbsolute(given) ? given : join(env["HOME"] || homedir(), ".cache");
  return join(caches, "krm-render");
}
