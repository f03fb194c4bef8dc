/** Reads `spec.valuesFrom` of a HelmRelease; docs/specification/flux-releases.md 4. */
import { type Diagnostic, failure } from "../../../diagnostics.ts";
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../yaml/index.ts";
import type { ObjectPlaces, PlaceOf, PrintedObject } from "../../objects/index.ts";
import { keyOf, type SourceRules } from "../sources.ts";
import { madeSecretOf } from "../substitution/index.ts";
import type { ValuesSource } from "./values/index.ts";

/** Stands for a value that is not known. Charts take it for the name of a host, too. It is withheld wherever it gets. */
export const UNKNOWN_VALUE = "krm-render-withheld";

export interface ValueSourcesInput {
  /** The HelmRelease, for people. */
  readonly shown: string;
  readonly namespace: string;
  readonly lookUp: SourceRules["lookUp"];
  readonly places: ObjectPlaces;
  readonly placeOf: PlaceOf;
}

export interface ValueSources {
  readonly sources: readonly ValuesSource[];
  /** True if some values are not known, with or without a place for them. */
  readonly lacksValues: boolean;
  /** Says of which objects the values are not known. */
  readonly problems: readonly Diagnostic[];
}

/** The value of a key: a text, `missing`, or the reason why it is not known, behind "which": "is encrypted". */
type Found = { readonly text: string; readonly withheld: boolean } | { readonly unknown: string } | "missing";

/**
 * Reads the entries in order. Those that are optional and missing are left out.
 * @throws KrmError `flux-values-missing` for an object or a key without which Flux does not install the release
 */
export async function valueSourcesOf(release: Value, input: ValueSourcesInput): Promise<ValueSources> {
  const sources: ValuesSource[] = [];
  const problems: Diagnostic[] = [];
  let lacksValues = false;
  for (const [index, entry] of listAt(release, "spec", "valuesFrom").entries()) {
    const [kind, name] = [textAt(entry, "kind"), textAt(entry, "name") ?? ""];
    const place = input.placeOf("spec", "valuesFrom", index);
    if ((kind !== "ConfigMap" && kind !== "Secret") || name === "")
      throw failure("flux-values-missing", `${input.shown} names no ConfigMap and no Secret for values`, {
        ...place,
        hint: "Give the entry a kind, ConfigMap or Secret, and a name.",
      });
    const isOptional = valueAt(entry, "optional") === true;
    const valuesKey = textAt(entry, "valuesKey") || "values.yaml";
    const reference = { kind, namespace: input.namespace, name };
    const object = await input.lookUp(reference);
    if (object === undefined && isOptional) continue;
    const value = object === undefined ? { unknown: "nothing in this repository renders" } : valueOf(object, valuesKey);
    if (value === "missing") {
      if (isOptional) continue;
      throw failure(
        "flux-values-missing",
        `${keyOf(reference)} has no key \`${valuesKey}\`, from which ${input.shown} takes values`,
        {
          ...place,
          hint: "Correct valuesKey, add the key, or make the entry optional. Flux does not install the release without.",
        },
      );
    }
    const targetPath = textAt(entry, "targetPath") || undefined;
    const source: Omit<ValuesSource, "text" | "withheld"> = {
      kind,
      name,
      valuesKey,
      targetPath,
      literal: valueAt(entry, "literal") === true,
      placeOf: object?.origin && (await input.places.of(object.origin, object.value)),
    };
    lacksValues ||= "unknown" in value;
    if ("text" in value) sources.push({ ...source, ...value });
    else if (targetPath !== undefined) sources.push({ ...source, text: UNKNOWN_VALUE, withheld: true });
    else
      problems.push({
        code: "flux-values-unknown",
        severity: "notice",
        message: `${input.shown} is rendered without the values of ${keyOf(reference)}, which ${value.unknown}`,
        ...place,
        hint: "deployments.values in .krm-render.yaml of the base branch can say what the cluster has.",
      });
  }
  return { sources, lacksValues, problems };
}

function valueOf({ kind, value, withheld = [] }: PrintedObject, key: string): Found {
  const made = madeSecretOf(value);
  if (made !== undefined) {
    const found = made.keys.find((each) => each.key === key);
    if (found?.value !== undefined) return { text: found.value, withheld: true };
    return found === undefined && made.hasAllKeys
      ? "missing"
      : { unknown: `${made.maker} makes of what only the cluster knows` };
  }
  const fields = kind === "Secret" ? ["stringData", "data"] : ["data"];
  // The API server writes `stringData` over `data`.
  const field = fields.find((each) => isMap(valueAt(value, each)) && valueAt(value, each, key) !== undefined);
  if (field === undefined) return "missing";
  if (valueAt(value, "sops") !== undefined) return { unknown: "is encrypted" };
  const text = valueAt(value, field, key) ?? "";
  if (typeof text !== "string") return { unknown: "has no text there" };
  if (kind === "Secret" && field === "data") return fromBase64(text);
  const isSecret = withheld.some((path) => path.every((step, index) => step === [field, key][index]));
  return { text, withheld: kind === "Secret" || isSecret };
}

function fromBase64(digits: string): Found {
  try {
    const bytes = Buffer.from(digits, "base64");
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), withheld: true };
  } catch {
    return { unknown: "has no text there" };
  }
}
