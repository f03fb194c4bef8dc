/** The order in which targets are worked on, several at a time, and the time that each of them gets. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";
import type { Rendering } from "./rendering.ts";
import { type Deadline, shareOf } from "./shared-time.ts";
import { directoryOfTarget } from "./target.ts";

export interface TurnOptions {
  /** The number of targets that are in work at the same time; limits memory more than time. Default 8. */
  readonly concurrency?: number | undefined;
  /** Targets that are worked on before all others, one at a time. */
  readonly first?: ReadonlySet<string> | undefined;
  /** When the work on all targets must end. */
  readonly deadline?: Deadline | undefined;
  /** The limit for one piece of work, in seconds. Unlimited if absent. */
  readonly timeoutSeconds?: number | undefined;
}

/** The turn of one target. */
export interface Turn {
  readonly target: string;
  /** The place of the target in the list. */
  readonly index: number;
  /** The number of targets that may be in work at the same time, this one included. */
  readonly builds: number;
  /** True if the target gets no other turn. */
  readonly isLast: boolean;
  /** The seconds that the next piece of work may take; undefined for no limit, 0 if there is no time left. */
  readonly seconds: () => number | undefined;
}

const DEFAULT_CONCURRENCY = 8;

/**
 * Gives each target a turn. A target gets another one after all others, alone and with what is left of the time, if the work
 * asks for it.
 * @param pieces how many pieces of work a turn has; each gets a fair share of the time
 * @param work returns whether the target is done
 */
export async function takeTurns(
  targets: readonly string[],
  pieces: number,
  { concurrency = DEFAULT_CONCURRENCY, first, deadline, timeoutSeconds }: TurnOptions,
  work: (turn: Turn) => Promise<boolean>,
): Promise<void> {
  const alone: number[] = [];
  const together: number[] = [];
  for (const [index, target] of targets.entries()) (first?.has(target) ? alone : together).push(index);
  const workers = Math.max(1, Math.min(concurrency, together.length));
  const order = spread(together, workers);
  const again: number[] = [];
  /** The targets whose turn has not come. */
  let pending = targets.length;
  let next = 0;

  async function take(index: number, builds: number, isLast = false): Promise<void> {
    pending--;
    let left = pieces;
    const seconds = (): number | undefined => shareOf(deadline, pending * pieces + left--, timeoutSeconds);
    const isDone = await work({ target: targets[index] as string, index, builds, isLast, seconds });
    if (!isDone) again.push(index);
  }

  async function takeAll(): Promise<void> {
    for (let index = order[next++]; index !== undefined; index = order[next++]) await take(index, workers);
  }

  for (const index of alone) await take(index, 1);
  await Promise.all(Array.from({ length: workers }, takeAll));
  const last = again.splice(0);
  pending = last.length;
  for (const index of last) await take(index, 1, true);
}

/**
 * An order in which targets that are built together are far apart in the list. Neighbours usually share a base, and would
 * all wait for it if it is remote.
 */
function spread(indexes: readonly number[], workers: number): number[] {
  const stride = Math.ceil(indexes.length / workers);
  const order: number[] = [];
  for (let first = 0; first < stride; first++) {
    for (let at = first; at < indexes.length; at += stride) order.push(indexes[at] as number);
  }
  return order;
}

/** Tells whether a rendering that failed may succeed in a turn of its own. @param seconds the limit that it had */
export function deservesAnotherTurn(
  rendering: Rendering,
  tree: Tree,
  { builds, isLast }: Turn,
  seconds: number | undefined,
  timeoutSeconds: number | undefined,
): boolean {
  if (isLast || rendering.status !== "failed") return false;
  const { diagnostics, target } = rendering;
  const hadLessTime = seconds !== timeoutSeconds && diagnostics.some(isLate);
  return hadLessTime || (builds > 1 && failedBecauseOfOthers(diagnostics, tree.display(directoryOfTarget(target))));
}

function isLate({ code }: Diagnostic): boolean {
  return code === "build-timeout";
}

/** Tells whether a build lacked memory that others had, or failed with the error of another one that ran at the same time. */
function failedBecauseOfOthers(diagnostics: readonly Diagnostic[], own: string): boolean {
  return diagnostics.some(
    (diagnostic) => diagnostic.code === "build-too-large" || (isLate(diagnostic) && diagnostic.file !== own),
  );
}
