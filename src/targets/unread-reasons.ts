/** Finds out why no target reads a file, where that can be seen from the directories around it. */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import type { Trees } from "../render/index.ts";
import type { ChangedPath } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Deployments } from "./deployments.ts";
import { fluxComponents } from "./flux-components.ts";
import { TARGET_FILE_NAMES } from "./kustomization-files.ts";
import type { RootFiles } from "./root-files.ts";

/**
 * `chart`: it is part of a Helm chart. `component`: of a component that no kustomization includes. `flux-component`: of one that only
 * Kustomizations of Flux name. `unselected`: of a kustomization that is no target, and that no target includes. `unlisted`: a manifest
 * in the directory of a kustomization, which does not list it. `manifest`: a manifest that is in no kustomization at all.
 */
export type UnreadReason = "chart" | "component" | "flux-component" | "unselected" | "unlisted" | "manifest";

/** `irrelevant`: nobody would expect it in a rendered target. */
export type UnreadAnswer = UnreadReason | "irrelevant" | undefined;

/** The nearest directory above a file that says what it belongs to. */
interface Owner {
  readonly directory: string;
  readonly kind: "chart" | "component" | "kustomization";
}

/** Larger files are not read. */
const MAX_FILE = 1 << 20;

/** Files for people, for git, for its host, and for building programs. */
const NO_CONFIGURATION =
  /\.(?:md|markdown|rst|adoc|pdf|png|jpe?g|gif|svg|webp|ico|drawio)$|^\/\.github\/|\/(?:\.git\w+|\.editorconfig|LICENSE|NOTICE|OWNERS|CODEOWNERS|Makefile|Dockerfile(?:\.\w+)?|go\.(?:mod|sum))$/i;
/** Programs. A script beside a kustomization may be one that it forgets to list. */
const PROGRAM = /\.(?:go|rs|java|kt|scala|swift|[ch]|cc|cpp|hpp|cs|tsx?|jsx?|mjs|cjs|py|rb|php|lua|sh|bash)$/i;

export class UnreadReasons {
  readonly #trees: Trees;
  readonly #files: RootFiles;
  readonly #reached: ReadonlySet<string>;
  readonly #deployments: Deployments;
  readonly #owners = {
    base: new Map<string, Promise<Owner | undefined>>(),
    head: new Map<string, Promise<Owner | undefined>>(),
  };
  readonly #components: { base?: Promise<ReadonlySet<string>>; head?: Promise<ReadonlySet<string>> } = {};

  /** @param reached the directories that targets reach, on either side */
  constructor(trees: Trees, files: RootFiles, reached: ReadonlySet<string>, deployments: Deployments = {}) {
    this.#deployments = deployments;
    this.#trees = trees;
    this.#files = files;
    this.#reached = reached;
  }

  /** Undefined for files of which one cannot see whether somebody deploys them. */
  async of({ path, op }: ChangedPath): Promise<UnreadAnswer> {
    const side = op === "removed" ? "base" : "head";
    if (/\.md$/i.test(path)) return "irrelevant";
    // Nobody deploys what is hidden.
    const isHidden = path.includes("/.");
    const owner = isHidden ? undefined : await this.#ownerOf(posix.dirname(path), side);
    const reason = isHidden ? undefined : await this.#reasonFor(path, side, owner);
    if (reason !== undefined) return reason;
    return NO_CONFIGURATION.test(path) || (owner === undefined && PROGRAM.test(path)) ? "irrelevant" : undefined;
  }

  async #reasonFor(path: string, side: keyof Trees, owner: Owner | undefined): Promise<UnreadReason | undefined> {
    if (owner?.kind === "chart") return "chart";
    const isReached = owner !== undefined && this.#reached.has(owner.directory);
    if (owner?.kind === "component" && !isReached) {
      this.#components[side] ??= fluxComponents(this.#trees[side]);
      return (await this.#components[side]).has(owner.directory) ? "flux-component" : "component";
    }
    if (!TARGET_FILE_NAMES.has(posix.basename(path)) && !(await isManifest(this.#trees[side], path))) return undefined;
    if (this.#isOfUnselected(posix.dirname(path), side, owner?.directory)) return "unselected";
    if (owner === undefined) return "manifest";
    return isReached ? "unlisted" : "unselected";
  }

  /** Tells whether a deployment that is no target of this run renders a directory, with a kustomization that is generated. */
  #isOfUnselected(directory: string, side: keyof Trees, owner: string | undefined): boolean {
    if (directory === owner || this.#deployments[side]?.covers(directory) !== true) return false;
    for (let at = directory; at !== owner; at = posix.dirname(at)) {
      if (this.#reached.has(at)) return false;
      if (at === "/") break;
    }
    return true;
  }

  #ownerOf(directory: string, side: keyof Trees): Promise<Owner | undefined> {
    return getOrInsert(this.#owners[side], directory, () => this.#findOwner(directory, side));
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

/** Tells whether a file seems to have an object of Kubernetes in it: these fields are not indented in YAML. */
async function isManifest(tree: Tree, path: string): Promise<boolean> {
  const isJson = /\.json$/i.test(path);
  if (!isJson && !/\.ya?ml$/i.test(path)) return false;
  try {
    const bytes = await tree.read(path);
    if (bytes.length > MAX_FILE) return false;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    const object: unknown = isJson ? JSON.parse(text) : undefined;
    const has = (field: string): boolean =>
      isJson
        ? typeof object === "object" && object !== null && Object.hasOwn(object, field)
        : new RegExp(`^["']?${field}["']?\\s*:`, "m").test(text);
    return has("apiVersion") && has("kind") && (has("metadata") || has("items"));
  } catch {
    return false;
  }
}
