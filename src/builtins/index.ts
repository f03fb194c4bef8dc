/** The generators and transformers that kustomize has built in. Each file holds one kind. */
export { configMapNode } from "./configmap-generator.ts";
export type { GeneratedObject } from "./generated-object.ts";
export { contentHash, shortHash } from "./hash.ts";
export {
  type CheckedChart,
  chartDirectory,
  chartObjects,
  checkChart,
  checkHelmVersion,
  pullArguments,
  templateArguments,
} from "./helm-chart-inflation-generator.ts";
export { inlineValues, mergedValues } from "./helm-values.ts";
export { iamPolicy } from "./iam-policy-generator.ts";
export { editImage, imageMatcher, imageTagTransformer } from "./image-tag-transformer.ts";
export { type KeySource, type KeyValues, loadKeyValues } from "./key-values.ts";
export { annotationsTransformer, labelTransformer } from "./label-transformer.ts";
export { prefixTransformer, suffixTransformer } from "./name-affix.ts";
export { namespaceTransformer } from "./namespace-transformer.ts";
export { treeContent } from "./node-hash.ts";
export { parseInlineOperations, parseOperations, parsePatch } from "./patch-content.ts";
export { patchJson6902Transformer } from "./patch-json6902-transformer.ts";
export { patchStrategicMergeTransformer } from "./patch-strategic-merge-transformer.ts";
export { patchTransformer } from "./patch-transformer.ts";
export { lookUpNullable } from "./replacement-path.ts";
export { replacementTransformer } from "./replacement-transformer.ts";
export { replicaCountTransformer } from "./replica-count-transformer.ts";
export { secretNode } from "./secret-generator.ts";
export type { Transformer } from "./transformer.ts";
export { valueAddTransformer } from "./value-add-transformer.ts";
