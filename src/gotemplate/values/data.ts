import { fromBytes, runeAt, toBytes } from "../../text/index.ts";
import type { MapValue, Value } from "../../yaml/index.ts";
import type { TemplateEffort } from "../effort.ts";
import { GoList, GoMap, type GoValue } from "./values.ts";

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
  return new GoMap(() => {
    const keys = Object.keys(data);
    effort.spend(keys.length);
    return new Map(keys.map((key) => [toBytes(key), fromData(data[key] as Value, effort)]));
  }, element);
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
