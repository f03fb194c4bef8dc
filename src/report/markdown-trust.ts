/** Writes what a change edits of the trust in functions as Markdown, and of the rules of reviews. */
import { printPhrases } from "./markdown-changes/phrases.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { type Forms, fitForms } from "./markdown-problems/fit.ts";
import { placesNamed } from "./markdown-problems/places.ts";
import { byteLength, details, plural } from "./text.ts";
import type { TrustRow } from "./trust-rows.ts";
import { trustFields, trustHeadline, trustNouns, trustTitlePhrases, withShortDigests } from "./words/trust-words.ts";

/** Rows that stand open: of those about permissions and programs, and of the others. More of them are folded. */
const MAX_OPEN = { deciding: 8, others: 6 };
/** More places are counted. */
const MAX_PLACES = 2;
/** Bytes of the markup of one line, at most. */
const LINE_BYTES = 5;
/** Bytes of the markup of a fold, at most. */
const FOLD_BYTES = 150;

/**
 * A box that stands above everything but failures and dangers: the approval decides what runs, or what later reviews say. As many
 * rows as fit into `room` bytes.
 */
export function trustBlock(context: MarkdownContext, room: number): Block {
  const { trust } = context.overview;
  if (trust.length === 0) return { text: "", count: { shown: 0, total: 0 } };
  const opening = `> [!CAUTION]\n> **${trustHeadline(trust)}**`;
  const { texts, full } = fitForms(
    trust.map((row) => rowForms(row, context)),
    room - byteLength(opening) - FOLD_BYTES,
    LINE_BYTES,
    true,
  );
  const count = { shown: full, total: trust.length };
  const lines = trust.flatMap(({ decides }, index) =>
    texts[index] === undefined ? [] : [{ decides, text: `- ${texts[index]}` }],
  );
  if (lines.length === 0) return { text: byteLength(opening) <= room ? opening : "", count };
  const open = new Set([
    ...lines.filter(({ decides }) => decides).slice(0, MAX_OPEN.deciding),
    ...lines.filter(({ decides }) => !decides).slice(0, MAX_OPEN.others),
  ]);
  const textsOf = (isOpen: boolean): string[] =>
    lines.filter((line) => open.has(line) === isOpen).map(({ text }) => text);
  const box = [opening, ">", ...textsOf(true).map((line) => `> ${line}`)].join("\n");
  const folded = textsOf(false);
  if (folded.length === 0) return { text: box, count };
  const [one, several] = trustNouns(trust);
  const summary = plural(folded.length, `more ${one}`, `more ${several}`);
  return { text: `${box}\n\n${details(summary, folded.join("\n"))}`, count };
}

/** With fields and places, and without them. */
function rowForms(row: TrustRow, context: MarkdownContext): Forms {
  const title = (): string => `**${printPhrases(trustTitlePhrases(row))}**`;
  const { report } = context;
  const side = row.op === "removed" ? report.base : report.head;
  return [
    () => {
      const fields = trustFields(withShortDigests(row)).map(printPhrases).join(", ");
      return `${title()}${fields === "" ? "" : `: ${fields}`} · ${placesNamed(row.places, context, side, MAX_PLACES)}`;
    },
    title,
  ];
}
