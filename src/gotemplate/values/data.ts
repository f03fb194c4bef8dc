import { fromBytes, runeAt, toBytes } from "../../text/index.ts";
import type { MapValue, Value } from "../../yaml/index.ts";
import type { TemplateEffort } from "../effort.ts";
import { GoList, GoMap, type GoValue, type LazyEntries } from "./values.ts";

/** The maps and lists of data that Go has as maps and lists of strings. */
const TEXTS = new WeakSet<object>();

/** Marks a map or a list as one of strings, as Argo CD has labels. One that is not marked can hold anything. */
export function asTexts<T extends MapValue | string[]>(data: T): T {
  TEXTS.add(data);
  return data;
}

/** Tells whether a map or a list is marked by {@link asTexts}. */
export function isTexts(data: MapValue | Value[]): boolean {
  return TEXTS.has(data);
}

/**
 * Makes values of the data of a document, each part when it is first needed. Numbers become float64, which is what Argo CD decodes
 * them to. What a template changes is a copy.
 */
export function fromData(data: Value, effort: TemplateEffort): GoValue {
  if (data === null || typeof data === "boolean" || typeof data === "number") return data;
  if (typeof data === "bigint") return Number(data);
  if (typeof data === "string") {
    effort.spend(data.length);
    return toBytes(data);
  }
  const element = isTexts(data) ? "string" : "interface {}";
  if (Array.isArray(data)) {
    return new GoList(() => {
      effort.spend(data.length);
      return data.map((item) => fromData(item, effort));
    }, element);
  }
  return new GoMap(new DataEntries(data, effort), element);
}

/** The entries of a map of a document. */
class DataEntries implements LazyEntries {
  readonly #data: { readonly [key: string]: Value };
  readonly #effort: TemplateEffort;
  /** The values that were made, by their keys in the document: each is made once, because a template may change it. */
  readonly #made = new Map<string, GoValue>();

  constructor(data: { readonly [key: string]: Value }, effort: TemplateEffort) {
    this.#data = data;
    this.#effort = effort;
  }

  get(bytes: string): GoValue {
    const key = fromBytes(bytes);
    return key !== undefined && Object.hasOwn(this.#data, key) ? this.#value(key) : undefined;
  }

  all(): Map<string, GoValue> {
    const keys = Object.keys(this.#data);
    this.#effort.spend(keys.length);
    return new Map(keys.map((key) => [toBytes(key), this.#value(key)]));
  }

  #value(key: string): GoValue {
    if (!this.#made.has(key)) this.#made.set(key, fromData(this.#data[key] as Value, this.#effort));
    return this.#made.get(key);
  }
}

/** The text of bytes. @param broken takes the place of each byte that is no UTF-8 */
export function toText(bytes: string, broken = "\ufffd"): string {
  const text = fromBytes(bytes);
  if (text !== undefined) return text;
  const characters: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { text: character, width } = runeAt(bytes, at);
    characters.push(width === 1 && character === "\ufffd" ? broken : character);
    at += width;
  }
  return characters.join("");
}
