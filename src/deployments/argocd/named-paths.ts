/** Finds what a source that cannot be rendered would read of this repository. */
import { posix } from "node:path";
import { KrmError } from "../../diagnostics.ts";
import type { Own } from "./own-repository.ts";
import { isPattern } from "./patterns/index.ts";
import type { Fields, TextItem } from "./source-fields.ts";
import { placeOfSource } from "./source-places.ts";
import { type FileRules, resolvePath } from "./value-files.ts";

/** More than people write. */
const MAX_FILES = 1_000;

/**
 * The directory of a source and its values files, as far as they are of this repository and its other mistakes let them be known. For a
 * pattern, the directory above all that it can match. Absolute within the tree; nothing needs to be there.
 */
export async function namedPaths(
  source: Fields,
  rules: Own & Omit<FileRules, "directory">,
): Promise<readonly string[]> {
  const place = await attempt(() => placeOfSource(source, rules.tree, rules));
  const directory = place?.from === "tree" ? place.directory : undefined;
  const paths = new Set(directory === undefined ? [] : [directory]);
  for (const item of filesOf(source).slice(0, MAX_FILES)) {
    const resolved = await attempt(() => resolvePath(item, { ...rules, directory }));
    if (resolved !== undefined && "path" in resolved && resolved.tree === rules.tree)
      paths.add(aboveMatches(resolved.path));
  }
  return [...paths];
}

function filesOf(source: Fields): readonly TextItem[] {
  try {
    const helm = source.map("helm");
    const parameters = helm.maps("fileParameters");
    return [
      ...helm.texts("valueFiles"),
      ...parameters.map((each) => ({ text: each.text("path"), location: each.placeOf() })),
    ];
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return [];
  }
}

function aboveMatches(path: string): string {
  let above = path;
  while (isPattern(above)) above = posix.dirname(above);
  return above;
}

/** Undefined for a mistake. */
async function attempt<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return undefined;
  }
}
