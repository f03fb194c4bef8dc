/** Functions on lists. */
import type { TemplateEffort } from "../effort.ts";
import { fixed, type GoFunction, type Surroundings, variadic } from "../execution/function.ts";
import { refusal, unknown } from "../template-error.ts";
import { isDeepEqual } from "../values/equality.ts";
import { GoInteger, GoList, type GoValue, isTrue } from "../values/values.ts";
import { itemsOf, toInt64 } from "./conversions.ts";
import { withMust } from "./variants.ts";

const nothing = (): GoList => new GoList([], "interface {}", true);

function holds(items: readonly GoValue[], wanted: GoValue, effort: TemplateEffort): boolean {
  return items.some((item) => isDeepEqual(wanted, item, effort));
}

/** A function on the elements of a list, which comes first. */
function onItems(work: (this: Surroundings, items: readonly GoValue[]) => GoValue): GoFunction {
  return fixed(["any"], function (list) {
    return work.call(this, itemsOf(list, this.effort));
  });
}

const list = variadic([], "any", (...items) => new GoList(items));

const push = fixed(["any", "any"], function (items, item) {
  return new GoList([...itemsOf(items, this.effort), item]);
});

const prepend = fixed(["any", "any"], function (items, item) {
  return new GoList([item, ...itemsOf(items, this.effort)]);
});

const first = onItems((items) => items[0] ?? null);
const last = onItems((items) => items.at(-1) ?? null);
const rest = onItems((items) => (items.length === 0 ? nothing() : new GoList(items.slice(1))));
const initial = onItems((items) => (items.length === 0 ? nothing() : new GoList(items.slice(0, -1))));
const reverse = onItems((items) => new GoList(items.toReversed()));
const compact = onItems((items) => new GoList(items.filter(isTrue)));

const uniq = onItems(function (items) {
  const kept: GoValue[] = [];
  for (const item of items) if (!holds(kept, item, this.effort)) kept.push(item);
  return new GoList(kept);
});

const without = variadic(["any"], "any", function (items, ...omitted) {
  return new GoList(itemsOf(items, this.effort).filter((item) => !holds(omitted, item, this.effort)));
});

const has = fixed(["any", "any"], function (wanted, items) {
  return items !== null && holds(itemsOf(items, this.effort), wanted, this.effort);
});

const slice = variadic(["any"], "any", function (value, ...bounds) {
  const items = itemsOf(value, this.effort);
  if (items.length === 0) return null;
  const [start = 0, end = items.length] = bounds.map((bound) => Number(toInt64(bound)));
  if (start < 0 || start > end) throw refusal(`the bounds ${start} and ${end} are out of range`);
  // Go gives nils there if the list happens to have room for them, and refuses it otherwise.
  if (end > items.length) throw unknown(`krm-render does not know what is behind the end of a list, at ${end}`);
  return new GoList(items.slice(start, end), (value as GoList).element);
});

const concat = variadic([], "any", function (...lists) {
  const items = lists.flatMap((value) => itemsOf(value, this.effort));
  return items.length === 0 ? nothing() : new GoList(items);
});

const chunk = fixed(["int", "any"], function (size, value) {
  const items = itemsOf(value, this.effort);
  const count = Math.floor((items.length - 1) / size) + 1;
  if (!(count >= 0) || (count > 0 && size <= 0))
    throw refusal(`a list cannot be divided into parts of ${size} elements`);
  const chunks = Array.from({ length: count }, (_, at) => new GoList(items.slice(at * size, (at + 1) * size)));
  return new GoList(chunks, "[]interface {}");
});

/** The steps that a new element counts for, because of its memory. */
const ELEMENT = 16;

/** Numbers from a start up or down to an end, which is left out. */
export function steps(start: number, end: number, step: number, effort: TemplateEffort): number[] {
  const isEmpty = end < start ? step >= 0 : step <= 0;
  if (isEmpty) return [];
  const count = Math.ceil((end - start) / step);
  effort.spend(count * ELEMENT);
  return Array.from({ length: count }, (_, at) => start + at * step);
}

function integers(numbers: readonly number[]): GoList {
  return new GoList(
    numbers.map((number) => new GoInteger(number)),
    "int",
  );
}

/** The numbers of `seq`, with spaces between them. */
function sequence(bounds: readonly number[], effort: TemplateEffort): string {
  const [one = 0, two = 0, three = 0] = bounds;
  const [start, step, end] =
    bounds.length === 1 ? [1, undefined, one] : bounds.length === 2 ? [one, undefined, two] : [one, two, three];
  // Go adds to the end, so that the last numbers of 64 bits go round.
  if (bounds.length === 0 || bounds.length > 3 || Math.abs(end) >= 2 ** 63) return "";
  const direction = end < start ? -1 : 1;
  if (step !== undefined && direction < 0 && step > 0) return "";
  const numbers = steps(start, end + direction, step ?? direction, effort);
  effort.spend(numbers.length * 8);
  return numbers.join(" ");
}

export const LISTS: Readonly<Record<string, GoFunction>> = {
  list,
  tuple: list,
  ...withMust({
    append: push,
    push,
    prepend,
    first,
    last,
    rest,
    initial,
    reverse,
    compact,
    uniq,
    without,
    has,
    slice,
    chunk,
  }),
  concat,
  until: fixed(["int"], function (count) {
    return integers(steps(0, count, count < 0 ? -1 : 1, this.effort));
  }),
  untilStep: fixed(["int", "int", "int"], function (start, end, step) {
    return integers(steps(start, end, step, this.effort));
  }),
  seq: variadic([], "int", function (...bounds) {
    return sequence(bounds, this.effort);
  }),
};
