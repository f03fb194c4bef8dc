/** Tells whether a part of a schema refuses more than before. */
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import type { CrdProperty } from "../../report.ts";
import { keyOf, shown } from "./schema-values.ts";

/** The effect of one keyword on the values that a schema accepts. */
export interface LimitChange {
  readonly op: Extract<CrdProperty["op"], "narrowed" | "widened">;
  readonly before?: string;
  readonly after?: string;
}

const LOWER = ["minimum", "minLength", "minItems", "minProperties"];
const UPPER = ["maximum", "maxLength", "maxItems", "maxProperties"];
/** Refuse more if they are true. */
const STRICT = ["exclusiveMinimum", "exclusiveMaximum", "uniqueItems"];
/** Accept more if they are true. */
const LOOSE = ["nullable", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"];
/** It is undecidable whether one pattern accepts what another does, so another one is reported as a narrower one. */
const OPAQUE = ["pattern", "multipleOf", "not"];

type Change = Value | undefined;
type Direction = LimitChange["op"] | undefined;

/** The keywords whose values differ in what they accept. Takes time linear in their values. */
export function limitChanges(before: Value, after: Value): LimitChange[] {
  const changes: LimitChange[] = [];
  const add = (keyword: string, op: Direction, name = keyword): void => {
    if (op !== undefined) changes.push({ op, ...valuesOf(name, valueAt(before, keyword), valueAt(after, keyword)) });
  };
  const compare = (keywords: readonly string[], direction: (left: Change, right: Change) => Direction): void => {
    for (const keyword of keywords) {
      const [left, right] = [valueAt(before, keyword), valueAt(after, keyword)];
      if (left !== right && keyOf(left) !== keyOf(right)) add(keyword, direction(left, right));
    }
  };
  compare(LOWER, (left, right) => bound(left, right, (a, b) => b > a));
  compare(UPPER, (left, right) => bound(left, right, (a, b) => b < a));
  compare(STRICT, (left, right) => (right === true ? "narrowed" : left === true ? "widened" : undefined));
  compare(LOOSE, (left, right) => (left === true ? "narrowed" : right === true ? "widened" : undefined));
  compare(OPAQUE, (_left, right) => (right === undefined ? "widened" : "narrowed"));
  for (const keyword of ["enum", "anyOf", "oneOf"]) {
    add(keyword, choices(elements(valueAt(before, keyword)), elements(valueAt(after, keyword))));
  }
  add("allOf", conditions(elements(valueAt(before, "allOf")) ?? [], elements(valueAt(after, "allOf")) ?? []));
  changes.push(
    ...validationChange(valueAt(before, "x-kubernetes-validations"), valueAt(after, "x-kubernetes-validations")),
  );
  // What refuses more in one way is narrower, whatever it accepts in another one.
  const narrowed = changes.filter(({ op }) => op === "narrowed");
  return narrowed.length > 0 ? narrowed : changes;
}

/** The condition is shown if it is the only one that comes or goes. */
function validationChange(before: Change, after: Change): LimitChange[] {
  const [left, right] = [validationsOf(before), validationsOf(after)];
  const op = conditions(left, right);
  if (op === undefined) return [];
  const [old, now] = [new Set(left), new Set(right)];
  const changed = op === "narrowed" ? right.filter((rule) => !old.has(rule)) : left.filter((rule) => !now.has(rule));
  const rule = changed.length === 1 ? shown(changed[0]) : undefined;
  return [{ op, ...(rule !== undefined && { [op === "narrowed" ? "after" : "before"]: rule }) }];
}

/** `maxLength 10`, or the alternatives of an enum; nothing for what would be too long to understand. */
function valuesOf(keyword: string, before: Change, after: Change): Pick<LimitChange, "before" | "after"> {
  const text = (value: Change): string | undefined => {
    if (value === undefined || isMap(value)) return undefined;
    const texts = listAt(value).map((item) => shown(item) ?? "");
    if (keyword === "enum") return shown(texts.join(", "));
    return Array.isArray(value) ? undefined : shown(`${keyword} ${shown(value) ?? ""}`);
  };
  const [left, right] = [text(before), text(after)];
  return { ...(left !== undefined && { before: left }), ...(right !== undefined && { after: right }) };
}

function bound(left: Change, right: Change, isNarrower: (left: number, right: number) => boolean): Direction {
  if (left === undefined) return "narrowed";
  if (right === undefined) return "widened";
  return isNarrower(numberOf(left), numberOf(right)) ? "narrowed" : "widened";
}

function numberOf(value: Change): number {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN;
}

/** The elements of a list as texts; undefined for no list, which has another meaning than an empty one. */
function elements(value: Change): readonly string[] | undefined {
  return Array.isArray(value) ? value.map((item) => withoutProse(item)) : undefined;
}

/** The JSON of an alternative, whose description does not matter. */
function withoutProse(item: Value): string {
  if (!isMap(item)) return keyOf(item);
  const { description: _description, ...rest } = item;
  return keyOf(rest);
}

/** One of the elements must fit: without a list, everything does. */
function choices(before: readonly string[] | undefined, after: readonly string[] | undefined): Direction {
  if (before === undefined) return after === undefined ? undefined : "narrowed";
  if (after === undefined) return "widened";
  const [left, right] = [new Set(before), new Set(after)];
  if (before.some((each) => !right.has(each))) return "narrowed";
  return after.some((each) => !left.has(each)) ? "widened" : undefined;
}

/** All of the elements must fit. */
function conditions(before: readonly string[], after: readonly string[]): Direction {
  const [left, right] = [new Set(before), new Set(after)];
  if (after.some((each) => !left.has(each))) return "narrowed";
  return before.some((each) => !right.has(each)) ? "widened" : undefined;
}

/** The conditions. Their messages do not matter. */
function validationsOf(value: Change): readonly string[] {
  return listAt(value).map((item) => textAt(item, "rule") ?? keyOf(item));
}
