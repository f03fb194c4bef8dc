/** Searches objects for values of Secrets, where a chart cannot be rendered with other values; docs/specification/helm-charts.md 8.4. */
import { checkTime } from "../budget/index.ts";
import type { ValuePath } from "../resource/index.ts";
import { WITHHELD } from "../text/index.ts";
import { toValue, type Value } from "../yaml/index.ts";
import { IDENTITY } from "./object-pairs.ts";
import type { PrintedObject } from "./objects.ts";
import { dataPaths, REDACTED, type SecretParts, textAt } from "./secret-parts.ts";
import { decodedText, isTelling, type SecretLeaf } from "./secret-values.ts";

/** Base64 of base64 occurs. */
const MAX_DEPTH = 3;
const MIN_LINE = 6;
/** The most texts that are searched for. With more, everything may hold one. */
const MAX_TEXTS = 3000;

/**
 * The parts of objects that may hold values of Secrets: all of an object but its identity, if one is found anywhere in it, and all
 * checksums. Switches and short words are not searched for.
 */
export function searchedParts(objects: readonly PrintedObject[], leaves: readonly SecretLeaf[]): SecretParts[] {
  const texts = searchedTexts(leaves);
  const isTooMuch = texts.length > MAX_TEXTS;
  return objects.map(({ node }) => {
    const value = toValue(node);
    const identity = new Map<ValuePath, string>();
    for (const field of IDENTITY) {
      // A kind is a word that a value can be by chance.
      if (field[0] !== "metadata") continue;
      const text = textAt(node, field);
      if (holds(text, texts))
        identity.set(field, texts.some((one) => text.includes(one)) ? without(text, texts, REDACTED) : REDACTED);
    }
    const structures = isTooMuch || holdsIn(value, texts) ? dataPaths(value) : [...checksums(value, [])];
    return { values: [], structures, identity };
  });
}

/** Replaces values of Secrets in a text for people; short ones where they are a word. */
export function withoutLeaves(text: string, leaves: readonly SecretLeaf[]): string {
  const words = new Set(leaves.filter((leaf) => typeof leaf !== "boolean").map(String));
  const texts = searchedTexts(leaves);
  if (texts.length > MAX_TEXTS) return "the message is withheld, since it may hold one of many values of Secrets";
  const masked = without(text, texts, WITHHELD);
  return masked.replace(/[\p{L}\p{N}_.-]+/gu, (word) => (words.has(word) ? WITHHELD : word));
}

/** The longest first: a shorter one may be a part of it. */
function searchedTexts(leaves: readonly SecretLeaf[]): string[] {
  const texts = leaves.filter(isTelling).flatMap((leaf) => {
    const text = String(leaf);
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const decoded = decodedText(text);
    const parts = [
      text,
      ...lines.filter((line) => line.length >= MIN_LINE),
      ...(decoded === undefined ? [] : [decoded]),
    ];
    return parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), urlText(part)]);
  });
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}

function urlText(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text);
}

function without(text: string, texts: readonly string[], by: string): string {
  return texts.reduce((rest, one) => rest.replaceAll(one, by), text);
}

function holdsIn(value: Value, texts: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsIn(item, texts));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).some(([key, item]) => holds(key, texts) || holdsIn(item, texts));
  return value !== null && typeof value !== "boolean" && holds(String(value), texts);
}

function holds(text: string, texts: readonly string[], depth = 0): boolean {
  checkTime();
  if (texts.some((one) => text.includes(one))) return true;
  if (depth === MAX_DEPTH) return false;
  return (text.match(/[A-Za-z0-9+/]{8,}={0,2}/g) ?? []).some((part) => {
    const decoded = Buffer.from(part, "base64").toString();
    return holds(decoded, texts, depth + 1);
  });
}

/** The annotations with digests of what the chart made. */
function* checksums(value: Value, path: ValuePath): Generator<ValuePath> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (path.at(-1) === "annotations" && /checksum|hash|digest|sha\d/i.test(key)) yield [...path, key];
    else yield* checksums(item, [...path, key]);
  }
}
