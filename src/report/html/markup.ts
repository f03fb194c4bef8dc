/** Text of a pull request within HTML. Everything that a page shows goes through these functions. */
import type { Phrase } from "../edit-phrases.ts";
import { oneLine } from "../text.ts";

/** Text between tags. Quotes need no escape there. */
export function escapeText(value: string): string {
  return value.replace(/[&<>]/g, (character) => ENTITIES[character] as string);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The value of an attribute, without quotes around it where none are needed. */
export function attribute(value: string): string {
  if (/^[\w./:#-]+$/.test(value) && !value.endsWith("/")) return value;
  return `"${oneLine(value).replace(/["&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}"`;
}

/** Text on one line, with characters that hide or reorder text made visible. */
export function text(value: string): string {
  return escapeText(oneLine(value));
}

export function code(value: string): string {
  return `<code>${text(value)}</code>`;
}

/** A link to an address outside of the page; only the label, if the address is not http(s). */
export function link(label: string, address: string | undefined): string {
  if (address === undefined || !/^https?:\/\//.test(address)) return label;
  return `<a href=${attribute(address)}>${label}</a>`;
}

/** Items that a browser lays out together: one decision for each of them takes longer. */
const CHUNK = 20;

/** Puts items in chunks, of which a browser lays out those near its window only. Each chunk is between two texts. */
export function* chunked(items: Iterable<string>, [start, end]: readonly [string, string]): Generator<string, void> {
  let count = 0;
  for (const item of items) {
    if (count % CHUNK === 0) yield count === 0 ? start : `${end}\n${start}`;
    yield item;
    count++;
  }
  if (count > 0) yield end;
}

export function phrases(list: readonly Phrase[]): string {
  return list
    .map((phrase) => {
      if (typeof phrase === "string") return text(phrase);
      return "word" in phrase ? text(phrase.word) : code(phrase.code);
    })
    .join("");
}
