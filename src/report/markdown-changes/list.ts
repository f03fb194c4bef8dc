/** Writes the list of changes as Markdown: one item for each change, or counts by kind where there are too many. */
import { groupBy } from "../../collections.ts";
import { causesOfRow } from "../causes.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import type { Row } from "../overview.ts";
import { rowNews } from "../since/news.ts";
import { rowName, rowWords } from "../summary.ts";
import { byteLength, details, plural, word } from "../text.ts";
import { ownersPhrases } from "../words/owner-words.ts";
import { causeLinks, ICONS, printPhrases, targetsPhrase, visibleLength } from "./phrases.ts";

/** If there are more items, the first ones stand open, and the others are folded. */
const MAX_OPEN_ITEMS = 25;
const FIRST_OPEN_ITEMS = 15;
/** Bytes of the markup that folds a list, at most. */
const FOLD_BYTES = 100;
/** Characters of a line of the comment at 1,000 pixels. In a longer item, the place has a line of its own. */
const LINE_LENGTH = 95;

/** Forms of the causes, from the longest. Rows matter more than links, and more than causes. */
const FORMS = ["linked", "named", "left out"] as const;
type Form = (typeof FORMS)[number];

/** The bytes that the list may take. */
export interface ListRoom {
  readonly most: number;
  /** With links and with places, which leaves room to the diffs. */
  readonly withCauses: number;
}

/** All changes if they fit in some form; otherwise counts, and as many rows as fit. A list has no columns to squeeze. */
export function changeList(context: MarkdownContext, rows: readonly Row[], { most, withCauses }: ListRoom): Block {
  const total = rows.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const shared = sharedTargets(rows);
  const opening = shared === undefined || total === 1 ? "" : `In ${targetsPhrase(shared, context)}:`;
  for (const form of FORMS) {
    const room = (form === "left out" ? most : withCauses) - byteLength(opening) - FOLD_BYTES;
    const items = fitting(rows, room, (row) => itemOf(row, context, form, opening === ""));
    if (items.length < total) continue;
    return { text: join(opening, listOf(items, total)), count: { shown: total, total } };
  }
  return partialList(context, rows, most);
}

/** Prints the first items, as long as they fit. */
export function fitting<T>(all: readonly T[], room: number, print: (item: T) => string): string[] {
  const items: string[] = [];
  let left = room;
  for (const each of all) {
    const item = print(each);
    left -= byteLength(item) + 1;
    if (left < 0) break;
    items.push(item);
  }
  return items;
}

function listOf(items: readonly string[], total: number): string {
  if (items.length <= MAX_OPEN_ITEMS && items.length === total) return items.join("\n");
  const open = items.slice(0, FIRST_OPEN_ITEMS);
  const folded = items.slice(FIRST_OPEN_ITEMS);
  if (folded.length === 0) return open.join("\n");
  const summary = `${items.length === total ? "" : "the next "}${plural(folded.length, "more change", "more changes")}`;
  return `${open.join("\n")}\n\n${details(summary, folded.join("\n"))}`;
}

/** Counts by kind, and below them as many rows as fit. */
function partialList(context: MarkdownContext, rows: readonly Row[], room: number): Block {
  const total = rows.length;
  const counts = kindTable(rows, room);
  if (counts === "") return { text: "", count: { shown: 0, total } };
  const left = room - byteLength(counts) - FOLD_BYTES;
  const items = fitting(rows, left, (row) => itemOf(row, context, "left out", true));
  return { text: join(counts, listOf(items, total)), count: { shown: items.length, total } };
}

/** The targets that all rows have; undefined if rows differ. */
function sharedTargets([first, ...others]: readonly Row[]): readonly string[] | undefined {
  const targets = first?.group.targets ?? [];
  const isShared = others.every(
    ({ group }) => group.targets.length === targets.length && group.targets.every((path, at) => path === targets[at]),
  );
  return isShared ? targets : undefined;
}

/** @param withPlace whether the row names its targets */
export function itemOf(row: Row, context: MarkdownContext, form: Form, withPlace: boolean): string {
  const words = printPhrases(rowWords(row));
  const name = printPhrases(rowName(row));
  const change = (title: string): string => `${ICONS[row.group.op]} **${title}**${words === "" ? "" : `: ${words}`}`;
  const linked = change(context.page?.toRow(name, row) ?? name);
  const known = form === "named" ? { ...context, links: undefined } : context;
  // Whole targets are named, and their diffs name the files.
  const isWhole = row.group.whole !== undefined;
  const rest = [
    printPhrases(rowNews(context.news, [row.group.id])),
    ...(withPlace && !isWhole ? [`in ${targetsPhrase(row.group.targets, context)}`] : []),
    ...(form === "left out" || isWhole ? [] : [causeLinks(causesOfRow(row), known)]),
    ...(form === "left out" || row.group.consequence === "noise" ? [] : [ownersOf(row, context)]),
  ].filter((part) => part !== "");
  if (rest.length === 0) return `- ${linked}`;
  const place = rest.join(" · ");
  const separator = visibleLength(change(name)) + visibleLength(place) > LINE_LENGTH ? "\\\n  " : " · ";
  return `- ${linked}${separator}${place}`;
}

function ownersOf(row: Row, { overview }: MarkdownContext): string {
  return printPhrases(ownersPhrases([row], overview.owners));
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Counts by operation and kind, the largest first. */
function kindTable(changed: readonly Row[], room: number): string {
  const kindOf = ({ group }: Row): string => group.kinds[0]?.kind ?? "";
  const kinds = groupBy(changed, (row) => `${row.group.op}\0${kindOf(row)}`);
  const all = [...kinds.values()].sort((a, b) => b.length - a.length);
  const head = ["| changes | kind | targets |", "|--:|---|--:|"];
  const left = room - byteLength(head.join("\n")) - 60;
  if (left < 0) return "";
  const lines = fitting(all, left, (rows) => {
    const { op } = rows[0].group;
    const targets = new Set(rows.flatMap(({ group }) => group.targets));
    return `| ${rows.length} | ${ICONS[op]} ${word(kindOf(rows[0]))} ${op} | ${targets.size} |`;
  });
  const rest = all.slice(lines.length).flat().length;
  return [...head, ...lines, ...(rest > 0 ? [`| ${rest} | of other kinds | |`] : [])].join("\n");
}
