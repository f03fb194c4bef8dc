/** Builds one level: a kustomization or a component, on top of what it includes; docs/specification/build-order.md 1. */
import { defaultConfiguration } from "../builtins/index.ts";
import { distinct, failure } from "../diagnostics.ts";
import { type ConfigEntry, type PathEntry } from "../documents/index.ts";
import { inlineObjects, type Position, type Provenance, Resource, scalarText } from "../resource/index.ts";
import { get, isNull, locate, type MapNode } from "../yaml/nodes/node.ts";
import { ownConfiguration } from "./configuration-files.ts";
import {
  type AccumulatedBase,
  type Accumulator,
  addConfiguration,
  type BuildContext,
  emptyAccumulator,
  fromFile,
  fromKustomization,
  type Level,
  positionBelow,
  positionKey,
} from "./context/index.ts";
import { crdConfiguration } from "./crds.ts";
import { countLevel } from "./level-limits.ts";
import { isAddress, isRemote, isRemoteFile, type Root } from "./loading/index.ts";
import { adoptSchemas } from "./openapi-field.ts";
import {
  isBuiltinDocument,
  nameByKind,
  pluginGenerators,
  runFieldGenerators,
  runTransformers,
  runValidators,
} from "./steps/index.ts";
import { addVariables, declareVariables } from "./variables/index.ts";

/** @param position as in {@link Level} */
export async function openLevel(context: BuildContext, root: Root, position?: Position): Promise<Level> {
  countLevel(context.opened, root);
  for (const opened of root.opened) context.roots.add(opened);
  const { kustomization, diagnostics } = await context.files.kustomization(root);
  context.budget.resume();
  context.diagnostics.push(...diagnostics);
  if (kustomization.openapi !== undefined) await adoptSchemas(kustomization.openapi, root, context);
  return { context, root, kustomization, position };
}

/** Runs a level. @throws KrmError */
export async function accumulate(level: Level, into: Accumulator): Promise<void> {
  const { kustomization } = level;
  await accumulateResources(level, kustomization.resources ?? [], into);
  addConfiguration(into, await ownConfiguration(kustomization.configurations ?? [], level));
  const ofCrds = await crdConfiguration(kustomization.crds ?? [], level);
  if (ofCrds !== undefined) addConfiguration(into, ofCrds);
  await runFieldGenerators(level, into);
  const generatorConfigs = await pluginConfigs(level, kustomization.generators ?? []);
  const generators = await pluginGenerators(level, generatorConfigs, into.resources);
  for (const entry of kustomization.components ?? []) await accumulateComponent(level, entry, into);
  const loadConfigs = (): Promise<Resource[]> => pluginConfigs(level, kustomization.transformers ?? []);
  await runTransformers(level, into, loadConfigs, generators);
  await runValidators(level, await pluginConfigs(level, kustomization.validators ?? []), into.resources);
  if (kustomization.validators?.length)
    level.context.trace?.step({ name: "validators", kustomization }, into.resources.items);
  declareVariables(kustomization.vars ?? [], into.variables, into.resources);
}

/** Adds the listed files and directories, in order. */
async function accumulateResources(
  level: Level,
  entries: readonly PathEntry[],
  into: Accumulator,
  configs?: Unnamed,
): Promise<void> {
  for (const entry of entries) {
    if (await isFile(level, entry)) await accumulateFile(level, entry, into, configs);
    else await accumulateBase(level, entry, into);
  }
}

async function isFile({ root, context }: Pick<Level, "root" | "context">, entry: PathEntry): Promise<boolean> {
  if (isAddress(entry.path)) return isRemoteFile(root, context.files, entry);
  const located = entry.path === "" ? undefined : await root.lookup(entry.path);
  return located === undefined ? entry.path !== "" && !isRemote(entry.path) : located.type !== "directory";
}

/** @param configs if the files hold configs, which may lack names */
async function accumulateFile(level: Level, entry: PathEntry, into: Accumulator, configs?: Unnamed): Promise<void> {
  const file = await level.root.read(entry.path, entry.location);
  const provenance = fromFile(level, entry.path);
  const before = into.resources.size;
  const { context, kustomization } = level;
  context.budget.run(() => {
    for (const node of context.files.objects(file, configs && mayLackName)) {
      append(new Resource(node), provenance, into, configs);
    }
  });
  const { location } = entry;
  context.trace?.step({ name: "resources", kustomization, location }, into.resources.items.slice(before));
}

function append(
  resource: Resource,
  provenance: Provenance | undefined,
  { resources }: Accumulator,
  configs: Unnamed | undefined,
): void {
  resource.provenance = provenance;
  if (provenance !== undefined) checkAnnotations(resource);
  if (configs !== undefined && resource.id.name === "") {
    if (configs.staysUnnamed(resource.node as MapNode)) {
      configs.found.push({ resource, at: resources.size });
      return;
    }
    nameByKind(resource.node as MapNode);
    resource.refresh();
  }
  resources.append(resource);
}

/** kustomize cannot add the origin to annotations that are a text (docs/specification/origins.md 1.4). */
function checkAnnotations(resource: Resource): void {
  const annotations = get(get(resource.node, "metadata"), "annotations");
  if (annotations?.kind !== "scalar" || isNull(annotations)) return;
  const object = resource.describe();
  throw failure("invalid-resource", `the annotations of ${object} are a text, to which no origin can be added`, {
    ...locate(annotations),
    object,
    hint: "Write a map, or remove `buildMetadata`.",
  });
}

async function accumulateBase(level: Level, entry: PathEntry, into: Accumulator): Promise<void> {
  const root = await level.root.enter(entry.path, entry.location);
  const position = positionBelow(level, entry.path);
  const { schemas } = level.context;
  const { state } = schemas;
  const key = `${root.key}\n${positionKey(position)}\n${schemas.key}`;
  const namespace = namespaceOf(level);
  const build = (): Promise<AccumulatedBase> => buildBase(level, root, position, entry);
  let base = await level.context.memo.base(root, key, build);
  const { inheritedNamespace = namespace } = base;
  if (inheritedNamespace !== namespace) {
    schemas.state = state;
    base = await level.context.memo.base(root, `${key}\n${namespace}`, build);
  }
  schemas.state = base.schemas;
  // With other types, the scopes of kinds can change.
  if (schemas.state.choice !== state.choice) into.resources.identifyAll();
  if (!level.kustomization.namespace) into.inheritedNamespace ??= base.inheritedNamespace;
  level.context.budget.run(() => into.resources.appendAll(base.resources));
  addConfiguration(into, base.configuration);
  addVariables(into.variables, base.variables.values());
  for (const diagnostic of base.diagnostics) level.context.diagnostics.push(diagnostic);
  for (const opened of base.roots) level.context.roots.add(opened);
}

/** The namespace for charts of included levels; empty for none. */
function namespaceOf({ kustomization, outerNamespace = "" }: Pick<Level, "kustomization" | "outerNamespace">): string {
  return kustomization.namespace || outerNamespace;
}

async function buildBase(
  parent: Level,
  root: Root,
  position: Position | undefined,
  entry: PathEntry,
): Promise<AccumulatedBase> {
  const context: BuildContext = { ...parent.context, diagnostics: [], roots: new Set() };
  // Diagnostics of a base are kept with it.
  const own = root.withNotice((diagnostic) => void context.diagnostics.push(diagnostic));
  const opened = await openLevel(context, own, position);
  const level: Level = { ...opened, outerNamespace: namespaceOf(parent) };
  if (level.kustomization.kind === "Component") {
    throw failure("component-as-resource", `${root.display} is a Component, and cannot be listed under resources`, {
      ...entry.location,
      hint: "List it under components.",
    });
  }
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return {
    resources: accumulator.resources.items,
    configuration: accumulator.configuration ?? defaultConfiguration,
    variables: accumulator.variables,
    schemas: context.schemas.state,
    inheritedNamespace: accumulator.inheritedNamespace,
    diagnostics: distinct(context.diagnostics),
    roots: context.roots,
  };
}

async function accumulateComponent(level: Level, entry: PathEntry, into: Accumulator): Promise<void> {
  const root = await level.root.enter(entry.path, entry.location);
  const { choice } = level.context.schemas.state;
  const opened = await openLevel(level.context, root, positionBelow(level, entry.path));
  const component: Level = { ...opened, outerNamespace: namespaceOf(level) };
  if (component.kustomization.kind !== "Component") {
    throw failure(
      "not-a-component",
      `${root.display} is listed under components, but is a ${component.kustomization.kind}`,
      {
        ...entry.location,
        hint: "List it under resources, or make its kind Component.",
      },
    );
  }
  if (level.context.schemas.state.choice !== choice) into.resources.identifyAll();
  await accumulate(component, into);
  into.resources.checkUnique();
  // kustomize merges the result of a component into empty tables, which can drop fields that others cover.
  const { configuration } = into;
  into.configuration = undefined;
  if (configuration !== undefined) addConfiguration(into, configuration);
}

/** Configs of plugins that stay without a name. A set of resources cannot hold them. */
interface Unnamed {
  readonly staysUnnamed: (config: MapNode) => boolean;
  /** Each with the number of configs before it. */
  readonly found: { readonly resource: Resource; readonly at: number }[];
}

/**
 * Whether a config may lack a name: configs of functions and plugins are named after their kinds
 * (docs/specification/function-configs.md 3.2).
 */
function mayLackName(config: MapNode): boolean {
  const kind = scalarText(get(config, "kind"));
  return !isBuiltinDocument(config) && kind !== "Kustomization" && kind !== "Component";
}

/** Loads the documents that configure plugins: inline ones first, then those of files and directories. */
async function pluginConfigs(level: Level, entries: readonly ConfigEntry[]): Promise<Resource[]> {
  if (entries.length === 0) return [];
  const accumulator = emptyAccumulator(level.context);
  const ofGroups = await level.context.functions?.mayLackName();
  const unnamed: Unnamed = { staysUnnamed: ofGroups ?? (() => false), found: [] };
  const paths: PathEntry[] = [];
  for (const entry of entries) {
    const { text: path, location } = entry;
    const objects = inlineObjects(entry, mayLackName);
    if (objects === undefined) paths.push({ path, location });
    for (const node of objects ?? []) {
      append(new Resource(node, location), fromKustomization(level), accumulator, unnamed);
    }
  }
  await accumulateResources(level, paths, accumulator, unnamed);
  const configs = [...accumulator.resources.items];
  for (const { resource, at } of unnamed.found.reverse()) configs.splice(at, 0, resource);
  return configs;
}
