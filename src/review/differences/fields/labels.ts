/** Names fields in as few words as cannot be misread. */
import { groupBy } from "../../../collections.ts";
import { printPath } from "../diff/index.ts";
import type { PathStep } from "./place.ts";

/** A field to name. */
export interface Labelled {
  readonly steps: readonly PathStep[];
  readonly op: "added" | "removed" | "changed" | "reordered";
  /** True if the report shows the values, and they are scalars. */
  readonly hasShownScalars: boolean;
}

/** Words that say nothing without the field around them. */
const GENERIC = new Set(
  (
    "args command config cpu data effect enabled host hosts id image key keys kind labels level memory mode name names " +
    "namespace number operator options path paths policy port ports protocol ref resources rules selector size source spec " +
    "status storage subject subjects target tag template timeout type url user value values version weight"
  ).split(" "),
);

/** Fields that say nothing about the fields in them. */
const STRUCTURAL = new Set(["spec", "metadata", "status"]);

/** Labels that are the same are made longer so often. Then they are whole paths. */
const MAX_ROUNDS = 10;

/** Keys and names are cut to so many characters. Names of labels have at most 317. */
const MAX_STEP_LENGTH = 320;

/** The part of a path that its label shows. */
interface Part {
  readonly field: Labelled;
  start: number;
  end: number;
}

/**
 * A label for each field: the last key with the key or the list element around it, such as `limits.cpu`, `roleRef.name`,
 * `containers[web].image`. A key that speaks for itself stands alone directly in `spec`, `metadata` and `status`: `replicas`.
 * Labels of different fields differ; the scalars of one list share one, because their values tell them apart.
 */
export function labelsOf(fields: readonly Labelled[]): string[] {
  const parts = fields.map((field): Part => {
    const end = endOf(field);
    return { field, start: startOf(field.steps, end), end };
  });
  for (let round = 0; lengthenEqualLabels(parts, round === MAX_ROUNDS) && round < MAX_ROUNDS; ) round++;
  return parts.map(print);
}

function print({ field, start, end }: Part): string {
  const steps = field.steps.slice(start, end).map(({ text, kind }) => ({ text, isElement: kind !== "key" }));
  return printPath(steps, MAX_STEP_LENGTH);
}

/** Leaves out steps that add nothing: the position of a scalar that is shown, and the `value` of a named element. */
function endOf({ steps, op, hasShownScalars }: Labelled): number {
  const last = steps.at(-1);
  if (steps.length > 1 && last?.kind === "position" && hasShownScalars) return steps.length - 1;
  // An added value may belong to an element that was there before.
  const isValue = op === "changed" && last?.kind === "key" && last.text === "value" && steps.at(-2)?.kind === "name";
  return isValue ? steps.length - 1 : steps.length;
}

function startOf(steps: readonly PathStep[], end: number): number {
  const last = keyAtOrBefore(steps, end - 1);
  let start = last;
  if (last === end - 1 && last > 0) {
    const around = steps[last - 1] as PathStep;
    const isStructural = around.kind === "key" && STRUCTURAL.has(around.text);
    const isClear = isStructural && !GENERIC.has((steps[last] as PathStep).text) && isOwn(steps, last - 1);
    // The `spec` of something within the object says nothing without its name.
    const isNested = isStructural && last > 1 && !isOwn(steps, last - 1);
    if (!isClear) start = keyAtOrBefore(steps, last - (isNested ? 2 : 1));
  }
  // The metadata of a template are not those of the object.
  const metadata = steps[start]?.text === "metadata" ? start : start - 1;
  return metadata > 0 && steps[metadata]?.text === "metadata" ? keyAtOrBefore(steps, metadata - 1) : start;
}

/** Tells whether a structural field is that of the object itself, or of the Pods that it makes. */
function isOwn(steps: readonly PathStep[], index: number): boolean {
  return index === 0 || steps[index - 1]?.text === "template" || steps[index - 1]?.text === "jobTemplate";
}

function keyAtOrBefore(steps: readonly PathStep[], index: number): number {
  let at = Math.max(0, index);
  while (at > 0 && steps[at]?.kind !== "key") at--;
  return at;
}

/** Lengthens labels that several fields have, by a step or to whole paths. Returns whether any got longer. */
function lengthenEqualLabels(parts: readonly Part[], toWholePaths: boolean): boolean {
  let isLonger = false;
  for (const same of groupBy(parts, print).values()) {
    if (same.length === 1 || new Set(same.map(pathOf)).size === 1) continue;
    for (const part of same) {
      const start = toWholePaths ? 0 : keyAtOrBefore(part.field.steps, part.start - 1);
      const end = start === 0 && part.start === 0 ? part.field.steps.length : part.end;
      isLonger ||= start < part.start || end > part.end;
      part.start = start;
      part.end = end;
    }
  }
  return isLonger;
}

function pathOf({ field, end }: Part): string {
  return JSON.stringify(field.steps.slice(0, end).map(({ text }) => text));
}
