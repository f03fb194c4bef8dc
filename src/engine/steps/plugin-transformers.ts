/** Built-in transformers that documents configure; docs/specification/plugin-configs.md 2. */
import { posix } from "node:path";
import {
  annotationsTransformer,
  imageTagTransformer,
  labelTransformer,
  namespaceTransformer,
  prefixTransformer,
  replicaCountTransformer,
  suffixTransformer,
  type Transformer,
  valueAddTransformer,
} from "../../builtins/index.ts";
import { failure } from "../../diagnostics.ts";
import { type BuiltinConfig, decodeValueAddTargets, type FieldSpec, type ValueAddArgs } from "../../documents/index.ts";
import type { Resource } from "../../resource/index.ts";
import { type Level, warnInto } from "../context/index.ts";
import { hashTransformer } from "../references/index.ts";
import { decodeBuiltin, wrongRole } from "./builtin-config.ts";
import { configureJsonPatch, configureMergePatches, configurePatch } from "./patches.ts";
import { configureReplacements } from "./replacements.ts";

/** No default field specs are added to what the document gives. @throws KrmError */
export async function pluginTransformer(level: Level, config: Resource): Promise<Transformer[]> {
  const builtin = decodeBuiltin(level, config);
  const { location } = builtin;
  switch (builtin.kind) {
    case "AnnotationsTransformer":
      return [annotationsTransformer(builtin.annotations ?? new Map(), builtin.fieldSpecs ?? [])];
    case "LabelTransformer":
      return [labelTransformer(builtin.labels ?? new Map(), builtin.fieldSpecs ?? [])];
    case "NamespaceTransformer": {
      const { namespace = "", fieldSpecs = [], unsetOnly, setRoleBindingSubjects } = builtin;
      return [namespaceTransformer({ namespace, fieldSpecs, unsetOnly, setRoleBindingSubjects, location })];
    }
    case "PrefixTransformer":
      return [prefixTransformer(builtin.prefix ?? "", requireFieldSpecs(builtin))];
    case "SuffixTransformer":
      return [suffixTransformer(builtin.suffix ?? "", requireFieldSpecs(builtin))];
    case "PrefixSuffixTransformer": {
      const specs = requireFieldSpecs(builtin);
      return [prefixTransformer(builtin.prefix ?? "", specs), suffixTransformer(builtin.suffix ?? "", specs)];
    }
    case "ImageTagTransformer":
      return [imageTagTransformer(builtin.imageTag === undefined ? [] : [builtin.imageTag], builtin.fieldSpecs ?? [])];
    case "ReplicaCountTransformer":
      return [replicaCountTransformer(builtin.replica ?? { name: "", count: 0, location }, builtin.fieldSpecs ?? [])];
    case "PatchTransformer":
      return [await configurePatch(level, builtin)];
    case "PatchStrategicMergeTransformer":
      return [await configureMergePatches(level, builtin.paths ?? [], builtin.patches ?? "", location)];
    case "PatchJson6902Transformer": {
      const { target, path, jsonOp: text } = builtin;
      return [await configureJsonPatch(level, { target, path, text, location })];
    }
    case "ReplacementTransformer":
      return configureReplacements(level, builtin.replacements ?? []);
    case "ValueAddTransformer":
      return [await configureValueAdd(level, builtin)];
    case "HashTransformer":
      return [hashTransformer];
    default:
      throw wrongRole(config, "transformer");
  }
}

/** The value is the name of the directory unless the document gives one. */
async function configureValueAdd(level: Level, args: ValueAddArgs): Promise<Transformer> {
  const { value = "", targets = [], targetFilePath = "", location } = args;
  const all = [...targets];
  if (targetFilePath !== "") {
    const file = await level.root.read(targetFilePath, location);
    all.push(...decodeValueAddTargets(level.context.files.config(file), file.display, warnInto(level.context)));
  }
  return valueAddTransformer(value.trim() || posix.basename(level.root.path), all, location);
}

function requireFieldSpecs(
  builtin: Extract<BuiltinConfig, { fieldSpecs?: readonly FieldSpec[] }>,
): readonly FieldSpec[] {
  if (builtin.fieldSpecs !== undefined) return builtin.fieldSpecs;
  throw failure("missing-field-specs", `fieldSpecs is not expected to be nil: this ${builtin.kind} says no fields`, {
    ...builtin.location,
    hint: "Add `fieldSpecs: [{path: metadata/name}]`.",
  });
}
