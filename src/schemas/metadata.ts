/** The names, labels and annotations of an object. docs/specification/schemas.md 2.6 */
import { isMap, listAt, type MapValue, textAt, valueAt } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import {
  annotationNameFault,
  annotationsFault,
  dataKeyFault,
  generatedNameFault,
  labelValueFault,
  nameFault,
  namespaceFault,
  qualifiedNameFault,
} from "./names.ts";
import { isUnfinished } from "./scalars.ts";
import type { FindingSort } from "./schema.ts";

type Path = readonly (string | number)[];

/** The label in which the API server writes the name of a namespace, whatever stands there. */
const OF_NAMESPACES = "kubernetes.io/metadata.name";

/** Takes what is found. */
export interface Findings {
  add(sort: FindingSort, path: Path, text: string): void;
}

/** An object, as far as the rule for its name needs it. */
export interface Identity {
  readonly group: string;
  readonly kind: string;
  /** The minor version of Kubernetes. */
  readonly minor: number;
  /** A kind without names, such as a review that the API server answers. */
  readonly isNameless: boolean;
  /** The namespace of other kinds is dropped. */
  readonly isNamespaced: boolean;
}

/** The types that hold labels. */
export const LABEL_TYPES: ReadonlySet<string> = new Set(["meta.v1.ObjectMeta", "meta.v1.LabelSelector"]);

/** The name and the namespace of the whole object, and the keys of its data. */
export function identityFindings(to: Findings, object: MapValue, identity: Identity): void {
  const { group, kind, minor, isNameless, isNamespaced } = identity;
  const metadata = valueAt(object, "metadata");
  const [name, start, namespace] = ["name", "generateName", "namespace"].map((field) => textAt(metadata, field) ?? "");
  const fault = (path: Path, value: string, text: string | undefined): void => {
    if (text !== undefined && !isUnfinished(value)) to.add("syntax", path, text);
  };
  if (name) fault(["metadata", "name"], name, nameFault(name, group, kind, minor));
  else if (start) fault(["metadata", "generateName"], start, generatedNameFault(start, group, kind, minor));
  else if (!isNameless && typeof (valueAt(metadata, "name") ?? "") === "string")
    to.add("missing", [], "the field `metadata.name` is missing");
  if (namespace && isNamespaced) fault(["metadata", "namespace"], namespace, namespaceFault(namespace));
  if (group !== "" || (kind !== "ConfigMap" && kind !== "Secret")) return;
  for (const field of ["data", "binaryData", "stringData"])
    for (const key of keysOf(valueAt(object, field))) fault([field, key], key, dataKeyFault(key));
}

/** The labels and annotations in a value of one of {@link LABEL_TYPES}. */
export function labelFindings(to: Findings, typeName: string, value: MapValue, path: Path): void {
  if (typeName === "meta.v1.LabelSelector") {
    // The labels of metrics are those of whoever measures.
    if (path.at(-2) === "metric") return;
    labels(to, valueAt(value, "matchLabels"), [...path, "matchLabels"]);
    return;
  }
  labels(to, valueAt(value, "labels"), [...path, "labels"]);
  const annotations = valueAt(value, "annotations");
  let size = 0;
  for (const key of keysOf(annotations)) {
    size += Buffer.byteLength(key) + Buffer.byteLength(textAt(annotations, key) ?? "");
    report(to, [...path, "annotations", key], key, annotationNameFault(key));
  }
  const tooLarge = annotationsFault(size);
  if (tooLarge !== undefined) to.add("syntax", [...path, "annotations"], tooLarge);
  // Those of templates are not looked at.
  if (path.length > 1) return;
  for (const [index, each] of listAt(value, "finalizers").entries())
    if (each === null || typeof each === "string")
      report(to, [...path, "finalizers", index], each ?? "", qualifiedNameFault(each ?? ""));
}

function labels(to: Findings, map: Value | undefined, path: Path): void {
  for (const key of keysOf(map)) {
    report(to, [...path, key], key, qualifiedNameFault(key));
    const value = textAt(map, key);
    if (value !== undefined && key !== OF_NAMESPACES) report(to, [...path, key], value, labelValueFault(value));
  }
}

function report(to: Findings, path: Path, value: string, text: string | undefined): void {
  if (text !== undefined && !isUnfinished(value)) to.add("syntax", path, text);
}

function keysOf(value: Value | undefined): readonly string[] {
  return isMap(value) ? Object.keys(value) : [];
}
