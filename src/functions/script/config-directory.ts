/** Finds the directory of a config from its displayed file name. */
import { posix } from "node:path";
import type { FunctionRoot } from "../step.ts";

/** An arbitrary deep directory, so that names with `..` do not reach the root. */
const BASE = "/-".repeat(64);

/**
 * Returns the directory of the file within the root's tree. Displayed names are relative to one unknown directory, so the
 * file is resolved relative to the displayed name of the root.
 * @param file a name from `Tree.display`; the name of a file in a remote repository may end in a query
 * @returns undefined for a file that is not in the tree
 */
export function configDirectory({ tree, path }: FunctionRoot, file: string): string | undefined {
  const absolute = (name: string): string => posix.resolve(BASE, name.replace(/\?.*$/s, ""));
  const found = posix.resolve(path, posix.relative(absolute(tree.display(path)), absolute(file)));
  return tree.display(found) === file ? posix.dirname(found) : undefined;
}
