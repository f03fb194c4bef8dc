/**
 * The generators and transformers that kustomize has built in: their table, and the parts that other rooms use. Each kind is a
 * file; the directories hold what several kinds share, or what would make one file too long.
 */
export type {
  BuiltinArgs,
  BuiltinContext,
  GeneratorKind,
} from "./builtin.ts";
export type { KeySource } from "./data/key-values.ts";
export { defaultConfiguration } from "./default-configuration.ts";
export { appendHashes } from "./hash-transformer.ts";
export type { HelmSettings } from "./helm/arguments.ts";
export { imageMatcher } from "./image-names.ts";
export { editImage } from "./image-tag-transformer.ts";
export { setLabels } from "./label-transformer.ts";
export { lookUpNullable } from "./replacement/path.ts";
export { builtinKinds, type ConfiguredBuiltin, decodeBuiltin, generatorFields, transformerFields } from "./table.ts";
export type { Transformer } from "./transformer.ts";
