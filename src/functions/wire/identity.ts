/** Identifies objects before and after a call; docs/specification/wire-format.md 4.5. */
import type { ResourceId } from "../../resource/index.ts";

/** A key for maps. "" and `default` are one namespace. The namespace of a cluster-scoped object does not count. */
export function keyOf({ group, version, kind, effectiveNamespace, name }: ResourceId): string {
  return `${group}\n${version}\n${kind}\n${effectiveNamespace}\n${name}`;
}
