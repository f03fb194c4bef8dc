/** Selects targets by path and glob on both sides of a comparison. A target may exist on one side only. */
import { createContext, runInContext } from "node:vm";
import picomatch from "picomatch";
import { type Diagnostic, failure, KrmError } from "../diagnostics.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import {
  compareIds,
  directoryOfTarget,
  directoryTarget,
  holdsKustomization,
  isDeploymentId,
  type Target,
  targetOfDirectory,
} from "../render/index.ts";
import { type Tree } from "../sources/index.ts";
import type { Deployments } from "./deployments.ts";
import { type Discovery, discover } from "./discovery.ts";
import { RootFiles } from "./root-files.ts";
import { unknownDeployment } from "./unknown-deployment.ts";

/** The trees to select from; `base` is set where there are two sides. */
export interface SelectionTrees {
  readonly base?: Tree | undefined;
  readonly head: Tree;
}

export interface SelectedTarget extends Target {
  /** Why it was selected, in a few words. */
  readonly reason: string;
}

/**
 * The ids of the targets that the patterns select, as {@link explainTargets} describes.
 * @throws KrmError as {@link explainTargets} does
 */
export async function selectTargets(trees: SelectionTrees, patterns: readonly string[]): Promise<readonly string[]> {
  const selected = await explainTargets(trees, patterns);
  return selected.map(({ id }) => id);
}

/**
 * The targets that the patterns select in either tree: directories by path, then deployments by id. Without patterns, all
 * deployments, and all discovered directories that no deployment covers in their tree.
 *
 * A pattern that begins with `flux://`, `argocd://` or `helm://` is the id of a deployment, or a glob over the ids of all deployments. Any other
 * pattern is the path of a directory, or a glob over the paths of all directories that hold a kustomization file, except for components. Both are relative to the top of the trees. `!pattern` removes targets that earlier patterns selected, and
 * `+pattern` adds some; if the first pattern is one of these, it removes from the targets without patterns
 * or adds to them. `!pattern` with a path also removes deployments of the directories that it matches.
 * @param files what is known of the files of both trees
 * @param deployments those of each tree; none if absent
 * @throws KrmError with one diagnostic for each pattern that leaves the tree (`target-outside`) or selects nothing
 *   (`no-target`); `pattern-too-slow`
 */
export async function explainTargets(
  trees: SelectionTrees,
  patterns: readonly string[],
  files = new RootFiles(),
  deployments: Deployments = {},
): Promise<readonly SelectedTarget[]> {
  const head = { tree: trees.head, deployments: deployments.head };
  const sides = trees.base === undefined ? [head] : [head, { tree: trees.base, deployments: deployments.base }];
  const given = patterns.map(parsePattern).filter(({ text }) => text !== "");
  const selection = new Selection(sides, files);
  if (given[0] === undefined || given[0].negated || given[0].adds) await selection.addDiscovered();
  for (const pattern of given) await selection.apply(pattern);
  return selection.finish();
}

interface Pattern {
  /** The pattern as the user wrote it. */
  readonly given: string;
  readonly negated: boolean;
  readonly adds: boolean;
  /**
   * Without `!` and `+`. An id, or a glob over ids, as it is. Otherwise without `./`, doubled and trailing slashes; `.` for the top.
   * Starts with `../` when it leaves the tree.
   */
  readonly text: string;
}

function parsePattern(given: string): Pattern {
  const trimmed = given.trim();
  // `!(a|b)` is a glob, not a negation.
  const negated = trimmed.startsWith("!") && !trimmed.startsWith("!(");
  // `+(a|b)` is a glob as well.
  const adds = trimmed.startsWith("+") && !trimmed.startsWith("+(");
  const body = negated || adds ? trimmed.slice(1) : trimmed;
  return { given: trimmed, negated, adds, text: body === "" || isDeploymentId(body) ? body : normalise(body) };
}

function normalise(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else segments.push(segment);
  }
  return segments.length === 0 ? "." : segments.join("/");
}

/** Milliseconds for all patterns together. 200 globs take less on the paths of ten thousand directories. */
const MAX_MATCHING_MS = 5_000;

/** A tree to select from. */
interface SelectionSide {
  readonly tree: Tree;
  readonly deployments: Deployments["head"];
}

class Selection {
  readonly #sides: readonly SelectionSide[];
  /** By id. */
  readonly #selected = new Map<string, SelectedTarget>();
  readonly #problems: Diagnostic[] = [];
  readonly #files: RootFiles;
  #discoveries: Promise<readonly Discovery[]> | undefined;
  #context: Record<string, unknown> | undefined;
  /** Milliseconds that are left. */
  #matchingMs = MAX_MATCHING_MS;

  constructor(sides: readonly SelectionSide[], files: RootFiles) {
    this.#sides = sides;
    this.#files = files;
  }

  async addDiscovered(): Promise<void> {
    for (const [index, { targets }] of (await this.#discover()).entries()) {
      const { deployments } = this.#sides[index] as SelectionSide;
      for (const target of deployments?.targets ?? []) this.#add(target, reasonOf(target));
      for (const [directory, reason] of targets)
        if (!deployments?.covers(directory)) this.#add(directoryTarget(targetOfDirectory(directory)), reason);
    }
  }

  async apply(pattern: Pattern): Promise<void> {
    if (pattern.text === ".." || pattern.text.startsWith("../")) {
      return this.#refuse(
        "target-outside",
        `${quote(pattern)} is outside the directory that holds the targets`,
        "Name a directory in the repository, or below the working directory if there is no repository.",
      );
    }
    if (pattern.negated) return this.#remove(pattern);
    if (isDeploymentId(pattern.text)) return this.#addDeployments(pattern);
    if (await this.#isTarget(pattern.text)) return this.#add(directoryTarget(pattern.text), "given");
    if (picomatch.scan(pattern.text).isGlob) return this.#addMatches(pattern);
    await this.#explainMissing(pattern);
  }

  finish(): readonly SelectedTarget[] {
    if (this.#problems.length > 0) throw new KrmError(this.#problems);
    return [...this.#selected.values()].sort((a, b) => compareIds(a.id, b.id));
  }

  #add(target: Target, reason: string): void {
    if (!this.#selected.has(target.id)) this.#selected.set(target.id, { ...target, reason });
  }

  #remove(pattern: Pattern): void {
    const targets = [...this.#selected.values()];
    const nameOf = ({ id, path }: Target): string => (isDeploymentId(pattern.text) ? id : path);
    const names = new Set(targets.map(nameOf));
    const removed = new Set([pattern.text, ...this.#matching(pattern, [...names])]);
    for (const target of targets) if (removed.has(nameOf(target))) this.#selected.delete(target.id);
  }

  #addDeployments(pattern: Pattern): void {
    const all = this.#sides.flatMap(({ deployments }) => deployments?.targets ?? []);
    const exact = all.find(({ id }) => id === pattern.text);
    if (exact !== undefined) return this.#add(exact, "given");
    const ids = [...new Set(all.map(({ id }) => id))];
    const found = new Set(this.#matching(pattern, ids));
    for (const target of all) if (found.has(target.id)) this.#add(target, `matches ${pattern.text}`);
    if (found.size > 0) return;
    if (!picomatch.scan(pattern.text).isGlob) {
      this.#problems.push(unknownDeployment(pattern.text, ids));
      return;
    }
    this.#refuse(
      "no-target",
      `${quote(pattern)} matches nothing that a controller applies`,
      "Match the whole id, such as flux://CLUSTER/NAMESPACE/NAME; `*` stands for one part of it, and `**` for any number of them.",
    );
  }

  async #addMatches(pattern: Pattern): Promise<void> {
    const paths = (await this.#discover()).flatMap(({ roots }) =>
      [...roots].flatMap(([directory, { isComponent }]) => (isComponent ? [] : [targetOfDirectory(directory)])),
    );
    const found = this.#matching(pattern, paths);
    for (const path of found) this.#add(directoryTarget(path), `matches ${pattern.text}`);
    if (found.length > 0) return;
    this.#refuse(
      "no-target",
      `${quote(pattern)} matches no directory that holds a kustomization file`,
      "Match the whole path of a directory; `**` stands for any number of directories.",
    );
  }

  /**
   * The paths that a glob matches. A glob becomes a regular expression, which can take time without end: `(a+)+b` does on a path of
   * forty letters. A pull request may bring both, so the engine ends it.
   * @throws KrmError `pattern-too-slow`
   */
  #matching(pattern: Pattern, paths: readonly string[]): readonly string[] {
    const start = performance.now();
    try {
      const match = (): readonly string[] => paths.filter(matcherOf(pattern));
      this.#context ??= createContext(Object.create(null));
      this.#context["match"] = match;
      return runInContext("match()", this.#context, { timeout: Math.max(1, Math.ceil(this.#matchingMs)) });
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw thrown;
      throw failure(
        "pattern-too-slow",
        `${quote(pattern)} cannot be compared with the directories: this and the patterns before it took more than ${MAX_MATCHING_MS / 1000} s`,
        { hint: "Use fewer wildcards in one pattern." },
      );
    } finally {
      this.#matchingMs -= performance.now() - start;
    }
  }

  async #explainMissing(pattern: Pattern): Promise<void> {
    const located = await Promise.all(this.#sides.map(({ tree }) => tree.lookup(directoryOfTarget(pattern.text))));
    const types = located.map((found) => found?.type);
    if (types.includes("directory")) {
      const names = KUSTOMIZATION_FILE_NAMES.join(", ");
      this.#refuse("no-target", `${quote(pattern)} holds no kustomization file`, `Looked for ${names}.`);
    } else if (types.includes("file")) {
      this.#refuse("no-target", `${quote(pattern)} is a file`, "Name the directory that holds the kustomization file.");
    } else {
      this.#refuse("no-target", `there is no directory ${quote(pattern)} in ${this.#labels()}`);
    }
  }

  async #isTarget(path: string): Promise<boolean> {
    const answers = await Promise.all(this.#sides.map(({ tree }) => holdsKustomization(tree, directoryOfTarget(path))));
    return answers.includes(true);
  }

  #discover(): Promise<readonly Discovery[]> {
    this.#discoveries ??= Promise.all(this.#sides.map(({ tree }) => discover(tree, this.#files)));
    return this.#discoveries;
  }

  #refuse(code: string, message: string, hint?: string): void {
    this.#problems.push({ code, severity: "error", message, hint });
  }

  #labels(): string {
    return [...this.#sides]
      .reverse()
      .map(({ tree }) => tree.label)
      .join(" or ");
  }
}

function reasonOf({ deployment }: Target): string {
  return deployment?.system === "helm"
    ? "deployments.charts lists it"
    : `the cluster ${deployment?.cluster ?? ""} applies it`;
}

/** Wildcards match names that start with a dot, too: otherwise such directories would silently not be rendered. */
function matcherOf({ text }: Pattern): (path: string) => boolean {
  const matches = picomatch(text, { dot: true });
  // picomatch does not match `**` with the path of the top.
  return (path) => (path === "." ? text === "**" : matches(path));
}

function quote(pattern: Pattern): string {
  return `"${pattern.given}"`;
}
