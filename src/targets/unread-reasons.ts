/** Finds out why no target reads a file, where that can be seen from the directories around it. */
import { posix } from "node:path";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import type { Trees } from "../render/index.ts";
import type { ChangedPath } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { fluxComponents } from "./flux-components.ts";
import { TARGET_FILE_NAMES } from "./kustomization-files.ts";
import type { RootFiles } from "./root-files.ts";

/**
 * `chart`: it is part of a Helm chart. `component`: of a component that no kustomization includes. `flux-component`: of one that only
 * Kustomizations of Flux name. `unselected`: of a kustomization that is no target, and that no target includes. `unlisted`: a manifest
 * in the directory of a kustomization, which does not list it. `manifest`: a manifest that is in no kustomization at all.
 */
export type UnreadReason = "chart" | "component" | "flux-component" | "unselected" | "unlisted" | "manifest";

/** The nearest directory above a file that says what it belongs to. */
interface Owner {
  readonly directory: string;
  readonly kind: "chart" | "component" | "kustomization";
}

/** Larger files are not read. */
const MAX_FILE = 1 << 20;

export class UnreadReasons {
  readonly #trees: Trees;
  readonly #files: RootFiles;
  readonly #reached: ReadonlySet<string>;
  readonly #owners = {
    base: new Map<string, Promise<Owner | undefined>>(),
    head: new Map<string, Promise<Owner | undefined>>(),
  };
  #components: Promise<ReadonlySet<string>> | undefined;

  /** @param reached the directories that targets reach, on either side */
  constructor(trees: Trees, files: RootFiles, reached: ReadonlySet<string>) {
    this.#trees = trees;
    this.#files = files;
    this.#reached = reached;
  }

  /** Undefined for files that nobody deploys, as far as one can see. */
  async of({ path, op }: ChangedPath): Promise<UnreadReason | undefined> {
    const side = op === "removed" ? "base" : "head";
    // Nobody deploys what is hidden, such as workflows, nor what is for people.
    if (/\.md$/i.test(path) || path.includes("/.")) return undefined;
    const owner = await this.#ownerOf(posix.dirname(path), side);
    if (owner?.kind === "chart") return "chart";
    const isReached = owner !== undefined && this.#reached.has(owner.directory);
    if (owner?.kind === "component" && !isReached) {
      this.#components ??= fluxComponents(this.#trees.head);
      return (await this.#components).has(owner.directory) ? "flux-component" : "component";
    }
    if (!TARGET_FILE_NAMES.has(posix.basename(path)) && !(await isManifest(this.#trees[side], path))) return undefined;
    if (owner === undefined) return "manifest";
    return isReached ? "unlisted" : "unselected";
  }

  #ownerOf(directory: string, side: keyof Trees): Promise<Owner | undefined> {
    let owner = this.#owners[side].get(directory);
    if (owner === undefined) this.#owners[side].set(directory, (owner = this.#findOwner(directory, side)));
    return owner;
  }

  async #findOwner(directory: string, side: keyof Trees): Promise<Owner | undefined> {
    const tree = this.#trees[side];
    if (await hasFile(tree, posix.join(directory, "Chart.yaml"))) return { directory, kind: "chart" };
    for (const name of KUSTOMIZATION_FILE_NAMES) {
      const file = await this.#files.file(tree, posix.join(directory, name), "kustomization");
      if (file !== undefined) return { directory, kind: file.isComponent ? "component" : "kustomization" };
    }
    return directory === "/" ? undefined : this.#ownerOf(posix.dirname(directory), side);
  }
}

async function hasFile(tree: Tree, path: string): Promise<boolean> {
  return (await tree.lookup(path))?.type === "file";
}

/** Whether a file has an object in it, as far as its text tells. */
async function isManifest(tree: Tree, path: string): Promise<boolean> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  try {
    const bytes = await tree.read(path);
    if (bytes.length > MAX_FILE) return false;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    return ["apiVersion", "kind"].every((field) => new RegExp(`^[\\s{"']*${field}["']?\\s*:\\s*\\S`, "m").test(text));
  } catch {
    return false;
  }
}
