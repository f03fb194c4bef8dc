/** Conversions of arguments of any type. Nothing here fails: what cannot be converted is zero, as in Go. */
import type { TemplateEffort } from "../effort.ts";
import { sprint } from "../formatting/print.ts";
import { refusal } from "../template-error.ts";
import { parseFloat64, parseInt64 } from "../values/numbers.ts";
import { GoInteger, GoList, type GoValue, typeName } from "../values/values.ts";

/** Go's conversion of a float64 to an int64 that does not fit gives the smallest one. */
const NO_FIT = -(2n ** 63n);

/** The whole number of a value; parts behind the point are cut off. */
export function toInt64(value: GoValue): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number")
    return Number.isFinite(value) && Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : NO_FIT;
  if (typeof value === "string") return parseInt64(withoutZeroDecimals(value), 0) ?? 0n;
  return value instanceof GoInteger ? BigInt.asIntN(64, value.value) : 0n;
}

/** Cuts `.000` off. Only zeros may stand behind the point. */
function withoutZeroDecimals(text: string): string {
  const point = text.lastIndexOf(".");
  const behind = text.slice(point + 1);
  return point >= 0 && behind !== "" && !/[^0]/.test(behind) ? text.slice(0, point) : text;
}

/** The number of a value. */
export function toFloat64(value: GoValue): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string") return parseFloat64(value) ?? 0;
  return value instanceof GoInteger ? Number(value.value) : 0;
}

/** The text of a value. */
export function toTextOf(value: GoValue, effort: TemplateEffort): string {
  return typeof value === "string" ? value : sprint([value ?? null], effort);
}

/** The texts of the elements of a list but for nils, or of one value. */
export function toTexts(value: GoValue, effort: TemplateEffort): string[] {
  if (value === undefined || value === null) return [];
  if (!(value instanceof GoList)) return [toTextOf(value, effort)];
  effort.spend(value.items.length);
  const items = value.items.filter((item) => item !== undefined && item !== null);
  return items.map((item) => toTextOf(item, effort));
}

/** The elements of a list. @throws TemplateError if the value is none */
export function itemsOf(value: GoValue, effort: TemplateEffort): GoValue[] {
  if (!(value instanceof GoList)) throw refusal(`${typeName(value)} stands where a list is needed`);
  effort.spend(value.items.length);
  return value.items;
}

/** A list of texts. */
export function textList(texts: string[]): GoList {
  return new GoList(texts, "string");
}
