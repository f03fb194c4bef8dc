/** What configMapGenerator and secretGenerator have in common (docs/specification/generators.md 1). */
import { failure } from "../diagnostics.ts";
import type { ConfigMapArgs, GeneratorOptions, StringMap } from "../documents/index.ts";
import type { GenerationBehavior } from "../resource/index.ts";
import { compareBytewise } from "../text/index.ts";
import { isYaml11NonString } from "../yaml/index.ts";
import { type Entry, type MapNode, map, type Node, type ScalarNode, scalar } from "../yaml/nodes/node.ts";

export interface GeneratedObject {
  readonly node: MapNode;
  /** Whether the hash of the content becomes part of the name; if absent, an annotation of the object decides. */
  readonly needsHash?: boolean;
  readonly behavior?: GenerationBehavior;
}

export type Field = readonly [key: string, value: Node];

/**
 * An object with the given name and options.
 *
 * @param options the `generatorOptions` of the kustomization, which those of the entry override
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

/** Labels or annotations of an entry, with those for all entries where it has none of the same key. */
function combined(own: StringMap | undefined, common: StringMap | undefined): Field[] {
  const all = new Map([...(common ?? []), ...(own ?? [])]);
  return sortedKeys(all).map((key) => [key, scalar(all.get(key) ?? "", "!!str", "single")]);
}

/** Behaviors with another name count as none, as in the reference. */
function behaviorOf(name: string | undefined): GenerationBehavior {
  return name === "create" || name === "merge" || name === "replace" ? name : "unspecified";
}

/** Keys are plain and without a tag, so that those that look like another type fail at output as they do in the reference. */
export function fieldsOf(fields: readonly Field[]): MapNode {
  return map(fields.map(([key, value]): Entry => ({ key: scalar(key), value })));
}

/** A string in the style that the reference gives it when it writes a field (docs/specification/model.md 3.1). */
export function string(value: string): ScalarNode {
  if (value.includes("\n")) return scalar(value, "!!str", "literal");
  return scalar(value, "!!str", isYaml11NonString(value) ? "double" : "");
}

export function sortedKeys(keyed: ReadonlyMap<string, unknown>): string[] {
  return [...keyed.keys()].sort(compareBytewise);
}

const lineLength = 70;

/** Base64; text of a line's length or more is broken into lines, with a break at its end too. */
export function base64(bytes: Uint8Array): string {
  const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return encoded.length < lineLength ? encoded : encoded.replace(/.{1,70}/g, "$&\n");
}
