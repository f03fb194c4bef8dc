/** Separates the files that this program wrote into a working tree from the changes of the user. */
import { posix, relative, resolve } from "node:path";
import { REPORT_FILES } from "../../bundle/index.ts";
import type { Trees } from "../../render/index.ts";
import type { ChangedPath } from "../../sources/index.ts";
import type { Plan } from "../../targets/index.ts";
import type { Invocation } from "../command.ts";
import type { Place } from "../session.ts";

/** Returns the outputs of this run, as paths of the trees. */
export function outputPaths(invocation: Invocation, { top, cwd }: Place): readonly string[] {
  return ["output", "output-dir", "lock-out"].flatMap((option) => {
    const name = invocation.value(option);
    return name === undefined ? [] : [posix.join("/", relative(top, resolve(cwd, name)))];
  });
}

/** The plan without files that this run writes and without new directories that have the report of an earlier `render` or `diff`. */
export function withoutOutputs(plan: Plan, trees: Trees, outputs: readonly string[]): Plan {
  const { whyUnread } = plan;
  if (whyUnread === undefined) return plan;
  const known = new Map<string, Promise<boolean>>(outputs.map((path) => [path, Promise.resolve(true)]));
  known.set("/", Promise.resolve(false));
  const isOutput = (path: string): Promise<boolean> => {
    const found = known.get(path) ?? search(path);
    known.set(path, found);
    return found;
  };
  const search = async (path: string): Promise<boolean> =>
    (await isNewReport(trees, posix.join(path, REPORT_FILES.json))) || isOutput(posix.dirname(path));
  return {
    ...plan,
    whyUnread: async (change: ChangedPath) => ((await isOutput(change.path)) ? "irrelevant" : whyUnread(change)),
  };
}

async function isNewReport({ base, head }: Trees, path: string): Promise<boolean> {
  if ((await base.lookup(path)) !== undefined || (await head.lookup(path))?.type !== "file") return false;
  try {
    const report: unknown = JSON.parse(new TextDecoder().decode(await head.read(path)));
    return typeof report === "object" && report !== null && "version" in report && "targets" in report;
  } catch {
    return false;
  }
}
