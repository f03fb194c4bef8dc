/** Writes the table of changes as Markdown: one row for each change, or counts by kind where there are too many. */
import { addressOf, type CauseList, causesOfRow, placeOf, stepOf } from "./causes.ts";
import type { Phrase } from "./edit-phrases.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import type { Row } from "./overview.ts";
import { rowName, rowWords } from "./summary.ts";
import { byteLength, code, link, plural, word } from "./text.ts";

export const ICONS = { removed: "➖", changed: "✏️", moved: "🚚", added: "➕" } as const;

/** Targets named in a row. */
const MAX_TARGETS = 4;
/** A table with more rows is folded. */
const MAX_OPEN_ROWS = 25;
/** Bytes of the markup that folds a table, at most. */
const FOLD_BYTES = 100;
/** Bytes of the shortest possible row. */
const MIN_ROW_BYTES = 16;
/** Longer names are cut, so that one name does not take the space of others. */
const MAX_NAME_LENGTH = 120;
/** The length of both values of a field together. */
const MAX_PHRASE_LENGTH = 160;

/** Forms of the column with files, from the longest. Rows matter more than links, and more than the column. */
const ORIGINS = ["linked", "named", "left out"] as const;
type Origins = (typeof ORIGINS)[number];

/** All changes if they fit into `room` bytes in some form; otherwise counts, and as many rows as fit. */
export function changeTable(context: MarkdownContext, room: number): Block {
  const { rows: all } = context.overview;
  const total = all.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  for (const origins of ORIGINS) {
    const rows = rowsOf(context, origins, room);
    const text = tableOf(rows, total, origins);
    if (rows.length === total && byteLength(text) <= room) return { text, count: { shown: total, total } };
  }
  return partialTable(context, room);
}

/** The rows, without those that cannot fit because even the shortest rows before them take all of `room`. */
function rowsOf(context: MarkdownContext, origins: Origins, room: number): string[] {
  const most = Math.max(1, Math.ceil(room / MIN_ROW_BYTES));
  return context.overview.rows.slice(0, most).map((row) => rowOf(row, context, origins));
}

function tableOf(rows: readonly string[], total: number, origins: Origins): string {
  const head = origins === "left out" ? ["| | change | where |", "|---|---|---|"] : HEAD_WITH_FILE;
  const table = [...head, ...rows].join("\n");
  if (rows.length <= MAX_OPEN_ROWS) return table;
  return fold(rows.length === total ? `All ${plural(total, "change")}` : `The first ${rows.length} changes`, table);
}

const HEAD_WITH_FILE = ["| | change | where | cause |", "|---|---|---|---|"];

/** Counts by kind, and below them as many rows as fit. */
function partialTable(context: MarkdownContext, room: number): Block {
  const { rows: all } = context.overview;
  const total = all.length;
  const counts = kindTable(all, room);
  const countsOnly = { text: counts, count: { shown: 0, total } };
  if (counts === "") return countsOnly;
  const rows = rowsOf(context, "left out", room);
  let left = room - byteLength(counts) - byteLength(tableOf([], total, "left out")) - FOLD_BYTES;
  let shown = 0;
  for (const row of rows) {
    left -= byteLength(row) + 1;
    if (left < 0) break;
    shown++;
  }
  if (shown === 0) return countsOnly;
  const table = tableOf(rows.slice(0, shown), total, "left out");
  return { text: `${counts}\n\n${table}`, count: { shown, total } };
}

function fold(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

function rowOf(row: Row, context: MarkdownContext, origins: Origins): string {
  const words = printPhrases(rowWords(row));
  const subject = printPhrases(rowName(row));
  const cells = [ICONS[row.group.op], words === "" ? subject : `${subject}: ${words}`, whereOf(row, context)];
  if (origins === "linked") cells.push(causeLinks(causesOfRow(row), context));
  if (origins === "named") cells.push(causeLinks(causesOfRow(row), { ...context, links: undefined }));
  return `| ${cells.join(" | ")} |`;
}

/** Phrases as Markdown, with the text of the pull request escaped. */
export function printPhrases(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      return "word" in phrase ? word(phrase.word) : code(phrase.code, MAX_PHRASE_LENGTH);
    })
    .join("");
}

function whereOf({ group: { targets } }: Row, { names }: MarkdownContext): string {
  const shown = targets.slice(0, MAX_TARGETS).map((target) => code(names.get(target) ?? target, MAX_NAME_LENGTH));
  return targets.length > shown.length
    ? `${shown.join(", ")} and ${targets.length - shown.length} more`
    : shown.join(", ");
}

/** The places that made a change, linked where a link is known, each with the step that it took. */
export function causeLinks({ shown, more }: CauseList, { report, links }: MarkdownContext): string {
  const list = shown.map((cause) => {
    const label = code(placeOf(cause), MAX_NAME_LENGTH);
    const address = addressOf(cause, report, links);
    const step = stepOf(cause);
    return `${address === undefined ? label : link(label, address)}${step === "" ? "" : ` ${word(step)}`}`;
  });
  return `${list.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

/** Counts by operation and kind, the largest first. */
function kindTable(changed: readonly Row[], room: number): string {
  const kinds = new Map<string, { op: keyof typeof ICONS; kind: string; count: number; targets: Set<string> }>();
  for (const { group } of changed) {
    const [{ kind } = { kind: "" }] = group.kinds;
    const key = `${group.op}\0${kind}`;
    const row = kinds.get(key) ?? { op: group.op, kind, count: 0, targets: new Set() };
    row.count++;
    for (const target of group.targets) row.targets.add(target);
    kinds.set(key, row);
  }
  const rows = [...kinds.values()].sort((a, b) => b.count - a.count);
  const lines = ["| changes | kind | targets |", "|--:|---|--:|"];
  let left = room - byteLength(lines.join("\n")) - 60;
  if (left < 0) return "";
  let shown = 0;
  for (const { op, kind, count, targets } of rows) {
    const line = `| ${count} | ${ICONS[op]} ${word(kind)} ${op} | ${targets.size} |`;
    left -= byteLength(line) + 1;
    if (left < 0) break;
    lines.push(line);
    shown++;
  }
  const rest = rows.slice(shown).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) lines.push(`| ${rest} | of other kinds | |`);
  return lines.join("\n");
}
