/** The table of the built-ins. A new one is a file and a row here. */
import { failure, type Warn } from "../diagnostics.ts";
import { type Dialect, quote, Reading } from "../documents/index.ts";
import { nearest } from "../text/index.ts";
import { rereadTexts, toValue } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";
import type {
  Builtin,
  BuiltinArgs,
  GeneratorField,
  GeneratorKind,
  TransformerField,
  TransformerKind,
} from "./builtin.ts";
import { configMapGenerator } from "./configmap-generator.ts";
import { hashTransformer } from "./hash-transformer.ts";
import { helmChartInflationGenerator } from "./helm-chart-inflation-generator.ts";
import { iamPolicyGenerator } from "./iam-policy-generator.ts";
import { imageTagTransformer } from "./image-tag-transformer.ts";
import { annotationsTransformer, labelTransformer } from "./label-transformer.ts";
import { prefixSuffixTransformer, prefixTransformer, suffixTransformer } from "./name-affix.ts";
import { namespaceTransformer } from "./namespace-transformer.ts";
import { patchJson6902Transformer } from "./patch-json6902-transformer.ts";
import { patchStrategicMergeTransformer } from "./patch-strategic-merge-transformer.ts";
import { patchTransformer } from "./patch-transformer.ts";
import { replacementTransformer } from "./replacement-transformer.ts";
import { replicaCountTransformer } from "./replica-count-transformer.ts";
import { secretGenerator } from "./secret-generator.ts";
import { valueAddTransformer } from "./value-add-transformer.ts";

export const BUILTINS: readonly Builtin[] = [
  annotationsTransformer,
  configMapGenerator,
  hashTransformer,
  helmChartInflationGenerator,
  iamPolicyGenerator,
  imageTagTransformer,
  labelTransformer,
  namespaceTransformer,
  patchJson6902Transformer,
  patchStrategicMergeTransformer,
  patchTransformer,
  prefixSuffixTransformer,
  prefixTransformer,
  replacementTransformer,
  replicaCountTransformer,
  secretGenerator,
  suffixTransformer,
  valueAddTransformer,
];

const byKind: ReadonlyMap<string, Builtin> = new Map(BUILTINS.map((builtin) => [builtin.kind, builtin]));

/** The kinds of apiVersion `builtin`. */
export const builtinKinds: ReadonlySet<string> = new Set(byKind.keys());

/** kustomize reads these documents leniently: it ignores unknown fields, and converts numbers to text. */
const dialect: Omit<Dialect, "unknownFields"> = {
  duplicateFields: "error",
  coercesToText: true,
  value: toValue,
};

/** A built-in with the arguments from its document. */
export interface ConfiguredBuiltin {
  readonly builtin: Builtin;
  readonly args: BuiltinArgs;
}

/**
 * Decodes the document of a built-in.
 *
 * @param file how the user would name the file, for documents that were not read from one
 * @param unknownFields they are warnings, or errors in a composition, which kustomize does not read
 * @throws KrmError with every problem of the document: `unknown-builtin`, `unknown-field`, `wrong-type`, `duplicate-field`,
 *   `invalid-key`
 */
export function decodeBuiltin(
  kind: string,
  node: Node,
  file: string,
  warn: Warn,
  unknownFields: Dialect["unknownFields"] = "warning",
): ConfiguredBuiltin {
  const reading = new Reading({ ...dialect, unknownFields }, file, `this ${kind}`);
  const builtin = byKind.get(kind);
  if (builtin === undefined) {
    const near = nearest(kind, [...byKind.keys()]);
    const hint = near === undefined ? "Correct the kind of the document." : `Did you mean ${near}?`;
    throw failure("unknown-builtin", `there is no built-in ${quote(kind)}`, { ...reading.place(node), hint });
  }
  rereadTexts(node);
  const args = builtin.decode(node, reading);
  reading.finish(warn);
  return { builtin, args: args as BuiltinArgs };
}

/** A field of a kustomization, with the kind that it stands for. */
export interface FieldOf<Kind, Field> {
  readonly kind: Kind;
  readonly field: Field;
}

/** The generators that fields stand for, by the names of the fields. */
export const generatorFields: ReadonlyMap<string, FieldOf<GeneratorKind, GeneratorField<BuiltinArgs>>> = new Map(
  BUILTINS.flatMap((kind) =>
    kind.role === "generator" && kind.field !== undefined ? [[kind.field.name, { kind, field: kind.field }]] : [],
  ),
);

/** The transformers that fields stand for, by the names of the fields. */
export const transformerFields: ReadonlyMap<string, FieldOf<TransformerKind, TransformerField<BuiltinArgs>>> = new Map(
  BUILTINS.flatMap((kind) =>
    kind.role === "transformer" ? (kind.fields ?? []).map((field) => [field.name, { kind, field }] as const) : [],
  ),
);
