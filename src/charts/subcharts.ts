/** The charts that lie in the directory `charts` of a chart. */
import { KrmError } from "../diagnostics.ts";
import { type Directory, unpackChart } from "../sources/index.ts";
import { readMetadata } from "./chart-metadata.ts";

export interface Subchart {
  readonly name: string;
  /** The path of its directory, or of its archive. */
  readonly path: string;
  readonly isArchive: boolean;
}

/** The charts that helm finds. One that cannot be read is left out: helm says why. */
export async function subchartsOf(files: Directory): Promise<readonly Subchart[]> {
  const entries = new Map<string, Map<string, Uint8Array>>();
  for (const [path, bytes] of files) {
    const [, entry, rest = ""] = /^charts\/([^/]+)(?:\/(.*))?$/s.exec(path) ?? [];
    if (entry === undefined || /^[_.]/.test(entry)) continue;
    const known = entries.get(entry);
    if (known === undefined) entries.set(entry, new Map([[rest, bytes]]));
    else known.set(rest, bytes);
  }
  const found: Subchart[] = [];
  for (const [entry, own] of entries) {
    const path = `charts/${entry}`;
    const isArchive = entry.endsWith(".tgz");
    const name = await nameOf(own, path, isArchive);
    if (name !== undefined) found.push({ name, path, isArchive });
  }
  return found;
}

async function nameOf(files: Directory, path: string, isArchive: boolean): Promise<string | undefined> {
  try {
    const archive = files.get("");
    if (isArchive && archive === undefined) return undefined;
    const unpacked =
      archive !== undefined && isArchive ? await unpackChart(Buffer.from(archive), path, "Chart.yaml") : files;
    return readMetadata(unpacked, path, { file: path }).name;
  } catch (thrown) {
    if (thrown instanceof KrmError) return undefined;
    throw thrown;
  }
}
