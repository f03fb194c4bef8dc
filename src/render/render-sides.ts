/** Renders both sides of each target, one target after the other: what is compared is dropped before the next is rendered. */
import { processPool } from "../budget/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { type BuildOptions, createBuilder, ParsedFiles } from "../engine/index.ts";
import { answersEqually, type RecordedTree, recordedTree } from "../sources/index.ts";
import type { Tree, TreeRecord } from "../sources/tree.ts";
import type { DeploymentBuilder } from "./deployment-builder.ts";
import { renderTarget, type TreeRenderer } from "./render-target.ts";
import type { Rendering } from "./rendering.ts";
import type { Deadline } from "./shared-time.ts";
import { isDeploymentId, type Target } from "./target.ts";
import { deservesAnotherTurn, type Turn, takeTurns } from "./turns.ts";

export interface Trees {
  readonly base: Tree;
  readonly head: Tree;
}

export type SideName = keyof Trees;

/** Targets that ended earlier processes, or may have. */
export interface Setback {
  /** Targets that are not worked on again, each with the error to report. */
  readonly lost: ReadonlyMap<string, Diagnostic>;
  /** Targets that were in work together when a process ended: they come first, one at a time. */
  readonly first: ReadonlySet<string>;
}

export interface SidesOptions {
  /** For both sides. */
  readonly build: BuildOptions;
  /** For the head only, in addition. */
  readonly head?: BuildOptions;
  /** For the base only, in addition. */
  readonly base?: BuildOptions;
  /** The number of targets that are in work at the same time; limits memory more than time. Default 8. */
  readonly concurrency?: number | undefined;
  /**
   * True if equal files render equally on both sides, whatever the options of one side are. Not if each side is held to a lock
   * of its own and the locks differ. Default true.
   */
  readonly haveSameRules?: boolean | undefined;
  /** Builds the targets that are no directories; without it, there are none. */
  readonly deployments?: Readonly<Record<SideName, DeploymentBuilder>> | undefined;
  /** When all targets must be rendered and compared; those that are not fail. */
  readonly deadline?: Deadline | undefined;
  readonly setbacks?: Readonly<Record<SideName, Setback>> | undefined;
  /** Further targets that come first, one at a time. */
  readonly first?: ReadonlySet<string> | undefined;
  /** Called before and after a side of a target is rendered. */
  readonly onWork?: ((event: "start" | "end", side: SideName, target: string) => void) | undefined;
  /** Called when the work on a target is done. */
  readonly onProgress?: ((done: number, total: number, target: string) => void) | undefined;
}

/** A target to render. */
export interface SidesTarget extends Target {
  /** The id at base, where it is another one. */
  readonly from?: string | undefined;
}

/** The work on a target in one turn: what can still be done about it. */
export interface Visit<T extends SidesTarget> extends Pick<Turn, "builds" | "isLast" | "seconds"> {
  readonly target: T;
  /** The accesses to both trees; only to that of the head if the base is known to render equally. */
  readonly records: readonly TreeRecord[];
}

/** The pieces of work in a turn: two builds and a comparison. */
const PIECES = 3;

/**
 * Calls `visit` with both renderings of each target, in no particular order. Nothing of a rendering is kept afterwards. A target
 * that fails becomes a rendering with the status `failed`; one that a tree does not have, a rendering with the status `absent`.
 * A target is rendered once if both trees are one, or if the base has the same answer for everything that the head was asked.
 * @param visit returns whether it is done with the target. If it is not, the target is rendered and visited again after all
 *   others, alone; that is the last turn
 */
export async function renderSides<T extends SidesTarget>(
  trees: Trees,
  targets: readonly T[],
  options: SidesOptions,
  visit: (visit: Visit<T>, base: Rendering, head: Rendering) => Promise<boolean> | boolean,
): Promise<void> {
  const { concurrency, deadline, setbacks, onWork, onProgress, haveSameRules = true } = options;
  const { timeoutSeconds, pool = processPool() } = options.build;
  const parsedFiles = new ParsedFiles();
  pool.register(parsedFiles);
  const rendererOf = (side: SideName): TreeRenderer => ({
    builder: createBuilder(trees[side], { ...options.build, ...options[side], parsedFiles }),
    tree: trees[side],
    deployments: options.deployments?.[side],
    lost: setbacks?.[side].lost,
    deadline,
  });
  const renderers = { head: rendererOf("head"), base: rendererOf("base") };

  /** @returns undefined if the target is to be rendered again later */
  async function render(
    side: SideName,
    target: string,
    turn: Turn,
    recorded: RecordedTree,
  ): Promise<Rendering | undefined> {
    onWork?.("start", side, target);
    const seconds = turn.seconds();
    const rendering = await renderTarget(renderers[side], { target, builds: turn.builds }, seconds, recorded);
    onWork?.("end", side, target);
    const isLater = deservesAnotherTurn(rendering, trees[side], turn, seconds, timeoutSeconds);
    return isLater ? undefined : rendering;
  }

  /** Tells whether the base is known to render like the head. */
  async function isEqual({ id, from }: T, head: Rendering, { record }: RecordedTree): Promise<boolean> {
    if (trees.base === trees.head) return true;
    // Nothing follows from a failure, which can have been one of time or memory.
    if (!haveSameRules || from !== undefined || head.status !== "rendered") return false;
    if (!isDeploymentId(id)) return answersEqually(record, trees.base);
    const { deployments } = options;
    if (deployments === undefined || deployments.base.recipeKey(id) !== deployments.head.recipeKey(id)) return false;
    return deployments.base.answersEqually(id, record);
  }

  let done = 0;
  const ids = targets.map(({ id }) => id);
  const isFirst = ({ id, from = id }: T): boolean =>
    setbacks?.head.first.has(id) || setbacks?.base.first.has(from) || options.first?.has(id) || false;
  const first = new Set(targets.filter(isFirst).map(({ id }) => id));
  await takeTurns(ids, PIECES, { concurrency, first, deadline, timeoutSeconds }, async (turn) => {
    const target = targets[turn.index] as T;
    const atHead = recordedTree(trees.head);
    const head = await render("head", target.id, turn, atHead);
    if (head === undefined) return false;
    const atBase = (await isEqual(target, head, atHead)) ? undefined : recordedTree(trees.base);
    const base = atBase === undefined ? head : await render("base", target.from ?? target.id, turn, atBase);
    if (base === undefined) return false;
    const { builds, isLast, seconds } = turn;
    const records = [atHead.record, ...(atBase === undefined ? [] : [atBase.record])];
    const isDone = await visit({ target, builds, isLast, seconds, records }, base, head);
    pool.tidy();
    if (isDone) onProgress?.(++done, targets.length, target.id);
    return isDone;
  });
}
