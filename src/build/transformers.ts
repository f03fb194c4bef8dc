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
import type { Origin } from "../resource/provenance.ts";
import type { Resource } from "../resource/resource.ts";
import type { ResourceSet } from "../resource/resource-set.ts";
import type { Accumulator, Level } from "./context.ts";
import { jsonPatchTransformers, mergePatchTransformers, patchTransformers } from "./patches.ts";
import { pluginTransformer } from "./plugin-transformers.ts";
import { fieldOrigin, pluginOrigin, recordStep } from "./provenance.ts";
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
  const steps: Step[] = [];
  for (const transformer of await fieldTransformers(level, accumulator.configuration ?? defaultConfiguration)) {
    const { kind, steps: times = 1 } = transformer;
    steps.push({ transformers: [transformer], origin: fieldOrigin(level, kind), times });
  }
  for (const config of await loadConfigs()) {
    const transformers = await pluginTransformer(level, config);
    steps.push({ transformers, origin: pluginOrigin(config), times: 1 });
  }
  for (const step of steps) run(step, accumulator.resources);
}

interface Step {
  readonly transformers: readonly Transformer[];
  /** Undefined unless origins are tracked. */
  readonly origin: Origin | undefined;
  /** How often it counts. */
  readonly times: number;
}

function run({ transformers, origin, times }: Step, resources: ResourceSet): void {
  for (const transformer of transformers) transformer.transform(resources);
  if (origin !== undefined) for (let count = 0; count < times; count++) recordStep(resources.items, origin);
  resources.dropEmpty();
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

/** One for each entry of `labels`, and always one more for commonLabels, even without any. */
function labelTransformers(kustomization: Kustomization, configuration: Configuration): Transformer[] {
  const { labels = [], commonLabels = new Map() } = kustomization;
  if (labels.length === 0 && commonLabels.size === 0) return [];
  const transformers = labels.map((label) =>
    labelTransformer(label.pairs ?? new Map(), labelFieldSpecs(label, configuration)),
  );
  return [...transformers, labelTransformer(commonLabels, configuration.commonLabels)];
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
  if (commonAnnotations === undefined || commonAnnotations.size === 0) return [];
  return [annotationsTransformer(commonAnnotations, configuration.commonAnnotations)];
}
