/** The components that Kustomizations of Flux name: no kustomization has to, and the controller adds them. */
import { posix } from "node:path";
import { listYamlFiles } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { decodeText } from "../yaml/index.ts";
import { fieldOf, mappingsIn, textAt, textOf } from "./fields.ts";

/** Files of more bytes are not read: manifests that people write have a few thousand. */
const MAX_FILE = 1 << 20;
/** The bytes of all files that are parsed. */
const MAX_PARSED = 1 << 25;

/** The directories, absolute within the tree. Reads the files that mention Kustomizations of Flux; takes linear time. */
export async function fluxComponents(tree: Tree): Promise<ReadonlySet<string>> {
  const { paths } = await listYamlFiles(tree);
  await tree.prefetch?.(paths);
  const components = new Set<string>();
  let left = MAX_PARSED;
  for (const path of paths) {
    const text = await textIn(tree, path);
    if (text === undefined || !text.includes("kustomize.toolkit.fluxcd.io/") || !text.includes("components")) continue;
    left -= text.length;
    if (left < 0) break;
    for (const document of mappingsIn(text)) {
      if (!textAt(document, "apiversion").startsWith("kustomize.toolkit.fluxcd.io/")) continue;
      const spec = fieldOf(document, "spec");
      const list = fieldOf(spec, "components");
      for (const item of list?.kind === "seq" ? list.items : [])
        if (item.kind === "scalar")
          components.add(posix.join("/", textAt(spec, "path"), textOf(item)).replace(/\/$/, ""));
    }
  }
  return components;
}

/** Undefined for a file that cannot be read, or is too large. */
async function textIn(tree: Tree, path: string): Promise<string | undefined> {
  try {
    const bytes = await tree.read(path);
    return bytes.length > MAX_FILE ? undefined : decodeText(bytes, path);
  } catch {
    return undefined;
  }
}
