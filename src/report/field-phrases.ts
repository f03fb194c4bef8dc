/** Describes changed fields in a few words: their labels, and their values where these are short. */
import type { FieldChange } from "../review/index.ts";
import { imageChange, isImage, versionsOf } from "./image-change.ts";
import { shortText, shortTexts } from "./short-values.ts";

/** Our own words as a string, or text of the pull request, which a writer escapes: as code, or as a word if it is one. */
export type Phrase = string | { readonly code: string } | { readonly word: string };

export interface FieldPhrases {
  readonly phrases: Phrase[][];
  /** The number of fields that these phrases describe. */
  readonly count: number;
}

/** A field with the index of the path step that its label starts at. */
interface Labelled {
  readonly field: FieldChange;
  readonly steps: readonly Step[];
  start: number;
}

/**
 * Returns at most `room` phrases, for the first fields. Equal phrases appear once, with their number. Labels that are the
 * same for different fields get longer parts of the paths until they differ.
 */
export function fieldPhrases(fields: readonly FieldChange[], room: number): FieldPhrases {
  const all = fields.map((field): Labelled => {
    const steps = stepsOf(field);
    return { field, steps, start: firstStep(steps, field) };
  });
  let shown = gather(all, room);
  while (lengthenAmbiguousLabels(shown)) shown = gather(all, room);
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

/** Lengthens labels by a step where several phrases begin with the same one. Returns false if no label got longer. */
function lengthenAmbiguousLabels(shown: readonly Gathered[]): boolean {
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

/** The step that a label starts at: the last field, with the name of the list element that changed or that holds it. */
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

/** The path, without steps that add nothing to the phrase: the position of a scalar, the `value` field of a named element. */
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
  const isShown = values.length > 0 && values.every((value) => shortText(value) !== undefined);
  if (isPosition(field) && isShown && steps.length > 1) steps.pop();
  return steps;
}

/** Fields with dots between them, and names of list elements as code. */
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

/** Whether the field is a list element that its position identifies. */
function isPosition({ path, namedPath }: FieldChange): boolean {
  return (
    /\/\d+$/.test(path) &&
    (namedPath === undefined || namedPath.slice(namedPath.lastIndexOf("/")) === path.slice(path.lastIndexOf("/")))
  );
}

/** Decodes one token of a JSON Pointer. */
export function unescapePointer(text: string): string {
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
