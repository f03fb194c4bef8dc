/** Functions on texts. Positions and lengths count bytes. */
import { toBytes } from "../../text/index.ts";
import { fixed, type GoFunction, variadic } from "../execution/function.ts";
import { sprint } from "../formatting/print.ts";
import { quote } from "../formatting/quote.ts";
import { refusal } from "../template-error.ts";
import {
  charactersOf,
  isSpace,
  lowerCharacter,
  mapCharacters,
  titleCharacter,
  upperCharacter,
} from "../values/characters.ts";
import { nearestInt64 } from "../values/numbers.ts";
import { GoInteger, GoList, GoMap, type GoValue } from "../values/values.ts";
import { textList, toTextOf, toTexts } from "./conversions.ts";
import { camelCase, separated } from "./word-cases.ts";
import { abbreviate, initials, swapCase, withoutSpace, wrapped } from "./word-changes.ts";

/** A part of a text, as Go slices it. @throws TemplateError if the bounds are not within the text, in order */
function sliced(text: string, start: number, end: number): string {
  if (start < 0 || end > text.length || start > end) throw refusal(`the bounds ${start} and ${end} are out of range`);
  return text.slice(start, end);
}

/** Cuts characters off both ends. */
function trimmed(bytes: string, isCut: (character: string) => boolean): string {
  const characters = charactersOf(bytes);
  let [start, end] = [0, characters.length];
  while (start < end && isCut(characters[start] as string)) start++;
  while (start < end && isCut(characters[end - 1] as string)) end--;
  return start === 0 && end === characters.length ? bytes : toBytes(characters.slice(start, end).join(""));
}

const trimAll = fixed(["string", "string"], function (cut, text) {
  this.effort.spend(text.length + cut.length);
  const set = new Set(charactersOf(cut));
  return trimmed(text, (character) => set.has(character));
});

/** Small letters become capitals where a word begins. */
function titled(bytes: string): string {
  let previous = " ";
  return mapCharacters(bytes, (character) => {
    const begins = /^[\0-\x7f]$/.test(previous) ? !/\w/.test(previous) : isSpace(previous);
    previous = character;
    return begins ? titleCharacter(character) : character;
  });
}

/** Capitals become small letters where a word begins. */
function untitled(bytes: string): string {
  let begins = true;
  return mapCharacters(bytes, (character) => {
    if (isSpace(character)) {
      begins = true;
      return character;
    }
    const changed = begins ? lowerCharacter(character) : character;
    begins = false;
    return changed;
  });
}

const repeat = fixed(["int", "string"], function (count, text) {
  if (count < 0) throw refusal("a text cannot be repeated less than no times");
  this.effort.spend(count * text.length);
  return text.repeat(count);
});

const indent = fixed(["int", "string"], function (spaces, text) {
  if (spaces < 0) throw refusal("a text cannot be indented by less than nothing");
  const lines = text.split("\n");
  this.effort.spend(text.length + spaces * lines.length);
  const pad = " ".repeat(spaces);
  return lines.map((line) => pad + line).join("\n");
});

const replace = fixed(["string", "string", "string"], function (old, by, text) {
  this.effort.spend(text.length + old.length);
  if (old === "") {
    const characters = charactersOf(text);
    this.effort.spend((characters.length + 1) * by.length);
    return by + characters.map((character) => toBytes(character) + by).join("");
  }
  const parts = text.split(old);
  this.effort.spend((parts.length - 1) * by.length);
  return parts.join(by);
});

/** Parts as a map with the keys `_0`, `_1` and so on. */
function numbered(parts: readonly string[]): GoMap {
  return new GoMap(new Map(parts.map((part, index): [string, GoValue] => [`_${index}`, part])), "string");
}

/** Divides a text; without a separator, into its characters. */
function divided(text: string, separator: string): string[] {
  return separator === "" ? charactersOf(text).map(toBytes) : text.split(separator);
}

/** Divides a text into so many parts at most, of which the last one is the rest. */
function dividedUpTo(text: string, separator: string, count: number): string[] {
  const parts = divided(text, separator);
  if (count < 0 || parts.length <= count) return parts;
  return count === 0 ? [] : [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

const truncate = fixed(["int", "string"], (count, text) => {
  if (count < 0) return text.length + count > 0 ? text.slice(text.length + count) : text;
  return text.slice(0, count);
});

const onText = (change: (text: string) => string): GoFunction =>
  fixed(["string"], function (text) {
    this.effort.spend(text.length);
    return change(text);
  });

export const TEXTS: Readonly<Record<string, GoFunction>> = {
  hello: fixed([], () => "Hello!"),
  abbrev: fixed(["int", "string"], (width, text) => (width < 4 ? text : abbreviate(text, 0, width))),
  abbrevboth: fixed(["int", "int", "string"], (left, right, text) =>
    right < 4 || (left > 0 && right < 7) ? text : abbreviate(text, left, right),
  ),
  trunc: truncate,
  trim: onText((text) => trimmed(text, isSpace)),
  upper: onText((text) => mapCharacters(text, upperCharacter)),
  lower: onText((text) => mapCharacters(text, lowerCharacter)),
  title: onText(titled),
  untitle: onText(untitled),
  substr: fixed(["int", "int", "string"], (start, end, text) => {
    if (start < 0) return sliced(text, 0, end);
    return sliced(text, start, end < 0 || end > text.length ? text.length : end);
  }),
  repeat,
  trimall: trimAll,
  trimAll,
  trimSuffix: fixed(["string", "string"], (end, text) =>
    text.endsWith(end) ? text.slice(0, text.length - end.length) : text,
  ),
  trimPrefix: fixed(["string", "string"], (start, text) => (text.startsWith(start) ? text.slice(start.length) : text)),
  nospace: onText(withoutSpace),
  initials: onText(initials),
  swapcase: onText(swapCase),
  snakecase: onText((text) => separated(text, "_")),
  camelcase: onText(camelCase),
  kebabcase: onText((text) => separated(text, "-")),
  wrap: fixed(["int", "string"], function (width, text) {
    return wrapped(text, width, "", false, this.effort);
  }),
  wrapWith: fixed(["int", "string", "string"], function (width, separator, text) {
    return wrapped(text, width, separator, true, this.effort);
  }),
  contains: fixed(["string", "string"], (part, text) => text.includes(part)),
  hasPrefix: fixed(["string", "string"], (start, text) => text.startsWith(start)),
  hasSuffix: fixed(["string", "string"], (end, text) => text.endsWith(end)),
  quote: variadic([], "any", function (...values) {
    const texts = values.filter((value) => value !== null).map((value) => toTextOf(value, this.effort));
    for (const text of texts) this.effort.spend(text.length * 4);
    return texts.map((text) => quote(text)).join(" ");
  }),
  squote: variadic([], "any", function (...values) {
    return values
      .filter((value) => value !== null)
      .map((value) => `'${toTextOf(value, this.effort)}'`)
      .join(" ");
  }),
  cat: variadic([], "any", function (...values) {
    return values
      .filter((value) => value !== null)
      .map((value) => sprint([value], this.effort))
      .join(" ");
  }),
  indent,
  nindent: fixed(["int", "string"], function (spaces, text) {
    return `\n${indent.run(this, [spaces, text]) as string}`;
  }),
  replace,
  plural: fixed(["string", "string", "int"], (one, many, count) => (count === 1 ? one : many)),
  toString: fixed(["any"], function (value) {
    return toTextOf(value, this.effort);
  }),
  toStrings: fixed(["any"], function (value) {
    return value instanceof GoList && value.element === "string" ? value : textList(toTexts(value, this.effort));
  }),
  atoi: fixed(["string"], (text) => new GoInteger(nearestInt64(text))),
  split: fixed(["string", "string"], function (separator, text) {
    this.effort.spend(text.length);
    return numbered(divided(text, separator));
  }),
  splitList: fixed(["string", "string"], function (separator, text) {
    this.effort.spend(text.length);
    return textList(divided(text, separator));
  }),
  splitn: fixed(["string", "int", "string"], function (separator, count, text) {
    this.effort.spend(text.length);
    return numbered(dividedUpTo(text, separator, count));
  }),
  join: fixed(["string", "any"], function (separator, value) {
    const texts = toTexts(value, this.effort);
    this.effort.spend(texts.reduce((sum, text) => sum + text.length + separator.length, 0));
    return texts.join(separator);
  }),
  sortAlpha: fixed(["any"], function (value) {
    if (!(value instanceof GoList)) return textList([toTextOf(value, this.effort)]);
    const texts = toTexts(value, this.effort);
    this.effort.spend(texts.length * 16);
    texts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    if (value.element !== "string") return textList(texts);
    // Go sorts a list of texts in its place.
    value.items.splice(0, value.items.length, ...texts);
    return value;
  }),
};
