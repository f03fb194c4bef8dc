/** A document being patched. It finds places by JSON pointers and copies a container when it is first written to. */

import { pointerSteps } from "../../text/index.ts";
import type { Value } from "../../yaml/index.ts";
import { PatchFault } from "./fault.ts";
import { shownStep } from "./shown-path.ts";

type Container = Value[] | { [key: string]: Value };

/** A member of a container, which may not exist. */
export interface Place {
  readonly container: Container;
  readonly key: string;
}

/**
 * The most values that the `copy` operations of a patch may create, so that copies of copies cannot fill the memory.
 */
const MAX_COPIED = 1_000_000;
/**
 * The most elements that may be moved by insertions into lists and removals from them: each moves all elements behind it. This
 * takes about a second.
 */
const MAX_MOVED = 1_000_000_000;
/** A text counts as one value for each of this many characters: copies share it here, but not when it is printed. */
const TEXT_UNIT = 64;

export class JsonDocument {
  #root: Value;
  /** Containers copied here, which may be changed. */
  readonly #owned = new Set<Container>();
  #copied = 0;
  #moved = 0;

  constructor(root: Value) {
    this.#root = root;
  }

  get root(): Value {
    return this.#root;
  }

  /** Replaces the whole document. */
  set root(value: Value) {
    this.#root = value;
  }

  /**
   * Finds the place of a pointer and makes the containers on the way writable. Undefined if the way leads through a
   * missing, null or scalar value, or if the pointer has no slash. Anything before the first slash is ignored.
   */
  find(pointer: string): Place | undefined {
    const keys = pointerSteps(pointer);
    const last = keys.pop();
    if (last === undefined || !isContainer(this.#root)) return undefined;
    let container = this.#own(this.#root);
    this.#root = container;
    for (const key of keys) {
      const next = tryGet(container, key);
      if (next === undefined || !isContainer(next)) return undefined;
      const owned = this.#own(next);
      if (owned !== next) this.set({ container, key }, owned);
      container = owned;
    }
    return { container, key: last };
  }

  /** The value at a place; undefined for a missing key. @throws PatchFault for an invalid index */
  get({ container, key }: Place): Value | undefined {
    if (Array.isArray(container)) return container[indexIn(container, key, container.length)];
    return Object.hasOwn(container, key) ? container[key] : undefined;
  }

  /** Writes a key, or an existing index. @throws PatchFault for an invalid index */
  set({ container, key }: Place, value: Value): void {
    if (Array.isArray(container)) container[indexIn(container, key, container.length)] = value;
    else container[key] = value;
  }

  /**
   * Writes a key, or inserts before an index. `-` and the length mean the end.
   * @throws PatchFault for an invalid index
   */
  add({ container, key }: Place, value: Value): void {
    if (!Array.isArray(container)) container[key] = value;
    else if (key === "-") container.push(value);
    else this.#splice(container, insertionIndex(container, key), 0, value);
  }

  /** Removes a key or an index. @throws PatchFault if it does not exist */
  remove({ container, key }: Place): void {
    if (Array.isArray(container)) {
      this.#splice(container, indexIn(container, key, container.length), 1);
      return;
    }
    if (!Object.hasOwn(container, key))
      throw new PatchFault(`Unable to remove nonexistent key: ${shownStep(key)}: missing value`);
    delete container[key];
  }

  /** A deep copy. @throws PatchFault if the patch has copied too many values */
  duplicate(value: Value): Value {
    this.#copied += typeof value === "string" ? 1 + value.length / TEXT_UNIT : 1;
    if (this.#copied > MAX_COPIED) throw new PatchFault(`the patch copies more than ${MAX_COPIED} values`);
    if (!isContainer(value)) return value;
    if (Array.isArray(value)) return value.map((item) => this.duplicate(item));
    const copy: { [key: string]: Value } = Object.create(null);
    for (const [key, item] of Object.entries(value)) copy[key] = this.duplicate(item);
    return copy;
  }

  /** @throws PatchFault if the patch has moved too many elements */
  #splice(list: Value[], index: number, removed: number, ...inserted: readonly Value[]): void {
    this.#moved += list.length - index;
    if (this.#moved > MAX_MOVED) {
      throw new PatchFault(
        `the patch moves more than ${MAX_MOVED} elements of lists: \`-\` as an index adds at the end`,
      );
    }
    list.splice(index, removed, ...inserted);
  }

  #own(container: Container): Container {
    if (this.#owned.has(container)) return container;
    const copy = Array.isArray(container) ? [...container] : Object.assign(Object.create(null), container);
    this.#owned.add(copy);
    return copy;
  }
}

function isContainer(value: Value): value is Container {
  return typeof value === "object" && value !== null;
}

function tryGet(container: Container, key: string): Value | undefined {
  if (!Array.isArray(container)) return Object.hasOwn(container, key) ? container[key] : undefined;
  const index = parseIndex(key);
  return index === undefined ? undefined : container.at(index);
}

/** Parses a decimal index. Like Go, accepts a sign and leading zeros. */
function parseIndex(key: string): number | undefined {
  return /^[+-]?\d{1,15}$/.test(key) ? Number(key) : undefined;
}

/** Checks an index that has to exist. A negative index counts from the end. */
function indexIn(container: readonly Value[], key: string, length: number): number {
  const index = parseIndex(key);
  if (index === undefined) throw new PatchFault(notANumber(key));
  if (index >= length || index < -length) throw invalidIndex(index);
  return index < 0 ? index + length : index;
}

/** Checks an index for an insertion, which may also be the length. */
function insertionIndex(container: readonly Value[], key: string): number {
  if (parseIndex(key) === undefined) {
    throw new PatchFault(`value was not a proper array index: '${shownStep(key)}': ${notANumber(key)}`);
  }
  return indexIn(container, key, container.length + 1);
}

function notANumber(key: string): string {
  const reason = /^[+-]?\d+$/.test(key) ? "value out of range" : "invalid syntax";
  return `strconv.Atoi: parsing ${JSON.stringify(shownStep(key))}: ${reason}`;
}

function invalidIndex(index: number): PatchFault {
  return new PatchFault(`Unable to access invalid index: ${index}: invalid index referenced`);
}
