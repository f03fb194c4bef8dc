/** The artifact that Flux's source-controller makes of a repository, as a view of the tree; docs/specification/flux-sources.md. */
import { checkTime } from "../../budget/index.ts";
import { failure } from "../../diagnostics.ts";
import { once } from "../../store/index.ts";
import { type Effort, toBytes } from "../../text/index.ts";
import { childOf, nameOf, parentOf } from "../paths.ts";
import type { Located, Tree, TreeEntry } from "../tree.ts";
import { requireDirectory, requireFile } from "../tree-problems.ts";
import {
  type IgnorePattern,
  type IgnorePatterns,
  matchesPath,
  mayMatchBelow,
  parseIgnorePatterns,
  parseIgnoreText,
} from "./ignore-patterns.ts";

export const IGNORE_FILE = ".sourceignore";

/** Left out unless a pattern takes them in again; docs/specification/flux-sources.md 2.1. */
const OF_GIT = builtIn(".git/ .gitignore .gitmodules .gitattributes");
/** Left out in addition if there is no pattern at all; docs/specification/flux-sources.md 2.2. */
const DEFAULTS = builtIn(
  `*.jpg *.jpeg *.gif *.png *.wmv *.flv *.tar.gz *.zip .github/ .circleci/ .travis.yml .gitlab-ci.yml appveyor.yml .drone.yml
  cloudbuild.yaml codeship-services.yml codeship-steps.yml **/.goreleaser.yml **/.sops.yaml **/.flux.yaml`,
);

/** Paths that may match one of these patterns: most files do not, and each is asked for. */
const MAY_BE_BUILT_IN = /\/\.|\.(?:jpe?g|gif|png|wmv|flv|gz|zip)(?:\/|$)|\/(?:appveyor|cloudbuild|codeship)/;

/** The most patterns that are read of one tree, and the most bytes of the files that have them. */
const MAX_PATTERNS = 100_000;
const MAX_PATTERN_BYTES = 16 * 1024 * 1024;
/** The most steps of matching for one tree: a few seconds. */
const MAX_STEPS = 200_000_000;
/** The most directories that are searched, see {@link ArtifactTree.holdsAny}: one tree of git can stand at many paths. */
const MAX_SEARCHED = 200_000;

const views = new WeakMap<Tree, Map<string | undefined, Tree>>();
const sources = new WeakMap<Tree, Tree>();

/**
 * The tree as source-controller packs it: without what is ignored, and without links. It has no ids of directories. Asks the tree
 * when it is asked. To record what a build asks, record the view: what another tree with other patterns answers then counts.
 * @param specIgnore `spec.ignore` of the GitRepository
 * @returns the same view for the same arguments
 * @throws TypeError if the tree is recorded
 */
export function artifactTree(tree: Tree, specIgnore: string | undefined): Tree {
  // Answers are kept, so that a record of the questions to the tree below would lack some.
  if (tree.record !== undefined) throw new TypeError("record the artifact, not the tree that it is made of");
  return once(once(views, tree, newViews), specIgnore, () => viewOf(new Artifact(tree, specIgnore)));
}

/** The tree that an artifact is made of; undefined for any other tree. */
export function sourceOfArtifact(tree: Tree): Tree | undefined {
  return sources.get(tree);
}

function newViews(): Map<string | undefined, Tree> {
  return new Map();
}

function viewOf(artifact: Artifact): Tree {
  const { tree } = artifact;
  const label = `the artifact of ${tree.label}`;
  const display = (path: string): string => tree.display(path);
  const place = { label, display };
  const view: Tree = {
    ...tree,
    label,
    // Programs that get the directory would see what is ignored.
    directory: undefined,
    stored: undefined,
    lookup: (path) => artifact.lookup(path),
    async read(path) {
      requireFile(place, path, await artifact.lookup(path));
      return tree.read(path);
    },
    async list(path) {
      requireDirectory(place, path, await artifact.lookup(path));
      return artifact.entries(path);
    },
  };
  sources.set(view, tree);
  return view;
}

/** The patterns of one file. */
interface Level {
  readonly patterns: readonly IgnorePattern[];
  /** The number of names of the directory that they are for. */
  readonly depth: number;
}

/** The pattern that decides on a path. */
interface Decision {
  readonly level: Level;
  readonly index: number;
}

interface DirectoryState {
  /** The names of the whole path; one character for each byte. */
  readonly names: readonly string[];
  /** The patterns that apply to what the directory holds, those that count more first. Empty ones are left out. */
  readonly levels: readonly Level[];
  /** True if one of these files has a pattern, even one that matches nothing. */
  readonly hasPatterns: boolean;
  /** Undefined if no pattern matches the directory. */
  readonly decision: Decision | undefined;
}

class Artifact {
  readonly tree: Tree;
  readonly #ofSpec: IgnorePatterns & Level;
  readonly #states = new Map<string, Promise<DirectoryState>>();
  readonly #holding = new Map<string, Promise<boolean>>();
  #anyPatterns: Promise<boolean> | undefined;
  #patterns = 0;
  #bytes = 0;
  #steps = 0;
  #searched = 0;
  readonly #effort: Effort = {
    spend: (steps) => {
      checkTime();
      if ((this.#steps += steps) > MAX_STEPS) throw this.#tooLarge("take too long to apply");
    },
  };

  constructor(tree: Tree, specIgnore: string | undefined) {
    this.tree = tree;
    this.#ofSpec = { ...parseIgnoreText(specIgnore ?? ""), depth: 0 };
  }

  async lookup(path: string): Promise<Located | undefined> {
    const located = await this.tree.lookup(path);
    // Links are not packed, so nothing is found through one.
    if (located === undefined || located.path !== path) return undefined;
    return (await this.#isPacked(path, located)) ? located : undefined;
  }

  async #isPacked(path: string, { type, isSubmodule }: Pick<Located, "type" | "isSubmodule">): Promise<boolean> {
    if (type === "directory") return this.#hasDirectory(path);
    // A submodule that is not fetched is an empty directory.
    return (type === "file" || isSubmodule === true) && !(await this.#isIgnored(path, type !== "file"));
  }

  async entries(path: string): Promise<readonly TreeEntry[]> {
    const listed = await this.tree.list(path);
    const isKept = await Promise.all(
      listed.map(
        async ({ name, lost }) => lost !== undefined || (await this.lookup(childOf(path, name))) !== undefined,
      ),
    );
    return listed.filter((_, index) => isKept[index]);
  }

  /** Tells whether a directory is packed, or something below it. docs/specification/flux-sources.md 3.3 */
  async #hasDirectory(path: string): Promise<boolean> {
    if (path === "/" || !(await this.#isIgnored(path, true))) return true;
    return once(this.#holding, path, () => this.#holdsAny(path));
  }

  /** Tells whether a directory that is ignored holds something that is not. */
  async #holdsAny(path: string): Promise<boolean> {
    const { names, levels, decision } = await this.#state(path);
    const mayHold = levels.some(({ patterns, depth }, at) =>
      patterns.some(
        (pattern, index) =>
          pattern.isInclusion &&
          isAfter({ at, index }, decision, levels) &&
          mayMatchBelow(pattern, names, depth, this.#effort),
      ),
    );
    // No file below counts more than `spec.ignore`.
    if (!mayHold && decision?.level === this.#ofSpec) return false;
    this.#countSearched();
    for (const { name, type } of await this.tree.list(path)) {
      // Without patterns that may take it in, a file cannot matter, but a directory can have patterns of its own.
      if ((type === "directory" || mayHold) && (await this.lookup(childOf(path, name))) !== undefined) return true;
    }
    return false;
  }

  async #isIgnored(path: string, isDirectory: boolean): Promise<boolean> {
    const parent = await this.#state(parentOf(path));
    const names = [...parent.names, toBytes(nameOf(path))];
    const decision = this.#decide(names, isDirectory, parent);
    if (decision !== undefined) return !isInclusion(decision);
    if (!MAY_BE_BUILT_IN.test(path)) return false;
    if (this.#matchesAny(OF_GIT, names, isDirectory)) return true;
    if (parent.hasPatterns || !this.#matchesAny(DEFAULTS, names, isDirectory)) return false;
    return !(await (this.#anyPatterns ??= this.#hasPatternsBelow("/")));
  }

  /** Finds the last pattern that matches. What matches a directory matches all below it, so only later ones are tried. */
  #decide(names: readonly string[], isDirectory: boolean, parent: DirectoryState): Decision | undefined {
    for (const level of parent.levels) {
      const { patterns, depth } = level;
      for (let index = patterns.length - 1; index >= 0; index--) {
        if (parent.decision?.level === level && parent.decision.index === index) return parent.decision;
        const pattern = patterns[index] as IgnorePattern;
        if (matchesPath(pattern, names, { depth, known: names.length - 1, isDirectory }, this.#effort))
          return { level, index };
      }
    }
    return undefined;
  }

  #matchesAny(patterns: readonly IgnorePattern[], names: readonly string[], isDirectory: boolean): boolean {
    const about = { depth: 0, known: 0, isDirectory };
    return patterns.some((pattern) => matchesPath(pattern, names, about, this.#effort));
  }

  /** @param path of a directory, free of symlinks */
  #state(path: string): Promise<DirectoryState> {
    return once(this.#states, path, () => this.#readState(path));
  }

  async #readState(path: string): Promise<DirectoryState> {
    const own = await this.#readPatterns(path);
    if (path === "/") return this.#within(this.#aboveTop(), own);
    const parent = await this.#state(parentOf(path));
    const names = [...parent.names, toBytes(nameOf(path))];
    return this.#within({ ...parent, names, decision: this.#decide(names, true, parent) }, own);
  }

  /** The state with the patterns of `spec.ignore` only. */
  #aboveTop(): DirectoryState {
    this.#count(this.#ofSpec.patterns.length);
    return {
      names: [],
      levels: levelsOf(this.#ofSpec, []),
      hasPatterns: this.#ofSpec.isAny,
      decision: undefined,
    };
  }

  #within(directory: DirectoryState, { patterns, isAny }: IgnorePatterns): DirectoryState {
    if (!isAny) return directory;
    const level = { patterns, depth: directory.names.length };
    const [first, ...others] = directory.levels;
    // `spec.ignore` counts more than all files.
    const levels = first === this.#ofSpec ? [first, ...levelsOf(level, others)] : levelsOf(level, directory.levels);
    return { ...directory, levels, hasPatterns: true };
  }

  async #readPatterns(directory: string): Promise<IgnorePatterns> {
    const path = childOf(directory, IGNORE_FILE);
    if ((await this.tree.lookup(path))?.type !== "file") return NO_PATTERNS;
    const bytes = await this.tree.read(path);
    if ((this.#bytes += bytes.length) > MAX_PATTERN_BYTES) throw this.#tooLarge("are too long");
    const parsed = parseIgnorePatterns(Buffer.from(bytes).toString("latin1"));
    this.#count(parsed.patterns.length);
    return parsed;
  }

  #count(patterns: number): void {
    if ((this.#patterns += patterns) > MAX_PATTERNS) throw this.#tooLarge("are too many");
  }

  /** Tells whether any file at or below a directory has a pattern. Directories are entered one after the other. */
  async #hasPatternsBelow(top: string): Promise<boolean> {
    const pending = [top];
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      this.#countSearched();
      const entries = await this.tree.list(path);
      if (entries.some(({ name }) => name === IGNORE_FILE) && (await this.#state(path)).hasPatterns) return true;
      for (const { name, type } of entries) {
        const child = childOf(path, name);
        if (type === "directory" && (await this.tree.lookup(child))?.path === child) pending.push(child);
      }
    }
    return false;
  }

  #countSearched(): void {
    if (++this.#searched > MAX_SEARCHED) throw this.#tooLarge(`need a search of more than ${MAX_SEARCHED} directories`);
  }

  #tooLarge(problem: string): Error {
    const message = `the patterns of ${IGNORE_FILE} files and of spec.ignore in ${this.tree.label} ${problem}`;
    return failure("source-ignore-too-large", message, { hint: "Write fewer and shorter patterns." });
  }
}

const NO_PATTERNS: IgnorePatterns = { patterns: [], isAny: false };

function levelsOf(level: Level, others: readonly Level[]): readonly Level[] {
  return level.patterns.length === 0 ? others : [level, ...others];
}

function isInclusion({ level, index }: Decision): boolean {
  return level.patterns[index]?.isInclusion === true;
}

/** Tells whether a pattern counts more than the decision. */
function isAfter(
  { at, index }: { readonly at: number; readonly index: number },
  decision: Decision | undefined,
  levels: readonly Level[],
): boolean {
  if (decision === undefined) return true;
  const decided = levels.indexOf(decision.level);
  return at < decided || (at === decided && index > decision.index);
}

function builtIn(patterns: string): readonly IgnorePattern[] {
  return parseIgnoreText(patterns.replaceAll(/\s+/g, "\n")).patterns;
}
