/** Reads the results of functions, in the current shape and in older ones; docs/specification/results.md 1, 2.1 to 2.3. */
import { toValue, type Value } from "../../yaml/index.ts";
import { get, type Node } from "../../yaml/nodes/node.ts";

export interface ResourceRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** One result. All of its texts are untrusted. */
export interface FunctionResult {
  readonly message: string;
  /** Undefined if the function does not set it. */
  readonly severity: "error" | "warning" | "info" | undefined;
  readonly resourceRef?: ResourceRef | undefined;
  readonly field?: { readonly path: string; readonly currentValue?: Value; readonly proposedValue?: Value } | undefined;
  readonly file?: { readonly path: string; readonly index: number } | undefined;
  readonly tags?: ReadonlyMap<string, string> | undefined;
}

/** The number of results that are read of one output. */
export const MAX_RESULTS = 1000;

/** Reads the `results` of a ResourceList. Skips entries of unknown shape: they must not fail a function that ended well. */
export function readResults(node: Node | undefined): FunctionResult[] {
  const list = node?.kind === "map" ? get(node, "items") : node;
  if (list?.kind !== "seq") return [];
  return list.items.slice(0, MAX_RESULTS).flatMap((item) => {
    const value = valueOf(item);
    return isRecord(value) ? [resultOf(value)] : [];
  });
}

export type Record = { [key: string]: Value };

function valueOf(node: Node): Value {
  try {
    return toValue(node);
  } catch {
    return null;
  }
}

function resultOf(value: Record): FunctionResult {
  const { severity, resourceRef, field, file, tags } = value;
  return {
    message: textOf(value["message"]) || "the function gives no reason",
    severity: SEVERITIES.find((known) => known === severity),
    ...(isRecord(resourceRef) && { resourceRef: refOf(resourceRef) }),
    ...(isRecord(field) && textOf(field["path"]) && { field: fieldOf(field) }),
    ...(isRecord(file) &&
      textOf(file["path"]) && { file: { path: textOf(file["path"]), index: indexOf(file["index"]) } }),
    ...(isRecord(tags) && { tags: new Map(Object.entries(tags).map(([key, tag]) => [key, textOf(tag)])) }),
  };
}

const SEVERITIES = ["error", "warning", "info"] as const;

/** An older shape has `suggestedValue`. */
function fieldOf(field: Record): FunctionResult["field"] {
  const { path, currentValue, proposedValue, suggestedValue } = field;
  const proposed = proposedValue ?? suggestedValue;
  return {
    path: textOf(path),
    ...(currentValue !== undefined && { currentValue }),
    ...(proposed !== undefined && { proposedValue: proposed }),
  };
}

/** An older shape has name and namespace in `metadata`. */
function refOf(ref: Record): ResourceRef {
  const metadata = isRecord(ref["metadata"]) ? ref["metadata"] : {};
  return {
    apiVersion: textOf(ref["apiVersion"]),
    kind: textOf(ref["kind"]),
    name: textOf(ref["name"] ?? metadata["name"]),
    namespace: textOf(ref["namespace"] ?? metadata["namespace"]),
  };
}

function indexOf(value: Value | undefined): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
}

function textOf(value: Value | undefined): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

export function isRecord(value: Value | undefined): value is Record {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
