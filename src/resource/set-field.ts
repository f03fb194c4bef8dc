/** Writing a field as the reference does, which keeps the style of what was there; docs/specification/model.md 3. */
import { failure } from "../diagnostics.ts";
import { isYaml11NonString } from "../yaml/index.ts";
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
  /** Writes a null where it would otherwise remove the field. */
  readonly keepNull?: boolean;
  /** Style of the key, should it have to be made. Plain unless given. */
  readonly keyStyle?: Style;
}

/**
 * Sets a field of a map. Undefined and null remove it; an existing value is overwritten in place and its style stays; a
 * new field goes last. The value becomes part of the tree and may be given quotes, so pass a node of your own.
 * @throws KrmError `empty-key` for the empty name, which the reference cannot write either
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

/** Overwrites a scalar in place and keeps its style. A null, or nothing, changes nothing. */
export function setScalar(target: ScalarNode, value: Node | undefined): void {
  if (value === undefined || isNull(value)) return;
  replaceValue(target, value);
}

/** Makes `existing` what `value` is, but for its style. */
export function replaceValue(existing: Node, value: Node): void {
  quoteForYaml11(value);
  if (existing === value) return;
  // On the value itself: a merge may use it in a second place, and the style shows there.
  value.style = existing.style;
  overwrite(existing, value);
}

/** Removes the first field of that name. */
export function clearField(target: MapNode, name: string): void {
  const index = target.entries.findIndex(({ key }) => key.kind === "scalar" && key.value === name);
  if (index >= 0) target.entries.splice(index, 1);
}

/** A field without a name cannot be addressed by anything that writes fields. */
export function emptyKey(node: Node): Error {
  return failure("empty-key", "a map has a key that is empty or no text, which cannot be written", {
    ...locate(node),
    hint: "Give the key a name.",
  });
}

/** Strings that YAML 1.1 readers take for something else (`yes`, `010`) get quotes unless they have a style already. */
function quoteForYaml11(value: Node): void {
  if (value.kind !== "scalar" || value.style !== "" || (value.tag !== "!!str" && value.tag !== "")) return;
  if (isYaml11NonString(value.value)) value.style = "double";
}
