/** Describes edits in a few words: their labels, and their values where these are short. */
import { groupBy } from "../collections.ts";
import type { FieldChange } from "../review/index.ts";
import { shortText, shortTexts, shortValue, sizeOf } from "./short-values.ts";
import { imageChange, versionsOf } from "./versions/image-change.ts";

/** Our own words as a string, or text of the pull request, which a writer escapes: as code, or as a word if it is one. */
export type Phrase = string | { readonly code: string } | { readonly word: string };

/** The text of phrases, with nothing escaped. */
export function phrasesText(phrases: readonly Phrase[]): string {
  return phrases.map((each) => (typeof each === "string" ? each : "code" in each ? each.code : each.word)).join("");
}

/** Returns the phrases of all items with a separator between them. */
export function joinPhrases(items: readonly (readonly Phrase[])[], separator = ", "): Phrase[] {
  return items.flatMap((item, index) => (index === 0 ? item : [separator, ...item]));
}

/** An edit of a group, or a changed field. */
export interface ShownEdit
  extends Pick<FieldChange, "label" | "op" | "before" | "after" | "encrypted" | "bytes" | "redacted" | "oversized"> {
  /** How often it was made. Once if absent. */
  readonly count?: number;
}

export interface EditPhrases {
  readonly phrases: readonly (readonly Phrase[])[];
  /** The number of edits that these phrases describe. */
  readonly described: number;
}

/**
 * Returns at most `room` phrases, for the first edits. Equal phrases appear once, with their number. More edits of one list than there is
 * room for are one phrase.
 * @param describe in words of its own; undefined for an edit whose field and values say it best
 */
export function editPhrases(
  edits: readonly ShownEdit[],
  room: number,
  describe: (edit: ShownEdit) => Phrase[] | undefined = () => undefined,
): EditPhrases {
  const phrases = new Map<string, { phrase: Phrase[]; count: number }>();
  let described = 0;
  const own = edits.map((edit) => ({ edit, words: describe(edit) ?? imagePhrase(edit) }));
  const lists = longLists(
    own.flatMap(({ edit, words }) => (words === undefined ? [edit] : [])),
    room,
  );
  for (const { edit, words } of own) {
    const list = words === undefined ? lists.get(edit.label) : undefined;
    const phrase = words ?? list ?? phraseOf(edit);
    const count = edit.count ?? 1;
    const key = JSON.stringify(phrase);
    const same = phrases.get(key);
    if (same !== undefined) same.count += list === undefined ? count : 0;
    else if (phrases.size < room) phrases.set(key, { phrase, count: list === undefined ? count : 1 });
    else continue;
    described++;
  }
  const counted = [...phrases.values()].map(({ phrase, count }) =>
    count === 1 ? phrase : [...phrase, ` (${count}×)`],
  );
  return { phrases: counted, described };
}

/** The labels that more edits have than there is room for, as the elements of a list do, with what happens to these. */
function longLists(edits: readonly ShownEdit[], room: number): ReadonlyMap<string, Phrase[]> {
  const long = [...groupBy(edits, ({ label }) => label)].filter(([, same]) => same.length > room);
  return new Map(
    long.map(([label, same]) => {
      const counts = Array.from(
        groupBy(same, ({ op }) => op),
        ([op, { length }], at) => {
          const noun = length === 1 ? " value" : " values";
          return `${length}${at === 0 ? noun : ""} ${op}`;
        },
      );
      return [label, [{ word: label }, ` ${counts.join(", ")}`]];
    }),
  );
}

function imagePhrase(edit: ShownEdit): Phrase[] | undefined {
  const image = imageChange(edit);
  if (image === undefined) return undefined;
  return ["image ", { code: image.repository }, " ", { code: versionsOf(image).join(" → ") }];
}

function phraseOf(edit: ShownEdit): Phrase[] {
  const label: Phrase = { word: edit.label };
  if (edit.redacted) return [label, ` withheld value ${edit.op}`];
  if (edit.encrypted) return [label, ` encrypted value ${edit.op}`];
  if (edit.bytes !== undefined) return [label, ` ${bytesPhrase(edit.bytes, edit.op)}`];
  if (edit.oversized) return [label, ` long value ${edit.op}`];
  if (edit.op === "reordered" || (edit.before === undefined && edit.after === undefined)) return [label, ` ${edit.op}`];
  if (edit.op === "changed") {
    const values = shortTexts(edit.before, edit.after);
    return [label, " ", ...(values === undefined ? sizesPhrase(edit) : [{ code: values.join(" → ") }])];
  }
  const value = edit.op === "added" ? edit.after : edit.before;
  const text = shortValue(value);
  return [label, " ", text === undefined ? `(${sizeOf(value)})` : { code: text }, ` ${edit.op}`];
}

/** Both values, the long ones by their sizes: `(text of 12 lines) → (text of 14 lines)`. */
function sizesPhrase({ before, after }: ShownEdit): Phrase[] {
  const [old, now] = [before, after].map((value): Phrase => {
    const text = shortText(value);
    return text === undefined ? `(${sizeOf(value)})` : { code: text };
  }) as [Phrase, Phrase];
  return old === now ? [old, " changed"] : [old, " → ", now];
}

/** `binary, 12.3 kB → 12.5 kB`. A side that is no binary value is a text. */
function bytesPhrase({ before, after }: NonNullable<FieldChange["bytes"]>, op: ShownEdit["op"]): string {
  const size = (bytes: number | undefined) => (bytes === undefined ? "text" : shortBytes(bytes));
  if (op === "added" || op === "removed") return `binary, ${size(after ?? before)} ${op}`;
  return before === after ? `binary, ${size(after)} changed` : `binary, ${size(before)} → ${size(after)}`;
}

function shortBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
