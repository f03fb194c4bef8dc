/** Replaces encrypted and binary values, which people cannot read, by short texts that tell whether and how they changed. */
import type { Value } from "../render/rendering.ts";
import { isMap, valueAt } from "./map-values.ts";
import { mapLists, mapMaps } from "./pairs.ts";
import { canonical, mask, placeholder, type Side, type Sides } from "./placeholders.ts";

/** A text of base64 digits counts as binary from this length on: shorter ones may be names, digests or words. */
const MIN_BINARY_LENGTH = 1_024;

/** The beginning of a value that SOPS has encrypted. Such a value ends with a bracket. */
const ENCRYPTED = "ENC[AES256_GCM,";
/** The fields of the block of SOPS that change with every encryption. */
const FRESH: ReadonlySet<string> = new Set(["mac", "lastmodified", "enc"]);

export interface Abridged {
  readonly before: Side;
  readonly after: Side;
  /** True if something was replaced. If not, both sides are the same objects that were passed in. */
  readonly abridged: boolean;
}

/**
 * Abridges both sides of one object, or one side and undefined. Does not modify the values that are passed in. Values of Secrets
 * must be redacted before: this tells how long values are.
 */
export function abridge(before: Side, after: Side): Abridged {
  const sides = visit(before, after, contentOf(before, after));
  return { before: sides[0], after: sides[1], abridged: sides[0] !== before || sides[1] !== after };
}

/** The block that SOPS adds to an encrypted object. */
export function isSopsBlock(value: Side): boolean {
  return isEncryptedText(valueAt(value, "mac"));
}

/** Tells whether a whole text is a value that SOPS has encrypted. */
export function isEncryptedText(value: Side): boolean {
  return typeof value === "string" && value.startsWith(ENCRYPTED) && value.indexOf("]") === value.length - 1;
}

/** The content of a value. `fields` gives that of single fields; all others are `plain`. */
type Content =
  | "plain"
  | "encrypted"
  | "binary"
  | "fresh"
  | "block"
  | { readonly fields: Readonly<Record<string, Content>> };

function contentOf(before: Side, after: Side): Content {
  const kinds = [valueAt(before, "kind"), valueAt(after, "kind")];
  const fields: Record<string, Content> = Object.create(null);
  if (kinds.includes("SealedSecret")) fields["spec"] = { fields: { encryptedData: "encrypted" } };
  if (kinds.includes("ConfigMap")) fields["binaryData"] = "binary";
  const blocks = [valueAt(before, "sops"), valueAt(after, "sops")].filter((block) => block !== undefined);
  // Where nothing else tells that it was encrypted again, the block does.
  if (blocks.length > 0 && blocks.every(isSopsBlock)) fields["sops"] = isFresh(before, after) ? "plain" : "block";
  return { fields };
}

/** Tells whether only the fields differ that SOPS writes anew each time. */
function isFresh(before: Side, after: Side): boolean {
  return before !== undefined && after !== undefined && stable(before) === stable(after);
}

function stable(object: Value): string {
  if (!isMap(object)) return canonical(object);
  return canonical({ ...object, sops: withoutFresh(object["sops"] ?? null) });
}

function withoutFresh(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutFresh);
  if (!isMap(value)) return value;
  const kept = Object.keys(value).filter((key) => !FRESH.has(key));
  return kept.map((key) => [key, withoutFresh(value[key] as Value)]);
}

function visit(before: Side, after: Side, content: Content): Sides {
  if (content === "fresh" && !isNode(before) && !isNode(after))
    return mask(before === undefined ? undefined : null, after === undefined ? undefined : null, "encrypted");
  const areLists = (before === undefined || Array.isArray(before)) && (after === undefined || Array.isArray(after));
  if (areLists) return mapLists(before, after, (left, right) => visit(left, right, content));
  const areMaps = (before === undefined || isMap(before)) && (after === undefined || isMap(after));
  if (areMaps) return mapMaps(before, after, (key, left, right) => visit(left, right, fieldOf(content, key)));
  if (isNode(before) || isNode(after)) return [visitAlone(before, 0, content), visitAlone(after, 1, content)];
  return leaf(before, after, content);
}

/** A value that has no counterpart of its sort. */
function visitAlone(value: Side, side: 0 | 1, content: Content): Side {
  if (value === undefined) return undefined;
  return (side === 0 ? visit(value, undefined, content) : visit(undefined, value, content))[side];
}

function fieldOf(content: Content, key: string): Content {
  if (typeof content === "object") return content.fields[key] ?? "plain";
  if (content === "block") return FRESH.has(key) ? "fresh" : "block";
  return content;
}

function leaf(before: Side, after: Side, content: Content): Sides {
  if (content === "encrypted") return mask(before, after, "encrypted");
  const [left, right] = [encryptedParts(before), encryptedParts(after)];
  if (left !== undefined || right !== undefined)
    return [withoutParts(before, left, right, "before"), withoutParts(after, right, left, "after")];
  const isData = content === "binary";
  const sizes = [binaryBytes(before, isData), binaryBytes(after, isData)] as const;
  const isMarked = sizes[0] === sizes[1] && before !== after;
  return [
    sizes[0] === undefined ? before : binaryText(sizes[0], isMarked ? "before" : ""),
    sizes[1] === undefined ? after : binaryText(sizes[1], isMarked ? "after" : ""),
  ];
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The encrypted values in a text; undefined if there is none. */
function encryptedParts(value: Side): readonly Part[] | undefined {
  if (typeof value !== "string") return undefined;
  const parts: Part[] = [];
  for (let start = value.indexOf(ENCRYPTED); start >= 0; ) {
    const end = value.indexOf("]", start) + 1;
    if (end === 0) break;
    parts.push({ start, end, text: value.slice(start, end) });
    start = value.indexOf(ENCRYPTED, end);
  }
  return parts.length === 0 ? undefined : parts;
}

function withoutParts(
  value: Side,
  own: readonly Part[] | undefined,
  others: readonly Part[] | undefined,
  side: "before" | "after",
): Side {
  if (typeof value !== "string" || own === undefined) return value;
  const known = others && new Set(others.map(({ text }) => text));
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of own) {
    const isChanged = known !== undefined && !known.has(text);
    pieces.push(value.slice(at, start), placeholder("encrypted", isChanged ? side : ""));
    at = end;
  }
  return pieces.join("") + value.slice(at);
}

/** The number of bytes of a binary value; undefined for a text that people can read. */
function binaryBytes(value: Side, isData: boolean): number | undefined {
  if (typeof value !== "string") return undefined;
  if (isData) return decodedBytes(value.replace(/\s+/g, "")) ?? Buffer.byteLength(value);
  if (value.includes("\0")) return Buffer.byteLength(value);
  return value.length >= MIN_BINARY_LENGTH ? decodedBytes(value) : undefined;
}

function decodedBytes(text: string): number | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

function binaryText(bytes: number, side: "" | "before" | "after"): string {
  const count = String(bytes).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return placeholder(`binary, ${count} bytes`, side);
}

function isNode(value: Side): boolean {
  return typeof value === "object" && value !== null;
}
