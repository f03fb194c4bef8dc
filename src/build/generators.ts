/** The generators of a level; engine.md 3.1 (4). */
import { configMapNode } from "../builtins/configmap-generator.ts";
import type { GeneratedObject } from "../builtins/generated-object.ts";
import { iamPolicy } from "../builtins/iam-policy-generator.ts";
import { type KeyValues, loadKeyValues } from "../builtins/key-values.ts";
import { secretNode } from "../builtins/secret-generator.ts";
import type { Location } from "../diagnostics.ts";
import type { BuiltinConfig } from "../documents/builtin-config.ts";
import type { ConfigMapArgs, GeneratorOptions, SecretArgs } from "../documents/kustomization.ts";
import type { Origin } from "../resource/provenance.ts";
import { Resource } from "../resource/resource.ts";
import type { ResourceSet } from "../resource/resource-set.ts";
import { absorb } from "./absorb.ts";
import { decodeBuiltin, wrongRole } from "./builtin-config.ts";
import type { Level } from "./context.ts";
import { fieldOrigin, pluginOrigin } from "./provenance.ts";

/** configMapGenerator, then secretGenerator. */
export async function runFieldGenerators(level: Level, resources: ResourceSet): Promise<void> {
  const { configMapGenerator = [], secretGenerator = [], generatorOptions } = level.kustomization;
  for (const args of configMapGenerator) {
    const generated = await generateConfigMap(level, args, generatorOptions);
    add(resources, generated, args.location, fieldOrigin(level, "ConfigMapGenerator"));
  }
  for (const args of secretGenerator) {
    const generated = await generateSecret(level, args, generatorOptions);
    add(resources, generated, args.location, fieldOrigin(level, "SecretGenerator"));
  }
}

/** The entries of `generators`, from the documents that configure them. The generatorOptions do not apply to these. */
export async function pluginGenerators(
  level: Level,
  configs: readonly Resource[],
  resources: ResourceSet,
): Promise<void> {
  for (const config of configs) {
    const builtin = decodeBuiltin(config);
    if (builtin.kind === "HelmChartInflationGenerator") {
      const { inflateConfiguredChart } = await import("./helm-charts.ts");
      await inflateConfiguredChart(level, builtin, pluginOrigin(config), resources);
      continue;
    }
    add(resources, await generate(level, config, builtin), builtin.location, pluginOrigin(config));
  }
}

async function generate(level: Level, config: Resource, builtin: BuiltinConfig): Promise<GeneratedObject> {
  switch (builtin.kind) {
    case "ConfigMapGenerator":
      return generateConfigMap(level, builtin, undefined);
    case "SecretGenerator":
      return generateSecret(level, builtin, undefined);
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
): Promise<GeneratedObject> {
  return configMapNode(args, options, await loadData(level, args, "ConfigMap"));
}

async function generateSecret(
  level: Level,
  args: SecretArgs,
  options: GeneratorOptions | undefined,
): Promise<GeneratedObject> {
  return secretNode(args, options, await loadData(level, args, "Secret"));
}

async function loadData(level: Level, args: ConfigMapArgs, kind: string): Promise<KeyValues["data"]> {
  const read = async (path: string): Promise<Uint8Array> => (await level.root.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, read);
  level.context.diagnostics.push(...diagnostics);
  return data;
}

function add(
  resources: ResourceSet,
  { node, needsHash, behavior }: GeneratedObject,
  location: Location,
  origin: Origin | undefined,
): void {
  const resource = new Resource(node, location);
  resource.needsHash = needsHash;
  resource.behavior = behavior;
  resource.provenance = origin && { origin, steps: [] };
  absorb(resources, resource, location);
}
