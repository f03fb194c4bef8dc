/** The generators of a level; docs/specification/build-order.md 1.4. */
import {
  type BuiltinArgs,
  type BuiltinContext,
  type GeneratorKind,
  generatorFields,
  type KeySource,
} from "../../builtins/index.ts";
import { type Origin, Resource, type ResourceSet } from "../../resource/index.ts";
import { type Accumulator, fieldOrigin, type Level, pluginOrigin, type TracedStep } from "../context/index.ts";
import { absorb } from "./absorb.ts";
import { builtinContext } from "./builtin-context.ts";
import { configuredBuiltin, isBuiltin, wrongRole } from "./builtin-documents.ts";
import { type ConfiguredFunction, generateByFunction, prepareFunctions } from "./function-steps.ts";
import type { Listed } from "./listed.ts";

/** The fields of generators, in the order in which they run. */
export const GENERATOR_FIELDS = ["configMapGenerator", "secretGenerator", "helmCharts"] as const;

const fieldsInOrder = GENERATOR_FIELDS.map((name) => generatorFields.get(name)).filter((found) => found !== undefined);

export async function runFieldGenerators(level: Level, into: Accumulator): Promise<void> {
  const { kustomization, outerNamespace = "" } = level;
  if (GENERATOR_FIELDS.every((name) => !kustomization[name]?.length)) return;
  const usesOuter = !kustomization.namespace && kustomization.helmCharts?.some(({ namespace }) => !namespace);
  if (usesOuter) into.inheritedNamespace = outerNamespace;
  const context = builtinContext(level);
  for (const { kind, field } of fieldsInOrder) {
    for (const [index, args] of field.args(kustomization, outerNamespace).entries()) {
      const origin = fieldOrigin(level, kind.kind);
      await generate(level, context, { kind, args, origin, step: { name: field.name, index } }, into.resources);
    }
  }
}

/**
 * Runs the generators that `configs` configure. The generatorOptions do not apply to these.
 * @param configs the documents that the field `generators` lists
 * @returns the functions among them that also run as transformers
 */
export async function pluginGenerators(
  level: Level,
  configs: readonly Listed[],
  into: Accumulator,
): Promise<readonly ConfiguredFunction[]> {
  if (configs.length === 0) return [];
  const context = builtinContext(level);
  const { resources } = into;
  const others = configs.filter((config) => config instanceof Resource).filter((config) => !isBuiltin(config));
  const steps = await prepareFunctions(level, others, { role: "generator" });
  for (const config of configs) {
    if (!(config instanceof Resource)) await config.run(into);
    else if (!isBuiltin(config)) {
      const step = steps.get(config);
      if (step !== undefined) await generateByFunction(level, { config, step }, resources);
    } else {
      const { builtin, args } = configuredBuiltin(config, context.warn);
      if (builtin.role !== "generator") throw wrongRole(config, "generator");
      const step = { name: "generators", config };
      await generate(level, context, { kind: builtin, args, origin: pluginOrigin(config), step }, resources);
    }
  }
  return [...steps].flatMap(([config, step]) => (step.asTransformer === undefined ? [] : [{ config, step }]));
}

export interface Generation {
  readonly kind: GeneratorKind;
  readonly args: BuiltinArgs;
  /** Undefined unless origins are tracked. */
  readonly origin: Origin | undefined;
  readonly step: TracedStep;
}

/** Runs one built-in generator, and adds the objects that it makes. @throws KrmError */
export async function generate(
  { context: { budget, trace }, kustomization }: Pick<Level, "context" | "kustomization">,
  context: BuiltinContext,
  { kind, args, origin, step }: Generation,
  resources: ResourceSet,
): Promise<void> {
  const { location } = args;
  // Only a trace needs the sources of keys.
  const sources = trace && new Map<string, KeySource>();
  budget.resume();
  const objects = await kind.generate(args, context, sources);
  const generated: Resource[] = [];
  budget.run(() => {
    for (const { node, needsHash, behavior } of objects) {
      const resource = new Resource(node, location);
      if (needsHash !== undefined) resource.needsHash = needsHash;
      resource.behavior = behavior;
      resource.provenance = origin && { origin, steps: [] };
      resource.noteGeneration();
      generated.push(resource);
      if (kind.conflict === undefined) absorb(resources, resource, location);
      else if (resources.byAnyId(resource.id).length === 0) resources.append(resource);
      else throw kind.conflict(args, resource);
    }
  });
  trace?.step(
    { ...step, kustomization, location, sources: sources?.size ? sources : undefined },
    generated.flatMap(({ id }) => resources.byAnyId(id)),
  );
}
