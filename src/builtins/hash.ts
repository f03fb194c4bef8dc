/** The hash in the names of generated ConfigMaps and Secrets (docs/specification/hashes.md). */
import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { failure } from "../diagnostics.ts";
import { goJson } from "../resource/index.ts";
import { toValue, type Value } from "../yaml/index.ts";
import { get, locate, type MapNode } from "../yaml/nodes/node.ts";

/** Replacements for vowels and digits, so that a hash spells no word; the same as in kubectl. */
const letters: Readonly<Record<string, string>> = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };

/**
 * Hashes data and type of a ConfigMap or a Secret to ten characters. Name, labels and annotations do not count.
 *
 * @throws KrmError `unhashable-kind` for objects of other kinds
 */
export function contentHash(node: MapNode): string {
  return shortHash(encodeContent(node));
}

/** Shortens the digest of a text to ten characters. */
export function shortHash(content: string): string {
  return sha256Hex(content)
    .slice(0, 10)
    .replace(/[013ae]/g, (digit) => letters[digit] as string);
}

/** Texts up to this length, in characters, are hashed in JavaScript: faster than loading Node's crypto module. */
const SHORT = 16_384;

function sha256Hex(text: string): string {
  if (text.length <= SHORT) return bytesToHex(sha256(utf8ToBytes(text)));
  return createHash("sha256").update(text).digest("hex");
}

function encodeContent(node: MapNode): string {
  const kindNode = get(node, "kind");
  const kind = kindNode?.kind === "scalar" ? kindNode.value : "";
  const data = fieldContent(node, "data");
  // kustomize looks for a field called "metadata/name", so it always hashes an empty name.
  if (kind === "ConfigMap") return encodeJson({ ...mapContent(node, "binaryData"), data, kind, name: "" });
  if (kind === "Secret") {
    return encodeJson({ data, kind, name: "", ...mapContent(node, "stringData"), type: fieldContent(node, "type") });
  }
  throw failure(
    "unhashable-kind",
    `the hash of a ${kind || "object without kind"} cannot be computed: this build changes it in a way that only kustomize can hash`,
    {
      ...locate(node),
      hint: "Remove the annotation that asks for a hash, or make the object and its patches without tags, comments and nulls.",
    },
  );
}

/** The content of a field: a map as a value, a scalar as its text, null for a list. */
function fieldContent(node: MapNode, name: string): Value {
  const field = get(node, name);
  if (field === undefined) return "";
  if (field.kind === "scalar") return field.value;
  return field.kind === "map" ? toValue(field) : null;
}

function mapContent(node: MapNode, name: string): { [name: string]: Value } {
  const field = get(node, name);
  return field === undefined || field.kind === "scalar" ? {} : { [name]: fieldContent(node, name) };
}

/** Encodes numbers as 64-bit floats, as kustomize does for hashes. */
function encodeJson(value: Value): string {
  return goJson(withoutBigInts(value));
}

function withoutBigInts(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInts(item)]));
}
