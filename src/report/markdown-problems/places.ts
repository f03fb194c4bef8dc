/** Names the targets and the places of problems, for the parts of a Markdown report. */
import type { Side } from "../../review/index.ts";
import { targetText } from "../markdown-changes/phrases.ts";
import type { MarkdownContext } from "../markdown-context.ts";
import type { Place } from "../problems.ts";
import { code, link, listed } from "../text.ts";
import { manyTargets, targetItems } from "../words/target-names.ts";

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
 * The names of up to five targets, or the number of more of them: all 12 targets under `apps/`, or 12 targets with the
 * first names.
 *
 * @param ids in order
 */
export function targetsNamed(
  ids: readonly string[],
  { targets }: Pick<MarkdownContext, "targets">,
  { isSubject: strong = false, isCounted = false, isShort = false }: Naming = {},
): string {
  const bold = (text: string): string => (strong ? `**${text}**` : text);
  const named = (some: readonly string[]): string[] =>
    targetItems(some, targets, isShort).map((item) => targetText(item));
  if (ids.length <= MAX_NAMED) return listed(named(ids).map(bold));
  const start = isShort && targets.pattern?.endsWith("/*") ? targets.pattern.length - 1 : 0;
  const { count: number, isAll, where } = manyTargets(ids, targets, start);
  const count = `${bold(strong ? number.replace(/^all /, "All ") : number)}${targetText(where)}`;
  if (isAll || isCounted) return count;
  const rest = ids.length - MAX_NAMED;
  return `${count} (${named(ids.slice(0, MAX_NAMED)).join(", ")} and ${rest.toLocaleString("en")} more)`;
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
