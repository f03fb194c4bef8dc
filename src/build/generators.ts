/** The generators of a level; engine.md 3.1 (4). */
import { configMapNode } from "../builtins/configmap-generator.ts";
import type { GeneratedObject } from "../builtins/generated-object.ts";
import { type KeyValues, loadKeyValues } from "../builtins/key-values.ts";
import { secretNode } from "../builtins/secret-generator.ts";
import type { Location } from "../diagnostics.ts";
import type { ConfigMapArgs, GeneratorOptions, SecretArgs } from "../documents/kustomization.ts";
import { Resource } from "../resource/resource.ts";
import type { ResourceSet } from "../resource/resource-set.ts";
import { absorb } from "./absorb.ts";
import { decodeBuiltin, wrongRole } from "./builtin-config.ts";
import type { Level } from "./context.ts";

/** configMapGenerator, then secretGenerator. */
export async function runFieldGenerators(level: Level, resources: ResourceSet): Promise<void> {
  const { configMapGenerator = [], secretGenerator = [], generatorOptions } = level.kustomization;
  for (const args of configMapGenerator) await generateConfigMap(level, args, generatorOptions, resources);
  for (const args of secretGenerator) await generateSecret(level, args, generatorOptions, resources);
}

/** The entries of `generators`, from the documents that configure them. The generatorOptions do not apply to these. */
export async function pluginGenerators(
  level: Level,
  configs: readonly Resource[],
  resources: ResourceSet,
): Promise<void> {
  for (const config of configs) {
    const builtin = decodeBuiltin(config);
    if (builtin.kind === "ConfigMapGenerator") await generateConfigMap(level, builtin, undefined, resources);
    else if (builtin.kind === "SecretGenerator") await generateSecret(level, builtin, undefined, resources);
    else throw wrongRole(config, "generator");
  }
}

async function generateConfigMap(
  level: Level,
  args: ConfigMapArgs,
  options: GeneratorOptions | undefined,
  resources: ResourceSet,
): Promise<void> {
  const data = await loadData(level, args, "ConfigMap");
  absorb(resources, resourceOf(configMapNode(args, options, data), args.location), args.location);
}

async function generateSecret(
  level: Level,
  args: SecretArgs,
  options: GeneratorOptions | undefined,
  resources: ResourceSet,
): Promise<void> {
  const data = await loadData(level, args, "Secret");
  absorb(resources, resourceOf(secretNode(args, options, data), args.location), args.location);
}

async function loadData(level: Level, args: ConfigMapArgs, kind: string): Promise<KeyValues["data"]> {
  const read = async (path: string): Promise<Uint8Array> => (await level.root.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, read);
  level.context.diagnostics.push(...diagnostics);
  return data;
}

function resourceOf(generated: GeneratedObject, location: Location): Resource {
  const resource = new Resource(generated.node, location);
  resource.needsHash = generated.needsHash;
  resource.behavior = generated.behavior;
  return resource;
}
