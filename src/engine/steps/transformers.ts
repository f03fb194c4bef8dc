/** The transformers of a level, in the order in which they run; docs/specification/build-order.md 1.6, 1.7. */
import {
  annotationsTransformer,
  imageTagTransformer,
  labelTransformer,
  namespaceTransformer,
  prefixTransformer,
  replicaCountTransformer,
  suffixTransformer,
  type Transformer,
} from "../../builtins/index.ts";
import {
  type Configuration,
  defaultConfiguration,
  type FieldSpec,
  type Kustomization,
  type Label,
  mergeFieldSpecs,
} from "../../documents/index.ts";
import type { FunctionStep, Phase } from "../../functions/index.ts";
import type { Origin, Resource, ResourceSet } from "../../resource/index.ts";
import { type Accumulator, fieldOrigin, type Level, pluginOrigin, recordStep, warnInto } from "../context/index.ts";
import { isBuiltin } from "./builtin-config.ts";
import { type ConfiguredFunction, prepareFunction, transformByFunction } from "./function-steps.ts";
import { jsonPatchTransformers, mergePatchTransformers, patchTransformers } from "./patches.ts";
import { pluginTransformer } from "./plugin-transformers.ts";
import { fieldReplacements } from "./replacements.ts";

/**
 * Configures all transformers, then runs them: a patch file that is missing fails before anything is changed.
 * @param loadConfigs loads the documents of the field `transformers`
 * @param generators those that are transformers as well, before all that the field lists
 */
export async function runTransformers(
  level: Level,
  accumulator: Accumulator,
  loadConfigs: () => Promise<readonly Resource[]>,
  generators: readonly ConfiguredFunction[],
): Promise<void> {
  const { time } = level.context;
  const steps: Step[] = [];
  for (const step of await fieldSteps(level, accumulator.configuration ?? defaultConfiguration)) {
    steps.push({ ...step, origin: fieldOrigin(level, step.kind) });
  }
  const phase: Phase = { role: "transformer" };
  const joint = new Set<FunctionStep>();
  const pushFunction = (config: Resource, step: FunctionStep): void => {
    if (joint.has(step)) return;
    joint.add(step);
    steps.push({ ...pluginStep(config), transformers: [], function: step });
  };
  for (const { config, step } of generators) if (step.asTransformer) pushFunction(config, step.asTransformer(phase));
  for (const config of await loadConfigs()) {
    if (!isBuiltin(config)) pushFunction(config, await prepareFunction(level, config, phase));
    else steps.push({ ...pluginStep(config), transformers: await pluginTransformer(level, config) });
  }
  for (const step of steps) {
    if (step.function !== undefined) await transformByFunction(level, step, step.function, accumulator.resources);
    time.run(() => run(level, step, accumulator.resources));
  }
}

function pluginStep(config: Resource): Pick<Step, "name" | "config" | "origin" | "times"> {
  return { name: "transformers", config, origin: pluginOrigin(config), times: 1 };
}

interface Step {
  /** The field that asks for it, and which of its entries, or its document. */
  readonly name: string;
  readonly index?: number | undefined;
  readonly config?: Resource | undefined;
  readonly transformers: readonly Transformer[];
  /** In place of transformers, where the document is that of a function. */
  readonly function?: FunctionStep | undefined;
  /** Undefined unless origins are tracked. */
  readonly origin: Origin | undefined;
  /** How often it counts. */
  readonly times: number;
}

/** A step that a field asks for, with the kind of its transformers. */
type FieldStep = Omit<Step, "origin" | "config" | "function"> & { readonly kind: string };

function run({ context, kustomization }: Level, step: Step, resources: ResourceSet): void {
  const { name, index, config, transformers, origin, times } = step;
  // Components are written for many: an entry of one may fit nothing in some of those who include it.
  const warn = kustomization.kind === "Component" ? () => {} : warnInto(context);
  for (const transformer of transformers) {
    const { items } = resources;
    transformer.transform(resources, warn);
    context.trace?.step({ name, index, config, kustomization, location: transformer.location }, items);
  }
  if (origin !== undefined) for (let count = 0; count < times; count++) recordStep(resources.items, origin);
  resources.dropEmpty();
}

async function fieldSteps(level: Level, configuration: Configuration): Promise<FieldStep[]> {
  const { kustomization } = level;
  const { time } = level.context;
  const { namespace, namePrefix, nameSuffix, images = [], replicas = [], location } = kustomization;
  const namespaceOptions = { fieldSpecs: configuration.namespace, location };
  return [
    ...each("patchesStrategicMerge", await mergePatchTransformers(level)),
    ...each("patches", await patchTransformers(level)),
    ...each("namespace", namespace ? [namespaceTransformer({ namespace, ...namespaceOptions })] : []),
    ...each("namePrefix", namePrefix ? [prefixTransformer(namePrefix, configuration.namePrefix)] : []),
    ...each("nameSuffix", nameSuffix ? [suffixTransformer(nameSuffix, configuration.nameSuffix)] : []),
    ...time.run(() => labelSteps(kustomization, configuration)),
    ...each("commonAnnotations", annotationTransformers(kustomization, configuration)),
    ...each("patchesJson6902", await jsonPatchTransformers(level)),
    ...each(
      "replicas",
      time.run(() => replicas.map((replica) => replicaCountTransformer(replica, configuration.replicas))),
    ),
    ...each("images", images.length > 0 ? [time.run(() => imageTagTransformer(images, configuration.images))] : []),
    ...(await replacementStep(level)),
  ];
}

/** A step for each transformer, which stand for the entries of a field, or for the field. */
function each(name: string, transformers: readonly Transformer[]): FieldStep[] {
  return transformers.map((transformer, index) => {
    const { kind, steps: times = 1 } = transformer;
    return { name, index, kind, times, transformers: [transformer] };
  });
}

/** All replacements are one step. */
async function replacementStep(level: Level): Promise<FieldStep[]> {
  if (!level.kustomization.replacements?.length) return [];
  const transformers = await fieldReplacements(level);
  return [{ name: "replacements", kind: "ReplacementTransformer", times: 1, transformers }];
}

/** One for each entry of `labels`, and always one more for commonLabels, even without any. */
function labelSteps(kustomization: Kustomization, configuration: Configuration): FieldStep[] {
  const { labels = [], commonLabels = new Map() } = kustomization;
  if (labels.length === 0 && commonLabels.size === 0) return [];
  const transformers = labels.map((label) =>
    labelTransformer(label.pairs ?? new Map(), labelFieldSpecs(label, configuration)),
  );
  const common = labelTransformer(commonLabels, configuration.commonLabels);
  return [...each("labels", transformers), ...each("commonLabels", [common])];
}

const fieldsOfLabels = new WeakMap<Configuration, Map<string, readonly FieldSpec[]>>();

/** The fields that an entry of `labels` reaches; the same list for entries that say the same, unless they name fields. */
function labelFieldSpecs(label: Label, configuration: Configuration): readonly FieldSpec[] {
  if (label.fields?.length) return mergedFieldSpecs(label, configuration);
  let known = fieldsOfLabels.get(configuration);
  if (known === undefined) fieldsOfLabels.set(configuration, (known = new Map()));
  const { includeSelectors, includeTemplates, includeVolumeClaimTemplates } = label;
  const key = [includeSelectors, includeTemplates, includeVolumeClaimTemplates].map(Boolean).join();
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = mergedFieldSpecs(label, configuration)));
  return found;
}

/**
 * The field specs of one entry of `labels`; docs/specification/labels-and-annotations.md 2.
 * @throws KrmError `conflicting-field-specs`
 */
function mergedFieldSpecs(label: Label, configuration: Configuration): readonly FieldSpec[] {
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
