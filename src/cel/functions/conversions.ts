/** Conversions between types. */
import { CelFailure } from "../failure.ts";
import { meter } from "../meter.ts";
import { type CelValue, Duration, UnsignedInt } from "../values.ts";
import type { Definition } from "./definition.ts";

const [MIN_INT, MAX_INT] = [-(2n ** 63n), 2n ** 63n - 1n];
const MAX_UINT = 2n ** 64n - 1n;

function within(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least || value > most) throw new CelFailure("a number is out of range");
  return value;
}

function integerText(text: string, form: RegExp, type: string): bigint {
  if (!form.test(text)) throw new CelFailure(`a text is no ${type}`);
  return BigInt(text.replace(/^\+/, ""));
}

function integerOfDouble(value: number): bigint {
  if (!Number.isFinite(value)) throw new CelFailure("a number is out of range");
  return BigInt(Math.trunc(value));
}

function uint(value: bigint): UnsignedInt {
  return new UnsignedInt(within(value, 0n, MAX_UINT));
}

/** A number as Go prints it with the format `g`. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const [, exponent = "0"] = /e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return plain(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/** Without an exponent. */
function plain(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = "", first = "", rest = "", power = "0"] = match;
  return `${sign}0.${"0".repeat(Number(power) - 1)}${first}${rest}`;
}

/** A value as a text, as `string()` gives it. */
export function textOfValue(value: CelValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return doubleText(value);
  if (value instanceof Date) return value.toISOString().replace(/\.?0*Z$/, "Z");
  if (value instanceof Duration) return durationText(value);
  if (value instanceof Uint8Array) return utf8(value);
  if (typeof value === "bigint" || typeof value === "boolean" || value instanceof UnsignedInt) return String(value);
  if (typeof value === "object" && value !== null && "text" in value) return String(value.text);
  throw new CelFailure("a value cannot become a text");
}

function utf8(bytes: Uint8Array): string {
  meter().pay(bytes.length);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CelFailure("bytes are not UTF-8");
  }
}

function durationText({ seconds, nanos }: Duration): string {
  const isNegative = seconds < 0n || nanos < 0;
  const fraction = String(Math.abs(nanos)).padStart(9, "0").replace(/0+$/, "");
  const whole = seconds < 0n ? -seconds : seconds;
  return `${isNegative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}s`;
}

const same = (value: unknown): unknown => value;

/** They replace those of the library, which lack some, and quote values in their messages. */
export const CONVERSIONS: readonly Definition[] = [
  ["string(string): string", same],
  ["string(bool): string", textOfValue],
  ["string(int): string", textOfValue],
  ["string(uint): string", textOfValue],
  ["string(double): string", textOfValue],
  ["string(bytes): string", textOfValue],
  ["string(google.protobuf.Timestamp): string", textOfValue],
  ["string(google.protobuf.Duration): string", textOfValue],
  ["string(kubernetes.IP): string", textOfValue],
  ["string(kubernetes.CIDR): string", textOfValue],
  ["int(int): int", same],
  ["int(uint): int", (value: UnsignedInt) => within(value.valueOf(), MIN_INT, MAX_INT)],
  ["int(double): int", (value: number) => within(integerOfDouble(value), MIN_INT, MAX_INT)],
  ["int(string): int", (text: string) => within(integerText(text, /^[+-]?\d{1,30}$/, "integer"), MIN_INT, MAX_INT)],
  ["int(google.protobuf.Timestamp): int", (time: Date) => BigInt(Math.floor(time.getTime() / 1000))],
  [
    "int(google.protobuf.Duration): int",
    ({ seconds, nanos }: Duration) => within(seconds * 1_000_000_000n + BigInt(nanos), MIN_INT, MAX_INT),
  ],
  ["uint(uint): uint", same],
  ["uint(int): uint", uint],
  ["uint(double): uint", (value: number) => uint(integerOfDouble(value))],
  ["uint(string): uint", (text: string) => uint(integerText(text, /^\d{1,30}$/, "unsigned integer"))],
];
