/** The texts of the key fields of elements, as tuples; docs/specification/strategic-merge.md 4.1, 4.2. */
import { checkTime } from "../../budget/index.ts";

/** The texts of an element, one for each key; an empty text for a missing key. */
export type Tuple = readonly string[];

/** With more combinations of keys than this, all pairs of tuples are compared. */
const MAX_SHAPES = 16;

/**
 * Completes tuples by each other if they agree in at least one key and in all keys that both have;
 * docs/specification/strategic-merge.md 4.2. Only tuples that agree meet each other, so that the time is linear in
 * their number unless most of them agree.
 */
export function fillTuples(tuples: Tuple[]): void {
  const shapes = new Shapes(tuples);
  if (shapes.isUniform) return;
  for (const [index, one] of tuples.entries()) {
    checkTime();
    for (const other of shapes.agreeing(index, one)) {
      const filled = unify(one, tuples[other] as Tuple);
      if (filled === undefined) continue;
      shapes.replace(index, filled);
      shapes.replace(other, filled);
    }
  }
}

/** One tuple with the texts of both, or undefined if they differ. */
function unify(one: Tuple, two: Tuple): Tuple | undefined {
  if (!one.some((text, index) => text === two[index])) return undefined;
  if (one.some((text, index) => text !== two[index] && text !== "" && two[index] !== "")) return undefined;
  return one.map((text, index) => text || (two[index] as string));
}

/** The tuples by their shapes: a shape says which keys of a tuple have a text. */
class Shapes {
  readonly #tuples: Tuple[];
  /** The positions of the tuples of each shape. */
  readonly #byShape = new Map<string, Set<number>>();
  /** The positions of the tuples of a shape by their texts of some keys; each is made when it is first needed. */
  readonly #indexes = new Map<string, Map<string, Map<string, Set<number>>>>();

  constructor(tuples: Tuple[]) {
    this.#tuples = tuples;
    for (const [position, tuple] of tuples.entries()) enter(this.#byShape, shapeOf(tuple), position);
  }

  /** True if all tuples have the same keys. As they differ, none can complete another. */
  get isUniform(): boolean {
    return this.#byShape.size < 2;
  }

  /** The positions of the tuples that may complete `one`, and `index`, in order. */
  agreeing(index: number, one: Tuple): Iterable<number> {
    if (this.#byShape.size > MAX_SHAPES) return this.#tuples.keys();
    const shape = shapeOf(one);
    const found = new Set([index]);
    for (const [other, positions] of this.#byShape) {
      const common = both(shape, other);
      // Without a common key, tuples agree if both lack the same one.
      const agree = common.includes("1")
        ? this.#index(other, common).get(textsIn(common, one))
        : lacksOne(shape, other)
          ? positions
          : undefined;
      if (agree !== undefined) for (const position of agree) found.add(position);
    }
    return [...found].sort((a, b) => a - b);
  }

  replace(position: number, tuple: Tuple): void {
    const before = this.#tuples[position] as Tuple;
    const [from, to] = [shapeOf(before), shapeOf(tuple)];
    this.#tuples[position] = tuple;
    // A tuple only gets texts, so without a new one it has not changed.
    if (from === to && before.every((text, at) => text === tuple[at])) return;
    this.#byShape.get(from)?.delete(position);
    for (const [common, index] of this.#indexes.get(from) ?? []) index.get(textsIn(common, before))?.delete(position);
    enter(this.#byShape, to, position);
    for (const [common, index] of this.#indexes.get(to) ?? []) enter(index, textsIn(common, tuple), position);
  }

  #index(shape: string, common: string): Map<string, Set<number>> {
    let ofShape = this.#indexes.get(shape);
    if (ofShape === undefined) this.#indexes.set(shape, (ofShape = new Map()));
    let index = ofShape.get(common);
    if (index === undefined) {
      ofShape.set(common, (index = new Map()));
      for (const position of this.#byShape.get(shape) ?? []) {
        enter(index, textsIn(common, this.#tuples[position] as Tuple), position);
      }
    }
    return index;
  }
}

/** The keys of a tuple: `10` for a tuple with the first of two keys. */
function shapeOf(tuple: Tuple): string {
  return tuple.map((text) => (text === "" ? "0" : "1")).join("");
}

function both(shape: string, other: string): string {
  return shape
    .split("")
    .map((key, at) => (key === "1" && other[at] === "1" ? "1" : "0"))
    .join("");
}

function lacksOne(shape: string, other: string): boolean {
  return shape.split("").some((key, at) => key === "0" && other[at] === "0");
}

function textsIn(shape: string, tuple: Tuple): string {
  return JSON.stringify(tuple.filter((_, at) => shape[at] === "1"));
}

function enter(index: Map<string, Set<number>>, key: string, position: number): void {
  const present = index.get(key);
  if (present === undefined) index.set(key, new Set([position]));
  else present.add(position);
}
