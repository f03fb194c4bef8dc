/** Renders both sides of each target, one target after the other: what is compared is dropped before the next is rendered. */
import { processPool } from "../budget/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { type BuildOptions, createBuilder, ParsedFiles } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";
import { renderTarget, type TreeRenderer } from "./render-target.ts";
import type { Rendering } from "./rendering.ts";
import type { Deadline } from "./shared-time.ts";
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

/** The work on a target in one turn: what can still be done about it. */
export type Visit = Pick<Turn, "target" | "index" | "builds" | "isLast" | "seconds">;

/** The pieces of work in a turn: two builds and a comparison. */
const PIECES = 3;

/**
 * Calls `visit` with both renderings of each target, in no particular order. Nothing of a rendering is kept afterwards. A target
 * that fails becomes a rendering with the status `failed`; one that a tree does not have, a rendering with the status `absent`.
 * If both trees are the same one, each target is rendered once.
 * @param targets relative to the trees' tops, as `discoverTargets` names them
 * @param visit returns whether it is done with the target. If it is not, the target is rendered and visited again after all
 *   others, alone; that is the last turn
 */
export async function renderSides(
  trees: Trees,
  targets: readonly string[],
  options: SidesOptions,
  visit: (visit: Visit, base: Rendering, head: Rendering) => Promise<boolean> | boolean,
): Promise<void> {
  const { concurrency, deadline, setbacks, onWork, onProgress } = options;
  const { timeoutSeconds } = options.build;
  const pool = options.build.pool ?? processPool();
  const parsedFiles = new ParsedFiles();
  pool.register(parsedFiles);
  const rendererOf = (side: SideName): TreeRenderer => ({
    builder: createBuilder(trees[side], { ...options.build, ...options[side], parsedFiles }),
    tree: trees[side],
    lost: setbacks?.[side].lost,
    deadline,
  });
  const renderers = { head: rendererOf("head"), base: rendererOf("base") };

  /** @returns undefined if the target is to be rendered again later */
  async function render(side: SideName, turn: Turn): Promise<Rendering | undefined> {
    onWork?.("start", side, turn.target);
    const seconds = turn.seconds();
    const rendering = await renderTarget(renderers[side], turn, seconds);
    onWork?.("end", side, turn.target);
    const isLater = deservesAnotherTurn(rendering, trees[side], turn, seconds, timeoutSeconds);
    return isLater ? undefined : rendering;
  }

  let done = 0;
  const first = new Set(
    [setbacks?.head.first, setbacks?.base.first, options.first].flatMap((some) => [...(some ?? [])]),
  );
  await takeTurns(targets, PIECES, { concurrency, first, deadline, timeoutSeconds }, async (turn) => {
    const head = await render("head", turn);
    if (head === undefined) return false;
    const base = trees.base === trees.head ? head : await render("base", turn);
    if (base === undefined || !(await visit(turn, base, head))) return false;
    pool.tidy();
    onProgress?.(++done, targets.length, turn.target);
    return true;
  });
}
