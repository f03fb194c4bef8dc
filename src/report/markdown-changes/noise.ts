/** Finds what rules of noise fold, and writes how much it is. */

import { getOrInsert } from "../../collections.ts";
import type { Change, Hunk, NoiseCount } from "../../review/index.ts";
import { pointerSteps } from "../../text/index.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import type { Row } from "../overview.ts";
import { byteLength, code, details, htmlCode, plural } from "../text.ts";
import { reasonOf } from "../words/noise-words.ts";
import { fitting, itemOf } from "./list.ts";

/** Labels of fields named for one rule. */
const MAX_LABELS = 2;
const MAX_LABEL_LENGTH = 80;

/**
 * The hunks of a change that hold nothing but noise. A hunk counts only if no other changed field can be in it: its fields name
 * where its edits are, elements of lists count as any element, and what stands at the top of the object as anywhere.
 */
export function noiseHunks(change: Change): ReadonlySet<Hunk> {
  const { op, fields, hunks, from, moreFields } = change;
  const none = new Set<Hunk>();
  if (op !== "changed" || moreFields !== undefined || !fields.some(({ noise }) => noise !== undefined)) return none;
  const others = fields.filter(({ noise }) => noise === undefined).map(({ path }) => pointerSteps(path));
  if (from?.apiVersion !== undefined || from?.kind !== undefined) return none;
  if (from?.name !== undefined) others.push(["metadata", "name"]);
  if (from?.namespace !== undefined) others.push(["metadata", "namespace"]);
  if (others.some(({ length }) => length < 2)) return none;
  return new Set(
    hunks.filter(({ fields: places }) => {
      const enclosing = places.map(placeSteps);
      return enclosing.length > 0 && !others.some((steps) => enclosing.some((place) => mayHold(place, steps)));
    }),
  );
}

/** The keys of a printed path; undefined for what is in brackets: an element of a list, or a key with special characters. */
function placeSteps(place: string): (string | undefined)[] {
  const steps: (string | undefined)[] = [];
  for (const [step] of place.matchAll(/\[[^\]]*\]|[^.[\]]+/g)) steps.push(step.startsWith("[") ? undefined : step);
  // A name that holds a bracket cannot be told from what follows it.
  const brackets = place.split("[").length - 1;
  return brackets === place.split("]").length - 1 && brackets === steps.filter((step) => step === undefined).length
    ? steps
    : [];
}

function mayHold(place: readonly (string | undefined)[], steps: readonly string[]): boolean {
  // Long keys are cut.
  return place.every((step, at) => step === undefined || step.endsWith("…") || step === steps[at]);
}

/** One line that says what is folded, and by which rule; below it the folded rows, if they fit. */
export function foldedBlock(context: MarkdownContext, room: number): Block {
  const { report, overview } = context;
  const total = report.noise.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const fields = report.noise.reduce((sum, count) => sum + count.fields, 0);
  const labels = labelsByRule(overview.folded);
  const line = (format: Format): string =>
    `Folded: ${report.noise.map((count) => ruleText(count, labels, format)).join(", ")}`;
  const forms = [
    () => foldedList(context, line(htmlCode), room),
    () => `${line(code)}.`,
    () =>
      `Folded: ${report.noise.map((count) => `${plural(count.fields, "field")} (${code(count.rule)}${reasonOf(count.rule)})`).join(", ")}.`,
    () => `Folded: ${plural(fields, "field")}, by ${plural(total, "rule")}.`,
  ];
  for (const form of forms) {
    const text = form();
    if (text !== "" && byteLength(text) <= room) return { text, count: { shown: total, total } };
  }
  return { text: "", count: { shown: 0, total } };
}

type Format = (text: string, length?: number) => string;

/** The rows behind the line; empty if they do not fit. */
function foldedList(context: MarkdownContext, line: string, room: number): string {
  const { folded } = context.overview;
  const items = fitting(folded, room - byteLength(line), (row) => itemOf(row, context, "named", true));
  return items.length === 0 || items.length < folded.length ? "" : details(line, items.join("\n"));
}

function labelsByRule(folded: readonly Row[]): ReadonlyMap<string, ReadonlySet<string>> {
  const labels = new Map<string, Set<string>>();
  for (const { noise, label } of folded.flatMap(({ group }) => group.edits))
    if (noise !== undefined) getOrInsert(labels, noise, () => new Set()).add(label);
  return labels;
}

function ruleText({ rule, fields }: NoiseCount, labels: ReturnType<typeof labelsByRule>, format: Format): string {
  const known = [...(labels.get(rule) ?? [])];
  const shown = known.slice(0, MAX_LABELS).map((label) => format(label, MAX_LABEL_LENGTH));
  const named = shown.length === 0 ? "" : ` of ${shown.join(", ")}${known.length > shown.length ? " and others" : ""}`;
  return known.join() === rule
    ? `${plural(fields, "change")} of ${format(rule)}`
    : `${plural(fields, "change")}${named} (${format(rule)}${reasonOf(rule)})`;
}
