/** Builds many targets of one tree. Shared work is done once, and a failure concerns its target only. */
import { type MemoryPool, processPool } from "../budget/index.ts";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { type Builder, type BuildOptions, createBuilder } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Rendering } from "./rendering.ts";
import { type Deadline, shareOf, timeIsUp } from "./shared-time.ts";
import { sizeOf } from "./size.ts";
import { directoryOfTarget, holdsKustomization } from "./target.ts";

export interface RenderOptions extends BuildOptions {
  /** The number of targets that are built at the same time; limits memory more than time. Default 8. */
  readonly concurrency?: number;
  /** Targets that are rendered before all others, one at a time. */
  readonly first?: ReadonlySet<string>;
  /** Targets that are not rendered: the work on them ended the process. They fail with this diagnostic. */
  readonly lost?: ReadonlyMap<string, Diagnostic>;
  /** When all targets must be rendered; those that are not fail. */
  readonly deadline?: Deadline | undefined;
  /** Called when the work on a target begins. */
  readonly onStart?: (target: string) => void;
  /** Called when a target is rendered, failed or found absent. */
  readonly onProgress?: (done: number, total: number, target: string) => void;
}

const DEFAULT_CONCURRENCY = 8;

/**
 * Renders the targets, and returns the renderings in the given order. A target that fails becomes a rendering with the status
 * `failed`; a target that the tree does not have becomes one with the status `absent`.
 * @param targets relative to the tree's top, as `discoverTargets` names them
 */
export async function renderTargets(
  tree: Tree,
  targets: readonly string[],
  options: RenderOptions = {},
): Promise<Rendering[]> {
  const { concurrency = DEFAULT_CONCURRENCY, onStart, onProgress, first, lost, deadline, ...buildOptions } = options;
  const builder = createBuilder(tree, buildOptions);
  const renderings: Rendering[] = Array.from({ length: targets.length });
  const keep = keeper(renderings, options.pool ?? processPool());
  let next = 0;
  let done = 0;
  /** The targets whose turn has not come. */
  let pending = targets.length;

  const alone: number[] = [];
  const together: number[] = [];
  for (const [index, target] of targets.entries()) (first?.has(target) ? alone : together).push(index);
  const workers = Math.max(1, Math.min(concurrency, together.length));
  const order = spread(together, workers);
  const again: number[] = [];

  async function render(index: number, builds: number, isLast = false): Promise<void> {
    const target = targets[index] as string;
    onStart?.(target);
    const limit = shareOf(deadline, pending--, buildOptions.timeoutSeconds);
    const reason =
      limit === 0 && deadline !== undefined
        ? timeIsUp(`${target} was not rendered`, target, deadline)
        : lost?.get(target);
    const rendering: Rendering =
      reason === undefined
        ? await renderTarget(builder, tree, target, builds, limit)
        : { status: "failed", target, diagnostics: [reason] };
    const hasMoreTime = limit !== buildOptions.timeoutSeconds && failedLate(rendering);
    if (!isLast && (hasMoreTime || (builds > 1 && failedBecauseOfOthers(rendering, tree)))) {
      again.push(index);
      return;
    }
    keep(index, rendering);
    onProgress?.(++done, targets.length, target);
  }

  async function work(): Promise<void> {
    for (let index = order[next++]; index !== undefined; index = order[next++]) await render(index, workers);
  }

  for (const index of alone) await render(index, 1);
  await Promise.all(Array.from({ length: workers }, work));
  pending = again.length;
  for (const index of again) await render(index, 1, true);
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
    `the manifests of ${target} are too large to be kept beside those of other targets`,
    {
      file: target,
      hint: `The manifests of all targets together may take ${Math.floor(limit / 1024 ** 2)} MiB here. Render fewer targets at a time, or use a machine with more memory.`,
    },
  );
}

function failedLate(rendering: Rendering): boolean {
  return rendering.status === "failed" && rendering.diagnostics.some(({ code }) => code === "build-timeout");
}

/** Whether a build lacked memory that others had, or failed with the error of another one that ran at the same time. */
function failedBecauseOfOthers(rendering: Rendering, tree: Tree): boolean {
  if (rendering.status !== "failed") return false;
  const own = tree.display(directoryOfTarget(rendering.target));
  return rendering.diagnostics.some(
    ({ code, file }) => code === "build-too-large" || (code === "build-timeout" && file !== own),
  );
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

async function renderTarget(
  builder: Builder,
  tree: Tree,
  target: string,
  builds: number,
  timeoutSeconds: number | undefined,
): Promise<Rendering> {
  try {
    const directory = directoryOfTarget(target);
    if (!(await holdsKustomization(tree, directory))) return { status: "absent", target };
    const { resources, diagnostics } = await builder.build(directory, builds, timeoutSeconds);
    return { status: "rendered", target, resources, diagnostics };
  } catch (error) {
    return { status: "failed", target, diagnostics: diagnosticsOf(error) };
  }
}
