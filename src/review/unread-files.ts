/** Finds the changed files that no rendered target reads. */
import { posix } from "node:path";
import { CONFIGURATION_FILE } from "../configuration/index.ts";
import { LOCK_FILE_NAME } from "../lock/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { type ChangedPath, IGNORE_FILE, sourceOfArtifact } from "../sources/index.ts";
import type { Tree, TreeRecord } from "../sources/tree.ts";
import type { UnreadAnswer } from "../targets/index.ts";
import type { Report, TrustChange, UnreadFile, UnreadFiles } from "./report.ts";

/** The dependencies of a target in the plan. */
export interface ReadingTarget {
  /** The changed files that it depends on, as messages name them, or some of them; undefined if that is not known. */
  readonly changed?: readonly string[] | undefined;
  /** The changed files that declare it, if it is a deployment. */
  readonly declaring?: readonly string[] | undefined;
  /** Why it may depend on more, in a few words. */
  readonly doubt?: string | undefined;
}

/** Files for which a reason is looked for, and which a report lists. */
const MAX_LISTED = 1000;
/** Files that configure the run itself. */
const STEERING: ReadonlySet<string> = new Set([CONFIGURATION_FILE, LOCK_FILE_NAME]);

/** Returns the unread files for the report: not those that configure the run, nor those among the edits of what may run. */
export function listUnread(
  unread: readonly UnreadFile[] | undefined,
  trust: readonly TrustChange[],
): Pick<Report, "unread"> {
  if (unread === undefined) return {};
  const excluded = new Set([...STEERING, ...trust.map(({ file }) => file)]);
  const all = unread.filter(({ file }) => !excluded.has(file));
  const [known, others] = [true, false].map((has) => all.filter(({ reason }) => (reason !== undefined) === has));
  const files = [...(known ?? []), ...(others ?? [])].slice(0, MAX_LISTED);
  const more = all.length - files.length;
  return { unread: { files, ...(more > 0 && { more }) } satisfies UnreadFiles };
}

export class UnreadSearch {
  /** The files that nobody has read yet, by paths of the trees. */
  readonly #left: Map<string, ChangedPath>;
  readonly #nameOf: (change: ChangedPath) => string;
  readonly #trees: ReadonlySet<Tree>;
  /** The same, by the names of files in messages. */
  readonly #byName = new Map<string, string>();
  readonly #seen = new WeakSet<TreeRecord>();
  #isKnown: boolean;
  /** True until the rules of artifacts are noted. */
  #hasRules = true;

  /** @param changes all that differs between the trees; undefined if that is not known */
  constructor(changes: readonly ChangedPath[] | undefined, trees: Readonly<Record<"base" | "head", Tree>>) {
    this.#isKnown = changes !== undefined;
    this.#left = new Map((changes ?? []).map((change) => [change.path, change]));
    this.#trees = new Set([trees.base, trees.head]);
    this.#nameOf = ({ op, path }) => trees[op === "removed" ? "base" : "head"].display(path);
    for (const change of changes ?? []) this.#byName.set(this.#nameOf(change), change.path);
  }

  /**
   * Notes what a target has read. Where that is not known, all that it depends on counts as read. Takes time linear in what was
   * asked; what several targets share is looked at once.
   */
  note(
    records: readonly TreeRecord[],
    sides: readonly Rendering[],
    { changed, declaring, doubt }: ReadingTarget,
  ): void {
    if (!this.#isKnown) return;
    const isRendered = sides.every(({ status }) => status !== "failed");
    const isDoubtful = records.some((record) => [...record.all()].some(({ gaps }) => gaps.size > 0));
    // A program may read anything.
    if (isRendered && isDoubtful && doubt !== undefined) this.#isKnown = false;
    const isExact = isRendered && !isDoubtful;
    for (const name of changed ?? []) {
      const path = this.#byName.get(name);
      // Links are reached by other paths than their own.
      if (path !== undefined && (!isExact || this.#left.get(path)?.isSpecial)) this.#left.delete(path);
    }
    for (const name of declaring ?? []) this.#left.delete(this.#byName.get(name) ?? "");
    // Shared work that failed may not be done.
    if (!isRendered) return;
    for (const record of records) {
      for (const part of record.all()) {
        const source = sourceOfArtifact(part.tree);
        if (this.#seen.has(part) || !this.#trees.has(source ?? part.tree)) continue;
        this.#seen.add(part);
        if (source !== undefined) this.#noteIgnoreRules();
        for (const path of part.lookups) this.#left.delete(path);
      }
    }
  }

  /** All rules of the tree decide what its artifact has. */
  #noteIgnoreRules(): void {
    if (this.#hasRules)
      for (const path of this.#left.keys()) if (posix.basename(path) === IGNORE_FILE) this.#left.delete(path);
    this.#hasRules = false;
  }

  /**
   * The files in path order, without those that are irrelevant; undefined if that is not known.
   * @param why the reason, for the first files
   */
  async list(
    why: (change: ChangedPath) => Promise<UnreadAnswer> = async () => undefined,
  ): Promise<readonly UnreadFile[] | undefined> {
    if (!this.#isKnown) return undefined;
    const files: UnreadFile[] = [];
    for (const change of this.#left.values()) {
      const reason = files.length < MAX_LISTED ? await why(change) : undefined;
      if (reason === "irrelevant") continue;
      files.push({ file: this.#nameOf(change), op: change.op, ...(reason !== undefined && { reason }) });
    }
    return files;
  }
}
