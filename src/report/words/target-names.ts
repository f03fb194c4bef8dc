/** Names targets in as few words as tell them apart. */
import type { Report, TargetReport } from "../../review/index.ts";
import type { Phrase } from "../edit-phrases.ts";

/** The names of all targets, and what a reader needs to know to read them. */
export interface TargetNames {
  /** By path. A target that nothing is said of has its path. */
  readonly names: ReadonlyMap<string, string>;
  /** The pattern of the paths, such as `apps/*`, with `*` in the place of the name; undefined for whole paths. */
  readonly pattern: string | undefined;
  /** The number of targets below each directory, which ends in a slash. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Says how the names of targets are to be read: `Targets are below`, and a directory. Empty for whole paths. */
export function namingPhrases({ pattern }: Pick<TargetNames, "pattern">): Phrase[] {
  if (pattern === undefined) return [];
  return pattern.endsWith("/*")
    ? ["Targets are below ", { code: pattern.slice(0, -1) }]
    : ["Targets are named by the ", { code: "*" }, " of ", { code: pattern }];
}

/** Shorter patterns save nothing. */
const MIN_PATTERN_LENGTH = 4;

/** Names the targets that changed or failed by the parts of their paths that differ. Takes time linear in the paths. */
export function targetNames({ targets }: Report): TargetNames {
  const named = targets.filter(isNamed).map(({ path }) => path);
  const { start, end } = named.length < 2 ? { start: "", end: "" } : sharedParts(named);
  const pattern = `${start}*${end}`;
  const isShorter = pattern.length > MIN_PATTERN_LENGTH;
  const shorten = new Set(isShorter ? named : []);
  const names = new Map(
    targets.map(({ path }) => [path, shorten.has(path) ? path.slice(start.length, path.length - end.length) : path]),
  );
  return { names, pattern: isShorter ? pattern : undefined, counts: countsOf(targets) };
}

function isNamed({ status, changes, from }: TargetReport): boolean {
  return (status !== "unchanged" && status !== "unaffected") || changes.length > 0 || from !== undefined;
}

/** The directories at the start and at the end of all paths. Each path keeps at least one part between them. */
function sharedParts(paths: readonly string[]): { start: string; end: string } {
  const start = commonDirectory(paths);
  const rests = paths.map((path) => path.slice(start.length).split("/"));
  const shortest = rests.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const [first = []] = rests;
  let shared = 0;
  while (shared < shortest - 1 && rests.every((rest) => rest.at(-1 - shared) === first.at(-1 - shared))) shared++;
  return { start, end: shared === 0 ? "" : `/${first.slice(-shared).join("/")}` };
}

/** The directory that all paths are below, with a slash at its end; empty for the top. No path is this directory. */
export function commonDirectory(paths: readonly string[]): string {
  const [first = ""] = paths;
  let length = first.lastIndexOf("/") + 1;
  for (const path of paths) {
    while (length > 0 && !(path.length > length && path.startsWith(first.slice(0, length)))) {
      length = length < 2 ? 0 : first.lastIndexOf("/", length - 2) + 1;
    }
  }
  return first.slice(0, length);
}

function countsOf(targets: readonly TargetReport[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of targets) {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const directory = path.slice(0, slash + 1);
      counts.set(directory, (counts.get(directory) ?? 0) + 1);
    }
  }
  return counts;
}

/** `12 targets under apps/`, in parts: the number with its noun, and the directory. */
export function manyTargets(
  paths: readonly string[],
  { counts, names }: TargetNames,
): { count: string; directory: string } {
  const directory = commonDirectory(paths);
  const total = directory === "" ? names.size : counts.get(directory);
  const number = paths.length.toLocaleString("en");
  return { count: `${total === paths.length ? "all " : ""}${number} targets`, directory };
}
