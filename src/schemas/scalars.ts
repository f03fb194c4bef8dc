/** Single values as the API server reads them. docs/specification/schemas.md 2.2 */
import { isQuantity, parseDuration } from "../text/index.ts";
import { isMap, type Value } from "../yaml/index.ts";
import type { FindingSort, Form } from "./schema.ts";

/** The sort of a mistake, and its text. */
export type ScalarFault = readonly [sort: FindingSort, text: string];

/** Longer texts are not looked at. */
const MAX_QUANTITY = 300;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})([.,]\d+)?(?:Z|[+-](\d{2}):(\d{2}))$/;
const MICRO_TIME = /\.\d{6}(?:Z|[+-])/;

/** Values that something else completes before they are applied: variables, templates, what SOPS or a plugin of Argo CD decrypts. */
const UNFINISHED = /\$[{(]|\{\{|^ENC\[AES256_GCM,|^<[^<>]+>$/;

/** Tells whether something else may complete a text before the API server gets it, so that it says nothing about the object. */
export function isUnfinished(value: Value): boolean {
  return typeof value === "string" && UNFINISHED.test(value);
}

/** The fault of a value other than null at a place of a form; undefined for one that fits. */
export function scalarFault(value: Value, form: Form): ScalarFault | undefined {
  if (isUnfinished(value)) return undefined;
  switch (form) {
    case "any":
      return undefined;
    case "object":
    case "map":
      return isMap(value) ? undefined : expected("map", value);
    case "list":
      return Array.isArray(value) ? undefined : expected("list", value);
    case "string":
      return typeof value === "string" ? undefined : expected("string", value);
    case "boolean":
      return typeof value === "boolean" ? undefined : expected("boolean", value);
    case "number":
    case "double":
      return isNumber(value) ? undefined : expected("number", value);
    case "integer":
    case "int32":
    case "int64":
      return integerFault(value, form);
    case "int-or-string":
    case "int64-or-string":
      if (typeof value === "string") return undefined;
      if (!isNumber(value)) return expected("integer or string", value);
      return integerFault(value, form === "int-or-string" ? "int32" : "int64");
    default:
      return textFault(value, form);
  }
}

function textFault(value: Value, form: Form): ScalarFault | undefined {
  if (form === "quantity" && isNumber(value)) return undefined;
  if (typeof value !== "string") return expected(form === "quantity" ? "quantity" : "string", value);
  if (form === "byte") return isBase64(value) ? undefined : ["syntax", "base64 expected"];
  if (form === "quantity")
    return isTrimmedQuantity(value) ? undefined : ["syntax", "quantity expected, such as 500m or 1Gi"];
  if (form === "duration")
    return parseDuration(value) === undefined ? ["syntax", "duration expected, such as 1h30m"] : undefined;
  if (isDateTime(value) && (form === "date-time" || MICRO_TIME.test(value))) return undefined;
  const example = form === "date-time" ? "2006-01-02T15:04:05Z" : "2006-01-02T15:04:05.000000Z";
  return ["syntax", `date and time expected, such as ${example}`];
}

function integerFault(value: Value, form: Form): ScalarFault | undefined {
  if (!isNumber(value)) return expected("integer", value);
  if (typeof value === "number" && !Number.isInteger(value)) return ["type", "integer expected, not a fraction"];
  const bits = form === "int32" ? 31n : 63n;
  const whole = BigInt(value);
  const isInRange = -(1n << bits) <= whole && whole < 1n << bits;
  return isInRange ? undefined : ["type", `the number does not fit into ${bits + 1n} bits`];
}

function expected(what: string, value: Value): ScalarFault {
  return ["type", `${what} expected, not ${sortOf(value)}`];
}

/** Names the sort of a value. */
export function sortOf(value: Value): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (isMap(value)) return "a map";
  return isNumber(value) ? "a number" : typeof value === "boolean" ? "a boolean" : "a string";
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
}

export function isTrimmedQuantity(text: string): boolean {
  return text.length > MAX_QUANTITY || isQuantity(text.trim());
}

/** Line breaks are allowed. */
export function isBase64(text: string): boolean {
  return BASE64.test(text.includes("\n") ? text.replace(/[\r\n]/g, "") : text);
}

/** RFC 3339, with a day that its month has. */
export function isDateTime(text: string): boolean {
  const found = DATE_TIME.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
}
