/** Writes one diff as Markdown, within a budget. */
import { type Change, changedLines, cutLines, type Hunk, OwnNames } from "../../review/index.ts";
import { listCauses } from "../causes.ts";
import type { MarkdownContext } from "../markdown-context.ts";
import type { Row } from "../overview.ts";
import { summarise } from "../summary.ts";
import { byteLength, code, fence, MAX_LINE_LENGTH, oneLine, plural, word } from "../text.ts";
import { reasonOf } from "../words/noise-words.ts";
import { objectName } from "../words/object-names.ts";
import { noiseHunks } from "./noise.ts";
import { causeLinks, ICONS, printPhrases } from "./phrases.ts";

const MAX_NAME_LENGTH = 120;
/** Characters of the label of a hunk, and of the fields in it before further ones are counted. */
const MAX_LABEL_LENGTH = 110;
const MAX_PLACE_LENGTH = 90;

/** A diff in one of its forms. */
export interface Form {
  readonly title: string;
  readonly text: string;
  readonly bytes: number;
  readonly lines: number;
  /** Hunks were left out because they did not fit. */
  readonly isCut: boolean;
}

/** The diff in at most `most` bytes: whole, or its first hunks, each of them whole. Undefined if not even the title fits. */
export function formOf(row: Row, context: MarkdownContext, most: number): Form | undefined {
  const [change] = row.changes;
  const noise = noiseHunks(change);
  const hunks = change.hunks.filter((hunk) => !noise.has(hunk));
  const title = titleOfDiff(row, context);
  const notes = noise.size === 0 ? [] : [noiseNote(change, noise.size)];
  const frame = byteLength(
    [title, "```````diff\n", "```````", "… 9,999,999 more lines in 9,999,999 hunks", ...notes].join("\n\n"),
  );
  const lines: string[] = [];
  let left = most - frame;
  let shown = 0;
  for (const hunk of hunks) {
    const printed = hunkLines(change, hunk);
    left -= byteLength(fence(printed)) + 1;
    if (left < 0) break;
    for (const line of printed) lines.push(line);
    shown++;
  }
  const isCut = shown < hunks.length;
  if (isCut) {
    const rest = hunks.slice(shown).reduce((sum, hunk) => sum + hunk.lines.length, 0);
    const hunksLeft = shown === 0 && hunks.length === 1 ? "" : ` in ${plural(hunks.length - shown, "hunk")}`;
    notes.unshift(`… ${plural(rest, shown === 0 ? "line" : "more line")}${hunksLeft}`);
  }
  const text = [...(lines.length === 0 ? [] : [fence(lines, "diff")]), ...notes].join("\n\n");
  const bytes = byteLength(title) + 2 + byteLength(text);
  return bytes > most ? undefined : { title, text, bytes, lines: lines.length, isCut };
}

function titleOfDiff(row: Row, context: MarkdownContext): string {
  const { group, changes } = row;
  const [change] = changes;
  const causes = causeLinks(listCauses(change.causes), context);
  const words = printPhrases(summarise(change));
  const name = `${word(change.object.kind)} ${code(objectName(change.object), MAX_NAME_LENGTH)}`;
  return [
    `${ICONS[group.op]} ${context.page?.toDiff(name, change.id) ?? name}`,
    ...(change.op === "changed" && words !== "" ? [words] : []),
    ...(causes === "" ? [] : [causes]),
    ...othersOf(row, context),
  ].join(" · ");
}

/** Counts the other objects of a row, whose diffs are not shown. */
function othersOf({ changes: [change, ...others] }: Row, { edits }: MarkdownContext): string[] {
  const key = others.length === 0 ? "" : likenessOf(change, edits);
  const same = others.filter((other) => key !== undefined && likenessOf(other, edits) === key).length;
  const rest = plural(others.length - same, "more object", "more objects");
  const differ = change.op === "changed" ? `in part also in ${rest}` : `${rest} with other content`;
  return [
    ...(same === 0 ? [] : [`the same in ${plural(same, "more object", "more objects")}`]),
    ...(others.length === same ? [] : [differ]),
  ];
}

const known = new WeakMap<Change, string>();

/** Equal for objects with the same edits, or the same content but for their own names. Nobody may compare what is withheld. */
function likenessOf(change: Change, edits: MarkdownContext["edits"]): string | undefined {
  if (change.redacted || change.hunks.length === 0) return undefined;
  if (change.op === "changed") return edits.get(change.id);
  const content = known.get(change) ?? changedLines(change, new OwnNames(change, undefined));
  known.set(change, content);
  return content;
}

function noiseNote({ fields }: Change, hunks: number): string {
  const rules = [...new Set(fields.flatMap(({ noise }) => noise ?? []))];
  return `Folded: ${plural(hunks, "hunk")} (${rules.map((rule) => `${code(rule)}${reasonOf(rule)}`).join(", ")}).`;
}

/** The lines of a hunk, with the path of its fields before it, except for added and removed objects. Cuts long lines. */
function hunkLines(change: Change, { fields, lines, newStart }: Hunk): string[] {
  const shown = cutLines(lines, MAX_LINE_LENGTH);
  if (change.op !== "changed") return shown;
  const renamed = change.from?.name === undefined ? "" : oneLine(`${change.from.name} → ${change.object.name}`);
  const place = fields.length === 0 ? `line ${newStart}` : placeOf(fields);
  const label = renamed !== "" && fields.includes("metadata") ? `${place} · ${renamed}` : place;
  return [`@@ ${withoutStart(label)} @@`, ...shown];
}

/** The end of a long label tells more than its start. */
function withoutStart(label: string): string {
  if (label.length <= MAX_LABEL_LENGTH) return label;
  return `…${label.slice(1 - MAX_LABEL_LENGTH).replace(/^[\udc00-\udfff]/, "")}`;
}

/** The first fields of a hunk, as many as a line holds. */
function placeOf([first = "", ...others]: readonly string[]): string {
  let place = first;
  for (const [index, field] of others.entries()) {
    const longer = `${place}, ${field}`;
    if (longer.length > MAX_PLACE_LENGTH) return `${place} and ${others.length - index} more`;
    place = longer;
  }
  return place;
}
