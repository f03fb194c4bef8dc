/** Reads and copies the values of objects. */
import { type HashMask, isMap } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";

/** A value with longer JSON is shown by the hunks only. */
const MAX_VALUE_LENGTH = 2_000;

export const OVERSIZED = Symbol("oversized");

/** A JSON-serialisable copy with the hashes of Secrets masked, or OVERSIZED for a value that is too long. */
export function snapshot(value: Value | undefined, mask: HashMask): unknown {
  let room = MAX_VALUE_LENGTH;
  const result = copy(value);
  return room < 0 ? OVERSIZED : result;

  function copy(part: Value | undefined): unknown {
    room -= typeof part === "string" ? part.length + 2 : 4;
    if (room < 0) return undefined;
    if (typeof part === "bigint") return String(part);
    if (typeof part === "string") return mask(part);
    if (Array.isArray(part)) return part.map(copy);
    if (!isMap(part)) return part;
    const map = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(part)) {
      room -= key.length + 4;
      map[mask(key)] = copy(part[key]);
    }
    return map;
  }
}
