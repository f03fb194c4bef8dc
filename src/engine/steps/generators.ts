/** The generators of a level; docs/specification/build-order.md 1.4. */
import {
  configMapNode,
  type GeneratedObject,
  iamPolicy,
  type KeySource,
  type KeyValues,
  loadKeyValues,
  secretNode,
} from "../../builtins/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { BuiltinConfig, ConfigMapArgs, GeneratorOptions, SecretArgs } from "../../documents/index.ts";
import { type Origin, Resource, type ResourceSet } from "../../resource/index.ts";
import { fieldOrigin, type Level, pluginOrigin, type TracedStep } from "../context/index.ts";
import { absorb } from "./absorb.ts";
import { decodeBuiltin, isBuiltin, wrongRole } from "./builtin-config.ts";
import { type ConfiguredFunction, generateByFunction, prepareFunctions } from "./function-steps.ts";

/** configMapGenerator, then secretGenerator. */
export async function runFieldGenerators(level: Level, resources: ResourceSet): Promise<void> {
  const { configMapGenerator = [], secretGenerator = [], generatorOptions } = level.kustomization;
  for (const [index, args] of configMapGenerator.entries()) {
    const sources = keySources(level);
    const generated = await generateConfigMap(level, args, generatorOptions, sources);
    const step = { name: "configMapGenerator", index, location: args.location, sources };
    add(level, resources, generated, fieldOrigin(level, "ConfigMapGenerator"), step);
  }
  for (const [index, args] of secretGenerator.entries()) {
    const sources = keySources(level);
    const generated = await generateSecret(level, args, generatorOptions, sources);
    const step = { name: "secretGenerator", index, location: args.location, sources };
    add(level, resources, generated, fieldOrigin(level, "SecretGenerator"), step);
  }
}

/**
 * The entries of `generators`, from the documents that configure them. The generatorOptions do not apply to these.
 * @returns those of them that are transformers as well
 */
export async function pluginGenerators(
  level: Level,
  configs: readonly Resource[],
  resources: ResourceSet,
): Promise<readonly ConfiguredFunction[]> {
  const others = configs.filter((config) => !isBuiltin(config));
  const steps = await prepareFunctions(level, others, { role: "generator" });
  for (const config of configs) {
    if (!isBuiltin(config)) {
      const step = steps.get(config);
      if (step !== undefined) await generateByFunction(level, { config, step }, resources);
      continue;
    }
    const builtin = decodeBuiltin(level, config);
    if (builtin.kind === "HelmChartInflationGenerator") {
      const { inflateConfiguredChart } = await import("./helm-charts.ts");
      await inflateConfiguredChart(level, builtin, config, resources);
      continue;
    }
    const sources = keySources(level);
    const generated = await generate(level, config, builtin, sources);
    const step = { name: "generators", location: builtin.location, config, sources };
    add(level, resources, generated, pluginOrigin(config), step);
  }
  return [...steps].flatMap(([config, step]) => (step.asTransformer === undefined ? [] : [{ config, step }]));
}

type KeySources = Map<string, KeySource> | undefined;

/** Only a trace asks for them. */
function keySources({ context }: Level): KeySources {
  return context.trace && new Map();
}

async function generate(
  level: Level,
  config: Resource,
  builtin: BuiltinConfig,
  sources: KeySources,
): Promise<GeneratedObject> {
  switch (builtin.kind) {
    case "ConfigMapGenerator":
      return generateConfigMap(level, builtin, undefined, sources);
    case "SecretGenerator":
      return generateSecret(level, builtin, undefined, sources);
    case "IAMPolicyGenerator":
      return iamPolicy(builtin);
    default:
      throw wrongRole(config, "generator");
  }
}

async function generateConfigMap(
  level: Level,
  args: ConfigMapArgs,
  options: GeneratorOptions | undefined,
  sources: KeySources,
): Promise<GeneratedObject> {
  return configMapNode(args, options, await loadData(level, args, "ConfigMap", sources));
}

async function generateSecret(
  level: Level,
  args: SecretArgs,
  options: GeneratorOptions | undefined,
  sources: KeySources,
): Promise<GeneratedObject> {
  return secretNode(args, options, await loadData(level, args, "Secret", sources));
}

async function loadData(
  level: Level,
  args: ConfigMapArgs,
  kind: string,
  sources: KeySources,
): Promise<KeyValues["data"]> {
  level.context.time.resume();
  const read = async (path: string): Promise<Uint8Array> => (await level.root.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, read, sources);
  level.context.diagnostics.push(...diagnostics);
  return data;
}

function add(
  { context, kustomization }: Level,
  resources: ResourceSet,
  { node, needsHash, behavior }: GeneratedObject,
  origin: Origin | undefined,
  step: TracedStep & { readonly location: Location },
): void {
  const resource = new Resource(node, step.location);
  const { id } = resource;
  resource.needsHash = needsHash;
  resource.behavior = behavior;
  resource.provenance = origin && { origin, steps: [] };
  context.time.run(() => absorb(resources, resource, step.location));
  context.trace?.step({ ...step, kustomization }, resources.byAnyId(id));
}
