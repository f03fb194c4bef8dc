/**
 * Removes secret values from a pair of objects before anything compares or prints them. The result shows which keys exist
 * and which of them changed, but neither values nor their lengths nor digests of them.
 */
import { charge } from "../budget/index.ts";
import type { Value } from "../render/rendering.ts";

const UNCHANGED = "<redacted>";
const BEFORE = "<redacted, before>";
const AFTER = "<redacted, after>";

/** Annotations into which kubectl, kapp and Rancher copy the whole object, including the values of a Secret. */
const COPIES: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "kapp.k14s.io/original",
  "objectset.rio.cattle.io/applied",
]);

/** The fields of a Secret that are shown. Any other field may be a misspelt `stringData`. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "type", "immutable"]);

type MapValue = { [key: string]: Value };
type Side = Value | undefined;
type Sides = readonly [before: Side, after: Side];

export interface Redacted {
  readonly before: Side;
  readonly after: Side;
  /** Whether something was withheld. If not, both sides are the same objects that were passed in. */
  readonly withheld: boolean;
}

/** Redacts both sides of one object, or one side and undefined. Does not modify the values that are passed in. */
export function redact(before: Side, after: Side): Redacted {
  const sides = redactSides(before, after, true);
  return { before: sides[0], after: sides[1], withheld: sides[0] !== before || sides[1] !== after };
}

/** A quick check of an object's text. If it returns false, {@link redact} would withhold nothing. */
export function mayHoldSecrets(yaml: string): boolean {
  return yaml.includes("Secret") || [...COPIES].some((annotation) => yaml.includes(annotation));
}

/** Whether a value is a placeholder for one that was withheld. */
export function isRedacted(value: Value | undefined): boolean {
  return value === UNCHANGED || value === BEFORE || value === AFTER;
}

/** The memory that the pair of two values takes. */
const VALUE_BYTES = 64;

type Shape = "secret" | "map" | "list" | "scalar";

function shapeOf(value: Value, top: boolean): Shape {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return "scalar";
  return isSecret(value, top) ? "secret" : "map";
}

/** Whether a map is a Secret, also inside another object. A reference such as Flux's `{kind: Secret, name: x}` is not. */
function isSecret(value: MapValue, top: boolean): boolean {
  if (ownValue(value, "kind") !== "Secret") return false;
  return top || ["metadata", "data", "stringData"].some((key) => Object.hasOwn(value, key));
}

function redactSides(before: Side, after: Side, top: boolean): Sides {
  charge(VALUE_BYTES);
  const shapeBefore = before === undefined ? undefined : shapeOf(before, top);
  const shapeAfter = after === undefined ? undefined : shapeOf(after, top);
  if (shapeBefore !== undefined && shapeAfter !== undefined && shapeBefore !== shapeAfter) {
    return [redactSides(before, undefined, top)[0], redactSides(undefined, after, top)[1]];
  }
  switch (shapeBefore ?? shapeAfter) {
    case "list":
      return redactLists(before as Value[] | undefined, after as Value[] | undefined);
    case "map":
      return redactMaps(before as MapValue | undefined, after as MapValue | undefined, redactField);
    case "secret":
      return redactSecrets(before as MapValue | undefined, after as MapValue | undefined);
    default:
      return [before, after];
  }
}

function redactLists(before: Value[] | undefined, after: Value[] | undefined): Sides {
  const left = before?.slice();
  const right = after?.slice();
  for (const [at, to] of elementPairs(before ?? [], after ?? [])) {
    const [a, b] = redactSides(
      at === undefined ? undefined : before?.[at],
      to === undefined ? undefined : after?.[to],
      false,
    );
    if (left !== undefined && at !== undefined) left[at] = a as Value;
    if (right !== undefined && to !== undefined) right[to] = b as Value;
  }
  return [unlessEqual(before, left), unlessEqual(after, right)];
}

type IndexPair = readonly [before: number | undefined, after: number | undefined];

/**
 * Pairs the elements of two lists: equal ones, then objects of the same name, then the others in their order. By position alone,
 * an element that is inserted would make all values after it look changed.
 */
function elementPairs(before: readonly Value[], after: readonly Value[]): IndexPair[] {
  const pairs: IndexPair[] = [];
  const left = new Set(before.keys());
  const right = new Set(after.keys());
  for (const keyOf of [canonical, nameOf]) {
    if (left.size === 0 || right.size === 0) break;
    const waiting = new Map<string, number[]>();
    for (const index of [...right].reverse()) {
      const key = keyOf(after[index] as Value);
      if (key === undefined) continue;
      const same = waiting.get(key);
      if (same === undefined) waiting.set(key, [index]);
      else same.push(index);
    }
    for (const index of left) {
      const key = keyOf(before[index] as Value);
      const partner = key === undefined ? undefined : waiting.get(key)?.pop();
      if (partner === undefined) continue;
      pairs.push([index, partner]);
      left.delete(index);
      right.delete(partner);
    }
  }
  const [ones, others] = [[...left], [...right]];
  for (let index = 0; index < Math.max(ones.length, others.length); index++) pairs.push([ones[index], others[index]]);
  return pairs;
}

/** The name of an object inside of another one. */
function nameOf(value: Value): string | undefined {
  if (!isMap(value)) return undefined;
  const metadata = ownValue(value, "metadata");
  const name = isMap(metadata) ? ownValue(metadata, "name") : undefined;
  return name === undefined ? undefined : canonical([ownValue(value, "kind") ?? null, name]);
}

function unlessEqual(original: Value[] | undefined, copy: Value[] | undefined): Value[] | undefined {
  return original?.some((item, index) => item !== copy?.[index]) ? copy : original;
}

function redactMaps(
  before: MapValue | undefined,
  after: MapValue | undefined,
  field: (key: string, before: Side, after: Side) => Sides,
): Sides {
  const results = new Map<string, Sides>();
  for (const side of [before, after]) {
    for (const key of Object.keys(side ?? {})) {
      if (!results.has(key)) results.set(key, field(key, ownValue(before, key), ownValue(after, key)));
    }
  }
  return [rebuild(before, results, 0), rebuild(after, results, 1)];
}

function rebuild(original: MapValue | undefined, results: ReadonlyMap<string, Sides>, side: 0 | 1): Side {
  if (original === undefined) return undefined;
  const keys = Object.keys(original);
  if (keys.every((key) => results.get(key)?.[side] === original[key])) return original;
  const copy = emptyMap();
  for (const key of keys) {
    const value = results.get(key)?.[side];
    if (value !== undefined) copy[key] = value;
  }
  return copy;
}

function redactField(key: string, before: Side, after: Side): Sides {
  return COPIES.has(key) ? mask(before, after) : redactSides(before, after, false);
}

function redactSecrets(before: MapValue | undefined, after: MapValue | undefined): Sides {
  return redactMaps(withFoldedData(before), withFoldedData(after), (key, left, right) => {
    if (key === "data") return redactData(left, right);
    return OPEN_FIELDS.has(key) ? redactField(key, left, right) : mask(left, right);
  });
}

/**
 * Replaces `data` and `stringData` by one map `data` with {@link comparable} values, so that moving a value from one to the
 * other is no change. `stringData` takes precedence, as in the cluster. Where one of them is not a map, the result is a text
 * that is masked as a whole.
 */
function withFoldedData(secret: MapValue | undefined): MapValue | undefined {
  if (secret === undefined) return undefined;
  const folded = emptyMap();
  for (const [key, value] of Object.entries(secret)) {
    if (key !== "data" && key !== "stringData") folded[key] = value;
    else folded["data"] ??= foldData(ownValue(secret, "data") ?? {}, ownValue(secret, "stringData") ?? {});
  }
  return folded;
}

function foldData(data: Value, stringData: Value): Value {
  if (!isMap(data) || !isMap(stringData)) return canonical([data, stringData]);
  const values = new Map<string, string>();
  for (const [key, value] of Object.entries(data)) values.set(key, comparable(value, "base64"));
  for (const [key, value] of Object.entries(stringData)) values.set(key, comparable(value, "utf8"));
  const folded = emptyMap();
  for (const key of [...values.keys()].sort()) folded[key] = values.get(key) as string;
  return folded;
}

function redactData(before: Side, after: Side): Sides {
  if ((before !== undefined && !isMap(before)) || (after !== undefined && !isMap(after))) return mask(before, after);
  return redactMaps(before, after, (_key, left, right) => mask(left, right));
}

/** The decoded bytes of a value of a Secret; the value itself if it is not a text or cannot be decoded. */
function comparable(value: Value, encoding: "base64" | "utf8"): string {
  if (typeof value !== "string") return `value ${canonical(value)}`;
  if (encoding === "utf8") return `bytes ${Buffer.from(value, "utf8").toString("latin1")}`;
  const text = value.replace(/\s+/g, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return `text ${value}`;
  return `bytes ${Buffer.from(text, "base64").toString("latin1")}`;
}

function mask(before: Side, after: Side): Sides {
  if (before === undefined || after === undefined || canonical(before) === canonical(after)) {
    return [before === undefined ? undefined : UNCHANGED, after === undefined ? undefined : UNCHANGED];
  }
  return [BEFORE, AFTER];
}

function canonical(value: Value): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}

function isMap(value: Side): value is MapValue {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A map without a prototype, in which `__proto__` is an ordinary key. */
function emptyMap(): MapValue {
  return Object.create(null) as MapValue;
}

function ownValue(map: MapValue | undefined, key: string): Side {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
