/** Compares two schemas property by property. */

import { charge, checkTime } from "../../../budget/index.ts";
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import type { CrdProperty } from "../../report.ts";
import { limitChanges } from "./limits.ts";
import { keyOf, mapOf, type SchemaMap, shown } from "./schema-values.ts";

export type PropertyChange = Omit<CrdProperty, "version">;

/** Deeper properties are in the diff only. The API server refuses such schemas. */
const MAX_DEPTH = 200;
/** Longer paths lose their start. */
const MAX_PATH = 300;
/** The memory that the comparison of a property takes. */
const PROPERTY_BYTES = 200;

/**
 * Lists what changes for those who write resources: the properties in their order, head's new ones last. A property that is added or
 * removed counts once, with all that is in it. A new property that is required counts as required. Takes time linear in both.
 */
export function compareSchemas(
  before: Value,
  after: Value,
): { readonly properties: readonly PropertyChange[]; readonly descriptions: number } {
  const properties: PropertyChange[] = [];
  let descriptions = 0;
  compare("", before, after, 0);
  return { properties, descriptions };

  function add(path: string, op: PropertyChange["op"], values: Pick<PropertyChange, "before" | "after"> = {}): void {
    const short = path.length > MAX_PATH ? `…${path.slice(-MAX_PATH)}` : path;
    properties.push({ path: short, op, ...values });
  }

  function compare(path: string, left: Value, right: Value, depth: number): void {
    checkTime();
    charge(PROPERTY_BYTES);
    if (left === right || depth > MAX_DEPTH || !isMap(left) || !isMap(right)) return;
    if (textAt(left, "description") !== textAt(right, "description")) descriptions++;
    const [was, is] = [typeOf(left), typeOf(right)];
    if (was !== is) add(path, "retyped", { before: was, after: is });
    for (const { op, ...values } of limitChanges(left, right)) add(path, op, values);
    compareDefaults(path, left, right);
    compareProperties(path, left, right, depth);
    compareParts(`${path}[]`, valueAt(left, "items"), valueAt(right, "items"), depth);
    compareParts(path === "" ? "*" : `${path}.*`, mapSchema(left), mapSchema(right), depth);
  }

  function compareDefaults(path: string, left: SchemaMap, right: SchemaMap): void {
    const [was, is] = [valueAt(left, "default"), valueAt(right, "default")];
    if (keyOf(was) === keyOf(is)) return;
    const [shownBefore, shownAfter] = [shown(was), shown(is)];
    add(path, "default", {
      ...(shownBefore !== undefined && { before: shownBefore }),
      ...(shownAfter !== undefined && { after: shownAfter }),
    });
  }

  function compareProperties(path: string, left: SchemaMap, right: SchemaMap, depth: number): void {
    const [old, now] = [mapOf(valueAt(left, "properties")), mapOf(valueAt(right, "properties"))];
    const [wasRequired, isRequired] = [namesOf(valueAt(left, "required")), namesOf(valueAt(right, "required"))];
    for (const name of Object.keys(old)) {
      const child = childOf(path, name);
      if (!Object.hasOwn(now, name)) {
        add(child, "removed", { before: typeOf(old[name]) });
        continue;
      }
      if (wasRequired.has(name) !== isRequired.has(name)) add(child, isRequired.has(name) ? "required" : "optional");
      compare(child, old[name] as Value, now[name] as Value, depth + 1);
    }
    for (const name of Object.keys(now)) {
      if (Object.hasOwn(old, name)) continue;
      add(childOf(path, name), isRequired.has(name) ? "required" : "added", { after: typeOf(now[name]) });
    }
  }

  /** The elements of lists, or the values of maps. */
  function compareParts(path: string, left: Value | undefined, right: Value | undefined, depth: number): void {
    if (left === undefined && right !== undefined) add(path, "added", { after: typeOf(right) });
    else if (right === undefined && left !== undefined) add(path, "removed", { before: typeOf(left) });
    else if (left !== undefined && right !== undefined) compare(path, left, right, depth + 1);
  }
}

function childOf(path: string, name: string): string {
  if (/^$|[.[\]*\s]/.test(name)) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

function namesOf(value: Value | undefined): ReadonlySet<Value> {
  return new Set(listAt(value));
}

/** The schema of the values of a map; an empty one where all are allowed, and undefined where none are. */
function mapSchema(schema: SchemaMap): Value | undefined {
  const values = valueAt(schema, "additionalProperties");
  if (values === true) return {};
  return isMap(values) ? values : undefined;
}

/** `string`, `integer (int64)`, `string[]`, `map of string`, `any`. */
function typeOf(schema: Value | undefined): string {
  if (!isMap(schema)) return "any";
  if (valueAt(schema, "x-kubernetes-int-or-string") === true) return "integer or string";
  const type = textAt(schema, "type");
  const format = textAt(schema, "format");
  if (type === undefined) return "any";
  return format === undefined ? type : `${type} (${format})`;
}
