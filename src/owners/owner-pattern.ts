/**
 * Patterns of a CODEOWNERS file. They are those of gitignore, without `!`, classes in brackets and `\#`; and a last `*` stands for files,
 * and not for directories with all that is in them. Patterns and paths are byte texts.
 */
import { type Effort, type GoPattern, matchesGoPattern, parseGoPattern } from "../text/index.ts";

/** Matches files by their paths. */
export interface OwnerPattern {
  /** The names between each `**` and the next one. */
  readonly runs: readonly (readonly GoPattern[])[];
  /** True for names at any depth; others begin at the top. */
  readonly isAnywhere: boolean;
  /** The number of names that have to follow at least; undefined if none may follow. */
  readonly below: number | undefined;
}

/** Returns undefined for a pattern that GitHub refuses, and for one that no path can match. */
export function parseOwnerPattern(text: string): OwnerPattern | undefined {
  if (text.startsWith("!") || text.startsWith("\\#") || text.includes("***") || !IS_ESCAPED.test(text))
    return undefined;
  const isForDirectories = text.endsWith("/");
  const names = (isForDirectories ? text.slice(0, -1) : text).split("/");
  const isPath = names.length > 1;
  if (isPath && names[0] === "") names.shift();
  if (names.every((name) => name === "**")) names.splice(1);
  const isOfFiles = names.at(-1) === "*" && !isForDirectories;
  const isAnywhere = !isPath || names[0] === "**";
  let below = isForDirectories ? 1 : 0;
  if (isPath && names.length > 1 && names.at(-1) === "**") {
    below++;
    while (names.length > 1 && names.at(-1) === "**") names.pop();
  }
  while (isPath && names.length > 1 && names[0] === "**") names.shift();
  const runs: GoPattern[][] = [[]];
  for (const name of names) {
    const step = parseName(name);
    if (step === undefined) return undefined;
    if (names.length > 1 && name === "**") runs.push([]);
    else runs.at(-1)?.push(step);
  }
  return { runs, isAnywhere, below: isOfFiles ? undefined : below };
}

/** Brackets stand behind a backslash, and each backslash in front of something. */
const IS_ESCAPED = /^(?:[^[\]\\]|\\[^])*$/;

function parseName(name: string): GoPattern | undefined {
  if (name === "" || !IS_ESCAPED.test(name)) return undefined;
  // A name without wildcards is compared as it is.
  return /[*?]/.test(name.replace(/\\[^]/g, "")) ? parseGoPattern(name) : name.replace(/\\([^])/g, "$1");
}

/** The names of a pattern without wildcards; undefined for others. */
export function literalOf({ runs }: OwnerPattern): readonly string[] | undefined {
  const [names = [], ...others] = runs;
  const isLiteral = (each: GoPattern): each is string => typeof each === "string";
  return others.length === 0 && names.every(isLiteral) ? names : undefined;
}

/** Tells whether a pattern matches the path of a file. Takes time linear in both, but for wildcards in names. */
export function matchesOwnerPattern(
  { runs, isAnywhere, below }: OwnerPattern,
  names: readonly string[],
  effort: Effort,
): boolean {
  const fits = (run: readonly GoPattern[], at: number): boolean =>
    run.every((step, index) => {
      effort.spend(1);
      return matchesGoPattern(step, names[at + index] as string, effort);
    });
  let at = 0;
  for (const [index, run] of runs.entries()) {
    effort.spend(1);
    const isLoose = isAnywhere || index > 0;
    const end = names.length - run.length;
    if (index === runs.length - 1 && below === undefined) return end >= at && (isLoose || end === at) && fits(run, end);
    // The earliest place leaves the most for what follows.
    while (isLoose && at < end && !fits(run, at)) at++;
    if (at > end || !fits(run, at)) return false;
    at += run.length;
  }
  return names.length - at >= (below ?? 0);
}
