/** Finds the causes of changes: builds the targets that have them once more, with a trace, and asks who set what. */
import { posix } from "node:path";
import { type TracedBuild, traceBuild } from "../../explain/index.ts";
import { chooseCauses, type TracedSide } from "./choice.ts";
import { Collected } from "./collected.ts";
import { EditedFiles, type SideName } from "./edited-files.ts";
import type { Cause, CauseRequest, CausesInput } from "./types.ts";

/**
 * The causes of each change, by its id. A change has none if its target cannot be built with a trace in time. Traces are made
 * one by one, and dropped before the next. A target is not traced if the causes of its changes are known from others, and it
 * depends on their files.
 */
export async function findCauses(input: CausesInput): Promise<ReadonlyMap<string, readonly Cause[]>> {
  const { trees, requests, changedFiles, changedOf, deadline, onProgress } = input;
  const files = new EditedFiles(trees, changedFiles);
  const collected = new Collected(requests, changedOf);
  const byTarget = new Map<string, CauseRequest[]>();
  for (const request of requests) {
    const ofTarget = byTarget.get(request.target);
    if (ofTarget === undefined) byTarget.set(request.target, [request]);
    else ofTarget.push(request);
  }
  let done = 0;
  for (const [target, all] of byTarget) {
    const isLate = (): boolean => deadline !== undefined && performance.now() >= deadline.at;
    if (isLate()) break;
    const open = all.filter((request) => collected.needs(request));
    const sides = new Map<string, Record<SideName, TracedSide>>();
    for (const request of open) {
      if (isLate()) break;
      const from = request.from ?? target;
      let pair = sides.get(from);
      if (pair === undefined) {
        const head = sides.values().next().value?.head ?? tracedSide("head", target, input, files);
        sides.set(from, (pair = { head, base: tracedSide("base", from, input, files) }));
      }
      collected.add(request, await chooseCauses(request, pair, files));
    }
    onProgress?.(++done, byTarget.size, target);
  }
  return collected.causes();
}

/** A target on one side, built when it is first asked. A target that does not build answers nothing. */
function tracedSide(
  side: SideName,
  target: string,
  { trees, options, deadline }: CausesInput,
  files: EditedFiles,
): TracedSide {
  const tree = trees[side];
  const directory = posix.join("/", target);
  let build: Promise<TracedBuild | undefined> | undefined;
  const trace = async (): Promise<TracedBuild | undefined> => {
    const { timeoutSeconds } = options[side];
    const left = deadline === undefined ? undefined : Math.max(0, (deadline.at - performance.now()) / 1000);
    if (left === 0) return undefined;
    const seconds = Math.min(timeoutSeconds ?? Number.POSITIVE_INFINITY, left ?? Number.POSITIVE_INFINITY);
    const limit = Number.isFinite(seconds) ? seconds : undefined;
    try {
      return await traceBuild(tree, directory, options[side], (path) => files.at(path), limit);
    } catch {
      // Its rendering says what is wrong with it.
      return undefined;
    }
  };
  return { side, open: () => (build ??= trace()) };
}
