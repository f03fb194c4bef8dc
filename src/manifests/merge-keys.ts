/** Finds the keys that identify the elements of a list. */
import type { Value } from "../render/rendering.ts";
import { isMap } from "./map-values.ts";
import type { GeneratedNames } from "./names.ts";

/** Fields that identify an element, the most common first. */
const MERGE_KEYS = ["name", "id", "containerPort", "port", "mountPath", "devicePath", "key", "ip", "host", "path"];

/** The first key that every element of both lists has, with a different value for each element of a list. */
export function mergeKeyOf(before: Value[], after: Value[]): string | undefined {
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

/**
 * The value of an element's key. Generated names in `names` count without their hash. A port includes its protocol, because
 * one number may be used for TCP and UDP.
 */
export function keyOf(item: Value, key: string, names?: GeneratedNames): string | undefined {
  if (!isMap(item) || !Object.hasOwn(item, key)) return undefined;
  const value = item[key];
  if (typeof value === "object") return undefined;
  const text = typeof value === "string" ? (names?.get(value) ?? value) : String(value);
  if (key !== "port" && key !== "containerPort") return text;
  return `${text}/${typeof item["protocol"] === "string" ? item["protocol"] : "TCP"}`;
}
