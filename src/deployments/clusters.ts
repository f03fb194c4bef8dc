/** Names clusters by the directories that they are declared in. */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import { compareBytewise } from "../text/index.ts";

/** The directory that `flux bootstrap` makes below that of the cluster. */
const BOOTSTRAP = "flux-system";
/** The name of a cluster that is declared at the top. */
const AT_TOP = "cluster";

/** The directory of the cluster that a root belongs to. @param directory that declares the root, absolute within the tree */
export function homeOf(directory: string): string {
  return posix.basename(directory) === BOOTSTRAP ? posix.dirname(directory) : directory;
}

/**
 * Gives each home the name of its cluster: its last step, without those that all homes end with; with more steps where two have the
 * same. Homes in one another are one cluster, that of the outer one, but for the top.
 */
export function clusterNames(homes: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(homes)].sort(compareBytewise);
  const outer = new Map<string, string>();
  for (const home of all) outer.set(home, outermost(home, outer));
  const clusters = [...new Set(outer.values())];
  const steps = new Map(clusters.map((home) => [home, stepsOf(home)]));
  const common = clusters.length > 1 ? commonEnding([...steps.values()]) : 0;
  const names = distinctNames(steps, common);
  return new Map(all.map((home) => [home, names.get(outer.get(home) ?? home) ?? AT_TOP]));
}

function outermost(home: string, known: ReadonlyMap<string, string>): string {
  for (let at = home; at !== "/"; ) {
    at = posix.dirname(at);
    if (at !== "/" && known.has(at)) return known.get(at) as string;
  }
  return home;
}

function stepsOf(home: string): readonly string[] {
  return home.split("/").filter((step) => step !== "");
}

/** The number of last steps that all have in common; each keeps one of its own. */
function commonEnding(all: readonly (readonly string[])[]): number {
  const [first = []] = all;
  let count = 0;
  while (all.every((steps) => count + 1 < steps.length && steps.at(-1 - count) === first.at(-1 - count))) count++;
  return count;
}

/** The shortest names that differ: of one step where that is enough. */
function distinctNames(steps: ReadonlyMap<string, readonly string[]>, common: number): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let left = [...steps];
  for (let length = 1; left.length > 0; length++) {
    const byName = new Map<string, typeof left>();
    for (const one of left) {
      const own = one[1].slice(0, one[1].length - common);
      getOrInsert(byName, own.slice(-length).join("-") || AT_TOP, (): typeof left => []).push(one);
    }
    left = [];
    for (const [name, same] of byName) {
      const isLast = same.length === 1 || same.every(([, all]) => length >= all.length - common);
      if (isLast) for (const [home] of same) names.set(home, escaped(name));
      else left.push(...same);
    }
  }
  return names;
}

/** A name goes into ids and names of files. */
function escaped(name: string): string {
  return name.replaceAll(/[^\w.-]/gu, (character) => encodeURIComponent(character).replaceAll(/[^\w%.-]/g, "_"));
}
