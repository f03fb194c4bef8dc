/** Changed fields in a few words: what they are called, and their values where these are short. */
import type { FieldChange } from "../review/index.ts";
import { imageChange, isImage, versionsOf } from "./image-change.ts";
import { shortText, shortTexts } from "./short-values.ts";

/** Words as they are, or text of the pull request, which a writer has to escape: as code, or as a word where it can be. */
export type Phrase = string | { readonly code: string } | { readonly word: string };

export interface FieldPhrases {
  readonly phrases: Phrase[][];
  /** How many of the fields these phrases tell of. */
  readonly count: number;
}

/** A field, and from which step of its path on its label names it. */
interface Labelled {
  readonly field: FieldChange;
  readonly steps: readonly Step[];
  start: number;
}

/**
 * At most `room` phrases, of the first fields. What reads the same is said once, with how often; labels that would stand
 * for different fields get as much more of their paths as tells them apart.
 */
export function fieldPhrases(fields: readonly FieldChange[], room: number): FieldPhrases {
  const all = fields.map((field): Labelled => {
    const steps = stepsOf(field);
    return { field, steps, start: firstStep(steps, field) };
  });
  let shown = gather(all, room);
  while (tellApart(shown)) shown = gather(all, room);
  return {
    phrases: shown.map(({ phrase, of }) => (of.length === 1 ? phrase : [...phrase, ` (${of.length}×)`])),
    count: shown.reduce((sum, { of }) => sum + of.length, 0),
  };
}

interface Gathered {
  readonly phrase: Phrase[];
  readonly of: Labelled[];
}

function gather(all: readonly Labelled[], room: number): Gathered[] {
  const phrases = new Map<string, Gathered>();
  for (const one of all) {
    const phrase = phraseOf(one);
    const key = JSON.stringify(phrase);
    const same = phrases.get(key);
    if (same !== undefined) same.of.push(one);
    else if (phrases.size < room) phrases.set(key, { phrase, of: [one] });
  }
  return [...phrases.values()];
}

/** Makes labels longer by a step where several phrases begin with the same one; false when that is of no use. */
function tellApart(shown: readonly Gathered[]): boolean {
  const byLabel = new Map<string, Labelled[]>();
  for (const { of } of shown) {
    if (imageChange((of[0] as Labelled).field) !== undefined) continue;
    for (const one of of) {
      const label = JSON.stringify(labelOf(one));
      byLabel.set(label, [...(byLabel.get(label) ?? []), one]);
    }
  }
  let longer = false;
  for (const same of byLabel.values()) {
    if (new Set(same.map((one) => JSON.stringify(phraseOf(one)))).size === 1) continue;
    if (new Set(same.map(({ steps }) => JSON.stringify(print(steps)))).size === 1) continue;
    for (const one of same) {
      const start = fieldAtOrBefore(one.steps, one.start - 1);
      longer ||= start < one.start;
      one.start = start;
    }
  }
  return longer;
}

function labelOf({ steps, start }: Labelled): Phrase[] {
  return print(steps.slice(start));
}

function phraseOf(one: Labelled): Phrase[] {
  const { field } = one;
  const image = imageChange(field);
  if (image !== undefined) return ["image ", { code: image.repository }, " ", { code: versionsOf(image).join(" → ") }];
  const label = labelOf(one);
  if (field.op === "changed") {
    const values = shortTexts(field.before, field.after);
    return values === undefined ? label : [...label, " ", { code: values.join(" → ") }];
  }
  const value = isPosition(field) ? shortText(field.op === "added" ? field.after : field.before) : undefined;
  return value === undefined ? [...label, ` ${field.op}`] : [...label, " ", { code: value }, ` ${field.op}`];
}

interface Step {
  readonly text: string;
  readonly kind: "field" | "name" | "position";
}

/** The last field, with the element of a list that is changed or in which it is. */
function firstStep(steps: readonly Step[], field: FieldChange): number {
  const last = steps.length - 1;
  if (steps[last]?.kind === "field" && steps[last - 1]?.kind !== "name") return last;
  return isImage(field) ? last : fieldAtOrBefore(steps, last - 1);
}

function fieldAtOrBefore(steps: readonly Step[], index: number): number {
  let at = Math.max(0, index);
  while (at > 0 && steps[at]?.kind !== "field") at--;
  return at;
}

/** The path, without what its phrase tells otherwise: the position of a single value, the `value` of a name. */
function stepsOf(field: FieldChange): Step[] {
  const named = field.namedPath?.split("/");
  const steps = field.path
    .split("/")
    .map((text, index): Step => {
      const name = named?.[index] ?? text;
      const kind = name !== text ? "name" : /^\d+$/.test(text) ? "position" : "field";
      return { text: unescapePointer(name), kind };
    })
    .slice(1);
  const [before, last] = steps.slice(-2);
  if (last?.text === "value" && before?.kind === "name") steps.pop();
  const values = [field.before, field.after].filter((value) => value !== undefined);
  const told = values.length > 0 && values.every((value) => shortText(value) !== undefined);
  if (isPosition(field) && told && steps.length > 1) steps.pop();
  return steps;
}

/** Fields with dots between them, names of elements as code. */
function print(steps: readonly Step[]): Phrase[] {
  const phrases: Phrase[] = [];
  let fields: string[] = [];
  const flush = (): void => {
    if (fields.length > 0) phrases.push(...(phrases.length > 0 ? [" "] : []), { word: fields.join(".") });
    fields = [];
  };
  for (const { text, kind } of steps) {
    if (kind !== "name") fields.push(text);
    else {
      flush();
      phrases.push(...(phrases.length > 0 ? [" "] : []), { code: text });
    }
  }
  flush();
  return phrases;
}

/** Whether the field is an element of a list that goes by its position. */
function isPosition({ path, namedPath }: FieldChange): boolean {
  return (
    /\/\d+$/.test(path) &&
    (namedPath === undefined || namedPath.slice(namedPath.lastIndexOf("/")) === path.slice(path.lastIndexOf("/")))
  );
}

export function unescapePointer(text: string): string {
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
