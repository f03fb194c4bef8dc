/** Functions that read and write JSON and YAML. */
import { KrmError } from "../../diagnostics.ts";
import { goJson } from "../../resource/index.ts";
import { toBytes } from "../../text/index.ts";
import { emit, parseConfig, toConfigValue, type Value } from "../../yaml/index.ts";
import type { TemplateEffort } from "../effort.ts";
import { fixed, type GoFunction, type Surroundings } from "../execution/function.ts";
import { refusal } from "../template-error.ts";
import { fromData, toText } from "../values/data.ts";
import { GoInteger, GoList, GoMap, GoObject, type GoValue, sortedKeys } from "../values/values.ts";
import { lenient } from "./variants.ts";

/**
 * The data of a value, as JSON has it.
 *
 * @param broken takes the place of each byte that is no text
 * @throws TemplateError if JSON has nothing for the value
 */
function toData(value: GoValue, effort: TemplateEffort, broken?: string): Value {
  effort.spend(16);
  if (value === undefined || value === null || typeof value === "boolean") return value ?? null;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refusal(`${value} has no counterpart in JSON`);
    return value;
  }
  if (typeof value === "string") {
    effort.spend(value.length * 4);
    return toText(value, broken);
  }
  if (value instanceof GoInteger) return value.value;
  if (value instanceof GoObject) return toText(value.json());
  return effort.deeper(() => {
    if (value.isNil) return null;
    if (value instanceof GoList) return value.items.map((item) => toData(item, effort, broken));
    const data: { [key: string]: Value } = Object.create(null);
    for (const key of sortedKeys(value))
      data[toData(key, effort, broken) as string] = toData(value.entries.get(key), effort, broken);
    return data;
  });
}

/** Numbers of JSON, which has no type for whole ones, as YAML takes them. */
function wholeNumbers(data: Value): Value {
  if (typeof data === "number") {
    if (!Number.isInteger(data) || Math.abs(data) >= 1e21) return data;
    // JSON has the digits that tell the number from its neighbours, and zeros behind them.
    const whole = BigInt(String(data));
    return whole >= -(2n ** 63n) && whole < 2n ** 64n ? whole : data;
  }
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map(wholeNumbers);
  const copy: { [key: string]: Value } = Object.create(null);
  for (const key of Object.keys(data)) copy[key] = wholeNumbers(data[key] as Value);
  return copy;
}

function json(surroundings: Surroundings, value: GoValue, indent?: string): string {
  // JSON has an escape for a broken byte, but not for the character that stands for one.
  const text = goJson(toData(value, surroundings.effort, "\udfff"), indent);
  surroundings.effort.spend(text.length);
  return toBytes(text.replace(/\\(?:\\|udfff)/g, (escape) => (escape === "\\\\" ? escape : "\\ufffd")));
}

/** Takes back that signs of HTML are escaped. */
function raw(text: string): string {
  return text.replace(/\\(?:\\|u003[ce]|u0026)/g, (escape) =>
    escape === "\\\\" ? escape : String.fromCharCode(Number.parseInt(escape.slice(2), 16)),
  );
}

function parsedJson(text: string, effort: TemplateEffort): GoValue {
  effort.spend(text.length);
  let data: Value;
  try {
    data = JSON.parse(toText(text)) as Value;
  } catch {
    throw refusal("the text is no JSON");
  }
  return fromData(data, effort);
}

/** Reads YAML by a function of src/yaml, whose errors are errors of the template. */
function withYaml<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    throw refusal(error.diagnostics[0]?.message ?? error.message);
  }
}

function parsedYaml(text: string, effort: TemplateEffort): GoValue {
  // A document is read in some hundred times the time of its length at worst, and its aliases are limited.
  effort.spend(text.length * 8);
  return withYaml(() => {
    const node = parseConfig(toText(text), "");
    return node === undefined ? null : fromData(toConfigValue(node), effort);
  });
}

const mustFromJson = fixed(["string"], function (text) {
  return parsedJson(text, this.effort) ?? null;
});
const mustToJson = fixed(["any"], function (value) {
  return json(this, value);
});
const mustToPrettyJson = fixed(["any"], function (value) {
  return json(this, value, "  ");
});
const mustToRawJson = fixed(["any"], function (value) {
  return raw(json(this, value));
});

export const DOCUMENTS: Readonly<Record<string, GoFunction>> = {
  mustFromJson,
  fromJson: lenient(mustFromJson, null),
  mustToJson,
  toJson: lenient(mustToJson, ""),
  mustToPrettyJson,
  toPrettyJson: lenient(mustToPrettyJson, ""),
  mustToRawJson,
  toRawJson: mustToRawJson,
  toYaml: fixed(["any"], function (value) {
    const data = wholeNumbers(toData(value, this.effort));
    const text = toBytes(withYaml(() => emit(data)));
    this.effort.spend(text.length);
    return text.replace(/\n$/, "");
  }),
  fromYaml: fixed(["string"], function (text) {
    const value = parsedYaml(text, this.effort);
    if (value === null) return new GoMap(new Map());
    if (!(value instanceof GoMap)) throw refusal("the YAML is no map");
    return value;
  }),
  fromYamlArray: fixed(["string"], function (text) {
    const value = parsedYaml(text, this.effort);
    if (value === null) return new GoList([]);
    if (!(value instanceof GoList)) throw refusal("the YAML is no list");
    return value;
  }),
};
