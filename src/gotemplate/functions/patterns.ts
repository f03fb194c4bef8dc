/** Functions with regular expressions, whose time is linear in the text. docs/decisions/0036-own-go-templates.md */
import { RE2JS } from "re2js";
import { toBytes } from "../../text/index.ts";
import type { TemplateEffort } from "../effort.ts";
import { fixed, type GoFunction, type Surroundings } from "../execution/function.ts";
import { excess, refusal, unknown } from "../template-error.ts";
import { toText } from "../values/data.ts";
import { GoList, type GoValue } from "../values/values.ts";
import { textList } from "./conversions.ts";
import { lenient, withMust } from "./variants.ts";

/** Longer patterns, and patterns that become longer programs, are refused. */
const MAX_PATTERN = 1000;
const MAX_PROGRAM = 10_000;

/** The places of a match and of its groups, in UTF-16 code units; -1 for a group that took no part. */
type Match = readonly (readonly [start: number, end: number])[];

/** A pattern and the text that it is looked for in. */
class Search {
  readonly text: string;
  readonly #pattern: RE2JS;
  readonly #effort: TemplateEffort;
  /** A search takes time in proportion to what is left of the text, and to the size of the pattern. */
  readonly #cost: number;

  constructor(pattern: string, text: string, effort: TemplateEffort) {
    effort.spend(pattern.length * 50 + text.length);
    this.text = toText(text);
    this.#effort = effort;
    if (pattern.length > MAX_PATTERN) throw excess(`a pattern has more than ${MAX_PATTERN} characters`);
    if (sizeOf(pattern) > MAX_PROGRAM) throw excess("a pattern is too large");
    this.#pattern = compile(toText(pattern));
    const size = this.#pattern.programSize();
    if (size > MAX_PROGRAM) throw excess("a pattern is too large");
    effort.spend(size);
    this.#cost = 1 + size / 32;
  }

  /** The first match from a place on. */
  find(from: number): Match | undefined {
    this.#effort.spend(Math.ceil((this.text.length - from + 16) * this.#cost));
    const matcher = this.#pattern.matcher(this.text);
    if (!matcher.find(from)) return undefined;
    return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => [matcher.start(group), matcher.end(group)]);
  }

  /** The matches one after the other. An empty one right behind another one does not count. */
  findAll(limit: number): Match[] {
    const matches: Match[] = [];
    let previous = -1;
    for (let at = 0; at <= this.text.length && (limit < 0 || matches.length < limit); ) {
      const match = this.find(at);
      const [start, end] = match?.[0] ?? [];
      if (match === undefined || start === undefined || end === undefined) break;
      if (end !== at || start !== previous) matches.push(match);
      at = end === at ? at + this.widthAt(at) : end;
      previous = end;
    }
    return matches;
  }

  widthAt(at: number): number {
    return String.fromCodePoint(this.text.codePointAt(at) ?? 0).length;
  }

  textOf(place: readonly [start: number, end: number] | undefined): string {
    return place === undefined || place[0] < 0 ? "" : this.text.slice(place[0], place[1]);
  }

  /** The number of a group by its name. */
  groupNamed(name: string): number | undefined {
    const groups = this.#pattern.namedGroups();
    return Object.hasOwn(groups, name) ? groups[name] : undefined;
  }

  /** The text with each match replaced. */
  replaceAll(replacement: (match: Match) => string): string {
    const parts: string[] = [];
    let done = 0;
    for (let at = 0; at <= this.text.length; ) {
      const match = this.find(at);
      const [start, end] = match?.[0] ?? [];
      if (match === undefined || start === undefined || end === undefined) break;
      parts.push(this.text.slice(done, start));
      if (end > done || start === 0) {
        const part = replacement(match);
        this.#effort.spend(part.length);
        parts.push(part);
      }
      done = end;
      at = Math.max(end, at + this.widthAt(at));
    }
    return parts.join("") + this.text.slice(done);
  }
}

/** The rough size of the program of a pattern, in which what is repeated stands several times. Compiling takes time and memory for it. */
function sizeOf(pattern: string): number {
  const groups = [0];
  let last = 0;
  for (const [token] of pattern.matchAll(/\\(?:[pP]\{\w*\}|.)|\[\^?\]?[^\]]*\]?|\{(?:[0-9]+)(?:,[0-9]*)?\}|[^]/g)) {
    const outer = groups.length - 1;
    if (token === "(") groups.push(0);
    else if (/^\{[0-9]/.test(token)) {
      const count = Math.max(...(token.match(/[0-9]+/g) ?? []).map(Number), 1);
      groups[outer] = (groups[outer] as number) + last * (count - 1);
      last *= count;
    } else {
      last = token === ")" && outer > 0 ? (groups.pop() as number) + 1 : 1;
      groups[groups.length - 1] = (groups.at(-1) as number) + last;
    }
  }
  return groups.reduce((sum, size) => sum + size, 0);
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Go takes these, but the package does not.
    if (/duplicate capture group/.test(message) || /\\[pP]\{/.test(pattern))
      throw unknown(`krm-render does not know how Go reads a pattern: ${message}`);
    throw refusal(`the pattern is wrong: ${message}`);
  }
}

const REFERENCE = /\$(?:\$|([\p{L}\p{Nd}_]+)|\{([\p{L}\p{Nd}_]+)\})/gu;

/** Puts groups in the places of `$1`, `${1}` and `${name}`. */
function expanded(template: string, search: Search, match: Match): string {
  return template.replace(REFERENCE, (reference, plain?: string, braced?: string) => {
    const name = plain ?? braced;
    if (name === undefined) return reference === "$$" ? "$" : reference;
    if (/^(?:0|[1-9][0-9]{0,8})$/.test(name)) return search.textOf(match[Number(name)]);
    const group = search.groupNamed(name);
    return group === undefined ? "" : search.textOf(match[group]);
  });
}

function texts(list: readonly string[]): GoList {
  return textList(list.map(toBytes));
}

function findAll(this: Surroundings, pattern: string, text: string, limit: number): GoValue {
  const search = new Search(pattern, text, this.effort);
  const matches = search.findAll(limit);
  return matches.length === 0 ? new GoList([], "string", true) : texts(matches.map(([whole]) => search.textOf(whole)));
}

function split(this: Surroundings, pattern: string, text: string, limit: number): GoValue {
  const search = new Search(pattern, text, this.effort);
  if (limit === 0) return new GoList([], "string", true);
  if (pattern !== "" && text === "") return textList([""]);
  const parts: string[] = [];
  let [start, end] = [0, 0];
  for (const [whole] of search.findAll(limit)) {
    if (limit > 0 && parts.length === limit - 1) break;
    const [from, to] = whole as readonly [number, number];
    end = from;
    if (to !== 0) parts.push(search.text.slice(start, end));
    start = to;
  }
  if (end !== search.text.length) parts.push(search.text.slice(start));
  return texts(parts);
}

const match = fixed(["string", "string"], function (pattern, text) {
  return new Search(pattern, text, this.effort).find(0) !== undefined;
});

export const PATTERNS: Readonly<Record<string, GoFunction>> = {
  mustRegexMatch: match,
  // Go takes a wrong pattern for one that does not match.
  regexMatch: lenient(match, false),
  ...withMust({
    regexFindAll: fixed(["string", "string", "int"], findAll),
    regexFind: fixed(["string", "string"], function (pattern, text) {
      const search = new Search(pattern, text, this.effort);
      return toBytes(search.textOf(search.find(0)?.[0]));
    }),
    regexReplaceAll: fixed(["string", "string", "string"], function (pattern, text, by) {
      const search = new Search(pattern, text, this.effort);
      const template = toText(by);
      return toBytes(search.replaceAll((found) => expanded(template, search, found)));
    }),
    regexReplaceAllLiteral: fixed(["string", "string", "string"], function (pattern, text, by) {
      const replacement = toText(by);
      return toBytes(new Search(pattern, text, this.effort).replaceAll(() => replacement));
    }),
    regexSplit: fixed(["string", "string", "int"], split),
  }),
  regexQuoteMeta: fixed(["string"], function (text) {
    this.effort.spend(text.length);
    return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
  }),
};
