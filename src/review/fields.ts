/** What changed between two values, field by field. */
import { diffArrays } from "diff";
import type { Value } from "../render/rendering.ts";
import type { GeneratedNames, HashMask } from "./names.ts";
import { isRedacted } from "./redaction.ts";
import type { FieldChange } from "./report.ts";

/** Beyond this many the rest is counted only. */
const MAX_FIELDS = 200;
/** A value whose JSON is longer is left to the hunks. */
const MAX_VALUE_LENGTH = 2_000;
/** Differences beyond which two lists without keys are compared by position: the search is quadratic in them. */
const MAX_LIST_EDITS = 200;

/** What the elements of a list are told apart by, the most usual first. */
const MERGE_KEYS = ["name", "id", "containerPort", "port", "mountPath", "devicePath", "key", "ip", "host", "path"];

export interface FieldsInput {
  readonly before: Value;
  readonly after: Value;
  /** The generated names of either rendering. */
  readonly namesBefore: GeneratedNames;
  readonly namesAfter: GeneratedNames;
  readonly maskBefore: HashMask;
  readonly maskAfter: HashMask;
  /** Fields at the top of the object that are told elsewhere, as JSON Pointers. */
  readonly except: ReadonlySet<string>;
}

export interface FieldsResult {
  readonly fields: FieldChange[];
  /** How many changed beyond those listed. */
  readonly more: number;
  /** All that changed are generated names of the same base name; false when nothing changed. */
  readonly onlyReferences: boolean;
  /** The generated names, at head, that took the place of another of the same base name. */
  readonly references: ReadonlySet<string>;
}

type MapValue = { [key: string]: Value };

export function compareFields(input: FieldsInput): FieldsResult {
  const fields: FieldChange[] = [];
  const references = new Set<string>();
  let count = 0;
  let referenceCount = 0;

  compare("", input.before, input.after);
  return {
    fields,
    more: count - fields.length,
    onlyReferences: count > 0 && count === referenceCount,
    references,
  };

  function compare(path: string, before: Value, after: Value): void {
    if (before === after || input.except.has(path)) return;
    if (Array.isArray(before) && Array.isArray(after)) compareLists(path, before, after);
    else if (isMap(before) && isMap(after)) compareMaps(path, before, after);
    else {
      add(path, "changed", before, after);
    }
  }

  function compareMaps(path: string, before: MapValue, after: MapValue): void {
    for (const key of Object.keys(before)) {
      const child = `${path}/${escapePointer(key)}`;
      if (Object.hasOwn(after, key)) compare(child, before[key] as Value, after[key] as Value);
      else add(child, "removed", before[key], undefined);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) add(`${path}/${escapePointer(key)}`, "added", undefined, after[key]);
    }
  }

  function compareLists(path: string, before: Value[], after: Value[]): void {
    const key = mergeKeyOf(before, after);
    if (key === undefined) compareSequences(path, before, after);
    else compareKeyed(path, before, after, key);
  }

  function compareKeyed(path: string, before: Value[], after: Value[], key: string): void {
    const positions = new Map(after.map((item, index) => [keyOf(item, key, input.namesAfter), index]));
    const kept: number[] = [];
    before.forEach((item, index) => {
      const position = positions.get(keyOf(item, key, input.namesBefore));
      if (position === undefined) return add(`${path}/${index}`, "removed", item, undefined);
      kept.push(position);
      compare(`${path}/${position}`, item, after[position] as Value);
    });
    const paired = new Set(kept);
    after.forEach((item, index) => {
      if (!paired.has(index)) add(`${path}/${index}`, "added", undefined, item);
    });
    if (kept.some((position, index) => index > 0 && position < (kept[index - 1] as number))) add(path, "reordered");
  }

  /** Runs of removed elements are paired with the added ones that follow them, so that a changed element shows as such. */
  function compareSequences(path: string, before: Value[], after: Value[]): void {
    const tokensBefore = before.map((item) => token(item, input.namesBefore));
    const tokensAfter = after.map((item) => token(item, input.namesAfter));
    const parts = diffArrays(tokensBefore, tokensAfter, { maxEditLength: MAX_LIST_EDITS }) ?? [
      { value: tokensBefore, removed: true, added: false },
      { value: tokensAfter, removed: false, added: true },
    ];
    let left = 0;
    let right = 0;
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as (typeof parts)[number];
      const next = parts[index + 1];
      const size = part.value.length;
      if (!part.removed && !part.added) {
        // Equal but for generated names, perhaps.
        for (let i = 0; i < size; i++)
          compare(`${path}/${right + i}`, before[left + i] as Value, after[right + i] as Value);
        left += size;
        right += size;
        continue;
      }
      const removed = part.removed ? size : 0;
      const added = part.added ? size : part.removed && next?.added ? next.value.length : 0;
      if (part.removed && next?.added) index++;
      replaceRun(path, before.slice(left, left + removed), left, after.slice(right, right + added), right);
      left += removed;
      right += added;
    }
  }

  function replaceRun(path: string, removed: Value[], left: number, added: Value[], right: number): void {
    const paired = Math.min(removed.length, added.length);
    for (let i = 0; i < paired; i++) compare(`${path}/${right + i}`, removed[i] as Value, added[i] as Value);
    for (let i = paired; i < removed.length; i++) add(`${path}/${left + i}`, "removed", removed[i], undefined);
    for (let i = paired; i < added.length; i++) add(`${path}/${right + i}`, "added", undefined, added[i]);
  }

  function isReference(before: Value | undefined, after: Value | undefined): boolean {
    if (typeof before !== "string" || typeof after !== "string") return false;
    const from = input.namesBefore.get(before);
    const to = input.namesAfter.get(after);
    // A name may also gain or lose its hash, when a generator is told to append one or not.
    return (from !== undefined || to !== undefined) && (from ?? before) === (to ?? after);
  }

  function add(path: string, op: FieldChange["op"], before?: Value, after?: Value): void {
    const reference = op === "changed" && isReference(before, after);
    if (reference) {
      referenceCount++;
      references.add(after as string);
    }
    count++;
    if (fields.length === MAX_FIELDS) return;
    const place = { path: (op === "removed" ? input.maskBefore : input.maskAfter)(path), op };
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

/** A JSON-serialisable copy with the hashes of Secrets masked, or OVERSIZED. */
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

/** The first key that every element of both lists has, with a value that no other element of its list has. */
function mergeKeyOf(before: Value[], after: Value[]): string | undefined {
  if (!before.every(isMap) || !after.every(isMap) || before.length + after.length === 0) return undefined;
  return MERGE_KEYS.find((key) => isUnique(before, key) && isUnique(after, key));
}

function isUnique(items: readonly Value[], key: string): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const value = keyOf(item, key);
    if (value === undefined || seen.has(value)) return false;
    seen.add(value);
  }
  return true;
}

/** Generated names count as the same when they differ in their hash only. Ports are told apart by protocol as well. */
function keyOf(item: Value, key: string, names?: GeneratedNames): string | undefined {
  if (!isMap(item) || !Object.hasOwn(item, key)) return undefined;
  const value = item[key];
  if (typeof value === "object") return undefined;
  const text = typeof value === "string" ? (names?.get(value) ?? value) : String(value);
  if (key !== "port" && key !== "containerPort") return text;
  return `${text}/${typeof item["protocol"] === "string" ? item["protocol"] : "TCP"}`;
}

/** Equal for elements that are equal but for the hashes of generated names. */
function token(value: Value, names: GeneratedNames): string {
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

function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isMap(value: Value): value is MapValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
