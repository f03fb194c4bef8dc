/** Writes fields as kustomize does: the style of the previous value is kept; docs/specification/model.md 3. */
import { failure } from "../diagnostics.ts";
import { isTagged, isYaml11NonString } from "../yaml/index.ts";
import {
  get,
  isNull,
  locate,
  type MapNode,
  type Node,
  overwrite,
  type ScalarNode,
  type Style,
  scalar,
} from "../yaml/nodes/node.ts";

export interface SetFieldOptions {
  /** Writes a null instead of removing the field. */
  readonly keepNull?: boolean;
  /** The style of a new key; plain by default. */
  readonly keyStyle?: Style;
}

/**
 * Sets a field of a map. Undefined and null remove it. An existing value is overwritten in place and keeps its style; a
 * new field goes last. The value becomes part of the tree and may get quotes, so pass a node that is used nowhere else.
 * @throws KrmError `empty-key` for an empty name, which kustomize cannot write either
 */
export function setField(target: MapNode, name: string, value: Node | undefined, options: SetFieldOptions = {}): void {
  if (name === "") throw emptyKey(target);
  if (value === undefined || (isNull(value) && options.keepNull !== true)) {
    clearField(target, name);
    return;
  }
  const existing = get(target, name);
  if (existing !== undefined) {
    replaceValue(existing, value);
    return;
  }
  quoteForYaml11(value);
  target.entries.push({ key: scalar(name, "", options.keyStyle ?? ""), value });
}

/** Overwrites a scalar in place and keeps its style. Null and undefined change nothing. */
export function setScalar(target: ScalarNode, value: Node | undefined): void {
  if (value === undefined || isNull(value)) return;
  replaceValue(target, value);
}

/** Gives `existing` the content of `value`. Keeps its own style. */
export function replaceValue(existing: Node, value: Node): void {
  quoteForYaml11(value);
  if (existing === value) return;
  // Set the style of the value itself: a merge may use the value in a second place, with this style.
  value.style = writesTag(existing, value) ? "" : existing.style;
  const { source, offset } = existing;
  const keepsSource = isTagged(existing) || isTagged(value);
  overwrite(existing, value);
  // Whether a tag is stated is part of the style, which is kept.
  if (keepsSource) Object.assign(existing, { source, offset });
}

/**
 * Tells whether the value is written with its tag, because the text of the existing value states one. Quotes then do not make it
 * a string.
 */
function writesTag(existing: Node, value: Node): boolean {
  if (existing.kind !== "scalar" || value.kind !== "scalar") return false;
  return existing.style !== "" && value.tag !== "" && value.tag !== "!!str" && isTagged(existing);
}

/** Removes the first field with that name. */
export function clearField(target: MapNode, name: string): void {
  const index = target.entries.findIndex(({ key }) => key.kind === "scalar" && key.value === name);
  if (index >= 0) target.entries.splice(index, 1);
}

/** The error for a key that is empty or not a scalar: kustomize cannot write such a field. */
export function emptyKey(node: Node): Error {
  return failure("empty-key", "a map has a key that is empty or not a text, which cannot be written", {
    ...locate(node),
    hint: "Give the key a name. If it is a template, `{{ … }}`, render that first.",
  });
}

/** Gives quotes to a string that YAML 1.1 reads as another type (`yes`, `010`), unless it has a style already. */
function quoteForYaml11(value: Node): void {
  if (value.kind !== "scalar" || value.style !== "" || (value.tag !== "!!str" && value.tag !== "")) return;
  // A stated tag counts as a style.
  if (isYaml11NonString(value.value) && !isTagged(value)) value.style = "double";
}
