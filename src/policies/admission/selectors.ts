/** Selectors of labels, as the API has them. */
import { isMap, listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";

/** Labels, as far as they are known. */
export interface KnownLabels {
  readonly labels: ReadonlyMap<string, string>;
  /** True if there are no others. */
  readonly areAll: boolean;
}

/** The labels of an object. */
export function labelsOf(value: Value | undefined): KnownLabels {
  const labels = valueAt(value, "metadata", "labels");
  const entries = isMap(labels) ? Object.entries(labels) : [];
  return { labels: new Map(entries.map(([key, each]) => [key, shown(each)])), areAll: true };
}

function shown(value: Value): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Tells whether a selector chooses what has some labels; undefined if that depends on labels that are not known. */
export function selects(selector: Value | undefined, known: KnownLabels): boolean | undefined {
  const wanted = valueAt(selector, "matchLabels");
  const answers = [
    ...(isMap(wanted) ? Object.entries(wanted) : []).map(([key, value]) => meets(key, "In", [shown(value)], known)),
    ...listAt(selector, "matchExpressions").map((each) =>
      meets(textAt(each, "key") ?? "", textAt(each, "operator") ?? "", listAt(each, "values").map(shown), known),
    ),
  ];
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function meets(key: string, operator: string, values: readonly string[], known: KnownLabels): boolean | undefined {
  const value = known.labels.get(key);
  if (value === undefined && !known.areAll) return undefined;
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      return undefined;
  }
}
