/** Names clusters by the directories that they are declared in. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { compareBytewise } from "../../text/index.ts";

/** The directory that `flux bootstrap` makes below that of the cluster. */
const BOOTSTRAP = "flux-system";
/** Names of directories that say nothing of the cluster: `clusters/prod/flux` declares the cluster `prod`. */
const GENERIC: ReadonlySet<string> = new Set([BOOTSTRAP, "bootstrap", "cluster", "config", "flux"]);
/** The name of a cluster whose directory has no other one. */
const UNNAMED = "cluster";

/** The directory of the cluster that a root belongs to. @param directory that declares the root, absolute within the tree */
export function homeOf(directory: string): string {
  return posix.basename(directory) === BOOTSTRAP ? posix.dirname(directory) : directory;
}

/**
 * Gives each home the name of its cluster: the last step of its path that says something, and further ones where two clusters would
 * have the same name. Homes in one another are one cluster, that of the outer one, but for the top. The name of a cluster depends on
 * others only where their names would be the same.
 */
export function clusterNames(homes: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(homes)].sort(compareBytewise);
  const outer = new Map<string, string>();
  for (const home of all) outer.set(home, outermost(home, outer));
  const byName = new Map<string, string[]>();
  for (const home of new Set(outer.values()))
    getOrInsert(byName, stepsOf(home).at(-1) ?? UNNAMED, (): string[] => []).push(home);
  const names = new Map<string, string>();
  for (const [name, same] of byName) {
    if (same.length === 1) names.set(same[0] as string, escaped(name));
    else for (const home of same) names.set(home, escaped(stepsOf(home).join("-") || UNNAMED));
  }
  return new Map(all.map((home) => [home, names.get(outer.get(home) ?? home) ?? UNNAMED]));
}

function outermost(home: string, known: ReadonlyMap<string, string>): string {
  for (let at = home; at !== "/"; ) {
    at = posix.dirname(at);
    if (at !== "/" && known.has(at)) return known.get(at) as string;
  }
  return home;
}

/** The steps of a path, without those at its end that say nothing. */
function stepsOf(home: string): readonly string[] {
  const steps = home.split("/").filter((step) => step !== "");
  return steps.slice(0, steps.findLastIndex((step) => !GENERIC.has(step)) + 1);
}

/** A name goes into ids and names of files. */
function escaped(name: string): string {
  return name.replaceAll(/[^\w.-]/gu, (character) => encodeURIComponent(character).replaceAll(/[^\w%.-]/g, "_"));
}
