/** Writes a list of directories as few globs. */
import { compareBytewise } from "../../text/index.ts";

/** The most paths that are put together. Others stand as they are. */
const MAX_PATHS = 20_000;
/** A glob for fewer paths is harder to read than these. */
const MIN_COVERED = 3;
/** Paths with more steps stand as they are. */
const MAX_STEPS = 12;

/**
 * Globs that match all wanted paths and none of the others, sorted. `*` stands for one step.
 * @param others paths that must not match
 */
export function globsOf(wanted: readonly string[], others: readonly string[]): readonly string[] {
  const refused = new Set(others.flatMap(candidatesOf));
  const covered = new Map<string, string[]>();
  for (const path of wanted.slice(0, MAX_PATHS)) {
    for (const glob of candidatesOf(path)) {
      if (refused.has(glob)) continue;
      const paths = covered.get(glob);
      if (paths === undefined) covered.set(glob, [path]);
      else paths.push(path);
    }
  }
  const left = new Set(wanted);
  const globs: string[] = [];
  const best = [...covered].sort(([a, x], [b, y]) => y.length - x.length || compareBytewise(a, b));
  for (const [glob, paths] of best) {
    if (paths.length < MIN_COVERED) break;
    if (paths.filter((path) => left.has(path)).length < MIN_COVERED) continue;
    globs.push(glob);
    for (const path of paths) left.delete(path);
  }
  return [...globs, ...left].sort(compareBytewise);
}

/** The path with one step, or two, as `*`. None for paths with characters that a glob reads in its own way. */
function candidatesOf(path: string): readonly string[] {
  const steps = path.split("/");
  if (steps.length < 2 || steps.length > MAX_STEPS || !/^[\w./@+-]+$/.test(path)) return [];
  const globs: string[] = [];
  for (let first = 0; first < steps.length; first++) {
    for (let second = first; second < steps.length; second++) {
      // At least one step keeps its name.
      if (steps.length === 2 && first !== second) continue;
      globs.push(steps.map((step, index) => (index === first || index === second ? "*" : step)).join("/"));
    }
  }
  return globs;
}
