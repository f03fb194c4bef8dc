/** The syntax of helm's `--set`: `a.b[0]=x,c={1,2}`. Sets values as helm's package strvals does; docs/specification/flux-values.md 3. */
import { charge } from "../../../../budget/index.ts";
import { shorten } from "../../../../text/index.ts";
import {
  type Cell,
  type ListCell,
  type MapCell,
  mapCell,
  type Origin,
  type ScalarCell,
  scalarCell,
} from "./values-tree.ts";

/** The largest index, and the largest number of dots in front of a key, that helm accepts. */
const MAX_INDEX = 65_536;
const MAX_DOTS = 30;

/** The largest number of indexes in a row, as in `a[0][0]`. Helm has no limit of its own. */
const MAX_INDEXES = 200;

/** The most elements that may be copied because lists grow. Helm has no limit: `a[65536]=,b[65536]=` and so on fills any memory. */
const MAX_GROWTH = 10_000_000;

export interface Setting {
  /** The part in front of the first `=`, which no Secret gives. */
  readonly path: string;
  /** The text behind it. It can go on with other keys, behind a comma. */
  readonly text: string;
  /** True if all values are texts. */
  readonly textsOnly: boolean;
  readonly origin: Origin;
}

/** An error in a setting. Its message can quote the text. */
export class SetSyntaxError extends Error {}

/** Sets values in place. @throws SetSyntaxError after which the values must not be used */
export function setValues(values: MapCell, setting: Setting): void {
  const reader = new SettingReader(setting);
  while (!reader.key(values, 0));
}

/** A list, and whether the text ended in what was to be set in it. Helm keeps the list as it is then, and so loses some empty values. */
interface ChangedList {
  readonly list: ListCell;
  readonly isAtEnd: boolean;
}

class SettingReader {
  readonly #text: string;
  readonly #setting: Setting;
  #position = 0;
  #growth = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#text = `${setting.path}=${setting.text}`;
  }

  /** Reads a key and its value, and sets it. Returns true at the end of the text. */
  key(map: MapCell, dots: number): boolean {
    const { part: key, last } = this.#until("=[,.");
    const origin = this.#originHere();
    const existing = map.entries.get(key)?.cell;
    if (last === "=") {
      const isAtEnd = this.#position >= this.#text.length;
      set(map, key, this.#value(), origin);
      return isAtEnd;
    }
    if (last === "[") {
      const index = this.#index();
      if (index === undefined) return true;
      if (existing !== undefined && existing.kind !== "list") throw wrongKind(existing, "list");
      const { list, isAtEnd } = this.#item(existing ?? listCell([], origin), index, dots, 1);
      set(map, key, list, origin);
      return isAtEnd;
    }
    if (last === ".") {
      if (dots === MAX_DOTS) throw new SetSyntaxError(`a key has more than ${MAX_DOTS} dots`);
      if (existing !== undefined && existing.kind !== "map") throw wrongKind(existing, "map");
      const inner = existing ?? mapCell(origin);
      const isAtEnd = this.key(inner, dots + 1);
      if (inner.entries.size > 0) set(map, key, inner, origin);
      else if (!isAtEnd) throw new SetSyntaxError(`nothing is set below the key ${quoted(key)}`);
      return isAtEnd;
    }
    if (last === undefined && key === "") return true;
    throw new SetSyntaxError(`the key ${quoted(key)} has no value`);
  }

  /** Reads what follows an index, and sets it in a list: in place, or in a longer copy. */
  #item(list: ListCell, index: number, dots: number, depth: number): ChangedList {
    const origin = this.#originHere();
    if (index < 0) throw new SetSyntaxError(`the index ${index} is negative`);
    if (depth > MAX_INDEXES) throw new SetSyntaxError(`more than ${MAX_INDEXES} indexes are in a row`);
    const { part, last } = this.#until("[.=");
    if (part !== "") throw new SetSyntaxError(`${quoted(part)} follows an index`);
    const item = list.items[index];
    if (last === "=") return { list: this.#setIndex(list, index, this.#value(), origin), isAtEnd: false };
    if (last === "[") {
      const next = this.#index();
      if (next === undefined) return { list, isAtEnd: true };
      const isNull = item?.kind === "scalar" && item.value === null;
      if (item !== undefined && !isNull && item.kind !== "list") throw wrongKind(item, "list");
      const inner = this.#item(item?.kind === "list" ? item : listCell([], origin), next, dots, depth + 1);
      if (inner.isAtEnd) return { list, isAtEnd: true };
      return { list: this.#setIndex(list, index, inner.list, origin), isAtEnd: false };
    }
    if (last === ".") {
      const inner = item?.kind === "map" ? item : mapCell(origin);
      if (item !== undefined) list.items[index] = inner;
      const isAtEnd = this.key(inner, dots);
      return { list: isAtEnd ? list : this.#setIndex(list, index, inner, origin), isAtEnd };
    }
    return { list, isAtEnd: true };
  }

  /** The index in front of the next `]`; undefined if there is none. */
  #index(): number | undefined {
    const { part, last } = this.#until("]");
    if (last === undefined) return undefined;
    if (!/^[+-]?[0-9]{1,18}$/.test(part)) throw new SetSyntaxError(`the index ${quoted(part)} is no number`);
    return Number(part);
  }

  #value(): Cell {
    return this.#text[this.#position] === "{" ? this.#list() : this.#scalar(this.#until(",").part);
  }

  /** Reads a list in braces. */
  #list(): ListCell {
    const items: Cell[] = [];
    this.#position++;
    for (;;) {
      const { part, last } = this.#until(",}");
      if (last === undefined) throw new SetSyntaxError("a list that begins with { has no }");
      items.push(this.#scalar(part));
      if (last === ",") continue;
      if (this.#text[this.#position] === ",") this.#position++;
      return listCell(items, this.#setting.origin);
    }
  }

  #setIndex(list: ListCell, index: number, cell: Cell, origin: Origin): ListCell {
    if (index > MAX_INDEX) throw new SetSyntaxError(`the index ${index} is larger than ${MAX_INDEX}`);
    if (index < list.items.length) {
      list.items[index] = cell;
      return list;
    }
    this.#growth += index;
    if (this.#growth > MAX_GROWTH) throw new SetSyntaxError("the lists that it makes are too long");
    charge(index * 8);
    const grown = listCell([...list.items], origin.isSecret ? origin : list.origin);
    const filler = scalarCell(null, origin);
    while (grown.items.length < index) grown.items.push(filler);
    grown.items.push(cell);
    return grown;
  }

  #scalar(text: string): ScalarCell {
    const { origin, textsOnly } = this.#setting;
    if (textsOnly) return scalarCell(text, origin);
    const integer = integerOf(text);
    if (integer !== undefined) return scalarCell(integer, origin, true);
    const word = WORDS.find(([pattern]) => pattern.test(text));
    return scalarCell(word === undefined ? text : word[1], origin);
  }

  /** The origin of a key or an index that was just read. Those of the path are no secrets. */
  #originHere(): Origin {
    const { origin, path } = this.#setting;
    return this.#position <= path.length + 1 ? { ...origin, isSecret: false } : origin;
  }

  /** Reads up to one of some characters, and over it. A backslash takes the next character as it is. */
  #until(stops: string): { readonly part: string; readonly last: string | undefined } {
    let part = "";
    for (;;) {
      const start = this.#position;
      while (this.#position < this.#text.length && !isOneOf(this.#text[this.#position], stops)) this.#position++;
      part += this.#text.slice(start, this.#position);
      const last = this.#text[this.#position++];
      if (last !== "\\") return { part, last };
      part += this.#text[this.#position++] ?? "";
    }
  }
}

/** Words that mean a value, with any case; `i` and `u` together compare as Go does. */
const WORDS: readonly (readonly [RegExp, boolean | null])[] = [
  [/^true$/iu, true],
  [/^false$/iu, false],
  [/^null$/iu, null],
];

/** An integer of 64 bits; undefined for any other text. Digits that begin with a zero are a text to helm. */
function integerOf(text: string): number | bigint | undefined {
  if (!/^(?:0|[+-][0-9]{1,1000}|[1-9][0-9]{0,1000})$/.test(text)) return undefined;
  const number = BigInt(text.replace("+", ""));
  if (BigInt.asIntN(64, number) !== number) return undefined;
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
}

/** Sets a value. Helm sets none whose key is empty. */
function set(map: MapCell, key: string, cell: Cell, { isSecret }: Origin): void {
  if (key === "") return;
  map.entries.set(key, { cell, isSecretKey: isSecret && (map.entries.get(key)?.isSecretKey ?? true) });
}

function listCell(items: Cell[], origin: Origin): ListCell {
  return { kind: "list", items, origin };
}

function isOneOf(character: string | undefined, stops: string): boolean {
  return character === "\\" || stops.includes(character as string);
}

function wrongKind(existing: Cell, wanted: "list" | "map"): SetSyntaxError {
  const found =
    existing.kind === "scalar"
      ? existing.value === null
        ? "null"
        : `a ${typeof existing.value}`
      : `a ${existing.kind}`;
  return new SetSyntaxError(`it is to change a ${wanted}, and there is ${found}`);
}

function quoted(text: string): string {
  return `\`${shorten(text, 100)}\``;
}
