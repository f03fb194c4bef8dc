import { fromBytes, runeAt, toBytes } from "../../text/index.ts";
import { GoInteger, type GoValue } from "../values/values.ts";

/** The flags of a verb, its width and its precision. */
export interface Flags {
  readonly sharp: boolean;
  readonly zero: boolean;
  readonly plus: boolean;
  readonly minus: boolean;
  readonly space: boolean;
  /** `%#v`: as a constant of Go. */
  readonly asGo: boolean;
  readonly width: number | undefined;
  readonly precision: number | undefined;
}

export const NO_FLAGS: Flags = {
  sharp: false,
  zero: false,
  plus: false,
  minus: false,
  space: false,
  asGo: false,
  width: undefined,
  precision: undefined,
};

/** A verb of a format. */
export interface Verb {
  readonly flags: Flags;
  /** The letter as a byte text; undefined if the format ends before it. */
  readonly letter: string | undefined;
  readonly end: number;
  /** The number of the value that it takes, from 0. */
  readonly next: number;
  readonly isGoodIndex: boolean;
  /** True if a number in brackets chose a value. */
  readonly isReordered: boolean;
  /** The text that Go writes about a width or a precision that is no number. */
  readonly complaint: string;
}

/** Go refuses larger widths and precisions. */
const MAX_SIZE = 1_000_000;

/** The character of a verb. */
export function spelled(letter: string): string {
  return fromBytes(letter) ?? "\ufffd";
}

/** Reads a verb after its `%`. @param start the number of the value that comes next */
export function readVerb(format: string, from: number, values: readonly GoValue[], start: number): Verb {
  let at = from;
  let next = start;
  let isGoodIndex = true;
  let isReordered = false;
  let afterIndex = false;
  let complaint = "";
  const signs = new Set<string>();
  while (at < format.length && "#0+- ".includes(format[at] as string)) signs.add(format[at++] as string);

  const readIndex = (): void => {
    if (format[at] !== "[") {
      afterIndex = false;
      return;
    }
    isReordered = true;
    const close = format.indexOf("]", at);
    const number = close < 0 ? undefined : readNumber(format, at + 1);
    const isNumber = number?.value !== undefined && number.end === close;
    afterIndex = isNumber;
    if (isNumber && number.value >= 1 && number.value <= values.length) next = number.value - 1;
    else isGoodIndex = false;
    at = close < 0 || format.length - at < 3 ? at + 1 : close + 1;
  };
  const readStar = (): number | undefined => {
    at++;
    const value = next < values.length ? values[next] : undefined;
    if (next < values.length) next++;
    afterIndex = false;
    if (!(value instanceof GoInteger) || value.value > MAX_SIZE || value.value < -MAX_SIZE) return undefined;
    return Number(value.value);
  };

  readIndex();
  let width: number | undefined;
  if (format[at] === "*") {
    width = readStar();
    if (width === undefined) complaint += "%!(BADWIDTH)";
    else if (width < 0) {
      width = -width;
      signs.add("-");
      signs.delete("0");
    }
  } else {
    const number = readNumber(format, at);
    width = number.value;
    at = number.end;
    if (afterIndex && width !== undefined) isGoodIndex = false;
  }
  let precision: number | undefined;
  if (at + 1 < format.length && format[at] === ".") {
    at++;
    if (afterIndex) isGoodIndex = false;
    readIndex();
    if (format[at] === "*") {
      precision = readStar();
      if (precision !== undefined && precision < 0) precision = undefined;
      if (precision === undefined) complaint += "%!(BADPREC)";
    } else {
      const number = readNumber(format, at);
      precision = number.value ?? 0;
      at = number.end;
    }
  }
  if (!afterIndex) readIndex();
  const letter = at < format.length ? toBytes(runeAt(format, at).text) : undefined;
  const end = letter === undefined ? at : at + runeAt(format, at).width;
  const isValue = letter === "v" || letter === "w";
  const flags: Flags = {
    sharp: signs.has("#") && !isValue,
    zero: signs.has("0"),
    plus: signs.has("+") && !isValue,
    minus: signs.has("-"),
    space: signs.has(" "),
    asGo: signs.has("#") && isValue,
    width,
    precision,
  };
  return { flags, letter, end, next, isGoodIndex, isReordered, complaint };
}

/** Reads digits. A number that is too large counts as none. */
function readNumber(format: string, start: number): { readonly value: number | undefined; readonly end: number } {
  let end = start;
  let value = 0;
  while (end < format.length && (format[end] as string) >= "0" && (format[end] as string) <= "9") {
    if (value > MAX_SIZE) return { value: undefined, end: format.length };
    value = value * 10 + Number(format[end++]);
  }
  return { value: end === start ? undefined : value, end };
}
