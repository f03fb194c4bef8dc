/** The methods of strings. */
import { format } from "../values/format.ts";
import { cursorOf } from "../values/iteration.ts";
import { isA, isCasedText, isSpace, isTitle, title, toLower, toTitle, toUpper } from "../values/letters.ts";
import { Fault } from "../values/meter.ts";
import { fields, lines, replace, splitAt, trim } from "../values/splitting.ts";
import { bounds } from "../values/subscript.ts";
import { allRunes, countRunes, mapRunes } from "../values/text.ts";
import {
  Elements,
  type Keywords,
  List,
  type Machine,
  type Native,
  Tuple,
  typeName,
  type Value,
} from "../values/values.ts";
import { boolean, expectCount, integer, text } from "./arguments.ts";

type Method = (self: string, machine: Machine, args: Value[], keywords: Keywords) => Value;

/** A method without arguments that counts as one walk over the string. */
function simple(name: string, run: (self: string) => Value): [string, Method] {
  return [
    name,
    (self, machine, args, keywords) => {
      expectCount(name, args, keywords, 0);
      machine.small();
      machine.text(self.length);
      machine.walk(self.length);
      return run(self);
    },
  ];
}

function every(name: string, test: (code: number) => boolean): [string, Method] {
  return simple(name, (self) => self !== "" && allRunes(self, test));
}

function elements(method: Elements["method"]): [string, Method] {
  return simple(method, (self) => new Elements(self, method));
}

const METHODS: readonly (readonly [string, Method])[] = [
  simple("capitalize", (self) => mapRunes(self, (code, index) => (index === 0 ? toTitle(code) : toLower(code)))),
  elements("codepoint_ords"),
  elements("codepoints"),
  ["count", count],
  elements("elem_ords"),
  elements("elems"),
  ["endswith", (...rest) => hasAffix("endswith", ...rest)],
  ["find", (...rest) => find("find", ...rest)],
  ["format", (self, machine, args, keywords) => format(machine, self, args, keywords)],
  ["index", (...rest) => find("index", ...rest)],
  every("isalnum", (code) => isA("letter", code) || isA("digit", code)),
  every("isalpha", (code) => isA("letter", code)),
  every("isdigit", (code) => isA("digit", code)),
  simple("islower", (self) => isCasedText(self) && mapRunes(self, toLower) === self),
  every("isspace", isSpace),
  simple("istitle", isTitle),
  simple("isupper", (self) => isCasedText(self) && mapRunes(self, toUpper) === self),
  ["join", join],
  simple("lower", (self) => mapRunes(self, toLower)),
  ["lstrip", (...rest) => strip("lstrip", ...rest)],
  ["partition", (...rest) => partition("partition", ...rest)],
  [
    "removeprefix",
    (self, machine, args, keywords) => {
      const prefix = only("removeprefix", machine, args, keywords);
      return self.startsWith(prefix) ? self.slice(prefix.length) : self;
    },
  ],
  [
    "removesuffix",
    (self, machine, args, keywords) => {
      const suffix = only("removesuffix", machine, args, keywords);
      return self.endsWith(suffix) ? self.slice(0, self.length - suffix.length) : self;
    },
  ],
  [
    "replace",
    (self, machine, args, keywords) => {
      expectCount("replace", args, keywords, 2, 3);
      const [old, by] = [text("replace", args[0]), text("replace", args[1])];
      return replace(machine, self, old, by, args[2] === undefined ? -1 : integer("replace", args[2]));
    },
  ],
  ["rfind", (...rest) => find("rfind", ...rest)],
  ["rindex", (...rest) => find("rindex", ...rest)],
  ["rpartition", (...rest) => partition("rpartition", ...rest)],
  ["rsplit", (...rest) => split("rsplit", ...rest)],
  ["rstrip", (...rest) => strip("rstrip", ...rest)],
  ["split", (...rest) => split("split", ...rest)],
  [
    "splitlines",
    (self, machine, args, keywords) => {
      expectCount("splitlines", args, keywords, 0, 1);
      return new List(lines(machine, self, boolean("splitlines", args.length > 0 && (args[0] as Value))));
    },
  ],
  ["startswith", (...rest) => hasAffix("startswith", ...rest)],
  ["strip", (...rest) => strip("strip", ...rest)],
  simple("title", title),
  simple("upper", (self) => mapRunes(self, toUpper)),
];

export const STRING_METHODS: ReadonlyMap<string, Native> = new Map(
  METHODS.map(([name, run]) => [name, (machine, args, keywords, self) => run(self as string, machine, args, keywords)]),
);

function only(who: string, machine: Machine, args: Value[], keywords: Keywords): string {
  expectCount(who, args, keywords, 1);
  const value = text(who, args[0]);
  machine.work(value.length / 256);
  return value;
}

function count(self: string, machine: Machine, args: Value[], keywords: Keywords): Value {
  expectCount("count", args, keywords, 1, 3);
  const part = text("count", args[0]);
  const [start, end] = bounds(args[1], args[2], self.length);
  const within = self.slice(start, Math.max(start, end));
  machine.search(within.length, part.length);
  if (part === "") {
    machine.walk(within.length);
    return countRunes(within) + 1;
  }
  let found = 0;
  for (let at = within.indexOf(part); at >= 0; at = within.indexOf(part, at + part.length)) found++;
  return found;
}

function find(
  who: "find" | "index" | "rfind" | "rindex",
  self: string,
  machine: Machine,
  args: Value[],
  keywords: Keywords,
): Value {
  expectCount(who, args, keywords, 1, 3);
  const part = text(who, args[0]);
  const [start, end] = bounds(args[1], args[2], self.length);
  const within = self.slice(start, Math.max(start, end));
  machine.search(within.length, part.length);
  const at = who.startsWith("r") ? within.lastIndexOf(part) : within.indexOf(part);
  if (at >= 0) return at + start;
  if (who.endsWith("find")) return -1;
  throw new Fault(`${who}: substring not found`);
}

function hasAffix(
  who: "startswith" | "endswith",
  self: string,
  machine: Machine,
  args: Value[],
  keywords: Keywords,
): Value {
  expectCount(who, args, keywords, 1, 3);
  const [start, end] = bounds(args[1], args[2], self.length);
  const within = self.slice(start, Math.max(start, end));
  const has = (affix: string) => {
    machine.work(affix.length / 256);
    return who === "startswith" ? within.startsWith(affix) : within.endsWith(affix);
  };
  const affixes = args[0] as Value;
  if (typeof affixes === "string") return has(affixes);
  if (!(affixes instanceof Tuple)) throw new Fault(`${who}: got ${typeName(affixes)}, want string or tuple of string`);
  return affixes.items.some((affix, index) => {
    machine.work(1);
    if (typeof affix === "string") return has(affix);
    throw new Fault(`${who}: want string, got ${typeName(affix)}, for element ${index}`);
  });
}

function join(self: string, machine: Machine, args: Value[], keywords: Keywords): Value {
  expectCount("join", args, keywords, 1);
  const cursor = cursorOf(args[0] as Value);
  if (cursor === undefined) throw new Fault(`join: got ${typeName(args[0] as Value)}, want iterable`);
  const parts: string[] = [];
  let length = 0;
  for (let item = cursor.next(); item !== undefined; item = cursor.next()) {
    if (typeof item !== "string") throw new Fault(`join: in list, want string, got ${typeName(item)}`);
    parts.push(item);
    length += item.length + self.length;
    machine.grow(length, item.length + self.length);
  }
  cursor.done();
  machine.allocate(32);
  return parts.join(self);
}

function strip(
  who: "strip" | "lstrip" | "rstrip",
  self: string,
  machine: Machine,
  args: Value[],
  keywords: Keywords,
): Value {
  expectCount(who, args, keywords, 0, 1);
  machine.work(self.length / 64);
  const characters = args[0] === undefined ? "" : text(who, args[0]);
  return trim(machine, self, characters, who !== "rstrip", who !== "lstrip");
}

function partition(
  who: "partition" | "rpartition",
  self: string,
  machine: Machine,
  args: Value[],
  keywords: Keywords,
): Value {
  const separator = only(who, machine, args, keywords);
  if (separator === "") throw new Fault(`${who}: empty separator`);
  machine.text(self.length + 64);
  machine.list(3);
  machine.search(self.length, separator.length);
  const at = who === "partition" ? self.indexOf(separator) : self.lastIndexOf(separator);
  if (at < 0) return new Tuple(who === "partition" ? [self, "", ""] : ["", "", self]);
  return new Tuple([self.slice(0, at), separator, self.slice(at + separator.length)]);
}

function split(who: "split" | "rsplit", self: string, machine: Machine, args: Value[], keywords: Keywords): Value {
  expectCount(who, args, keywords, 0, 2);
  const [separator = null, most] = args;
  const limit = most === undefined ? -1 : integer(who, most);
  if (separator === null) return new List(fields(machine, self, limit, who === "rsplit"));
  if (typeof separator !== "string") throw new Fault(`${who}: got ${typeName(separator)} for separator, want string`);
  if (separator === "") throw new Fault(`${who}: empty separator`);
  return new List(splitAt(machine, self, separator, limit, who === "rsplit"));
}
