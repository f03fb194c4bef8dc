/** Opens what fetches catalogs, what they name, and images, by the rules of the command line: one set for all commands. */
import { realpathSync } from "node:fs";
import type { SourceOptions } from "../functions/index.ts";
import { defaultStoreDirectory } from "../sources/index.ts";
import type { ReachSettings } from "./options/catalog-settings.ts";
import { repositoryAround } from "./repository-directory.ts";
import type { Terminal } from "./terminal.ts";

/**
 * @param top the directory with the files that others may have written: a configuration with credentials in it is not read
 * @param trustRoot for signatures
 */
export function sourceOptions(
  { cwd, env, stderr }: Terminal,
  top: string,
  { allowHosts, insecureRegistries, tokenServers }: ReachSettings,
  trustRoot?: string,
): SourceOptions {
  return {
    store: { directory: defaultStoreDirectory(env) },
    privateHosts: false,
    allowHosts,
    insecureRegistries,
    tokenServers,
    env: { ...env },
    workTree: top === "/" ? repositoryAround(realpathSync(cwd)) : top,
    log: (line) => void stderr.write(`${line}\n`),
    trustRoot,
  };
}
