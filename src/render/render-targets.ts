/** Builds many targets of one tree: shared work once, failures kept apart. */

import { diagnosticsOf } from "../diagnostics.ts";
import { type Builder, type BuildOptions, createBuilder } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Rendering } from "./rendering.ts";
import { directoryOfTarget, holdsKustomization } from "./target.ts";

export interface RenderOptions extends BuildOptions {
  /** How many targets are in work at a time; bounds memory more than time. Default 8. */
  readonly concurrency?: number;
  /** Called when a target is finished, whatever became of it. */
  readonly onProgress?: (done: number, total: number, target: string) => void;
}

const DEFAULT_CONCURRENCY = 8;

/**
 * Renders the targets, in the order given. What goes wrong with one is its rendering (`failed`) and never touches another;
 * a target that this tree does not have is `absent`.
 * @param targets relative to the tree's top, as `discoverTargets` names them
 */
export async function renderTargets(
  tree: Tree,
  targets: readonly string[],
  options: RenderOptions = {},
): Promise<Rendering[]> {
  const { concurrency = DEFAULT_CONCURRENCY, onProgress, ...buildOptions } = options;
  const builder = createBuilder(tree, buildOptions);
  const renderings: Rendering[] = Array.from({ length: targets.length });
  let next = 0;
  let done = 0;

  const workers = Math.max(1, Math.min(concurrency, targets.length));
  const order = spread(targets.length, workers);

  async function work(): Promise<void> {
    for (let index = order[next++]; index !== undefined; index = order[next++]) {
      const target = targets[index] as string;
      renderings[index] = await renderTarget(builder, tree, target);
      onProgress?.(++done, targets.length, target);
    }
  }

  await Promise.all(Array.from({ length: workers }, work));
  return renderings;
}

/**
 * All indexes, so that those that are in work together stand far from each other: neighbours are overlays of one base as
 * a rule, and would all wait for it where it is on another machine.
 */
function spread(count: number, workers: number): number[] {
  const stride = Math.ceil(count / workers);
  const order: number[] = [];
  for (let first = 0; first < stride; first++) {
    for (let index = first; index < count; index += stride) order.push(index);
  }
  return order;
}

async function renderTarget(builder: Builder, tree: Tree, target: string): Promise<Rendering> {
  try {
    const directory = directoryOfTarget(target);
    if (!(await holdsKustomization(tree, directory))) return { status: "absent", target };
    const { resources, diagnostics } = await builder.build(directory);
    return { status: "rendered", target, resources, diagnostics };
  } catch (error) {
    return { status: "failed", target, diagnostics: diagnosticsOf(error) };
  }
}
