/**
 * Removes secret values from a pair of objects before anything compares or prints them. The result shows which keys exist
 * and which of them changed, but neither values nor their lengths nor digests of them.
 */
import type { Value } from "../render/rendering.ts";
import { isNameLike, isVariableName } from "../text/index.ts";
import { emptyMap, isMap, type MapValue, valueAt } from "./map-values.ts";
import { isEncryptedText, isSopsBlock } from "./opaque-values.ts";
import { mapLists, mapMaps } from "./pairs.ts";
import { canonical, mask, type Side, type Sides } from "./placeholders.ts";
import { maskPaths, NOTHING, REDACT_ANNOTATION, type Withholding } from "./redaction-rules.ts";
import { maskWithheld } from "./withheld-paths.ts";

/** Annotations into which kubectl, kapp and Rancher copy the whole object, including the values of a Secret. */
const COPIES: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "kapp.k14s.io/original",
  "objectset.rio.cattle.io/applied",
]);

const MARKS: readonly string[] = [...COPIES, REDACT_ANNOTATION];

/** The fields of a Secret that are shown. Any other field may be a misspelt `stringData`. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "type", "immutable"]);

export interface Redacted {
  readonly before: Side;
  readonly after: Side;
  /** True if something was withheld. If not, both sides are the same objects that were passed in. */
  readonly withheld: boolean;
}

/**
 * Redacts both sides of one object, or one side and undefined. Does not modify the values that are passed in.
 * @param withholding what to withhold besides Secrets
 */
export function redact(before: Side, after: Side, withholding: Withholding = NOTHING): Redacted {
  // These paths are those of the objects as they are.
  const [left, right] = maskWithheld(before, after, withholding.values ?? []);
  // Secrets come before the rules: one that withholds the kind must not hide that the object is one.
  const sides = maskPaths(...redactSides(left, right, true), withholding);
  return { before: sides[0], after: sides[1], withheld: sides[0] !== before || sides[1] !== after };
}

/** A quick check of an object's text. If it returns false, {@link redact} would withhold nothing. */
export function mayHoldSecrets(yaml: string): boolean {
  // Also `secretName`, whose value can have the hash of a Secret.
  return yaml.includes("ecret") || MARKS.some((annotation) => yaml.includes(annotation));
}

type Shape = "secret" | "map" | "list" | "scalar";

function shapeOf(value: Value, top: boolean): Shape {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return "scalar";
  return isSecret(value, top) ? "secret" : "map";
}

/** Tells whether a map is a Secret, also inside another object. A reference such as Flux's `{kind: Secret, name: x}` is not. */
function isSecret(value: MapValue, top: boolean): boolean {
  if (valueAt(value, "kind") !== "Secret") return false;
  return top || ["metadata", "data", "stringData"].some((key) => Object.hasOwn(value, key));
}

function redactSides(before: Side, after: Side, top: boolean): Sides {
  const shapeBefore = before === undefined ? undefined : shapeOf(before, top);
  const shapeAfter = after === undefined ? undefined : shapeOf(after, top);
  if (shapeBefore !== undefined && shapeAfter !== undefined && shapeBefore !== shapeAfter) {
    return [redactSides(before, undefined, top)[0], redactSides(undefined, after, top)[1]];
  }
  switch (shapeBefore ?? shapeAfter) {
    case "list":
      return mapLists(before as Value[] | undefined, after as Value[] | undefined, (left, right) =>
        redactSides(left, right, false),
      );
    case "map":
      return mapMaps(before as MapValue | undefined, after as MapValue | undefined, redactField);
    case "secret":
      return redactSecrets(before as MapValue | undefined, after as MapValue | undefined);
    default:
      return [before, after];
  }
}

function redactField(key: string, before: Side, after: Side): Sides {
  return COPIES.has(key) ? mask(before, after) : redactSides(before, after, false);
}

function redactSecrets(before: MapValue | undefined, after: MapValue | undefined): Sides {
  return mapMaps(withFoldedData(before), withFoldedData(after), (key, left, right) => {
    if (key === "data") return redactData(left, right);
    if (key === "sops") return redactSops(left, right, before, after);
    return OPEN_FIELDS.has(key) ? redactField(key, left, right) : mask(left, right);
  });
}

/** The block of SOPS changes with every encryption. It is marked only where nothing else tells that. */
function redactSops(left: Side, right: Side, before: MapValue | undefined, after: MapValue | undefined): Sides {
  if (![left, right].every((side) => side === undefined || isSopsBlock(side))) return mask(left, right);
  const rest = (secret: MapValue | undefined): string => canonical({ ...secret, sops: null });
  const isTold = rest(before) !== rest(after);
  return isTold ? mask(left && null, right && null, "encrypted") : mask(left, right, "encrypted");
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
    else folded["data"] ??= foldData(valueAt(secret, "data") ?? {}, valueAt(secret, "stringData") ?? {});
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
  const names = withheldKeys(before, after);
  return mapMaps(renamed(before, names), renamed(after, names), (_key, left, right) =>
    mask(left, right, wordFor(left, right)),
  );
}

/**
 * The keys that may be values: lines of an env file without `=`, such as those of a pasted key, become keys without a value. Each
 * has a number in place of its text (decision 0022).
 */
function withheldKeys(before: MapValue | undefined, after: MapValue | undefined): ReadonlyMap<string, string> {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const withheld = [...keys].filter((key) => {
    const hasValue = [before, after].some((side) => HAS_VALUE.test(textOf(valueAt(side, key))));
    return !(hasValue ? isNameLike(key) : isVariableName(key));
  });
  return new Map(
    withheld.map((key, index) => [key, withheld.length === 1 ? "<withheld key>" : `<withheld key ${index + 1}>`]),
  );
}

/** A {@link comparable} value that is more than the end of a line that was pasted. */
const HAS_VALUE = /^(?:bytes|text|value) (?!=*$)/;

function textOf(value: Side): string {
  return typeof value === "string" ? value : "";
}

function renamed(data: MapValue | undefined, names: ReadonlyMap<string, string>): MapValue | undefined {
  if (data === undefined || names.size === 0) return data;
  const copy = emptyMap();
  for (const [key, value] of Object.entries(data)) copy[names.get(key) ?? key] = value;
  return copy;
}

/** Says of values that SOPS encrypted that they are. Both are {@link comparable} values. */
function wordFor(before: Side, after: Side): "encrypted" | "redacted" {
  const isEncrypted = (value: Side): boolean =>
    value === undefined || (typeof value === "string" && isEncryptedText(value.replace(/^(?:text|bytes) /, "")));
  return isEncrypted(before) && isEncrypted(after) ? "encrypted" : "redacted";
}

/** The decoded bytes of a value of a Secret; the value itself if it is not a text or cannot be decoded. */
function comparable(value: Value, encoding: "base64" | "utf8"): string {
  if (typeof value !== "string") return `value ${canonical(value)}`;
  if (encoding === "utf8") return `bytes ${Buffer.from(value, "utf8").toString("latin1")}`;
  const text = value.replace(/\s+/g, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return `text ${value}`;
  return `bytes ${Buffer.from(text, "base64").toString("latin1")}`;
}
