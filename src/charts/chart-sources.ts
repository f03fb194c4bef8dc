/** The sources on other machines that a chart is made of, as `remote: auto` has to know them. */
import { posix } from "node:path";
import { KrmError } from "../diagnostics.ts";
import { type ChartWanted, isRegistry } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { readMetadata } from "./chart-metadata.ts";
import type { ChartSource } from "./recipe.ts";

/** An address of a repository, or a chart of another place. */
type NamedSource = string | Pick<ChartWanted, "repo" | "name">;

/** The chart itself, or the repositories of the dependencies that a chart of the tree names. */
export async function chartSources(source: ChartSource, tree: Tree): Promise<readonly NamedSource[]> {
  if (source.from === "repository") return [source.wanted];
  if (source.from === "git") return [source.repository];
  const files = new Map<string, Uint8Array>();
  for (const name of ["Chart.yaml", "requirements.yaml", "Chart.lock", "requirements.lock"]) {
    const path = posix.join(source.directory, name);
    if ((await tree.lookup(path))?.type === "file") files.set(name, await tree.read(path));
  }
  try {
    const { dependencies, lock } = readMetadata(files, tree.display(source.directory), source.location);
    return [...dependencies, ...(lock?.dependencies ?? [])]
      .filter(({ repository }) => isRegistry(repository) || /^https?:/.test(repository))
      .map(({ repository, name }) => ({ repo: repository, name }));
  } catch (thrown) {
    // A chart that cannot be read names nothing.
    if (thrown instanceof KrmError) return [];
    throw thrown;
  }
}
