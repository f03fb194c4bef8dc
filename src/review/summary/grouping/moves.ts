/** Tells moves from other changes. */
import { withoutHash } from "../../../manifests/index.ts";
import type { Change } from "../../report.ts";

/** Tells whether the object has another place or name than at base, beyond the hash of a generated name. */
export function isMove({ from, object }: Pick<Change, "from" | "object">): boolean {
  if (from === undefined) return false;
  if (from.kind !== undefined || from.namespace !== undefined || from.targets !== undefined) return true;
  return from.name !== undefined && withoutHash(from.name) !== (object.baseName ?? withoutHash(object.name));
}
