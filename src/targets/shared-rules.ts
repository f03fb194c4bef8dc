/** Reasons to render all targets that do not lie in their files: locks, and what is trusted. */
import { posix } from "node:path";
import type { Trees } from "../render/index.ts";

export interface SharedRules {
  /** The lock that each side is held to, as a path of the trees; undefined if no lock counts. */
  readonly lock: string | undefined;
  /** True if a lock of the whole head is written. */
  readonly writesLock: boolean;
  /** The lines that say which catalogs are trusted. */
  readonly trustLines: readonly string[];
  /** The path in the trees of a path that such a line names. */
  readonly pathOf: (name: string) => string;
}

export interface RuleDifferences {
  /** For the plan: each in a few words. */
  readonly doubts: readonly string[];
  /** True if both sides have the same lock, and trust the same bytes: a repository elsewhere may name a catalog of the tree. */
  readonly haveSameRules: boolean;
  /** The catalogs of the trust lines, for the programs of the plan; absolute within the trees. */
  readonly catalogs: readonly string[];
}

/** Finds out whether rules that hold for all targets differ between the trees. */
export async function compareSharedRules(trees: Trees, rules: SharedRules): Promise<RuleDifferences> {
  const doubts: string[] = [];
  const lockDiffers = rules.lock !== undefined && (await differs(trees, rules.lock));
  if (rules.writesLock) doubts.push("a lock of all targets is written");
  if (lockDiffers) doubts.push("the lock differs");
  const names = new Set(rules.trustLines.flatMap(namesIn));
  let trustDiffers = false;
  for (const name of names) {
    if (!(await differs(trees, rules.pathOf(name)))) continue;
    doubts.push(`${name}, which is trusted, differs`);
    trustDiffers = true;
  }
  const catalogs = [...names].map((name) => posix.join("/", rules.pathOf(name)));
  return { doubts, haveSameRules: !lockDiffers && !trustDiffers, catalogs };
}

/** Every text of a line that can be a path: the catalog, the file of a key. */
function namesIn(line: string): string[] {
  return line
    .split(/\s+/)
    .map((word) => word.replace(/^[a-z]+=/, "").replace(/#.*$/, ""))
    .filter((word) => word !== "" && !word.includes("://"));
}

async function differs({ base, head }: Trees, name: string): Promise<boolean> {
  const path = posix.join("/", name);
  const [before, after] = await Promise.all([base.lookup(path), head.lookup(path)]);
  if (before === undefined && after === undefined) return false;
  return before?.id === undefined || before.id !== after?.id;
}
