/** Builds the objects of configMapGenerator and secretGenerator (docs/specification/generators.md 1). */
import { failure } from "../../diagnostics.ts";
import type { ConfigMapArgs, GeneratorOptions, StringMap } from "../../documents/index.ts";
import type { GenerationBehavior } from "../../resource/index.ts";
import { compareBytewise } from "../../text/index.ts";
import { isYaml11NonString } from "../../yaml/index.ts";
import { type Entry, type MapNode, map, type Node, type ScalarNode, scalar } from "../../yaml/nodes/node.ts";

export interface GeneratedObject {
  readonly node: MapNode;
  /** True if the hash of the content becomes part of the name; if absent, an annotation of the object decides. */
  readonly needsHash?: boolean;
  readonly behavior?: GenerationBehavior;
}

export type Field = readonly [key: string, value: Node];

/**
 * Builds an object with the name and the options of an entry.
 *
 * @param options the `generatorOptions` of the kustomization; the options of the entry override them
 * @param content the fields besides apiVersion, kind, metadata and immutable
 * @throws KrmError `missing-name`
 */
export function generatedObject(
  kind: "ConfigMap" | "Secret",
  args: ConfigMapArgs,
  options: GeneratorOptions | undefined,
  content: readonly Field[],
): GeneratedObject {
  if (!args.name) {
    const field = kind === "ConfigMap" ? "configMapGenerator" : "secretGenerator";
    const hint = "Give it a `name`.";
    throw failure("missing-name", `an entry of \`${field}\` has no name`, { ...args.location, hint });
  }
  const labels = combined(args.options?.labels, options?.labels);
  const annotations = combined(args.options?.annotations, options?.annotations);
  const immutable = args.options?.immutable === true || options?.immutable === true;
  const keepName = args.options?.disableNameSuffixHash === true || options?.disableNameSuffixHash === true;
  const metadata: Field[] = [
    ["name", string(args.name)],
    ...(args.namespace ? [["namespace", string(args.namespace)] as const] : []),
    ...(labels.length > 0 ? [["labels", fieldsOf(labels)] as const] : []),
    ...(annotations.length > 0 ? [["annotations", fieldsOf(annotations)] as const] : []),
  ];
  const node = fieldsOf([
    ["apiVersion", string("v1")],
    ["kind", string(kind)],
    ["metadata", fieldsOf(metadata)],
    ...content,
    ...(immutable ? [["immutable", scalar("true", "!!bool")] as const] : []),
  ]);
  return { node, needsHash: !keepName, behavior: behaviorOf(args.behavior) };
}

/** Adds labels or annotations of all entries to those of one entry, which win. */
function combined(own: StringMap | undefined, common: StringMap | undefined): Field[] {
  const all = new Map([...(common ?? []), ...(own ?? [])]);
  return sortedKeys(all).map((key) => [key, scalar(all.get(key) ?? "", "!!str", "single")]);
}

/** Like kustomize, ignores behaviors with other names. */
function behaviorOf(name: string | undefined): GenerationBehavior {
  return name === "create" || name === "merge" || name === "replace" ? name : "unspecified";
}

/** Builds a map. Its keys have neither tag nor style, so keys that look like another type fail at output, as in kustomize. */
export function fieldsOf(fields: readonly Field[]): MapNode {
  return map(fields.map(([key, value]): Entry => ({ key: scalar(key), value })));
}

/** A string in the style that kustomize gives it when it sets a field (docs/specification/model.md 3.1). */
export function string(value: string): ScalarNode {
  if (value.includes("\n")) return scalar(value, "!!str", "literal");
  return scalar(value, "!!str", isYaml11NonString(value) ? "double" : "");
}

export function sortedKeys(keyed: ReadonlyMap<string, unknown>): string[] {
  return [...keyed.keys()].sort(compareBytewise);
}

const lineLength = 70;

/** Encodes as base64. Results of 70 characters or more are broken into lines, each with a line break at its end. */
export function base64(bytes: Uint8Array): string {
  const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return encoded.length < lineLength ? encoded : encoded.replace(/.{1,70}/g, "$&\n");
}
