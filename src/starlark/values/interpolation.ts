/** Implements `format % values`. */
import { formatFloat, truncate } from "./floats.ts";
import { digits, type Integer, isSmall } from "./integers.ts";
import { Fault, type Meter } from "./meter.ts";
import { encodeRune, runeAt } from "./text.ts";
import { Dict, Float, Tuple, typeName, type Value } from "./values.ts";
import { repr, str } from "./writer.ts";

/** Replaces `%s` and the like by the values of a tuple in order, or `%(key)s` by those of a dict. Throws faults. */
export function interpolate(meter: Meter, format: string, values: Value): string {
  const given = values instanceof Tuple ? values.items : [values];
  meter.work(format.length / 64);
  let used = 0;
  let result = "";
  let at = 0;
  for (;;) {
    const sign = format.indexOf("%", at);
    result += format.slice(at, sign < 0 ? undefined : sign);
    if (sign < 0) break;
    at = sign + 1;
    if (format[at] === "%") {
      meter.work(1);
      result += "%";
      at++;
      continue;
    }
    let value: Value | undefined;
    if (format[at] === "(") {
      const end = format.indexOf(")", at);
      if (end < 0) throw new Fault("incomplete format key: ) is missing");
      value = named(meter, values, format.slice(at + 1, end));
      at = end + 1;
    } else {
      value = given[used];
      if (value === undefined) throw new Fault("not enough arguments for format string");
    }
    const conversion = format[at++];
    if (conversion === undefined) throw new Fault("incomplete format: it ends with %");
    const piece = convert(meter, conversion, value);
    result += piece;
    meter.grow(result.length, piece.length);
    used++;
  }
  meter.text(result.length);
  if (used < given.length && !(values instanceof Dict)) throw new Fault("too many arguments for format string");
  return result;
}

function named(meter: Meter, values: Value, key: string): Value {
  if (!(values instanceof Dict)) throw new Fault("format requires a mapping", "Use a dict for %(name)s.");
  const value = values.get(meter, key);
  if (value === undefined) throw new Fault(`key not found: ${key}`);
  return value;
}

function convert(meter: Meter, conversion: string, value: Value): string {
  switch (conversion) {
    case "s":
      return str(meter, value);
    case "r":
      return repr(meter, value);
    case "d":
    case "i":
      return digits(meter, integer(conversion, value));
    case "o":
      return digits(meter, integer(conversion, value), 8);
    case "x":
      return digits(meter, integer(conversion, value), 16);
    case "X":
      return digits(meter, integer(conversion, value), 16).toUpperCase();
    case "e":
    case "f":
    case "g":
    case "E":
    case "F":
    case "G":
      return formatFloat(meter, floating(conversion, value), conversion);
    case "c":
      return character(value);
    case "%":
      return "%";
    default:
      throw new Fault(
        `unknown conversion %${conversion}`,
        "Use %s, %r, %d, %x, %o, %e, %f, %g or %c, without width and precision.",
      );
  }
}

function integer(conversion: string, value: Value): Integer {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Float) return truncate(value.value);
  throw new Fault(`%${conversion} format requires integer: cannot convert ${typeName(value)} to int`);
}

function floating(conversion: string, value: Value): number {
  if (value instanceof Float) return value.value;
  if (typeof value === "number" || typeof value === "bigint") return typeof value === "number" ? value : Number(value);
  throw new Fault(`%${conversion} format requires float, not ${typeName(value)}`);
}

function character(value: Value): string {
  if (typeof value === "string") {
    if (value === "" || runeAt(value, 0).size !== value.length) {
      throw new Fault("%c format requires a single-character string");
    }
    return encodeRune(runeAt(value, 0).code);
  }
  if (typeof value !== "number" && typeof value !== "bigint") {
    throw new Fault(`%c format requires int or single-character string, not ${typeName(value)}`);
  }
  if (!isSmall(value) || value < 0 || value > 0x10ffff) {
    throw new Fault(`%c format requires a valid Unicode code point, got ${value}`);
  }
  return encodeRune(value);
}
