/** Finds `.krm-render.yaml` in a tree. */
import { CONFIGURATION_FILE } from "../configuration/index.ts";
import { failure } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";

/**
 * The bytes of the file at the top; undefined where there is none. Follows links within the tree.
 * @throws KrmError for what is no file, and a link that leads to none
 */
export async function readConfigurationFile(tree: Tree): Promise<Uint8Array | undefined> {
  const path = `/${CONFIGURATION_FILE}`;
  const located = await tree.lookup(path);
  if (located !== undefined) return tree.read(located.path);
  const entries = await tree.list("/");
  if (!entries.some(({ name }) => name === CONFIGURATION_FILE)) return undefined;
  throw failure("file-not-found", "is a link that leads to no file of the repository", { file: tree.display(path) });
}
