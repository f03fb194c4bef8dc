/**
 * A list of elements with indexes by the texts of their key fields, so that a merge does not search the whole list for
 * each element; docs/specification/strategic-merge.md 4.4, 4.5.
 */
import { charge } from "../../budget/index.ts";
import { get, isNull, type Node } from "../../yaml/nodes/node.ts";
import { isEmptyElement, textOf, wrongKind } from "./node-text.ts";

/** The key that means the element itself. Lists of scalars use it, because they have no key fields. */
export const VALUE_KEY = "";

/** The texts of the key fields of an element, in the order of the keys; undefined for a missing field. */
type KeyTexts = readonly (string | undefined)[];

interface Slot {
  /** Undefined after its removal. */
  element: Node | undefined;
  texts: KeyTexts;
}

/** The positions of elements by their texts of some of the keys, in ascending order. */
interface Index {
  /** The positions of the keys. */
  readonly keys: readonly number[];
  readonly positions: Map<string, number[]>;
}

/** The memory of an element and of its entries in the indexes, in bytes. */
const SLOT_BYTES = 400;

export class ElementList {
  readonly #keys: readonly string[];
  readonly #byValue: boolean;
  /** In order. Positions do not change: a removed element leaves an empty slot. */
  #slots: Slot[] = [];
  /** By the positions of their keys; each is made when it is first needed. */
  #indexes = new Map<string, Index>();
  #positionsOf = new Map<Node, number[]>();
  /** Elements that may be empty. The next {@link set} removes them. */
  #empty = new Set<number>();
  /** Elements that have no key fields, because they are not maps; for lists of scalars, not scalars. */
  #odd = new Set<number>();

  constructor(items: readonly Node[], keys: readonly string[]) {
    this.#keys = keys;
    this.#byValue = keys[0] === VALUE_KEY;
    charge(SLOT_BYTES * items.length);
    for (const item of items) this.append(item);
  }

  /** The elements in order. */
  elements(): Node[] {
    const elements: Node[] = [];
    for (const { element } of this.#slots) if (element !== undefined) elements.push(element);
    return elements;
  }

  append(element: Node): void {
    const slot: Slot = { element, texts: [] };
    this.#slots.push(slot);
    this.#enter(this.#slots.length - 1, slot, element);
  }

  /** The first element with these texts. Keys without a text are not compared, unless all are without one. */
  find(texts: readonly string[]): Node | undefined {
    const all = texts.map((_, at) => at);
    const given = all.filter((at) => texts[at] !== "");
    const [first] = this.#at(given.length === 0 ? all : given, texts);
    return first === undefined ? undefined : this.#slots[first]?.element;
  }

  /**
   * Puts `element` in place of all that match, or appends it if none matches. Without `element`, removes all that match.
   * An empty text matches any existing value, keys without a text are not compared, and without any text all elements
   * are removed. Elements that are null or `{}` are always removed.
   * @throws KrmError `patch-kind` for a scalar where a map is expected, and the reverse
   */
  set(texts: readonly string[], element: Node | undefined): void {
    this.#removeEmpty();
    const found = texts.length === 0 ? [] : this.#matching(texts);
    if (texts.length === 0) this.#clear();
    for (const position of found) {
      const slot = this.#slots[position] as Slot;
      this.#leave(position, slot);
      slot.element = element;
      if (element !== undefined) this.#enter(position, slot, element);
    }
    if (found.length === 0 && element !== undefined && !isNull(element)) this.append(element);
  }

  /** Updates the indexes after a change to an element of this list. Does nothing for other nodes. */
  refresh(element: Node | undefined): void {
    const positions = element && this.#positionsOf.get(element);
    if (element === undefined || positions === undefined) return;
    for (const position of positions.slice()) {
      const slot = this.#slots[position] as Slot;
      this.#leave(position, slot);
      this.#enter(position, slot, element);
    }
  }

  #matching(texts: readonly string[]): readonly number[] {
    const exact: number[] = [];
    const anyText: number[] = [];
    for (const [at, text] of texts.entries()) (this.#byValue || text !== "" ? exact : anyText).push(at);
    if (this.#byValue || texts[0] === "") this.#rejectOdd();
    const found = exact.length === 0 ? this.#slots.keys() : this.#at(exact, texts);
    return [...found].filter((position) => {
      const slot = this.#slots[position] as Slot;
      return slot.element !== undefined && anyText.every((at) => slot.texts[at] !== undefined);
    });
  }

  #rejectOdd(): void {
    let first: number | undefined;
    for (const position of this.#odd) if (first === undefined || position < first) first = position;
    if (first === undefined) return;
    throw wrongKind(this.#byValue ? "scalar" : "map", this.#slots[first]?.element as Node);
  }

  /** The positions of the elements with these texts for these keys. */
  #at(keys: readonly number[], texts: readonly string[]): readonly number[] {
    const name = keys.join();
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = { keys, positions: new Map() };
      this.#indexes.set(name, index);
      for (const [position, slot] of this.#slots.entries()) if (slot.element !== undefined) add(index, slot, position);
    }
    return index.positions.get(joined(keys, texts) as string) ?? [];
  }

  #enter(position: number, slot: Slot, element: Node): void {
    slot.texts = this.#textsOf(element);
    const isOdd = element.kind !== (this.#byValue ? "scalar" : "map");
    if (isEmptyElement(element)) this.#empty.add(position);
    else if (isOdd) this.#odd.add(position);
    const positions = this.#positionsOf.get(element);
    if (positions === undefined) this.#positionsOf.set(element, [position]);
    else positions.push(position);
    for (const index of this.#indexes.values()) add(index, slot, position);
  }

  #leave(position: number, { element, texts }: Slot): void {
    this.#empty.delete(position);
    this.#odd.delete(position);
    if (element === undefined) return;
    remove(this.#positionsOf, element, position);
    for (const { keys, positions } of this.#indexes.values()) {
      const text = joined(keys, texts);
      if (text !== undefined) remove(positions, text, position);
    }
  }

  #textsOf(element: Node): KeyTexts {
    if (this.#byValue) return [textOf(element)];
    return this.#keys.map((key) => {
      const field = get(element, key);
      return field === undefined ? undefined : textOf(field);
    });
  }

  #removeEmpty(): void {
    for (const position of this.#empty) {
      const slot = this.#slots[position] as Slot;
      this.#leave(position, slot);
      slot.element = undefined;
    }
  }

  #clear(): void {
    this.#slots = [];
    this.#indexes = new Map();
    this.#positionsOf = new Map();
    this.#empty = new Set();
    this.#odd = new Set();
  }
}

/** The texts of some of the keys as one text; undefined if one of the fields is missing. */
function joined(keys: readonly number[], texts: KeyTexts): string | undefined {
  if (keys.length === 1) return texts[keys[0] as number];
  const chosen = keys.map((at) => texts[at]);
  return chosen.includes(undefined) ? undefined : JSON.stringify(chosen);
}

function add({ keys, positions }: Index, { texts }: Slot, position: number): void {
  const text = joined(keys, texts);
  if (text === undefined) return;
  const present = positions.get(text);
  if (present === undefined) positions.set(text, [position]);
  else if ((present.at(-1) as number) < position) present.push(position);
  else
    present.splice(
      present.findIndex((other) => other > position),
      0,
      position,
    );
}

function remove<K>(positions: Map<K, number[]>, key: K, position: number): void {
  const present = positions.get(key);
  if (present === undefined) return;
  if (present.length === 1 && present[0] === position) positions.delete(key);
  else present.splice(present.indexOf(position), 1);
}
