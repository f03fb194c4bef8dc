/** Which objects are the same one before and after a call; docs/specification/wire-format.md 4.5. */
import type { ResourceId } from "../../resource/index.ts";

/** For maps. "" and `default` are one namespace, and no namespace counts for objects that live in none. */
export function keyOf({ group, version, kind, effectiveNamespace, name }: ResourceId): string {
  return `${group}\n${version}\n${kind}\n${effectiveNamespace}\n${name}`;
}
