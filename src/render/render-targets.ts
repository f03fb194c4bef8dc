/** Builds many targets of one tree. Shared work is done once, and a failure concerns its target only. */
import { type MemoryPool, processPool } from "../budget/index.ts";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { type BuildOptions, createBuilder } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { DeploymentBuilder } from "./deployment-builder.ts";
import { renderTarget } from "./render-target.ts";
import type { Rendering } from "./rendering.ts";
import type { Deadline } from "./shared-time.ts";
import { sizeOf } from "./size.ts";
import { placeOfTarget, targetText } from "./target.ts";
import { deservesAnotherTurn, takeTurns } from "./turns.ts";

export interface RenderOptions extends BuildOptions {
  /** The number of targets that are built at the same time; limits memory more than time. Default 8. */
  readonly concurrency?: number;
  /** Targets that are rendered before all others, one at a time. */
  readonly first?: ReadonlySet<string>;
  /** Targets that are not rendered: the work on them ended the process. They fail with this diagnostic. */
  readonly lost?: ReadonlyMap<string, Diagnostic>;
  /** Builds the targets that are no directories; without it, there are none. */
  readonly deployments?: DeploymentBuilder | undefined;
  /** When all targets must be rendered; those that are not fail. */
  readonly deadline?: Deadline | undefined;
  /** Called before and after a target is rendered. */
  readonly onWork?: (event: "start" | "end", target: string) => void;
  /** Called when a target is rendered, failed or found absent. */
  readonly onProgress?: (done: number, total: number, target: string) => void;
}

/**
 * Renders the targets, and returns the renderings in the given order. A target that fails becomes a rendering with the status
 * `failed`; a target that the tree does not have becomes one with the status `absent`.
 * @param targets their ids
 */
export async function renderTargets(
  tree: Tree,
  targets: readonly string[],
  options: RenderOptions = {},
): Promise<Rendering[]> {
  const { concurrency, onWork, onProgress, first, lost, deployments, deadline, ...buildOptions } = options;
  const { timeoutSeconds } = buildOptions;
  const builder = createBuilder(tree, buildOptions);
  const renderings: Rendering[] = Array.from({ length: targets.length });
  const keep = keeper(renderings, options.pool ?? processPool());
  let done = 0;
  await takeTurns(targets, 1, { concurrency, first, deadline, timeoutSeconds }, async (turn) => {
    const { target, index } = turn;
    onWork?.("start", target);
    const seconds = turn.seconds();
    const rendering = await renderTarget({ builder, tree, deployments, lost, deadline }, turn, seconds);
    onWork?.("end", target);
    if (deservesAnotherTurn(rendering, tree, turn, seconds, timeoutSeconds)) return false;
    keep(index, rendering);
    onProgress?.(++done, targets.length, target);
    return true;
  });
  return renderings;
}

/** The part of the memory that the manifests of one tree may take until they are compared or written. */
const SHARE_OF_KEPT = 1 / 6;
/** Bytes that are always kept. */
const ALWAYS_KEPT = 32 * 1024 * 1024;

/**
 * Keeps renderings. If they take too much memory together, the largest become failures: otherwise targets that can be built
 * one by one would end the process, or take the place of all others.
 */
function keeper(renderings: Rendering[], pool: MemoryPool): (index: number, rendering: Rendering) => void {
  const sizes = new Map<number, number>();
  let total = 0;
  return (index, rendering) => {
    renderings[index] = rendering;
    const size = sizeOf(rendering);
    sizes.set(index, size);
    total += size;
    if (total <= ALWAYS_KEPT) return;
    const limit = Math.max(ALWAYS_KEPT, pool.limit * SHARE_OF_KEPT);
    while (total > limit) {
      const [largest, bytes] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a));
      sizes.delete(largest);
      total -= bytes;
      const { target } = renderings[largest] as Rendering;
      renderings[largest] = { status: "failed", target, diagnostics: diagnosticsOf(tooLarge(target, limit)) };
    }
  };
}

function tooLarge(target: string, limit: number): Error {
  return failure(
    "build-too-large",
    `the manifests of ${targetText(target)} are too large to be kept beside those of other targets`,
    {
      ...placeOfTarget(target),
      hint: `The manifests of all targets together may take ${Math.floor(limit / 1024 ** 2)} MiB here. Render fewer targets at a time, or use a machine with more memory.`,
    },
  );
}
