/** Resources and the operations on any of them: identities, field specs, selectors, merges and patches. */
export {
  BUILD_ANNOTATIONS,
  isKeptByJsonPatches,
  LOCAL_CONFIG,
  NEEDS_HASH,
  ORIGIN,
  TRANSFORMATIONS,
} from "./build-annotations.ts";
export { kebabCase, nameByKind } from "./default-name.ts";
export { firstDifference } from "./difference.ts";
export { differingPaths, type ValuePath } from "./differing-paths.ts";
export { splitFieldPath } from "./field-path.ts";
export { FieldSpecs, requireScalar } from "./field-spec.ts";
export { FieldTrie } from "./field-trie.ts";
export { goJson } from "./go-json.ts";
export { identify, scalarText } from "./identify.ts";
export { atEntry, inlineObjects } from "./inline-objects.ts";
export { applyJsonPatch, type JsonPatch, parseJsonPatch } from "./json-patch.ts";
export { compileLabelSelector } from "./label-selector.ts";
export { isLocalConfig } from "./local-config.ts";
export { builtInSchemas, type Schema, type SchemaSource } from "./merge-schema.ts";
export { isNamespaced } from "./namespaced-kinds.ts";
export { checkedObjects, inlinedObjects, parseInlineObjects, parseObjects } from "./objects.ts";
export { type BuiltInTypes, OpenApiDocument, parseOpenApi } from "./openapi-document.ts";
export type { Origin, Position, Provenance } from "./provenance.ts";
export { compileAnchored, compileRegex, type Matcher, onlyMatch } from "./re2.ts";
export { type GenerationBehavior, Resource } from "./resource.ts";
export {
  apiVersionOf,
  CLUSTER_SCOPE,
  describeId,
  type Gvk,
  type GvkPattern,
  gvkText,
  idText,
  parseApiVersion,
  type ResourceId,
  resourceId,
  selectedBy,
} from "./resource-id.ts";
export { ResourceSet } from "./resource-set.ts";
export { compileSelector } from "./selector.ts";
export { clearField, emptyKey, setField, setScalar } from "./set-field.ts";
export { strategicMerge } from "./strategic-merge.ts";
export { createAnnotations, metadataTexts, removeEmptyTwins, textsUnder, writeTexts } from "./text-map.ts";
export { valueProblem } from "./value-problem.ts";
