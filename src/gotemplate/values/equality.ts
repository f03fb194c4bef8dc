import type { TemplateEffort } from "../effort.ts";
import { GoInteger, GoList, GoMap, GoObject, type GoValue, typeName } from "./values.ts";

/** Tells whether two values are the same in type and content, as Go's reflect.DeepEqual finds. */
export function isDeepEqual(one: GoValue, other: GoValue, effort: TemplateEffort): boolean {
  effort.spend(4);
  if (one === undefined || one === null) return other === undefined || other === null;
  if (typeof one === "string" && typeof other === "string") effort.spend(Math.min(one.length, other.length) >> 4);
  if (typeof one !== "object") return one === other;
  if (other === undefined || other === null || typeName(one) !== typeName(other)) return false;
  if (one instanceof GoObject) return one.equals(other);
  if (one instanceof GoInteger) return other instanceof GoInteger && one.value === other.value;
  if (one instanceof GoList)
    return (
      other instanceof GoList &&
      one.isNil === other.isNil &&
      one.items.length === other.items.length &&
      effort.deeper(() => one.items.every((item, index) => isDeepEqual(item, other.items[index], effort)))
    );
  if (!(other instanceof GoMap) || one.isNil !== other.isNil || one.entries.size !== other.entries.size) return false;
  return effort.deeper(() =>
    [...one.entries].every(
      ([key, value]) => other.entries.has(key) && isDeepEqual(value, other.entries.get(key), effort),
    ),
  );
}
