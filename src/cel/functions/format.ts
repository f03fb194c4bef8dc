/** The method `format` of texts. */
import { CelFailure } from "../failure.ts";
import { type CelValue, Duration, UnsignedInt } from "../values.ts";
import { doubleText, textOfValue } from "./conversions.ts";
import { reserveText } from "./definition.ts";
import { quoted } from "./quoted.ts";

const CLAUSE = /%(?:%|(?:\.(\d{1,3}))?([bdefosxX]))|%/g;
const MAX_PRECISION = 100;

/** @throws CelFailure for a clause that does not fit its argument */
export function formatted(form: string, args: readonly CelValue[]): string {
  let index = 0;
  let length = 0;
  const text = form.replace(CLAUSE, (clause, precision: string | undefined, verb: string | undefined) => {
    if (clause === "%%") return "%";
    if (verb === undefined) throw new CelFailure("a format has a clause that is not known");
    if (index >= args.length) throw new CelFailure("a format has more clauses than arguments");
    const part = clauseText(verb, args[index++], precision === undefined ? undefined : Number(precision));
    length += part.length;
    reserveText(form.length + length);
    return part;
  });
  return text;
}

function clauseText(verb: string, value: CelValue, precision: number | undefined): string {
  switch (verb) {
    case "s":
      return shown(value);
    case "d":
      return special(value) ?? String(integer(value));
    case "b":
      return typeof value === "boolean" ? (value ? "1" : "0") : signed(integer(value), 2);
    case "o":
      return signed(integer(value), 8);
    case "x":
    case "X": {
      const hex =
        typeof value === "string" || value instanceof Uint8Array
          ? Buffer.from(value as string).toString("hex")
          : signed(integer(value), 16);
      return verb === "X" ? hex.toUpperCase() : hex;
    }
    default:
      return fraction(verb, value, Math.min(precision ?? 6, MAX_PRECISION));
  }
}

function signed(value: bigint, base: number): string {
  return value.toString(base);
}

function integer(value: CelValue): bigint {
  if (typeof value === "bigint") return value;
  if (value instanceof UnsignedInt) return value.valueOf();
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  throw new CelFailure("a clause of a format takes integers only");
}

function special(value: CelValue): string | undefined {
  if (typeof value !== "number" || Number.isFinite(value)) return undefined;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

function fraction(verb: string, value: CelValue, precision: number): string {
  const number = value instanceof UnsignedInt ? Number(value.valueOf()) : value;
  if (typeof number !== "number" && typeof number !== "bigint")
    throw new CelFailure("a clause of a format takes numbers only");
  const known = special(number);
  if (known !== undefined) return known;
  if (verb === "f") return Number(number).toFixed(precision);
  const [digits = "", power = ""] = Number(number).toExponential(precision).split("e");
  const raised = power
    .slice(1)
    .padStart(2, "0")
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? "");
  return `${digits}×10${power.startsWith("-") ? "⁻" : ""}${raised}`;
}

/** The library of Kubernetes prints powers of ten for people. */
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A value as `%s` prints it. */
function shown(value: CelValue, isNested = false): string {
  if (typeof value === "string") return isNested ? quoted(value) : value;
  if (value === null) return "null";
  if (typeof value === "number") return special(value) ?? (isNested ? value.toFixed(6) : doubleText(value));
  if (value instanceof Date) return isNested ? `timestamp("${textOfValue(value)}")` : textOfValue(value);
  if (value instanceof Duration) return isNested ? `duration("${textOfValue(value)}")` : textOfValue(value);
  if (Array.isArray(value)) return checked(`[${value.map((each) => shown(each, true)).join(", ")}]`);
  if (value instanceof Map) {
    const entries = [...value].map(([key, each]) => `${shown(key, true)}:${shown(each, true)}`).sort();
    return checked(`{${entries.join(", ")}}`);
  }
  return textOfValue(value);
}

function checked(text: string): string {
  reserveText(text.length);
  return text;
}
