/** Compares two values field by field. */
import { diffArrays } from "diff";
import { charge } from "../budget/index.ts";
import { type GeneratedNames, type HashMask, isRedacted, keyOf, mergeKeyOf } from "../manifests/index.ts";
import type { Value } from "../render/rendering.ts";
import type { FieldChange } from "./report.ts";

/** Further fields are only counted. */
const MAX_FIELDS = 200;
/** A value with longer JSON is shown by the hunks only. */
const MAX_VALUE_LENGTH = 2_000;
/** Lists without keys that differ in more elements are compared by position, because the search is quadratic. */
const MAX_LIST_EDITS = 200;

export interface FieldsInput {
  readonly before: Value;
  readonly after: Value;
  /** The generated names of each rendering. */
  readonly namesBefore: GeneratedNames;
  readonly namesAfter: GeneratedNames;
  readonly maskBefore: HashMask;
  readonly maskAfter: HashMask;
  /** JSON Pointers of fields to skip, because the change reports them in other fields. */
  readonly except: ReadonlySet<string>;
}

export interface FieldsResult {
  readonly fields: FieldChange[];
  /** The number of changed fields that are not listed. */
  readonly more: number;
  /** Whether every change replaces a generated name by another with the same base name; false when nothing changed. */
  readonly onlyReferences: boolean;
  /** The generated names at head that replace another with the same base name. */
  readonly references: ReadonlySet<string>;
}

/** The memory that the place of a field takes, besides its path. */
const FIELD_BYTES = 100;

type MapValue = { [key: string]: Value };

/** A field, as a JSON Pointer into each side: a list element may have different positions. */
interface Place {
  readonly before: string;
  readonly after: string;
  /** The path with names of elements in place of positions; undefined where no element on the way has a name. */
  readonly named: string | undefined;
}

const ROOT: Place = { before: "", after: "", named: undefined };

function childPlace(place: Place, before: string | number, after = before): Place {
  const named = place.named === undefined ? undefined : `${place.named}/${after}`;
  return { before: `${place.before}/${before}`, after: `${place.after}/${after}`, named };
}

function namedElement(place: Place, before: number, after: number, name: string): Place {
  const named = `${place.named ?? place.after}/${escapePointer(name)}`;
  return { before: `${place.before}/${before}`, after: `${place.after}/${after}`, named };
}

/** Lists the fields that differ. Elements of lists are matched by a merge key where they have one, else by content. */
export function compareFields(input: FieldsInput): FieldsResult {
  const fields: FieldChange[] = [];
  const references = new Set<string>();
  let count = 0;
  let referenceCount = 0;

  compare(ROOT, input.before, input.after);
  return {
    fields,
    more: count - fields.length,
    onlyReferences: count > 0 && count === referenceCount,
    references,
  };

  function compare(place: Place, before: Value, after: Value): void {
    charge(FIELD_BYTES);
    if (before === after || input.except.has(place.after)) return;
    if (Array.isArray(before) && Array.isArray(after)) compareLists(place, before, after);
    else if (isMap(before) && isMap(after)) compareMaps(place, before, after);
    else add(place, "changed", before, after);
  }

  function compareMaps(place: Place, before: MapValue, after: MapValue): void {
    for (const key of Object.keys(before)) {
      const child = childPlace(place, escapePointer(key));
      if (Object.hasOwn(after, key)) compare(child, before[key] as Value, after[key] as Value);
      else add(child, "removed", before[key], undefined);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) add(childPlace(place, escapePointer(key)), "added", undefined, after[key]);
    }
  }

  function compareLists(place: Place, before: Value[], after: Value[]): void {
    const key = mergeKeyOf(before, after);
    if (key === undefined) compareSequences(place, before, after);
    else compareKeyed(place, before, after, key);
  }

  function compareKeyed(place: Place, before: Value[], after: Value[], key: string): void {
    const positions = new Map(after.map((item, index) => [keyOf(item, key, input.namesAfter), index]));
    const kept = new Set<number>();
    let previous = -1;
    let reordered = false;
    before.forEach((item, index) => {
      const name = keyOf(item, key, input.namesBefore) as string;
      const position = positions.get(name);
      if (position === undefined) return add(namedElement(place, index, index, name), "removed", item, undefined);
      kept.add(position);
      reordered ||= position < previous;
      previous = position;
      compare(namedElement(place, index, position, name), item, after[position] as Value);
    });
    after.forEach((item, index) => {
      if (kept.has(index)) return;
      add(namedElement(place, index, index, keyOf(item, key, input.namesAfter) as string), "added", undefined, item);
    });
    if (reordered) add(place, "reordered");
  }

  /** Pairs a run of removed elements with the added ones that follow, so that a changed element is reported as changed. */
  function compareSequences(place: Place, before: Value[], after: Value[]): void {
    const tokensBefore = before.map((item) => comparableText(item, input.namesBefore));
    const tokensAfter = after.map((item) => comparableText(item, input.namesAfter));
    const parts = diffArrays(tokensBefore, tokensAfter, { maxEditLength: MAX_LIST_EDITS }) ?? [
      { value: tokensBefore, removed: true, added: false },
      { value: tokensAfter, removed: false, added: true },
    ];
    let left = 0;
    let right = 0;
    let removed = 0;
    let added = 0;
    for (const part of parts) {
      if (part.removed) removed += part.value.length;
      else if (part.added) added += part.value.length;
      else {
        closeRun();
        // The tokens are equal, but the elements may differ in generated names.
        for (const _ of part.value) comparePositions();
      }
    }
    closeRun();

    function closeRun(): void {
      for (; removed > 0 && added > 0; removed--, added--) comparePositions();
      for (; removed > 0; removed--, left++) add(childPlace(place, left), "removed", before[left], undefined);
      for (; added > 0; added--, right++) add(childPlace(place, right), "added", undefined, after[right]);
    }

    function comparePositions(): void {
      compare(childPlace(place, left, right), before[left] as Value, after[right] as Value);
      left++;
      right++;
    }
  }

  function isReference(before: Value | undefined, after: Value | undefined): boolean {
    if (typeof before !== "string" || typeof after !== "string") return false;
    const from = input.namesBefore.get(before);
    const to = input.namesAfter.get(after);
    // A name may also gain or lose its hash, when the option disableNameSuffixHash changes.
    return (from !== undefined || to !== undefined) && (from ?? before) === (to ?? after);
  }

  function add(at: Place, op: FieldChange["op"], before?: Value, after?: Value): void {
    const reference = op === "changed" && isReference(before, after);
    if (reference) {
      referenceCount++;
      references.add(after as string);
    }
    count++;
    if (fields.length === MAX_FIELDS) return;
    const mask = op === "removed" ? input.maskBefore : input.maskAfter;
    const path = mask(op === "removed" ? at.before : at.after);
    const namedPath = at.named === undefined ? undefined : mask(at.named);
    const label = labelOf(path, namedPath);
    const place = { path, ...(namedPath === undefined ? {} : { namedPath }), label, op };
    if (isRedacted(before) || isRedacted(after)) {
      fields.push({ ...place, redacted: true });
      return;
    }
    const left = snapshot(before, input.maskBefore);
    const right = snapshot(after, input.maskAfter);
    if (left === OVERSIZED || right === OVERSIZED) {
      fields.push({ ...place, oversized: true });
      return;
    }
    fields.push({
      ...place,
      ...(reference ? { reference: true } : {}),
      ...(before === undefined ? {} : { before: left }),
      ...(after === undefined ? {} : { after: right }),
    });
  }
}

const OVERSIZED = Symbol("oversized");

/** A JSON-serialisable copy with the hashes of Secrets masked, or OVERSIZED for a value that is too long. */
function snapshot(value: Value | undefined, mask: HashMask): unknown {
  let room = MAX_VALUE_LENGTH;
  const result = copy(value);
  return room < 0 ? OVERSIZED : result;

  function copy(part: Value | undefined): unknown {
    room -= typeof part === "string" ? part.length + 2 : 4;
    if (room < 0) return undefined;
    if (typeof part === "bigint") return String(part);
    if (typeof part === "string") return mask(part);
    if (Array.isArray(part)) return part.map(copy);
    if (part === undefined || !isMap(part)) return part;
    const map = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(part)) {
      room -= key.length + 4;
      map[mask(key)] = copy(part[key]);
    }
    return map;
  }
}

/** A text that is the same for elements that differ only in key order and in the hashes of generated names. */
function comparableText(value: Value, names: GeneratedNames): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === "bigint") return `${part}n`;
    if (typeof part === "string") return names.get(part) ?? part;
    return isMap(part as Value) ? sorted(part as MapValue) : part;
  });
}

function sorted(map: MapValue): MapValue {
  const copy = Object.create(null) as MapValue;
  for (const key of Object.keys(map).sort()) copy[key] = map[key] as Value;
  return copy;
}

/** The path with dots, and the names of list elements in brackets. */
function labelOf(path: string, namedPath = path): string {
  const steps = path.split("/").slice(1);
  const names = namedPath.split("/").slice(1);
  return names
    .map((name, index) => {
      const text = name.replaceAll("~1", "/").replaceAll("~0", "~");
      const isElement = name !== steps[index] || /^\d+$/.test(name) || /[.[\]\s]/.test(text);
      return isElement ? `[${text}]` : index === 0 ? text : `.${text}`;
    })
    .join("");
}

function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isMap(value: Value): value is MapValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
