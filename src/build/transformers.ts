/** The transformers of a level, in the order in which they run; engine.md 3.1 (6, 7). */
import { imageTagTransformer } from "../builtins/image-tag-transformer.ts";
import { annotationsTransformer, labelTransformer } from "../builtins/label-transformer.ts";
import { prefixTransformer, suffixTransformer } from "../builtins/name-affix.ts";
import { namespaceTransformer } from "../builtins/namespace-transformer.ts";
import { replicaCountTransformer } from "../builtins/replica-count-transformer.ts";
import type { Transformer } from "../builtins/transformer.ts";
import { type Configuration, mergeFieldSpecs } from "../documents/configuration.ts";
import { defaultConfiguration } from "../documents/default-field-specs.ts";
import type { FieldSpec, Kustomization, Label } from "../documents/kustomization.ts";
import type { Resource } from "../resource/resource.ts";
import type { Accumulator, Level } from "./context.ts";
import { jsonPatchTransformers, mergePatchTransformers, patchTransformers } from "./patches.ts";
import { pluginTransformer } from "./plugin-transformers.ts";
import { fieldReplacements } from "./replacements.ts";

/**
 * Configures all transformers, then runs them: a patch file that is missing fails before anything is changed.
 * @param loadConfigs loads the documents of the field `transformers`
 */
export async function runTransformers(
  level: Level,
  accumulator: Accumulator,
  loadConfigs: () => Promise<readonly Resource[]>,
): Promise<void> {
  const transformers = await fieldTransformers(level, accumulator.configuration ?? defaultConfiguration);
  for (const config of await loadConfigs()) transformers.push(...(await pluginTransformer(level, config)));
  for (const transformer of transformers) {
    transformer.transform(accumulator.resources);
    accumulator.resources.dropEmpty();
  }
}

async function fieldTransformers(level: Level, configuration: Configuration): Promise<Transformer[]> {
  const { kustomization } = level;
  const { namespace, namePrefix, nameSuffix, images = [], replicas = [], location } = kustomization;
  const namespaceOptions = { fieldSpecs: configuration.namespace, location };
  return [
    ...(await mergePatchTransformers(level)),
    ...(await patchTransformers(level)),
    ...(namespace ? [namespaceTransformer({ namespace, ...namespaceOptions })] : []),
    ...(namePrefix ? [prefixTransformer(namePrefix, configuration.namePrefix)] : []),
    ...(nameSuffix ? [suffixTransformer(nameSuffix, configuration.nameSuffix)] : []),
    ...labelTransformers(kustomization, configuration),
    ...annotationTransformers(kustomization, configuration),
    ...(await jsonPatchTransformers(level)),
    ...replicas.map((replica) => replicaCountTransformer(replica, configuration.replicas)),
    ...(images.length > 0 ? [imageTagTransformer(images, configuration.images)] : []),
    ...(await fieldReplacements(level)),
  ];
}

function labelTransformers(kustomization: Kustomization, configuration: Configuration): Transformer[] {
  const { labels = [], commonLabels } = kustomization;
  const transformers = labels.map((label) =>
    labelTransformer(label.pairs ?? new Map(), labelFieldSpecs(label, configuration)),
  );
  if (commonLabels !== undefined) transformers.push(labelTransformer(commonLabels, configuration.commonLabels));
  return transformers;
}

/** The fields that an entry of `labels` reaches; engine.md 5.4. @throws KrmError `conflicting-field-specs` */
function labelFieldSpecs(label: Label, configuration: Configuration): readonly FieldSpec[] {
  const merge = (specs: readonly FieldSpec[], more: readonly FieldSpec[]): FieldSpec[] =>
    mergeFieldSpecs("labels", specs, more);
  const own = merge(label.fields ?? [], configuration.labels);
  if (label.includeSelectors) return merge(own, configuration.commonLabels);
  const withTemplates = label.includeTemplates ? merge(own, configuration.templateLabels) : own;
  const withClaims = label.includeVolumeClaimTemplates
    ? merge(withTemplates, configuration.volumeClaimTemplateLabels)
    : withTemplates;
  return merge(withClaims, [{ path: "metadata/labels", create: true }]);
}

function annotationTransformers(kustomization: Kustomization, configuration: Configuration): Transformer[] {
  const { commonAnnotations } = kustomization;
  if (commonAnnotations === undefined) return [];
  return [annotationsTransformer(commonAnnotations, configuration.commonAnnotations)];
}
