/**
 * Measures how work grows with its input, without a clock: V8 counts how often it enters the functions and the blocks of the sources.
 * Of what ran before this file was imported, it counts functions only. Packages that are bundled with the sources count as well.
 */
import { Session } from "node:inspector";
import { afterAll } from "@jest/globals";

interface Coverage {
  readonly result: readonly { readonly url: string; readonly functions: readonly Counted[] }[];
}

interface Counted {
  readonly ranges: readonly { readonly count: number }[];
}

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
afterAll(() => session.disconnect());

/**
 * Returns how many times as much work there is for an input of twice the size: 2 if it is linear, 4 if it is quadratic.
 * Steps within a function of the language, such as a regular expression, do not count.
 */
export async function growth(size: number, run: (size: number) => unknown): Promise<number> {
  const once = await workOf(() => run(size));
  return (await workOf(() => run(2 * size))) / once;
}

async function workOf(run: () => unknown): Promise<number> {
  takeCounts();
  await run();
  return takeCounts();
}

/** Returns the sum of all counts since the last call. */
function takeCounts(): number {
  let sum = 0;
  session.post("Profiler.takePreciseCoverage", (error, coverage) => {
    if (error !== null) throw error;
    for (const { url, functions } of (coverage as Coverage).result)
      if (url.includes("/krm-render/sources-"))
        for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  });
  return sum;
}
