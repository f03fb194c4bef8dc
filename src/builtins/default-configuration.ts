/** The field specs that every build starts from: of built-ins and of references; docs/specification/field-specs.md 2.1. */
import { type Configuration, nameReferences, variableReferences } from "../documents/index.ts";
import { imageTagTransformer } from "./image-tag-transformer.ts";
import { annotationsTransformer, labelTransformer } from "./label-transformer.ts";
import { prefixTransformer, suffixTransformer } from "./name-affix.ts";
import { namespaceTransformer } from "./namespace-transformer.ts";
import { replicaCountTransformer } from "./replica-count-transformer.ts";

/** Each table is in its effective order: by rank of the kind, then by group, version and kind. */
export const defaultConfiguration: Configuration = {
  ...prefixTransformer.defaults,
  ...suffixTransformer.defaults,
  ...namespaceTransformer.defaults,
  ...labelTransformer.defaults,
  ...annotationsTransformer.defaults,
  nameReference: nameReferences,
  varReference: variableReferences,
  ...imageTagTransformer.defaults,
  ...replicaCountTransformer.defaults,
};
