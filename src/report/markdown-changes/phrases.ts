/** Prints what the parts of a Markdown report share: phrases, places, causes and targets. */
import { addressOf, type CauseList, placeOf, stepOf } from "../causes.ts";
import type { Phrase } from "../edit-phrases.ts";
import type { MarkdownContext } from "../markdown-context.ts";
import { code, htmlCode, htmlWord, link, word } from "../text.ts";
import { manyTargets, targetItems } from "../words/target-names.ts";

export const ICONS = { removed: "➖", changed: "✏️", moved: "🚚", added: "➕" } as const;

/** More targets are counted, by their common directory. */
const MAX_TARGETS = 4;
/** Longer names are cut, so that one name does not take the space of others. */
const MAX_NAME_LENGTH = 120;
/** The length of both values of a field together. */
const MAX_PHRASE_LENGTH = 160;

/** Phrases as Markdown, with the text of the pull request escaped. */
export function printPhrases(phrases: readonly Phrase[]): string {
  return printed(phrases, word, code);
}

/** Phrases for the summary of a `<details>`, which is HTML and not Markdown. */
export function summaryPhrases(phrases: readonly Phrase[]): string {
  return printed(phrases, htmlWord, htmlCode);
}

function printed(phrases: readonly Phrase[], asWord: typeof word, asCode: typeof code): string {
  return phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      return "word" in phrase ? asWord(phrase.word) : asCode(phrase.code, MAX_PHRASE_LENGTH);
    })
    .join("");
}

/**
 * The places that made a change, linked where a link is known, each with the step that it took. The places are named below the
 * directory that the text names once.
 */
export function causeLinks({ shown, more }: CauseList, { report, links, below }: MarkdownContext): string {
  const list = shown.map((cause) => {
    const place = placeOf(cause);
    const label = code(place.startsWith(below) ? place.slice(below.length) : place, MAX_NAME_LENGTH);
    const address = addressOf(cause, report, links);
    const step = stepOf(cause);
    return `${address === undefined ? label : link(label, address)}${step === "" ? "" : ` (${word(step)})`}`;
  });
  return `${list.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

/**
 * The names of a few targets, or the number of many and where they are: all 12 targets under `apps/`.
 *
 * @param ids in order
 * @param format as {@link code}; another one for HTML
 */
export function targetsPhrase(
  ids: readonly string[],
  { targets }: Pick<MarkdownContext, "targets">,
  format: Format = code,
): string {
  if (ids.length <= MAX_TARGETS) return targetList(targetItems(ids, targets), format);
  const { count, where } = manyTargets(ids, targets);
  return `${count}${targetText(where, format)}`;
}

type Format = (text: string, length: number) => string;

/** Prints items that name targets, with commas between them. */
export function targetList(items: readonly (readonly Phrase[])[], format: Format = code): string {
  return items.map((item) => targetText(item, format)).join(", ");
}

/** Prints what names targets. */
export function targetText(phrases: readonly Phrase[], format: Format = code): string {
  return phrases
    .map((phrase) =>
      typeof phrase === "string" ? phrase : format("code" in phrase ? phrase.code : phrase.word, MAX_NAME_LENGTH),
    )
    .join("");
}

/** The number of characters of a Markdown text that a reader sees, about. */
export function visibleLength(text: string): number {
  return text.replace(/\]\([^)]*\)|&#\d+;|<\/?code>/g, (found) => (found.startsWith("&") ? "x" : "")).length;
}
