/** Writes the diffs as Markdown, by the targets that they concern: the most consequential first. */
import { groupBy } from "../../collections.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import type { Row } from "../overview.ts";
import { type Section, sectionsOf } from "../sections/sections.ts";
import { byteLength, code, details, firstOf, htmlCode, htmlWord, plural, word } from "../text.ts";
import { objectName, pluralOf } from "../words/object-names.ts";
import { countedTargets, targetItems, targetPhrases } from "../words/target-names.ts";
import { type Form, formOf } from "./diff-forms.ts";
import { targetList, targetsPhrase, targetText } from "./phrases.ts";

/** Sections stand open as long as their diffs have no more lines together, about one screen. The others are folded. */
const MAX_OPEN_LINES = 60;
/** Targets that the title of a section names. */
const MAX_TARGETS = 4;
/** Targets in the folded list of a section. */
const MAX_LISTED = 50;
const MAX_KINDS = 5;
const MAX_REFERRERS = 10;
const MAX_NAME_LENGTH = 120;
/** Bytes of a diff that is no longer than others may be, however many there are: about one screen. */
const FAIR_BYTES = 3_000;
/** The share of the room that the diff of one change may take while others wait; that of a danger may take more. */
const SHARE = 0.1;
const DANGER_SHARE = 0.4;
/** Bytes of the shortest diff with its title. What has less room is not tried. */
const MIN_DIFF_BYTES = 60;

/** The diffs to print, chosen in the order of their consequence. */
export interface DiffPlan {
  /** The sections that show a diff. */
  readonly sections: readonly Section[];
  readonly chosen: ReadonlyMap<Row, Form>;
  readonly total: number;
  /** The bytes that the text of the chosen diffs takes at most. */
  readonly bytes: number;
}

/**
 * Chooses the diffs for `room` bytes: those of dangers first, then in the order of the rows, those of whole targets last; each as far as its share of the room
 * allows; what is left completes those that were cut. Takes time linear in the diffs.
 *
 * @param onlyDangerous leaves out the others
 */
export function planDiffs(context: MarkdownContext, room: number, onlyDangerous = false): DiffPlan {
  const found = sectionsOf(withDangersFirst(context));
  const sections = [...found.filter((section) => !isWhole(section)), ...found.filter(isWhole)];
  const dangerous = dangerousChanges(context);
  const candidates = sections.flatMap((section) =>
    section.rows.map((row) => ({ row, section, isDangerous: row.changes.some(({ id }) => dangerous.has(id)) })),
  );
  const wanted = candidates.filter(({ isDangerous }) => isDangerous || !onlyDangerous);
  const rankOf = ({ section, isDangerous }: (typeof wanted)[number]): number =>
    isDangerous ? 0 : isWhole(section) ? 2 : 1;
  wanted.sort((a, b) => rankOf(a) - rankOf(b));
  const chosen = new Map<Row, Form>();
  const framed = new Set<Section>();
  // Found once for each section, also if none of its many diffs fits.
  const frames = new Map(sections.map((section) => [section, frameBytes(section, context)]));
  let left = room;
  for (const { row, section, isDangerous } of wanted) {
    const frame = framed.has(section) ? 0 : (frames.get(section) ?? 0);
    if (left < frame + MIN_DIFF_BYTES) continue;
    const share = Math.max(FAIR_BYTES, room * (isDangerous ? DANGER_SHARE : SHARE));
    const form = formOf(row, context, Math.min(left - frame - 2, share));
    // A title alone is for a diff that is too long, and not for one that came too late.
    if (form === undefined || (form.lines === 0 && form.isCut && left - frame - 2 < share)) continue;
    chosen.set(row, form);
    framed.add(section);
    left -= form.bytes + 2 + frame;
  }
  for (const { row } of wanted) {
    const form = chosen.get(row);
    if (form === undefined || !form.isCut) continue;
    const longer = formOf(row, context, left + form.bytes);
    if (longer === undefined || longer.bytes <= form.bytes) continue;
    chosen.set(row, longer);
    left -= longer.bytes - form.bytes;
  }
  return {
    sections: sections.filter((section) => framed.has(section)),
    chosen,
    total: candidates.length,
    bytes: room - left,
  };
}

/** Prints the diffs. @param isAlone the text names one change only, right above its diff */
export function printDiffs({ sections, chosen, total }: DiffPlan, context: MarkdownContext, isAlone: boolean): Block {
  let left = MAX_OPEN_LINES;
  let shown = 0;
  const texts: string[] = [];
  for (const section of sections) {
    const forms = section.rows.flatMap((row) => chosen.get(row) ?? []);
    let open = 0;
    const isFolded = isWhole(section);
    // Once a diff is folded, all others are: what comes later matters less.
    for (; !isFolded && open < forms.length && (forms[open] as Form).lines <= left; open++)
      left -= (forms[open] as Form).lines;
    if (open < forms.length && !isFolded) left = -1;
    shown += forms.filter(({ isCut }) => !isCut).length;
    texts.push(printSection(section, forms, { open, hasHeading: sections.length > 1, isAlone }, context));
  }
  return { text: texts.join("\n\n"), count: { shown, total } };
}

/** Tells whether all objects of its targets are new or gone. Few people read each, so they are folded. */
function isWhole({ rows }: Section): boolean {
  return rows.length > 0 && rows.every(({ group }) => group.whole !== undefined);
}

/** The rows that concern dangers first, each with the change first that has the danger. */
function withDangersFirst(context: MarkdownContext): MarkdownContext["overview"] {
  const dangerous = dangerousChanges(context);
  if (dangerous.size === 0) return context.overview;
  const rows = context.overview.diffRows.map((row) => {
    const first = row.changes.find(({ id }) => dangerous.has(id));
    if (first === undefined) return { row, isDangerous: false };
    const others = row.changes.filter((change) => change !== first);
    return { row: { ...row, changes: [first, ...others] as const }, isDangerous: true };
  });
  rows.sort((a, b) => Number(b.isDangerous) - Number(a.isDangerous));
  return { ...context.overview, diffRows: rows.map(({ row }) => row) };
}

function dangerousChanges({ overview }: MarkdownContext): ReadonlySet<string> {
  return new Set(overview.dangers.flatMap(({ members }) => members.map(({ danger }) => danger.change)));
}

interface Frame {
  /** The number of diffs that are not folded. */
  readonly open: number;
  /** The text above does not say which targets these are. */
  readonly hasHeading: boolean;
  readonly isAlone: boolean;
}

function printSection(section: Section, forms: readonly Form[], frame: Frame, context: MarkdownContext): string {
  const { open, hasHeading, isAlone } = frame;
  const missing = section.rows.length - forms.length;
  const texts = forms.map(({ title, text }) => {
    if (text === "") return title;
    return isAlone ? text : `${title}\n\n${text}`;
  });
  const folded = texts.slice(open);
  const rest = [
    ...(missing > 0 ? [missingLine(missing)] : []),
    ...referencesOf(section),
    ...listOfTargets(section, context),
  ];
  if (open === 0) return [summaryOf(section, context), ...folded, ...rest, "</details>"].join("\n\n");
  const parts = [
    ...(hasHeading ? [`#### In ${titleOf(section, context, code)}`] : []),
    ...texts.slice(0, open),
    ...(folded.length > 0 ? [moreSummary(folded.length), ...folded, "</details>"] : []),
    ...rest,
  ];
  return parts.join("\n\n");
}

function moreSummary(count: number): string {
  return `<details><summary>${plural(count, "more diff")}</summary>`;
}

function frameBytes(section: Section, context: MarkdownContext): number {
  const missing = missingLine(section.rows.length);
  const more = moreSummary(section.rows.length);
  const parts = [
    summaryOf(section, context),
    more,
    ...listOfTargets(section, context),
    missing,
    ...referencesOf(section),
  ];
  return byteLength([...parts, "</details>", ""].join("\n\n"));
}

/** The targets that the title leaves out, folded. */
function listOfTargets({ targets }: Section, { overview }: MarkdownContext): string[] {
  if (targets.length <= MAX_TARGETS) return [];
  const shown = targetList(targetItems(targets.slice(0, MAX_LISTED), overview.names, false));
  const rest = targets.length - MAX_LISTED;
  return [details(`The ${countedTargets(targets)}`, `${shown}${rest > 0 ? ` and ${rest} more` : ""}`)];
}

function missingLine(count: number): string {
  return `_Left out for size: ${plural(count, "more diff")} of these targets._`;
}

function titleOf({ targets }: Section, context: MarkdownContext, format: typeof code): string {
  const [first] = targets;
  return targets.length === 1 && first !== undefined
    ? targetText(targetPhrases(first, context.overview.names), format)
    : targetsPhrase(targets, context, format);
}

function summaryOf(section: Section, context: MarkdownContext): string {
  const objects = section.rows.flatMap(({ changes }) => changes.map(({ object }) => object));
  const kinds = groupBy(objects, ({ kind }) => kind);
  const list = [...kinds]
    .slice(0, MAX_KINDS)
    .map(([kind, { length }]) => `${length} ${htmlWord(length === 1 ? kind : pluralOf(kind))}`);
  if (kinds.size > MAX_KINDS) list.push("others");
  const title = [titleOf(section, context, htmlCode), ...(list.length === 0 ? [] : [list.join(", ")])].join(" · ");
  return `<details><summary>${title}</summary>`;
}

function referencesOf({ references }: Section): string[] {
  if (references.length === 0) return [];
  const shown = references
    .slice(0, MAX_REFERRERS)
    .map(({ changes: [change] }) => `${word(change.object.kind)} ${code(objectName(change.object), MAX_NAME_LENGTH)}`);
  return [`Only references to new names change in ${firstOf(shown, MAX_REFERRERS, references.length)}.`];
}
