/** Says what an edit is about, so that people read first what matters most. */
import { isDescription } from "../../differences/index.ts";
import type { Change, Consequence, FieldChange } from "../../report.ts";
import { replacedImage } from "../images.ts";
import { isMove } from "./moves.ts";

/** The weightiest first. */
const WEIGHTS: readonly Consequence[] = ["behaviour", "image", "metadata", "noise"];

/** Labels of these kinds decide what selects or admits, and not only what people search for. */
const LABELS_DECIDE = new Set(["Namespace", "Node", "Pod", "ClusterRole"]);
/** Annotations of these kinds are the settings of a controller: of an ingress, of a load balancer, of a role in a cloud. */
const ANNOTATIONS_DECIDE = new Set(
  "Gateway GRPCRoute HTTPRoute Ingress IngressClass Namespace Node Pod Service ServiceAccount StorageClass TLSRoute".split(
    " ",
  ),
);

/**
 * Returns the consequence of a changed field. Labels and annotations count as metadata at the top of an object only: those of a pod template
 * are what selectors match and what injectors read, and their change restarts pods. The same holds for labels and annotations
 * of kinds whose controllers act on them. Descriptions of a CustomResourceDefinition are metadata.
 */
export function consequenceOf(
  field: Pick<FieldChange, "path" | "op" | "before" | "after" | "noise" | "image">,
  { kind }: Pick<Change["object"], "kind">,
): Consequence {
  if (field.noise !== undefined) return "noise";
  if (replacedImage(field) !== undefined) return "image";
  const [, top, map] = field.path.split("/", 3);
  if (top === "metadata" && map === "labels") return LABELS_DECIDE.has(kind) ? "behaviour" : "metadata";
  if (top === "metadata" && map === "annotations") return ANNOTATIONS_DECIDE.has(kind) ? "behaviour" : "metadata";
  return isDescription(field, kind) ? "metadata" : "behaviour";
}

/** The weightiest consequence of all edits of a change. */
export function consequenceOfChange(change: Change): Consequence {
  const { op, from, fields, moreFields, object } = change;
  if (op !== "changed" || from?.apiVersion !== undefined || isMove(change) || moreFields !== undefined)
    return "behaviour";
  if (isOfReferences(change)) return "behaviour";
  const edits = fields.filter(({ reference }) => !reference);
  if (edits.length === 0) return "behaviour";
  return edits.map((field) => consequenceOf(field, object)).reduce(weightiest);
}

/** Tells whether the object differs in nothing but the generated names that it refers to, and in noise. */
export function isOfReferences(change: Change): boolean {
  const { onlyReferences, from, fields, moreFields } = change;
  if (onlyReferences) return true;
  if (from?.apiVersion !== undefined || isMove(change)) return false;
  const isOfThese = fields.every(({ reference, noise }) => reference === true || noise !== undefined);
  return moreFields === undefined && isOfThese && fields.some(({ reference }) => reference);
}

/** The number grows with less weight. */
export function weightOf(consequence: Consequence): number {
  return WEIGHTS.indexOf(consequence);
}

export function weightiest(a: Consequence, b: Consequence): Consequence {
  return weightOf(a) <= weightOf(b) ? a : b;
}
