/** Writes the diffs as Markdown, grouped by the targets that they concern. Leaves out the largest ones first. */
import { type Change, cutLines } from "../review/index.ts";
import { causesOfChange } from "./causes.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { causeLinks, ICONS, printPhrases } from "./markdown-table.ts";
import { type Row, type Section, sectionsOf } from "./overview.ts";
import { objectName, summarise } from "./summary.ts";
import { byteLength, code, fence, htmlCode, htmlWord, MAX_LINE_LENGTH, oneLine, plural, word } from "./text.ts";

/** Diffs with more lines than this in total are folded. About one screen. */
const MAX_OPEN_LINES = 60;
const MAX_TARGETS = 5;
/** Targets in the folded list of a section. */
const MAX_LISTED = 50;
const MAX_REFERRERS = 10;
const MAX_NAME_LENGTH = 120;

interface Diff {
  readonly text: string;
  readonly bytes: number;
  readonly lines: number;
}

interface Plan {
  readonly section: Section;
  readonly diffs: readonly Diff[];
  /** The most bytes that the section takes besides its diffs. */
  readonly frameBytes: number;
  readonly chosen: Set<Diff>;
}

/** As many diffs as fit into `room` bytes. */
export function diffSections(context: MarkdownContext, room: number): Block {
  const plans: Plan[] = sectionsOf(context.overview).map((section) => ({
    section,
    diffs: section.rows.map((row) => diffOf(row, context)),
    frameBytes: frameBytes(section, context),
    chosen: new Set(),
  }));
  const total = plans.reduce((sum, { diffs }) => sum + diffs.length, 0);
  choose(plans, room);
  let shown = 0;
  let lines = 0;
  for (const { chosen } of plans) {
    shown += chosen.size;
    for (const diff of chosen) lines += diff.lines;
  }
  const open = shown === total && lines <= MAX_OPEN_LINES;
  // A section of nothing but references is left out: the changes that cause them name their referrers.
  const texts = plans.filter(({ chosen }) => chosen.size > 0).map((plan) => printSection(plan, open, context));
  return { text: texts.join("\n\n"), count: { shown, total } };
}

/** Chooses the smallest diffs, as long as they fit together with the frames of their sections. */
function choose(plans: readonly Plan[], room: number): void {
  const candidates = plans.flatMap((plan) => plan.diffs.map((diff) => ({ plan, diff })));
  candidates.sort((a, b) => a.diff.bytes - b.diff.bytes);
  let left = room;
  for (const { plan, diff } of candidates) {
    const cost = diff.bytes + 2 + (plan.chosen.size > 0 ? 0 : plan.frameBytes);
    if (cost > left) continue;
    plan.chosen.add(diff);
    left -= cost;
  }
}

function printSection(plan: Plan, open: boolean, context: MarkdownContext): string {
  const { section, diffs, chosen } = plan;
  const shown = diffs.filter((diff) => chosen.has(diff)).map(({ text }) => text);
  const missing = diffs.length - shown.length;
  const parts = [
    open ? `#### ${titleOf(section, context, code)}` : `<details><summary>${summaryOf(section, context)}</summary>`,
    ...targetList(section),
    ...shown,
    ...(missing > 0 ? [missingLine(missing)] : []),
    ...referencesOf(section),
    ...(open ? [] : ["</details>"]),
  ];
  return parts.join("\n\n");
}

function frameBytes(section: Section, context: MarkdownContext): number {
  const summary = `<details><summary>${summaryOf(section, context)}</summary>`;
  const parts = [summary, ...targetList(section), missingLine(section.rows.length), ...referencesOf(section)];
  return byteLength([...parts, "</details>", ""].join("\n\n"));
}

/** The targets that the title leaves out, folded. */
function targetList({ targets }: Section): string[] {
  if (targets.length <= MAX_TARGETS) return [];
  const shown = targets.slice(0, MAX_LISTED).map((target) => code(target, MAX_NAME_LENGTH));
  const rest = targets.length - shown.length;
  const list = `${shown.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`;
  return [`<details><summary>All ${targets.length} targets</summary>\n\n${list}\n\n</details>`];
}

function missingLine(count: number): string {
  return `_Left out for size: ${count} more of these targets._`;
}

function titleOf(
  { targets }: Section,
  { names }: MarkdownContext,
  format: (text: string, length: number) => string,
): string {
  const [first] = targets;
  if (targets.length === 1 && first !== undefined) {
    const name = names.get(first) ?? first;
    const path = format(first, MAX_NAME_LENGTH);
    return name === first ? path : `${format(name, MAX_NAME_LENGTH)} · ${path}`;
  }
  const shown = targets.slice(0, MAX_TARGETS).map((target) => format(names.get(target) ?? target, MAX_NAME_LENGTH));
  return targets.length > shown.length
    ? `${shown.join(", ")} and ${targets.length - shown.length} more`
    : shown.join(", ");
}

function summaryOf(section: Section, context: MarkdownContext): string {
  const kinds = new Map<string, number>();
  for (const { changes } of section.rows) {
    for (const { object } of changes) kinds.set(object.kind, (kinds.get(object.kind) ?? 0) + 1);
  }
  const list = [...kinds].slice(0, MAX_TARGETS).map(([kind, count]) => `${count} ${htmlWord(kind)}`);
  if (kinds.size > MAX_TARGETS) list.push("others");
  return [titleOf(section, context, htmlCode), ...(list.length === 0 ? [] : [list.join(", ")])].join(" · ");
}

function referencesOf({ references }: Section): string[] {
  if (references.length === 0) return [];
  const shown = references
    .slice(0, MAX_REFERRERS)
    .map(({ changes: [change] }) => `${word(change.object.kind)} ${code(objectName(change.object), MAX_NAME_LENGTH)}`);
  const rest = references.length > shown.length ? ` and ${references.length - shown.length} more` : "";
  return [`Only references to new names change in ${shown.join(", ")}${rest}.`];
}

function diffOf(row: Row, context: MarkdownContext): Diff {
  const [change, ...others] = row.changes;
  const lines = diffLines(change, MAX_LINE_LENGTH);
  const causes = causeLinks(causesOfChange(change), context);
  const words = printPhrases(summarise(change));
  const title = [
    `${ICONS[row.group.op]} ${word(change.object.kind)} ${code(objectName(change.object), MAX_NAME_LENGTH)}`,
    ...(change.op === "changed" && words !== "" ? [words] : []),
    ...(causes === "" ? [] : [causes]),
    ...(others.length === 0 ? [] : [`the same in ${plural(others.length, "more object", "more objects")}`]),
  ].join(" · ");
  const text = lines.length === 0 ? title : `${title}\n\n${fence(lines, "diff")}`;
  return { text, bytes: byteLength(text), lines: lines.length };
}

/**
 * The lines of a diff. The paths of its fields come before each hunk, except for added and removed objects.
 *
 * @param max longer lines are cut around what differs in them; uncut if absent
 */
export function diffLines(change: Change, max?: number): string[] {
  const renamed = change.from?.name === undefined ? "" : oneLine(`${change.from.name} → ${change.object.name}`);
  return change.hunks.flatMap((hunk) => {
    const { fields } = hunk;
    const lines = max === undefined ? hunk.lines : cutLines(hunk.lines, max);
    if (change.op !== "changed") return [...lines];
    const place = fields.length === 0 ? `line ${hunk.newStart}` : fields.join(", ");
    const label = renamed !== "" && fields.includes("metadata") ? `${place} · ${renamed}` : place;
    return [`@@ ${label} @@`, ...lines];
  });
}
