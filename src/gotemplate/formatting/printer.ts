import { toBytes } from "../../text/index.ts";
import type { TemplateEffort } from "../effort.ts";
import { unknown } from "../template-error.ts";
import { charactersOf, isPrintable } from "../values/characters.ts";
import { GoInteger, GoList, GoMap, GoObject, type GoValue, sortedKeys, typeName } from "../values/values.ts";
import { formatFloat } from "./floats.ts";
import { quote } from "./quote.ts";
import { type Flags, NO_FLAGS } from "./verbs.ts";

/** How Go shows the bits of a number. */
const BASES: Readonly<Record<string, number>> = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };

/** Prints values one after the other into one text. */
export class Printer {
  flags: Flags = NO_FLAGS;
  readonly #effort: TemplateEffort;
  readonly #parts: string[] = [];

  constructor(effort: TemplateEffort) {
    this.#effort = effort;
  }

  get text(): string {
    return this.#parts.join("");
  }

  write(text: string): void {
    this.#effort.spend(text.length);
    this.#parts.push(text);
  }

  /** Prints a value by the letter of a verb. */
  print(value: GoValue, verb: string): void {
    if (value === undefined || value === null) {
      if (verb === "T" || verb === "v") this.#pad("<nil>");
      else this.#badVerb(value, verb);
    } else if (verb === "T") this.#pad(this.#cut(typeName(value)));
    else this.#value(value, verb);
  }

  /** Prints the values that a format has no verbs for. */
  writeExtra(values: readonly GoValue[]): void {
    this.flags = NO_FLAGS;
    this.write("%!(EXTRA ");
    for (const [index, value] of values.entries()) {
      if (index > 0) this.write(", ");
      if (value === undefined || value === null) this.write("<nil>");
      else {
        this.write(`${typeName(value)}=`);
        this.print(value, "v");
      }
    }
    this.write(")");
  }

  #value(value: GoValue, verb: string): void {
    this.#effort.spend(4);
    if (typeof value === "boolean") {
      if (verb === "v" || verb === "t") this.#pad(String(value));
      else this.#badVerb(value, verb);
    } else if (typeof value === "string") this.#string(value, verb);
    else if (typeof value === "number") this.#float(value, verb);
    else if (value instanceof GoInteger) this.#integer(value, verb);
    else if (value instanceof GoObject) this.#object(value, verb);
    else if (verb === "w") this.#badVerb(value, verb);
    else if (value instanceof GoList || value instanceof GoMap) {
      if (verb === "p") throw unknown("%p prints an address in memory, which differs each time");
      this.#effort.deeper(() => this.#collection(value, verb));
    }
  }

  #object(value: GoObject, verb: string): void {
    if (!"vsxXq".includes(verb) || this.flags.asGo)
      throw unknown(`%${this.flags.asGo ? "#" : ""}${verb} of ${value.type} is not known to krm-render`);
    this.#string(value.print(), verb);
  }

  #collection(value: GoList | GoMap, verb: string): void {
    const { asGo } = this.flags;
    const isList = value instanceof GoList;
    if (asGo) this.write(typeName(value));
    if (asGo && value.isNil) {
      this.write("(nil)");
      return;
    }
    this.write(asGo ? "{" : isList ? "[" : "map[");
    const items = isList
      ? value.items.entries()
      : sortedKeys(value).map((key): [string, GoValue] => [key, value.entries.get(key)]);
    let isFirst = true;
    for (const [key, item] of items) {
      if (!isFirst) this.write(asGo ? ", " : " ");
      isFirst = false;
      if (typeof key === "string") {
        this.#string(key, verb);
        this.write(":");
      }
      if (item === undefined || item === null) this.write(asGo ? "interface {}(nil)" : "<nil>");
      else this.#value(item, verb);
    }
    this.write(asGo ? "}" : "]");
  }

  #badVerb(value: GoValue, verb: string): void {
    this.write(`%!${toBytes(verb)}(`);
    if (value === undefined || value === null) this.write("<nil>");
    else {
      this.write(`${typeName(value)}=`);
      this.#value(value, "v");
    }
    this.write(")");
  }

  #string(value: string, verb: string): void {
    switch (verb) {
      case "v":
      case "s":
        if (verb === "v" && this.flags.asGo) this.#quoted(value);
        else this.#pad(this.#cut(value));
        return;
      case "q":
        this.#quoted(value);
        return;
      case "x":
      case "X":
        this.#hexBytes(value, verb);
        return;
      default:
        this.#badVerb(value, verb);
    }
  }

  #quoted(value: string): void {
    this.#effort.spend(value.length);
    const cut = this.#cut(value);
    // A text in backquotes may hold neither a backquote nor a character that cannot be seen.
    const isRaw =
      this.flags.sharp &&
      charactersOf(cut).every(
        (one) => one !== "`" && one !== "\ufeff" && one !== "\ufffd" && !/^[\0-\x08\x0a-\x1f\x7f]$/.test(one),
      );
    this.#pad(isRaw ? `\`${cut}\`` : quote(cut, '"', this.flags.plus));
  }

  #hexBytes(value: string, verb: "x" | "X"): void {
    const { precision, space, sharp } = this.flags;
    const bytes = Buffer.from(value.slice(0, precision), "latin1");
    const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
    const prefix = sharp && pairs.length > 0 ? "0x" : "";
    const text = prefix + pairs.join(space ? ` ${prefix}` : "");
    this.#pad(verb === "X" ? text.toUpperCase() : text);
  }

  /** Cuts a text to the characters that the precision allows. */
  #cut(text: string): string {
    const { precision } = this.flags;
    if (precision === undefined || text.length <= precision) return text;
    this.#effort.spend(text.length);
    const characters = charactersOf(text);
    return characters.length <= precision ? text : toBytes(characters.slice(0, precision).join(""));
  }

  #integer({ value, type }: GoInteger, verb: string): void {
    const isSigned = type.startsWith("int");
    if (verb === "c" || verb === "q" || verb === "U") {
      this.#character(value, verb);
      return;
    }
    if (verb === "v" && this.flags.asGo && !isSigned) {
      this.#digits(value, 16, "v", true);
      return;
    }
    const base = Object.hasOwn(BASES, verb) ? BASES[verb] : undefined;
    if (base === undefined) this.#badVerb(new GoInteger(value, type), verb);
    else this.#digits(value, base, verb, this.flags.sharp);
  }

  #digits(value: bigint, base: number, verb: string, sharp: boolean): void {
    const { precision, zero, minus, plus, space, width } = this.flags;
    const isNegative = value < 0n;
    if (precision === 0 && value === 0n) {
      this.#padding(width ?? 0, " ");
      return;
    }
    let digits = (isNegative ? -value : value).toString(base);
    const sign = isNegative ? "-" : plus ? "+" : space ? " " : "";
    const least = precision ?? (zero && !minus && width !== undefined ? width - sign.length : 0);
    this.#effort.spend(least > 0 ? least : 0);
    digits = digits.padStart(least, "0");
    if (sharp && base === 2) digits = `0b${digits}`;
    if (sharp && base === 8 && !digits.startsWith("0")) digits = `0${digits}`;
    if (sharp && base === 16) digits = `0x${digits}`;
    if (verb === "X") digits = digits.toUpperCase();
    if (verb === "O") digits = `0o${digits}`;
    this.#pad(sign + digits, " ");
  }

  #character(value: bigint, verb: "c" | "q" | "U"): void {
    const isCode = value >= 0n && value <= 0x10ffffn;
    const isCharacter = isCode && (value < 0xd800n || value > 0xdfffn);
    const character = isCharacter ? String.fromCodePoint(Number(value)) : "\ufffd";
    if (verb === "c") this.#pad(toBytes(character));
    else if (verb === "q") this.#pad(quote(toBytes(character), "'", this.flags.plus));
    else {
      const code = BigInt.asUintN(64, value).toString(16).toUpperCase();
      const shown = `U+${code.padStart(Math.max(4, this.flags.precision ?? 0), "0")}`;
      this.#pad(
        this.flags.sharp && isCharacter && isPrintable(character) ? toBytes(`${shown} '${character}'`) : shown,
        " ",
      );
    }
  }

  #float(value: number, verb: string): void {
    const { precision } = this.flags;
    switch (verb) {
      case "v":
        this.#number(formatFloat(value, "g", precision ?? -1), precision ?? -1, "v");
        return;
      case "g":
      case "G":
        this.#number(formatFloat(value, verb, precision ?? -1), precision ?? -1, verb);
        return;
      case "e":
      case "E":
        this.#number(formatFloat(value, verb, precision ?? 6), precision ?? 6, verb);
        return;
      case "f":
      case "F":
        this.#effort.spend((precision ?? 6) + 400);
        this.#number(formatFloat(value, "f", precision ?? 6), precision ?? 6, verb);
        return;
      case "b":
      case "x":
      case "X":
        throw unknown(`%${verb} of a float64 is not known to krm-render`);
      default:
        this.#badVerb(value, verb);
    }
  }

  #number(text: string, precision: number, verb: string): void {
    const { plus, space, zero, minus, width, sharp } = this.flags;
    const isSigned = /^[-+]/.test(text);
    let sign = isSigned ? (text[0] as string) : "+";
    let digits = isSigned ? text.slice(1) : text;
    if (space && sign === "+" && !plus) sign = " ";
    const isNumber = digits !== "Inf" && digits !== "NaN";
    if (isNumber && sharp) digits = withPoint(digits, "gGv".includes(verb) ? (precision < 0 ? 6 : precision) : 0);
    const shown = plus || sign !== "+" ? sign : "";
    if (isNumber && shown !== "" && zero && !minus && width !== undefined && width > digits.length + 1) {
      this.write(shown);
      this.#padding(width - digits.length - 1, "0");
      this.write(digits);
      return;
    }
    // Go shows the sign of an infinite number.
    const whole =
      digits === "Inf" && shown === "" ? `+${digits}` : digits === "NaN" && !plus && !space ? digits : shown + digits;
    this.#pad(whole, isNumber ? undefined : " ");
  }

  /** Writes a text, filled up to the width. @param fill what to fill it up with in front; zeros or spaces by default */
  #pad(text: string, fill?: " "): void {
    const { width, minus, zero } = this.flags;
    const missing =
      width === undefined ? 0 : width - (/^[\0-\x7f]*$/.test(text) ? text.length : charactersOf(text).length);
    const padding = fill ?? (zero && !minus ? "0" : " ");
    if (!minus) this.#padding(missing, padding);
    this.write(text);
    if (minus) this.#padding(missing, padding);
  }

  #padding(count: number, fill: string): void {
    if (count <= 0) return;
    this.#effort.spend(count);
    this.#parts.push(fill.repeat(count));
  }
}

/** Adds a point, and zeros up to so many digits. */
function withPoint(number: string, count: number): string {
  const at = number.search(/[eE]/);
  const head = at < 0 ? number : number.slice(0, at);
  const tail = at < 0 ? "" : number.slice(at);
  const significant = head.replace(".", "").replace(/^0+/, "").length;
  const isZero = head === "0";
  const pointed = head.includes(".") ? head : `${head}.`;
  return pointed + "0".repeat(Math.max(0, count - significant - (isZero ? 1 : 0))) + tail;
}
