/**
 * Combines inline values of a kustomization with the values file of a chart;
 * docs/specification/helm-charts.md 3.
 */
import { type Diagnostic, failure, type Location } from "../../diagnostics.ts";
import { builtInSchemas, clearField, strategicMerge } from "../../resource/index.ts";
import { emit, formatFloat64, fromValue, parseResources, toValue, type Value } from "../../yaml/index.ts";
import { type Entry, get, isNull, locate, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import type { ValuesMerge } from "./arguments.ts";

export interface MergeOptions {
  readonly mode: Exclude<ValuesMerge, "replace">;
  /** True if the file is that of the chart, which helm reads too. */
  readonly isDefault?: boolean;
}

interface LostAlias {
  readonly key: string;
  readonly place: Location | undefined;
  /** True if an inline value for this key is lost too. */
  readonly replaced: boolean;
}

export interface MergedValues {
  readonly text: string;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Writes inline values as a values file. */
export function inlineValues(inline: Value): string {
  return emit(asConfigured(inline));
}

/**
 * Merges a values file and inline values by strategic merge. Inline values win (`override`), or only add missing values
 * (`merge`).
 * @param text the values file
 * @param display its name in messages
 * @throws KrmError `invalid-values`, and what parsing and merging throw
 */
export function mergedValues(
  text: string,
  display: string,
  inline: Value,
  { mode, isDefault = false }: MergeOptions,
): MergedValues {
  const [file] = parseResources(text, display);
  if (file === undefined) {
    throw failure("invalid-values", `${display} holds no values: inline values cannot be merged into an empty file`, {
      hint: "Set `valuesMerge: replace`, or give the file a value.",
    });
  }
  if (file.kind !== "map") {
    throw failure("invalid-values", `${display} is not a map of values`, {
      hint: "Name a file that holds a map of values.",
    });
  }
  const own = fromValue(asConfigured(inline)) as MapNode;
  const diagnostics: Diagnostic[] = [];
  for (const { key, place, replaced } of dropAliases(file, own, mode)) {
    // Helm adds the values of the chart again, but not the inline values that should have replaced them.
    if (isDefault && !replaced) continue;
    const message = `the value of \`${key}\` is lost: it is an alias, and inline values are merged with the file`;
    const hint = "Write the value in place of the alias: kustomize does not follow it either.";
    diagnostics.push({ code: "lost-alias", severity: "warning", message, ...place, hint });
  }
  const merged = mode === "override" ? merge(file, own) : merge(own, file);
  if (merged === undefined) return { text: emit({}), diagnostics };
  unstyle(merged);
  return { text: emit(toValue(merged)), diagnostics };
}

/**
 * Removes aliases from a file, together with the inline values for their keys. kustomize merges without following
 * aliases and loses these values. Here aliases are already copies; a copy has an earlier offset than its key.
 */
function dropAliases(file: MapNode, inline: MapNode | undefined, mode: MergeOptions["mode"]): LostAlias[] {
  const lost: LostAlias[] = [];
  const kept: Entry[] = [];
  for (const entry of file.entries) {
    const { key, value } = entry;
    const name = key.kind === "scalar" ? key.value : "";
    const counterpart = get(inline, name);
    const isMerged = key.offset < file.offset;
    const isAlias = !isMerged && value.offset < key.offset;
    const replaced = isAlias && inline !== undefined && counterpart !== undefined && !isNull(counterpart);
    if (!isMerged && !isAlias) {
      kept.push(entry);
      const below = counterpart?.kind === "map" ? counterpart : undefined;
      if (value.kind === "map") lost.push(...dropAliases(value, below, mode));
      continue;
    }
    if (replaced && mode === "merge") throw wrongAlias(name, key);
    if (replaced) clearField(inline, name);
    lost.push({ key: name, place: locate(isMerged ? file : key), replaced });
  }
  file.entries = kept;
  return lost;
}

function wrongAlias(name: string, key: Node): Error {
  const message = `inline values cannot be merged with the value of \`${name}\`: it is an alias`;
  return failure("invalid-values", message, { ...locate(key), hint: "Write the value in place of the alias." });
}

function merge(dest: MapNode, source: MapNode): MapNode | undefined {
  return strategicMerge(dest, source, builtInSchemas);
}

/** Sets the style of each scalar by its tag, so that it is read as the same value again. */
function unstyle(node: Node): void {
  if (node.kind === "scalar") {
    if (node.tag !== "") node.style = node.tag === "!!str" ? "double" : "";
    return;
  }
  node.style = "";
  if (node.kind === "seq") node.items.forEach(unstyle);
  else for (const { key, value } of node.entries) [key, value].forEach(unstyle);
}

/** The fields of an entry that hold texts, and those that hold lists of texts. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(
  "name version repo releasename namespace valuesfile valuesmerge kubeversion nametemplate".split(" "),
);
const TEXT_LIST_FIELDS: ReadonlySet<string> = new Set(["additionalvaluesfiles", "apiversions"]);

/**
 * Converts inline values as kustomize does on the way to the generator. Numbers become 64-bit floats. Keys of the values
 * are treated like fields of the entry: a number under `version` becomes a text.
 */
function asConfigured(inline: Value): Value {
  const values = asJson(inline);
  if (typeof values !== "object" || values === null || Array.isArray(values)) return values;
  for (const [key, value] of Object.entries(values)) {
    const field = key.toLowerCase();
    if (TEXT_FIELDS.has(field)) values[key] = asText(value);
    else if (TEXT_LIST_FIELDS.has(field) && Array.isArray(value)) values[key] = value.map(asText);
  }
  return values;
}

function asText(value: Value): Value {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return value;
  const isWhole = Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 64;
  return isWhole ? String(value === 0 ? 0 : value) : formatFloat64(value);
}

function asJson(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== "object" || value === null) return value;
  const object: { [key: string]: Value } = Object.create(null);
  for (const key of Object.keys(value)) object[key] = asJson(value[key] as Value);
  return object;
}
