/** Rules of the command line for fetching catalogs, the programs that they name, and images. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { CatalogReference, PathReference } from "../catalog/index.ts";
import type { CatalogSources, SourceOptions } from "../functions/index.ts";
import { defaultStoreDirectory } from "../sources/index.ts";
import type { ReachSettings } from "./options/catalog-settings.ts";
import { repositoryAround } from "./repository-directory.ts";
import type { Terminal } from "./terminal.ts";

/** The largest executable that is fetched for its digest. */
export const MAX_PROGRAM_BYTES = 256 * 1024 * 1024;

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

/** Fetches a program of a catalog and returns its digest. */
export async function fetchedDigest(
  sources: CatalogSources,
  source: Exclude<CatalogReference, PathReference>,
  type: "exec" | "starlark",
): Promise<string> {
  const { withPrivateDirectory } = await import("../processes/index.ts");
  return withPrivateDirectory(async (directory) => {
    const title = type === "exec" ? "executable" : "script";
    return (await sources.file(source, join(directory, "program"), title, MAX_PROGRAM_BYTES)).sha256;
  });
}
