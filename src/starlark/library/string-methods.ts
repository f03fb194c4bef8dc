/** The methods of strings. */
import { format } from "../values/format.ts";
import { cursorOf } from "../values/iteration.ts";
import { isA, isCasedText, isSpace, isTitle, title, toLower, toTitle, toUpper } from "../values/letters.ts";
import { Fault } from "../values/meter.ts";
import { fields, lines, replace, splitAt, trim } from "../values/splitting.ts";
import { bounds } from "../values/subscript.ts";
import { allRunes, countRunes, mapRunes } from "../values/text.ts";
import { Elements, List, type Machine, Tuple, typeName, type Value } from "../values/values.ts";
import { boolean, integer, text } from "./arguments.ts";
import { builtins, takes, type Unnamed } from "./builtins.ts";

/** A method without arguments that counts as one walk over the string. */
function simple(run: (self: string) => Value): Unnamed {
  return takes<string>(0, 0, (machine, _args, self) => {
    machine.small();
    machine.text(self.length);
    machine.walk(self.length);
    return run(self);
  });
}

function every(test: (code: number) => boolean): Unnamed {
  return simple((self) => self !== "" && allRunes(self, test));
}

function elements(method: Elements["method"]): Unnamed {
  return simple((self) => new Elements(self, method));
}

/** Reads the argument of a method that looks for a text. */
function only(machine: Machine, args: readonly Value[], who: string): string {
  const value = text(who, args[0]);
  machine.work(value.length / 256);
  return value;
}

/** The part of a string that the second and the third argument name, and its offset. */
function within(self: string, args: readonly Value[]): [part: string, start: number] {
  const [start, end] = bounds(args[1], args[2], self.length);
  return [self.slice(start, Math.max(start, end)), start];
}

const count = takes<string>(1, 3, (machine, args, self, who) => {
  const part = text(who, args[0]);
  const [searched] = within(self, args);
  machine.search(searched.length, part.length);
  if (part === "") {
    machine.walk(searched.length);
    return countRunes(searched) + 1;
  }
  let found = 0;
  for (let at = searched.indexOf(part); at >= 0; at = searched.indexOf(part, at + part.length)) found++;
  return found;
});

/** The methods `find`, `index`, `rfind` and `rindex`. */
const find = takes<string>(1, 3, (machine, args, self, who) => {
  const part = text(who, args[0]);
  const [searched, start] = within(self, args);
  machine.search(searched.length, part.length);
  const at = who.startsWith("r") ? searched.lastIndexOf(part) : searched.indexOf(part);
  if (at >= 0) return at + start;
  if (who.endsWith("find")) return -1;
  throw new Fault(`${who}: substring not found`);
});

/** The methods `startswith` and `endswith`. */
const hasAffix = takes<string>(1, 3, (machine, args, self, who) => {
  const [searched] = within(self, args);
  const has = (affix: string) => {
    machine.work(affix.length / 256);
    return who === "startswith" ? searched.startsWith(affix) : searched.endsWith(affix);
  };
  const affixes = args[0] as Value;
  if (typeof affixes === "string") return has(affixes);
  if (!(affixes instanceof Tuple)) throw new Fault(`${who}: got ${typeName(affixes)}, want string or tuple of string`);
  return affixes.items.some((affix, index) => {
    machine.work(1);
    if (typeof affix === "string") return has(affix);
    throw new Fault(`${who}: want string, got ${typeName(affix)}, for element ${index}`);
  });
});

const join = takes<string>(1, 1, (machine, args, self) => {
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
});

/** The methods `strip`, `lstrip` and `rstrip`. */
const strip = takes<string>(0, 1, (machine, args, self, who) => {
  machine.work(self.length / 64);
  const characters = args[0] === undefined ? "" : text(who, args[0]);
  return trim(machine, self, characters, who !== "rstrip", who !== "lstrip");
});

/** The methods `partition` and `rpartition`. */
const partition = takes<string>(1, 1, (machine, args, self, who) => {
  const separator = only(machine, args, who);
  if (separator === "") throw new Fault(`${who}: empty separator`);
  machine.text(self.length + 64);
  machine.list(3);
  machine.search(self.length, separator.length);
  const at = who === "partition" ? self.indexOf(separator) : self.lastIndexOf(separator);
  if (at < 0) return new Tuple(who === "partition" ? [self, "", ""] : ["", "", self]);
  return new Tuple([self.slice(0, at), separator, self.slice(at + separator.length)]);
});

/** The methods `split` and `rsplit`. */
const split = takes<string>(0, 2, (machine, [separator = null, most], self, who) => {
  const limit = most === undefined ? -1 : integer(who, most);
  if (separator === null) return new List(fields(machine, self, limit, who === "rsplit"));
  if (typeof separator !== "string") throw new Fault(`${who}: got ${typeName(separator)} for separator, want string`);
  if (separator === "") throw new Fault(`${who}: empty separator`);
  return new List(splitAt(machine, self, separator, limit, who === "rsplit"));
});

export const STRING_METHODS = builtins({
  capitalize: simple((self) => mapRunes(self, (code, index) => (index === 0 ? toTitle(code) : toLower(code)))),
  codepoint_ords: elements("codepoint_ords"),
  codepoints: elements("codepoints"),
  count,
  elem_ords: elements("elem_ords"),
  elems: elements("elems"),
  endswith: hasAffix,
  find,
  format: () => (machine, args, keywords, self) => format(machine, self as string, args, keywords),
  index: find,
  isalnum: every((code) => isA("letter", code) || isA("digit", code)),
  isalpha: every((code) => isA("letter", code)),
  isdigit: every((code) => isA("digit", code)),
  islower: simple((self) => isCasedText(self) && mapRunes(self, toLower) === self),
  isspace: every(isSpace),
  istitle: simple(isTitle),
  isupper: simple((self) => isCasedText(self) && mapRunes(self, toUpper) === self),
  join,
  lower: simple((self) => mapRunes(self, toLower)),
  lstrip: strip,
  partition,
  removeprefix: takes<string>(1, 1, (machine, args, self, who) => {
    const prefix = only(machine, args, who);
    return self.startsWith(prefix) ? self.slice(prefix.length) : self;
  }),
  removesuffix: takes<string>(1, 1, (machine, args, self, who) => {
    const suffix = only(machine, args, who);
    return self.endsWith(suffix) ? self.slice(0, self.length - suffix.length) : self;
  }),
  replace: takes<string>(2, 3, (machine, args, self, who) => {
    const [old, by] = [text(who, args[0]), text(who, args[1])];
    return replace(machine, self, old, by, args[2] === undefined ? -1 : integer(who, args[2]));
  }),
  rfind: find,
  rindex: find,
  rpartition: partition,
  rsplit: split,
  rstrip: strip,
  split,
  splitlines: takes<string>(0, 1, (machine, [keepEnds = false], self, who) => {
    return new List(lines(machine, self, boolean(who, keepEnds)));
  }),
  startswith: hasAffix,
  strip,
  title: simple(title),
  upper: simple((self) => mapRunes(self, toUpper)),
});
