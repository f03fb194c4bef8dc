/** The generator `list`; docs/specification/argocd-application-sets.md 3.1. */
import { failure, KrmError } from "../../../diagnostics.ts";
import { emptyMap, isMap, listAt, textAt } from "../../../manifests/index.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";
import type { Generator, Requested } from "./generation.ts";
import { asGoMap, type ParameterSet } from "./parameters.ts";
import { INVALID, invalid } from "./set-problems.ts";
import { readData } from "./yaml-data.ts";

export const listGenerator: Generator = async ({ fields, placeOf }, { renderer }) => {
  const elements = listAt(fields, "elements");
  const found = elements.map((element, index): ParameterSet => {
    const at = () => placeOf("elements", index);
    renderer.effort.handle(1);
    if (!isMap(element)) throw invalid("each of `elements` must be a map", at(), "Write the parameters as a map.");
    const data = asGoMap(element);
    return { values: renderer.isGo ? data : texts(data, at), place: at() };
  });
  return [...found, ...written(fields, placeOf)];
};

/** The texts of an element, and those of its `values` by `values.` and their name. */
function texts(element: MapValue, place: () => ReturnType<Requested["placeOf"]>): MapValue {
  const found = emptyMap();
  const add = (name: string, value: Value): void => {
    if (typeof value !== "string")
      throw invalid(
        `the parameter ${JSON.stringify(name)} must be a text`,
        place(),
        "Put it in quotes, or set `goTemplate: true`.",
      );
    found[name] = value;
  };
  for (const [name, value] of Object.entries(element)) {
    if (name !== "values") add(name, value);
    else if (!isMap(value)) throw invalid("`values` of an element must be a map", place());
    else for (const [key, text] of Object.entries(value)) add(`values.${key}`, text);
  }
  return found;
}

/** The elements that the text `elementsYaml` holds. */
function written(fields: MapValue, placeOf: Requested["placeOf"]): readonly ParameterSet[] {
  const text = textAt(fields, "elementsYaml") ?? "";
  if (text === "") return [];
  const place = placeOf("elementsYaml");
  const data = readElements(text, place);
  return data.map((values) => ({ values, place }));
}

function readElements(text: string, place: ReturnType<Requested["placeOf"]>): readonly MapValue[] {
  try {
    const data = readData(text, place.file) ?? [];
    if (Array.isArray(data) && data.every((one) => one === null || isMap(one)))
      return data.map((one) => (isMap(one) ? one : emptyMap()));
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [{ message }] = thrown.diagnostics as [(typeof thrown.diagnostics)[0] & object];
    throw failure(INVALID, `\`elementsYaml\` is no YAML: ${message}`, { ...place, hint: "Correct the text." });
  }
  throw invalid("`elementsYaml` must hold a list of maps", place, "Write the parameters of each Application as a map.");
}
