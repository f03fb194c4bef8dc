/** The hash that generated ConfigMaps and Secrets carry in their names (docs/specification/hashes.md). */
import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { failure } from "../diagnostics.ts";
import { goJson } from "../resource/index.ts";
import { toValue, type Value } from "../yaml/index.ts";
import { get, locate, type MapNode } from "../yaml/nodes/node.ts";

/** Letters that make no words, as kubectl chose them. */
const letters: Readonly<Record<string, string>> = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };

/**
 * The ten characters that depend on the content of a ConfigMap or a Secret: on its data and type, and on neither name,
 * labels nor annotations.
 *
 * @throws KrmError `unhashable-kind` for objects of other kinds
 */
export function contentHash(node: MapNode): string {
  return shortHash(encodeContent(node));
}

/** Ten characters of a digest. */
export function shortHash(content: string): string {
  return sha256Hex(content)
    .slice(0, 10)
    .replace(/[013ae]/g, (digit) => letters[digit] as string);
}

/** Up to so many characters are hashed before Node has loaded its own cryptography. */
const SHORT = 16_384;

function sha256Hex(text: string): string {
  if (text.length <= SHORT) return bytesToHex(sha256(utf8ToBytes(text)));
  return createHash("sha256").update(text).digest("hex");
}

function encodeContent(node: MapNode): string {
  const kindNode = get(node, "kind");
  const kind = kindNode?.kind === "scalar" ? kindNode.value : "";
  const data = fieldContent(node, "data");
  // The reference looks for a field called "metadata/name", so it always hashes an empty name.
  if (kind === "ConfigMap") return encodeJson({ ...mapContent(node, "binaryData"), data, kind, name: "" });
  if (kind === "Secret") {
    return encodeJson({ data, kind, name: "", ...mapContent(node, "stringData"), type: fieldContent(node, "type") });
  }
  throw failure(
    "unhashable-kind",
    `the hash of a ${kind || "object without kind"} is only known where it comes from a file and no JSON patch works on it`,
    {
      ...locate(node),
      hint: "Remove the annotation that asks for a hash, set `disableNameSuffixHash`, or use a merge patch.",
    },
  );
}

/** A map as it is, a scalar as its text, nothing for lists. */
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

/** Numbers are 64-bit floats where the reference hashes. */
function encodeJson(value: Value): string {
  return goJson(withoutBigInts(value));
}

function withoutBigInts(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInts(item)]));
}
