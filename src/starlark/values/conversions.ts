/** The built-ins that convert a value to another type. */
import { named } from "../library/arguments.ts";
import { takes, type Unnamed } from "../library/builtins.ts";
import { parseFloating, toFloat, truncate } from "./floats.ts";
import { type Integer, isInteger, isSmall, parseInteger, subtract } from "./integers.ts";
import { cursorOf, itemsOf } from "./iteration.ts";
import { Fault } from "./meter.ts";
import { smallInteger } from "./subscript.ts";
import { countRunes, encodeRune, isAscii, mapRunes, runeAt, runes } from "./text.ts";
import { Bytes, Float, isTrue, type Machine, typeName, type Value } from "./values.ts";
import { repr, str } from "./writer.ts";

export const CONVERSIONS: Readonly<Record<string, Unnamed>> = {
  abs: takes(1, 1, (machine, [value = null]) => {
    machine.small();
    if (value instanceof Float) return new Float(Math.abs(value.value));
    if (!isInteger(value)) throw new Fault(`abs: got ${typeName(value)}, want int or float`);
    return value < 0 ? subtract(machine, 0, value) : value;
  }),

  bool: takes(0, 1, (_machine, [value]) => value !== undefined && isTrue(value)),

  bytes: takes(1, 1, (machine, [value = null], _self, who) => {
    if (value instanceof Bytes) return value;
    if (typeof value === "string") return new Bytes(valid(machine, value));
    if (cursorOf(value) === undefined)
      throw new Fault(`bytes: got ${typeName(value)}, want string, bytes, or iterable of ints`);
    const numbers = itemsOf(machine, value, who);
    machine.text(numbers.length);
    return new Bytes(numbers.map(byteOf).join(""));
  }),

  chr: takes(1, 1, (machine, [value = null], _self, who) => {
    machine.text(4);
    const code = smallInteger(value, who);
    if (code < 0 || code > 0x10ffff) throw new Fault(`chr: ${code} is not a Unicode code point`);
    return encodeRune(code);
  }),

  float: takes(0, 1, (machine, [value]) => {
    machine.small();
    return new Float(value === undefined ? 0 : floatOf(machine, value));
  }),

  hash: takes(1, 1, (machine, [value = null]) => {
    if (typeof value === "string") return hashText(machine, value);
    if (value instanceof Bytes) return hashBytes(machine, value.data);
    throw new Fault(`hash: got ${typeName(value)}, want string or bytes`);
  }),

  int: (who) => (machine, args, keywords) => {
    const [value = 0, base] = named(who, args, keywords, ["x", "base"], 0);
    if (args.length === 0 && keywords.length === 0) throw new Fault("int: missing argument for x");
    if (typeof value === "string") return integerOf(machine, value, base === undefined ? 10 : smallInteger(base, who));
    if (base !== undefined) throw new Fault("int: can't convert non-string with explicit base");
    if (typeof value === "boolean") return Number(value);
    if (isInteger(value)) return value;
    if (value instanceof Float) return truncate(value.value);
    throw new Fault(`int: cannot convert ${typeName(value)} to int`);
  },

  ord: takes(1, 1, (_machine, [value = null]) => {
    if (value instanceof Bytes) {
      if (value.data.length !== 1) throw new Fault(`ord: bytes has length ${value.data.length}, want 1`);
      return value.data.charCodeAt(0);
    }
    if (typeof value !== "string") throw new Fault(`ord: got ${typeName(value)}, want string or bytes`);
    const { code, size } = runeAt(value, 0);
    if (value === "" || size !== value.length) {
      throw new Fault(`ord: string encodes ${countRunes(value)} Unicode code points, want 1`);
    }
    return code;
  }),

  str: takes(1, 1, (machine, [value = null]) => {
    return value instanceof Bytes ? valid(machine, value.data) : str(machine, value);
  }),
};

/** The text with invalid UTF-8 replaced. */
function valid(machine: Machine, data: string): string {
  machine.text(data.length);
  machine.walk(data.length);
  return isAscii(data) ? data : mapRunes(data, (code) => code);
}

function byteOf(value: Value, index: number): string {
  if (!isInteger(value)) throw new Fault(`bytes: at index ${index}, got ${typeName(value)}, want int`);
  if (!isSmall(value) || value < 0 || value > 255) throw new Fault(`bytes: at index ${index}, ${value} out of range`);
  return String.fromCharCode(value);
}

function floatOf(machine: Machine, value: Value): number {
  if (typeof value === "boolean") return Number(value);
  if (isInteger(value)) return toFloat(value);
  if (value instanceof Float) return value.value;
  if (typeof value !== "string") throw new Fault(`float: got ${typeName(value)}, want number or string`);
  machine.work(value.length / 64);
  return parseFloating(value);
}

function integerOf(machine: Machine, literal: string, base: number): Integer {
  if (base !== 0 && (base < 2 || base > 36)) throw new Fault("int: base must be an integer >= 2 && <= 36");
  const value = parseInteger(machine, literal, base);
  if (value === undefined) {
    const shown = repr(machine, literal.slice(0, 100));
    throw new Fault(`int: invalid literal with base ${base}: ${shown}`);
  }
  return value;
}

/** Java's hash of a string, which Starlark specifies. */
function hashText(machine: Machine, value: string): number {
  machine.walk(value.length);
  let hash = 0;
  for (const code of runes(value)) hash = (Math.imul(hash, 31) + code) | 0;
  return hash;
}

/** The 32-bit FNV-1a hash. */
function hashBytes(machine: Machine, data: string): number {
  machine.walk(data.length);
  let hash = 2166136261;
  for (let at = 0; at < data.length; at++) hash = Math.imul(hash ^ data.charCodeAt(at), 16777619) >>> 0;
  return hash;
}
