/** Numbers the values of two objects, so that equal ones are found without comparing them again and again. */

import { charge, chargeText } from "../../../budget/index.ts";
import { getOrInsert } from "../../../collections.ts";
import { type GeneratedNames, isMap } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";

export type SideName = "before" | "after";

/** The memory that the number of a value takes, besides its text. */
const NUMBER_BYTES = 80;

/**
 * Values have the same number if they differ in nothing but the order of keys and the hashes of generated names. Each value is
 * read once, however deep it lies.
 */
export class Contents {
  readonly #names: Readonly<Record<SideName, GeneratedNames>>;
  readonly #renamed: ReadonlyMap<string, string> | undefined;
  readonly #numbers = new Map<string, number>();
  readonly #known = { before: new WeakMap<object, number>(), after: new WeakMap<object, number>() };

  /** @param renamed see {@link FieldsInput.renamed} */
  constructor(names: Readonly<Record<SideName, GeneratedNames>>, renamed?: ReadonlyMap<string, string>) {
    this.#names = names;
    this.#renamed = renamed;
  }

  /** A text that is the same on both sides if both are names of the same object. */
  plainName(text: string, side: SideName): string {
    return (side === "before" ? this.#renamed?.get(text) : undefined) ?? this.#names[side].get(text) ?? text;
  }

  numberOf(value: Value, side: SideName): number {
    if (typeof value !== "object" || value === null) return this.number(this.#scalarText(value, side));
    return getOrInsert(this.#known[side], value, () =>
      this.number(Array.isArray(value) ? this.#listText(value, side) : this.#mapText(value, side)),
    );
  }

  /** The number of any text that describes a value. */
  number(text: string): number {
    return getOrInsert(this.#numbers, text, () => {
      charge(NUMBER_BYTES);
      chargeText(text);
      return this.#numbers.size;
    });
  }

  #scalarText(value: Exclude<Value, object>, side: SideName): string {
    if (typeof value === "string") return `"${this.#names[side].get(value) ?? value}`;
    return typeof value === "bigint" ? `${value}n` : String(value);
  }

  #listText(list: readonly Value[], side: SideName): string {
    return `[${list.map((item) => this.numberOf(item, side)).join()}`;
  }

  #mapText(map: Value, side: SideName): string {
    if (!isMap(map)) return "";
    const keys = Object.keys(map).sort();
    return `{${keys.map((key) => `${this.number(`'${key}`)}:${this.numberOf(map[key] as Value, side)}`).join()}`;
  }
}
