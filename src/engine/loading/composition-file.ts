/** Finds the composition of a root, and tells it from files of other programs that have its name. */
import type { CompositionFile } from "../../composition/index.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, foreignDocument, isComposition } from "../../documents/index.ts";
import { decodeText, parseConfig } from "../../yaml/index.ts";
import type { Node } from "../../yaml/nodes/node.ts";
import { contains } from "./paths.ts";
import type { Root } from "./root.ts";

export interface FoundFile {
  /** Absolute within the tree. */
  readonly path: string;
  /** Its name in messages. */
  readonly file: string;
}

/** The files of these names. A symlink that leaves the root does not count. */
export async function lookUp(
  root: Root,
  names: readonly string[],
): Promise<{ readonly found: readonly FoundFile[]; readonly outside: readonly FoundFile[] }> {
  const found: FoundFile[] = [];
  const outside: FoundFile[] = [];
  for (const name of names) {
    const located = await root.lookup(name);
    if (located?.type !== "file") continue;
    const file = root.tree.display(root.path === "/" ? `/${name}` : `${root.path}/${name}`);
    (root.isRestricted && !contains(root.path, located.path) ? outside : found).push({ path: located.path, file });
  }
  return { found, outside };
}

export interface FoundComposition {
  readonly composition: CompositionFile | undefined;
  /** Says what another file of that name is. */
  readonly foreign: string | undefined;
  /** A symlink of that name that leaves the root. */
  readonly outside: FoundFile | undefined;
}

/**
 * @param kustomizations the kustomization files of the root. Without one, a composition may have mistakes: beside one, it is
 *   more likely to be a file of another program
 * @throws KrmError `composition-conflict`
 */
export async function findComposition(root: Root, kustomizations: readonly FoundFile[]): Promise<FoundComposition> {
  const { found, outside } = await lookUp(root, COMPOSITION_FILE_NAMES);
  const ours: CompositionFile[] = [];
  let foreign: string | undefined;
  for (const { path, file } of found) {
    const bytes = await root.tree.read(path);
    root.claim();
    const what = describeForeign(bytes, file, kustomizations.length === 0);
    if (what === undefined) ours.push({ display: file, text: decodeText(bytes, file) });
    else foreign = `${file} is ${what}`;
  }
  const [composition, another] = ours;
  const beside = kustomizations[0]?.file ?? another?.display;
  if (composition !== undefined && beside !== undefined) {
    throw failure("composition-conflict", `${root.display} holds both ${composition.display} and ${beside}`, {
      file: composition.display,
      hint: "Keep one of them, or move the composition into a directory of its own and list that under `resources`.",
    });
  }
  return { composition, foreign, outside: outside[0] };
}

/** The usual notation, which needs no parser. */
const KIND = /^kind:[ \t]*(["']?)Composition\1[ \t]*(?:#.*)?\r?$/m;
const OUR_GROUP = /^apiVersion:[ \t]*["']?kustomize\.config\.k8s\.io\//m;

/** Undefined for a composition of kustomize, or for what was meant as one. */
function describeForeign(bytes: Uint8Array, file: string, isAlone: boolean): string | undefined {
  let node: Node | undefined;
  try {
    const text = decodeText(bytes, file);
    if (isAlone && KIND.test(text) && OUR_GROUP.test(text) && !/\n---/.test(text)) return undefined;
    if (!isAlone && !text.includes("Composition")) return "not a composition";
    node = parseConfig(text, file);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return isAlone ? undefined : "not valid";
  }
  return isAlone || isComposition(node) ? foreignDocument(node) : "not a composition";
}
