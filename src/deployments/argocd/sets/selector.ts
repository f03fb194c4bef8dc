/** Selectors of labels, for the labels of clusters and for parameters; docs/specification/argocd-application-sets.md 7. */
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import { isLabelPart, isQualifiedName } from "../../../text/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import { invalid } from "./set-problems.ts";

/** Tells whether texts by name match. */
export type Selector = (labels: MapValue) => boolean;

/**
 * Reads a selector. One without requirements matches everything.
 * @param limitsValues whether values must be such as labels can have
 * @throws KrmError `argocd-set-invalid`
 */
export function readSelector(value: MapValue, placeOf: PlaceOf, limitsValues: boolean): Selector {
  const tests: Selector[] = [];
  const add = (key: string, operator: string, values: readonly string[], path: readonly (string | number)[]): void => {
    const place = placeOf(...path);
    if (!isQualifiedName(key)) throw invalid(`${JSON.stringify(key)} cannot be the key of a selector`, place, KEY_HINT);
    const wrong = limitsValues ? values.find((one) => !isLabelValue(one)) : undefined;
    if (wrong !== undefined)
      throw invalid(`${JSON.stringify(wrong)} cannot be the value of a label`, place, "Correct the value.");
    const test = testOf(key, operator, new Set(values));
    if (test === undefined)
      throw invalid(
        `a selector cannot have the operator ${JSON.stringify(operator)} with ${values.length} values`,
        place,
        "Write In or NotIn with `values`, or Exists or DoesNotExist without.",
      );
    tests.push(test);
  };
  for (const key of Object.keys(valueAt(value, "matchLabels") ?? {}))
    add(key, "In", [textAt(value, "matchLabels", key) ?? ""], ["matchLabels", key]);
  for (const [index, one] of listAt(value, "matchExpressions").entries())
    add(textAt(one, "key") ?? "", textAt(one, "operator") ?? "", listAt(one, "values") as string[], [
      "matchExpressions",
      index,
    ]);
  return (labels) => tests.every((test) => test(labels));
}

/** Tells whether a selector has requirements. */
export function selects(value: MapValue | undefined): boolean {
  return Object.keys(valueAt(value, "matchLabels") ?? {}).length > 0 || listAt(value, "matchExpressions").length > 0;
}

function testOf(key: string, operator: string, values: ReadonlySet<string>): Selector | undefined {
  const has = (labels: MapValue): boolean => Object.hasOwn(labels, key);
  const isListed = (labels: MapValue): boolean => values.has(labels[key] as string);
  if (operator === "In" && values.size > 0) return (labels) => has(labels) && isListed(labels);
  if (operator === "NotIn" && values.size > 0) return (labels) => !has(labels) || !isListed(labels);
  if (operator === "Exists" && values.size === 0) return has;
  if (operator === "DoesNotExist" && values.size === 0) return (labels) => !has(labels);
  return undefined;
}

const KEY_HINT = "Write letters, digits, `-`, `_` and `.`, with a domain and a slash in front if needed.";

function isLabelValue(value: string): boolean {
  return value === "" || isLabelPart(value);
}
