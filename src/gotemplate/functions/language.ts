/** The functions of text/template itself. docs/specification/go-templates.md 5.1 */
import { fixed, type GoFunction, type Surroundings, variadic } from "../execution/function.ts";
import { sprint, sprintf, sprintln } from "../formatting/print.ts";
import { refusal } from "../template-error.ts";
import { GoInteger, GoList, GoMap, GoObject, type GoValue, isTrue, typeName } from "../values/values.ts";
import { htmlEscape, jsEscape, queryEscape } from "./escapes.ts";

/** The kinds of values that can be compared. */
type Kind = "bool" | "number" | "integer" | "string";

function basicKind(value: GoValue): Kind | undefined {
  if (value instanceof GoInteger) return "integer";
  if (typeof value === "boolean") return "bool";
  return typeof value === "number" || typeof value === "string" ? (typeof value as "number" | "string") : undefined;
}

function isNothing(value: GoValue): boolean {
  return value === undefined || value === null || ((value instanceof GoList || value instanceof GoMap) && value.isNil);
}

function isEqual(one: GoValue, other: GoValue): boolean {
  const [kind, otherKind] = [basicKind(one), basicKind(other)];
  const isMissing = one === undefined || one === null || other === undefined || other === null;
  if (kind !== otherKind) {
    if (isMissing) return false;
    throw refusal(`${typeName(one)} cannot be compared with ${typeName(other)}`);
  }
  if (one instanceof GoInteger && other instanceof GoInteger) return one.value === other.value;
  if (kind !== undefined) return one === other;
  if (isNothing(one) || isNothing(other)) {
    if (!isMissing && one.constructor !== other.constructor)
      throw refusal(`${typeName(one)} cannot be compared with ${typeName(other)}`);
    return isNothing(one) === isNothing(other);
  }
  if (one instanceof GoObject && other instanceof GoObject && one.type === other.type)
    return one === other || (!one.type.startsWith("*") && one.equals(other));
  throw refusal(`${typeName(one)} cannot be compared`);
}

function isLess(one: GoValue, other: GoValue): boolean {
  if (one instanceof GoInteger && other instanceof GoInteger) return one.value < other.value;
  if (typeof one === "number" && typeof other === "number") return one < other;
  if (typeof one === "string" && typeof other === "string") return one < other;
  throw refusal(`${typeName(one)} cannot be compared with ${typeName(other)}`);
}

/** The value at an index or a key of another. */
function indexed(of: GoValue, index: GoValue): GoValue {
  if (of === undefined || of === null) throw refusal("nothing has no index");
  if (of instanceof GoMap) {
    if (index === undefined || index === null) throw refusal("nil is no key");
    if (typeof index !== "string") throw refusal(`${typeName(index)} is no key`);
    return of.get(index) ?? (of.element === "string" ? "" : null);
  }
  if (!(of instanceof GoList) && typeof of !== "string") throw refusal(`${typeName(of)} has no index`);
  if (!(index instanceof GoInteger)) throw refusal(`${typeName(index)} is no index`);
  const at = Number(index.value);
  const length = typeof of === "string" ? of.length : of.items.length;
  if (at < 0 || at >= length) throw refusal(`the index ${at} is out of range`);
  return typeof of === "string" ? new GoInteger(of.charCodeAt(at), "uint8") : of.items[at];
}

function lengthOf(value: GoValue): number {
  if (typeof value === "string") return value.length;
  if (value instanceof GoList) return value.items.length;
  if (value instanceof GoMap) return value.entries.size;
  throw refusal(`${typeName(value)} has no length`);
}

/** The text of arguments as an action would print them. */
function printed(surroundings: Surroundings, args: readonly GoValue[]): string {
  return sprint(
    args.map((arg) => (arg === undefined || arg === null ? "<no value>" : arg)),
    surroundings.effort,
  );
}

const never = (): GoValue => undefined;

export const LANGUAGE: Readonly<Record<string, GoFunction>> = {
  // The executor does these, because they do not look at all of their arguments.
  and: variadic(["value"], "value", never),
  or: variadic(["value"], "value", never),
  not: fixed(["value"], (value) => !isTrue(value)),
  call: variadic(["value"], "value", (value) => {
    throw refusal(`${typeName(value)} is no function`);
  }),
  html: variadic([], "any", function (...args) {
    return htmlEscape(printed(this, args), this.effort);
  }),
  js: variadic([], "any", function (...args) {
    return jsEscape(printed(this, args), this.effort);
  }),
  urlquery: variadic([], "any", function (...args) {
    return queryEscape(printed(this, args), this.effort);
  }),
  index: variadic(["value"], "value", (value, ...indexes) => {
    if (value === undefined || value === null) throw refusal("nothing has no index");
    let result: GoValue = value;
    for (const index of indexes) result = indexed(result, index);
    return result;
  }),
  len: fixed(["value"], (value) => new GoInteger(lengthOf(value))),
  print: variadic([], "any", function (...args) {
    return sprint(args, this.effort);
  }),
  println: variadic([], "any", function (...args) {
    return sprintln(args, this.effort);
  }),
  printf: variadic(["string"], "any", function (format, ...args) {
    return sprintf(format, args, this.effort);
  }),
  eq: variadic(["value"], "value", (one, ...others) => {
    if (others.length === 0) throw refusal("eq needs something to compare with");
    return others.some((other) => isEqual(one, other));
  }),
  ne: fixed(["value", "value"], (one, other) => !isEqual(one, other)),
  lt: fixed(["value", "value"], isLess),
  le: fixed(["value", "value"], (one, other) => isLess(one, other) || isEqual(one, other)),
  gt: fixed(["value", "value"], (one, other) => !(isLess(one, other) || isEqual(one, other))),
  ge: fixed(["value", "value"], (one, other) => !isLess(one, other)),
};
