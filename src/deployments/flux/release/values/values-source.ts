/** A text that values come from: an entry of `spec.valuesFrom`, with what its object holds. */
import { type Diagnostic, failure, KrmError, type Location } from "../../../../diagnostics.ts";
import { isMap } from "../../../../manifests/index.ts";
import { parseConfig, toConfigValue, type Value } from "../../../../yaml/index.ts";
import type { PlaceOf } from "../../../objects/index.ts";

export interface ValuesSource {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  readonly valuesKey: string;
  readonly targetPath?: string | undefined;
  /** True if the text is set at `targetPath` as it is. */
  readonly literal?: boolean | undefined;
  /** The text, decoded; undefined where an optional entry finds none. */
  readonly text: string | undefined;
  /** True if reports must not show the text: it comes from a Secret. */
  readonly withheld: boolean;
  /** The places of the fields of the object; undefined if they are not known. */
  readonly placeOf: PlaceOf | undefined;
}

/** The place of the text; undefined if it is not known. */
export function placeOfText({ kind, valuesKey, placeOf }: ValuesSource): Location | undefined {
  if (placeOf === undefined) return undefined;
  const place = placeOf("data", valuesKey);
  if (kind === "ConfigMap") return place;
  // The API server writes `stringData` over `data`. A field that is not there has the place of the object.
  const [object, over] = [placeOf(), placeOf("stringData", valuesKey)];
  return over.file === object.file && over.line === object.line ? place : over;
}

/** The values that the text of a whole document gives. @throws KrmError `flux-values-invalid` */
export function documentOf(source: ValuesSource, text: string): Value {
  let value: Value;
  try {
    const node = parseConfig(text, "");
    value = node === undefined ? null : toConfigValue(node);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const { line, message } = thrown.diagnostics[0] as Diagnostic;
    const where = line === undefined ? "" : ` in line ${line} of the text`;
    throw invalid(source, `holds no values${where}`, message, "Correct the text. Flux fails with it as well.");
  }
  if (value === null || isMap(value)) return value;
  const reason = `it is ${Array.isArray(value) ? "a list" : "a single value"}, and no map`;
  throw invalid(source, "holds no values", reason, "Write a map of values, or set `targetPath` for a single value.");
}

/** An error about a source. @param reason left out if it could quote a Secret */
export function invalid(source: ValuesSource, problem: string, reason: string, hint: string): KrmError {
  const { kind, name, valuesKey, withheld } = source;
  const message = `the key \`${valuesKey}\` of ${kind} \`${name}\` ${problem}${withheld ? "" : `: ${reason}`}`;
  return failure("flux-values-invalid", message, { ...placeOfText(source), hint });
}
