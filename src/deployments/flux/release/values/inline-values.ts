/** `spec.values` as helm-controller reads them; docs/specification/flux-values.md 1. */
import { type Diagnostic, KrmError, type Location } from "../../../../diagnostics.ts";
import { isMap } from "../../../../manifests/index.ts";
import { parseConfig, toConfigValue, type Value } from "../../../../yaml/index.ts";

/**
 * The values; undefined where the controller goes on without any, because it cannot read them. It reads the JSON that the API server
 * keeps as YAML, which does not allow all that JSON does.
 */
export function inlineValues(values: Value | undefined): Value | undefined {
  if (values === undefined || values === null) return Object.create(null);
  if (!isMap(values)) return undefined;
  if (!isUnusual(values)) return values;
  try {
    const node = parseConfig(goJson(values), "");
    return node === undefined ? undefined : toConfigValue(node);
  } catch (thrown) {
    if (thrown instanceof KrmError) return undefined;
    throw thrown;
  }
}

/** Characters that stand in JSON as they are, and that YAML refuses or folds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNUSUAL = /[\u007f-\u009f\ufffe\uffff]/;

/** A key of YAML has at most 1024 characters, with its quotes and escapes. Shorter ones than this certainly have. */
const SHORT_KEY = 100;

function isUnusual(value: Value): boolean {
  if (typeof value === "string") return UNUSUAL.test(value);
  if (Array.isArray(value)) return value.some(isUnusual);
  if (!isMap(value)) return false;
  return Object.keys(value).some(
    (key) => key.length > SHORT_KEY || UNUSUAL.test(key) || isUnusual(value[key] as Value),
  );
}

/** JSON as Go writes it. */
function goJson(value: Value): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(goJson).join(",")}]`;
  if (isMap(value))
    return `{${Object.keys(value)
      .map((key) => `${goText(key)}:${goJson(value[key] as Value)}`)
      .join(",")}}`;
  return typeof value === "string" ? goText(value) : JSON.stringify(value);
}

function goText(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Warns of `spec.values` that Flux cannot read. @param location their place */
export function unreadValues(values: Value, location: Location | undefined): Diagnostic {
  const reason = isMap(values) ? "a key is too long for YAML, or a character is not allowed in it" : "they are no map";
  return {
    code: "flux-values-unread",
    severity: "warning",
    message: `Flux goes on as if there were no \`spec.values\`: ${reason}`,
    hint: "Correct the values. Flux reports no error.",
    ...location,
  };
}
