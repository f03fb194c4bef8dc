/** Names the targets and the places of problems, for the parts of a Markdown report. */
import { countBefore } from "../../collections.ts";
import type { Side } from "../../review/index.ts";
import { targetName } from "../markdown-changes/phrases.ts";
import type { MarkdownContext } from "../markdown-context.ts";
import type { Place } from "../problems.ts";
import { code, link, listed } from "../text.ts";
import { bracedNames } from "../words/braced-names.ts";
import { commonDirectory } from "../words/target-names.ts";

/** Targets, places or objects named in one sentence. The others are counted. */
const MAX_NAMED = 5;
const MAX_PATH_LENGTH = 120;

interface Naming {
  /** Bold, and at the start of a sentence. */
  readonly isSubject?: boolean;
  /** The names of many targets follow in the text. */
  readonly isCounted?: boolean;
  /** By the names that the text explains, and not by whole paths. */
  readonly isShort?: boolean;
}

/**
 * The paths of up to five targets, or the number of more of them: all 12 targets under `apps/`, or 12 targets with the
 * first names.
 *
 * @param paths in path order
 */
export function targetsNamed(
  paths: readonly string[],
  { report, targets }: MarkdownContext,
  { isSubject: strong = false, isCounted = false, isShort = false }: Naming = {},
): string {
  const bold = (text: string): string => (strong ? `**${text}**` : text);
  const named = (some: readonly string[]): string[] =>
    isShort ? bracedNames(some.map((path) => targets.names.get(path) ?? path)) : [...some];
  if (paths.length <= MAX_NAMED) return listed(named(paths).map((name) => bold(targetName(name))));
  const directory = commonDirectory(paths);
  const start = isShort && targets.pattern?.endsWith("/*") ? targets.pattern.length - 1 : 0;
  const below = directory.slice(start);
  const where = below === "" ? "" : ` under ${code(below, MAX_PATH_LENGTH)}`;
  const isAll = countWithin(report.targets, directory) === paths.length;
  const count = bold(`${isAll ? (strong ? "All " : "all ") : ""}${paths.length.toLocaleString("en")} targets`);
  if (isAll || isCounted) return `${count}${where}`;
  const first = named(paths.slice(0, MAX_NAMED)).map((path) => code(path, MAX_PATH_LENGTH));
  const rest = paths.length - MAX_NAMED;
  return `${count}${where} (${first.join(", ")} and ${rest.toLocaleString("en")} more)`;
}

/**
 * The places, linked where a link is known.
 * @param side the revision that they are in
 * @param most the places that are named
 */
export function placesNamed(
  places: readonly Place[],
  { report, links }: MarkdownContext,
  { sha }: Pick<Side, "sha"> = report.head,
  most = MAX_NAMED,
): string {
  const shown = places.slice(0, most).map(({ file, line }) => {
    const label = code(line === undefined ? file : `${file}:${line}`, MAX_PATH_LENGTH);
    const address = sha === null ? undefined : links?.blob(sha, file, line);
    return address === undefined ? label : link(label, address);
  });
  const rest = places.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest.toLocaleString("en")} more` : listed(shown);
}

/** The number of targets below a directory. They are in path order, so those below one directory stand together. */
function countWithin(targets: readonly { readonly path: string }[], directory: string): number {
  if (directory === "") return targets.length;
  // The character after the slash ends what begins with the directory.
  const position = (path: string) => countBefore(targets, (target) => target.path < path);
  return position(`${directory.slice(0, -1)}0`) - position(directory);
}
