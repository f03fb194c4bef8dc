/** Where the file of a config is, whose name is known as messages show it. */
import { posix } from "node:path";
import type { FunctionRoot } from "../step.ts";

/** Deeper than any path that names climb out of. */
const BASE = "/-".repeat(64);

/**
 * The directory of the file within the root's tree, from how the tree shows both: names are relative to one place, which
 * need not be known. Undefined for a file that is not in the tree.
 * @param file as `Tree.display` gives it; that of a repository elsewhere may end in a query
 */
export function configDirectory({ tree, path }: FunctionRoot, file: string): string | undefined {
  const shown = (name: string): string => posix.resolve(BASE, name.replace(/\?.*$/s, ""));
  const found = posix.resolve(path, posix.relative(shown(tree.display(path)), shown(file)));
  return tree.display(found) === file ? posix.dirname(found) : undefined;
}
