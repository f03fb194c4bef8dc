/** The transformers of a level, in the order in which they run; docs/specification/build-order.md 1.6, 1.7. */
import {
  type BuiltinContext,
  defaultConfiguration,
  type Transformer,
  transformerFields,
} from "../../builtins/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { Configuration } from "../../documents/index.ts";
import type { FunctionStep, Phase } from "../../functions/index.ts";
import { type Origin, Resource, type ResourceSet } from "../../resource/index.ts";
import {
  type Accumulator,
  explainOverflow,
  fieldOrigin,
  type Level,
  pluginOrigin,
  recordStep,
  warnInto,
} from "../context/index.ts";
import { atPlace } from "../loading/index.ts";
import { builtinContext } from "./builtin-context.ts";
import { configuredBuiltin, isBuiltin, wrongRole } from "./builtin-documents.ts";
import { type ConfiguredFunction, prepareFunction, transformByFunction } from "./function-steps.ts";
import type { Listed, ListedComposition } from "./listed.ts";

/** The fields of transformers, in the order in which they run. */
export const TRANSFORMER_FIELDS = [
  "patchesStrategicMerge",
  "patches",
  "namespace",
  "namePrefix",
  "nameSuffix",
  "labels",
  "commonLabels",
  "commonAnnotations",
  "patchesJson6902",
  "replicas",
  "images",
  "replacements",
] as const;

const fieldsInOrder = TRANSFORMER_FIELDS.map((name) => transformerFields.get(name)).filter(
  (found) => found !== undefined,
);

/**
 * Configures all transformers, then runs them: a missing patch file is an error before anything is changed.
 * @param loadConfigs loads the documents of the field `transformers`
 * @param generators generators that are also transformers; they run before the entries of the field
 */
export async function runTransformers(
  level: Level,
  accumulator: Accumulator,
  loadConfigs: () => Promise<readonly Listed[]>,
  generators: readonly ConfiguredFunction[],
): Promise<void> {
  const { budget } = level.context;
  const context = builtinContext(level);
  const steps = await fieldSteps(level, context, accumulator.configuration ?? defaultConfiguration);
  const phase: Phase = { role: "transformer" };
  const joint = new Set<FunctionStep>();
  const pushFunction = (config: Resource, step: FunctionStep): void => {
    if (joint.has(step)) return;
    joint.add(step);
    steps.push({ ...pluginStep(config), transformers: [], function: step });
  };
  for (const { config, step } of generators) if (step.asTransformer) pushFunction(config, step.asTransformer(phase));
  for (const config of await loadConfigs()) {
    if (!(config instanceof Resource)) steps.push({ ...listedStep(config), composition: config });
    else if (!isBuiltin(config)) pushFunction(config, await prepareFunction(level, config, phase));
    else {
      budget.resume();
      steps.push({ ...pluginStep(config), transformers: await configuredTransformers(config, context) });
    }
  }
  for (const step of steps) {
    if (step.composition === undefined) await runStep(level, step, accumulator.resources);
    else await step.composition.run(accumulator);
  }
}

/** Runs a configured step. @throws KrmError */
export async function runStep(
  level: Pick<Level, "context" | "kustomization">,
  step: Step,
  resources: ResourceSet,
): Promise<void> {
  if (step.function !== undefined) await transformByFunction(level, step, step.function, resources);
  level.context.budget.run(() => run(level, step, resources));
}

/** The transformers of a built-in that a document configures. @throws KrmError */
export async function configuredTransformers(
  config: Resource,
  context: BuiltinContext,
): Promise<readonly Transformer[]> {
  const { builtin, args } = configuredBuiltin(config, context.warn);
  if (builtin.role !== "transformer") throw wrongRole(config, "transformer");
  return builtin.create(args, context);
}

/** A step of a document, or of an inline document in a composition. */
export function pluginStep(config: Resource): Pick<Step, "name" | "config" | "location" | "origin" | "times"> {
  return { name: "transformers", config, location: config.origin, origin: pluginOrigin(config), times: 1 };
}

function listedStep({ location }: ListedComposition): Step {
  return { name: "transformers", location, transformers: [], origin: undefined, times: 0 };
}

export interface Step {
  /** The field, with the index of its entry or the document. */
  readonly name: string;
  readonly index?: number | undefined;
  readonly config?: Resource | undefined;
  /** The entry or the document. */
  readonly location: Location | undefined;
  readonly transformers: readonly Transformer[];
  /** Set instead of transformers for the document of a function. */
  readonly function?: FunctionStep | undefined;
  /** Set instead of transformers for a composition. */
  readonly composition?: ListedComposition;
  /** Undefined unless origins are tracked. */
  readonly origin: Origin | undefined;
  /** How many steps of kustomize this one is. */
  readonly times: number;
}

function run(
  { context, kustomization }: Pick<Level, "context" | "kustomization">,
  step: Step,
  resources: ResourceSet,
): void {
  const { name, index, config, transformers, origin, times } = step;
  // Components are written for many kustomizations: an entry may match nothing in some of them.
  const warn = kustomization.kind === "Component" ? () => {} : warnInto(context);
  for (const transformer of transformers) {
    const { items } = resources;
    const { location } = transformer;
    try {
      transformer.transform(resources, warn);
    } catch (thrown) {
      const place = location ?? step.location;
      const explained = explainOverflow(thrown, items, place);
      // Objects that a generator made have no place of their own.
      throw place === undefined ? explained : atPlace(explained, place);
    }
    const entry = location === undefined ? index : undefined;
    context.trace?.step({ name, index: entry, config, kustomization, location }, items);
  }
  if (origin !== undefined) for (let count = 0; count < times; count++) recordStep(resources.items, origin);
  resources.dropEmpty();
}

/** Configures the transformers of fields. @throws KrmError */
async function fieldSteps(level: Level, context: BuiltinContext, configuration: Configuration): Promise<Step[]> {
  const { kustomization } = level;
  const { budget } = level.context;
  const steps: Step[] = [];
  for (const { kind, field } of fieldsInOrder) {
    const { name } = field;
    for (const [index, args] of field.args(kustomization, configuration).entries()) {
      budget.resume();
      const transformers = await kind.create(args, context);
      const times = field.steps?.(args) ?? 1;
      steps.push({ name, index, location: args.location, transformers, times, origin: fieldOrigin(level, kind.kind) });
    }
  }
  return steps;
}
