/**
 * Builds one level: a kustomization, a component or a composition, on top of what it includes;
 * docs/specification/build-order.md 1.
 */
import { defaultConfiguration } from "../builtins/index.ts";
import { type Diagnostic, distinct, failure, formatLocation, KrmError, withHint } from "../diagnostics.ts";
import type { ConfigEntry, KustomizationEdits, PathEntry, SourceEdits } from "../documents/index.ts";
import type { ListedCatalog } from "../functions/index.ts";
import { type Position, ResourceSet } from "../resource/index.ts";
import { includeRecord } from "../sources/index.ts";
import { compositionLevel } from "./composition-level.ts";
import { ownConfiguration } from "./configuration-files.ts";
import {
  type AccumulatedBase,
  type Accumulator,
  addConfiguration,
  type BuildContext,
  emptyAccumulator,
  type Level,
  positionBelow,
  positionKey,
  traceVia,
  useLog,
  warnInto,
} from "./context/index.ts";
import { crdConfiguration } from "./crds.ts";
import { countLevel } from "./level-limits.ts";
import { loadEdited, openedWith, type Root } from "./loading/index.ts";
import { adoptSchemas } from "./openapi-field.ts";
import { pluginConfigs } from "./plugin-configs.ts";
import { accumulateFile, compositionDirectory, isFile, type Unnamed } from "./resource-files.ts";
import {
  absorb,
  type CompositionPorts,
  type Listed,
  type ListedComposition,
  listedCatalogs,
  pluginGenerators,
  runComposition,
  runFieldGenerators,
  runTransformers,
  runValidators,
} from "./steps/index.ts";
import { addVariables, declareVariables } from "./variables/index.ts";

/**
 * @param position as in {@link Level}
 * @param edits of the topmost kustomization, which is then read or generated as kustomize-controller does
 */
export async function openLevel(
  context: BuildContext,
  root: Root,
  position?: Position,
  edits?: KustomizationEdits | SourceEdits,
): Promise<Level> {
  countLevel(context.opened, root);
  for (const opened of openedWith(root)) context.roots.add(opened);
  const loading = edits === undefined ? context.files.kustomization(root) : loadEdited(root, edits);
  const { kustomization, diagnostics, composition } = await loading;
  context.budget.resume();
  context.diagnostics.push(...diagnostics);
  if (composition !== undefined) {
    return { ...(await compositionLevel(context, root, composition, kustomization, accumulateBase)), position };
  }
  if (kustomization.openapi !== undefined) await adoptSchemas(kustomization.openapi, root, context);
  return { context, root, kustomization, position };
}

/** Runs a level. @throws KrmError */
export async function accumulate(level: Level, into: Accumulator): Promise<void> {
  await accumulateLevel(level, into);
  const { context, root } = level;
  const catalogs = catalogsOf(level);
  if (catalogs.length === 0 || context.functions?.unneeded === undefined) return;
  root.tree.record?.markIncomplete("it lists catalogs");
  await context.functions.unneeded({
    catalogs,
    build: context.opened,
    claim: () => root.claim(),
    warn: warnInto(context),
  });
  context.budget.resume();
}

function catalogsOf({ catalogs, kustomization, root, home = root }: Level): readonly ListedCatalog[] {
  return catalogs ?? listedCatalogs(kustomization, home);
}

/** No catalog of the layer that lists a function names its program. */
const CATALOG_LACKS: ReadonlySet<string> = new Set(["functions-disabled", "catalog-function-unknown"]);
const PER_LAYER = "Catalogs count per layer:";

/** Builds a level that another one includes. @throws KrmError that says so if only the other one lists a catalog */
async function included<T>(level: Level, build: () => Promise<T>): Promise<T> {
  try {
    return await build();
  } catch (thrown) {
    const [catalog] = catalogsOf(level);
    if (catalog === undefined || !(thrown instanceof KrmError) || !CATALOG_LACKS.has(thrown.code)) throw thrown;
    const note = `${PER_LAYER} the one at ${formatLocation(catalog.location)} serves the functions of its own layer only.`;
    // The nearest layer says enough.
    throw withHint(thrown, note, ({ code, hint = "" }) => CATALOG_LACKS.has(code) && !hint.includes(PER_LAYER));
  }
}

async function accumulateLevel(level: Level, into: Accumulator): Promise<void> {
  const { kustomization, composition } = level;
  if (composition !== undefined) return runComposition(level, composition, into, COMPOSITION_PORTS);
  await accumulateResources(level, kustomization.resources ?? [], into);
  addConfiguration(into, await ownConfiguration(kustomization.configurations ?? [], level));
  const ofCrds = await crdConfiguration(kustomization.crds ?? [], level);
  if (ofCrds !== undefined) addConfiguration(into, ofCrds);
  await runFieldGenerators(level, into);
  const generators = await pluginGenerators(level, await listedIn(level, "generators"), into);
  for (const entry of kustomization.components ?? []) await accumulateComponent(level, entry, into);
  await runTransformers(level, into, () => listedIn(level, "transformers"), generators);
  await runValidators(level, await listedIn(level, "validators"), into);
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
    const directory = await compositionDirectory(level, entry);
    if (directory !== undefined) await accumulateBase(level, directory, into);
    else if (await isFile(level, entry)) await accumulateFile(level, entry, into, configs);
    else await accumulateBase(level, entry, into);
  }
}

async function accumulateBase(level: Level, entry: PathEntry, into: Accumulator): Promise<void> {
  const root = await level.root.enter(entry.path, entry.location);
  const position = positionBelow(level, entry.path);
  const { schemas } = level.context;
  const { state } = schemas;
  const key = `${root.key}\n${positionKey(position)}\n${schemas.key}`;
  const namespace = namespaceOf(level);
  const build = (): Promise<AccumulatedBase> => buildBase(level, root, position, entry);
  let base = await included(level, () => level.context.memo.base(root, key, build));
  includeRecord(root.tree, base.record);
  const { inheritedNamespace = namespace } = base;
  if (inheritedNamespace !== namespace) {
    schemas.state = state;
    base = await included(level, () => level.context.memo.base(root, `${key}\n${namespace}`, build));
    includeRecord(root.tree, base.record);
  }
  schemas.state = base.schemas;
  // With other types, the scopes of kinds can change.
  if (schemas.state.choice !== state.choice) into.resources.identifyAll();
  if (!level.kustomization.namespace) into.inheritedNamespace ??= base.inheritedNamespace;
  level.context.budget.run(() => {
    into.resources.appendAll(base.resources);
    const { context, kustomization } = level;
    context.trace?.include({ name: "resources", location: entry.location, kustomization }, base.resources);
  });
  addConfiguration(into, base.configuration);
  addVariables(into.variables, base.variables.values());
  for (const diagnostic of base.diagnostics) level.context.diagnostics.push(diagnostic);
  for (const opened of base.roots) level.context.roots.add(opened);
  for (const use of base.used) level.context.used.push(use);
  level.context.secrets.include(base.secrets);
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
  const secrets = parent.context.secrets.apart();
  const context: BuildContext = { ...parent.context, diagnostics: [], roots: new Set(), used: [], secrets };
  // Diagnostics and uses of a base are kept with it.
  const notice = (diagnostic: Diagnostic): void => void context.diagnostics.push(diagnostic);
  const own = root.reportingTo({ notice, uses: useLog(context), secrets }).apart();
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
    used: context.used,
    secrets,
    record: own.tree.record,
  };
}

/** The context of what an entry adds to the fields of a level or runs on its objects. */
function contextVia({ context, kustomization }: Level, name: string, { location }: PathEntry): BuildContext {
  if (context.trace === undefined) return context;
  return { ...context, trace: traceVia(context.trace, { name, location, kustomization }) };
}

async function accumulateComponent(level: Level, entry: PathEntry, into: Accumulator): Promise<void> {
  const { path } = (await compositionDirectory(level, entry)) ?? entry;
  const root = await level.root.enter(path, entry.location);
  const { choice } = level.context.schemas.state;
  const opened = await openLevel(contextVia(level, "components", entry), root, positionBelow(level, entry.path));
  const component: Level = { ...opened, outerNamespace: namespaceOf(level) };
  if (component.composition !== undefined) {
    throw failure(
      "composition-as-component",
      `${root.display} is a Composition, and cannot be listed under components`,
      {
        ...entry.location,
        hint: "List it under transformers, to change the objects here, or under resources, to add its own.",
      },
    );
  }
  if (component.kustomization.kind !== "Component") {
    throw failure(
      "not-a-component",
      `${root.display} is listed under components, but is a ${component.kustomization.kind}`,
      { ...entry.location, hint: "List it under resources, or make its kind Component." },
    );
  }
  if (level.context.schemas.state.choice !== choice) into.resources.identifyAll();
  await included(level, () => accumulate(component, into));
  into.resources.checkUnique();
  // kustomize merges the result of a component into empty tables, which can drop fields that others cover.
  const { configuration } = into;
  into.configuration = undefined;
  if (configuration !== undefined) addConfiguration(into, configuration);
}

/** The functions that the entries of compositions call. */
const COMPOSITION_PORTS: CompositionPorts = {
  resources: accumulateResources,
  async kustomization(level, into) {
    const { context, root, kustomization } = level;
    const { choice } = context.schemas.state;
    if (kustomization.openapi !== undefined) await adoptSchemas(kustomization.openapi, root, context);
    if (context.schemas.state.choice !== choice) into.resources.identifyAll();
    await accumulate(level, into);
  },
};

/** The documents and compositions that a field lists. */
function listedIn(level: Level, field: "generators" | "transformers" | "validators"): Promise<readonly Listed[]> {
  const entries: readonly ConfigEntry[] = level.kustomization[field] ?? [];
  return pluginConfigs(level, entries, {
    resource: (entry, into, unnamed) =>
      accumulateResources({ ...level, context: contextVia(level, field, entry) }, [entry], into, unnamed),
    composition: (entry) => listedComposition(level, entry, field),
  });
}

/** The composition that an entry names by its directory or its file; undefined for other entries. */
async function listedComposition(
  level: Level,
  entry: PathEntry,
  field: keyof typeof RUNS,
): Promise<ListedComposition | undefined> {
  let directory = await compositionDirectory(level, entry);
  if (directory === undefined && !(await isFile(level, entry))) directory = entry;
  if (directory === undefined) return undefined;
  const { context } = level;
  const root = await level.root.enter(directory.path, entry.location);
  const { composition } = await context.files.kustomization(root);
  context.budget.resume();
  if (composition === undefined) return undefined;
  const listed = directory;
  return { location: entry.location, run: (into) => RUNS[field](level, listed, into) };
}

const RUNS = {
  /** Adds what the composition makes of nothing, by the rules of a generator. */
  async generators(level: Level, entry: PathEntry, into: Accumulator): Promise<void> {
    const made = emptyAccumulator(level.context);
    await accumulateBase(level, entry, made);
    level.context.budget.run(() => {
      for (const resource of made.resources.items) absorb(into.resources, resource, entry.location);
    });
    if (made.configuration !== undefined) addConfiguration(into, made.configuration);
    addVariables(into.variables, made.variables.values());
  },
  async transformers(level: Level, entry: PathEntry, into: Accumulator): Promise<void> {
    const { schemas } = level.context;
    const root = await level.root.enter(entry.path, entry.location);
    const { choice } = schemas.state;
    const opened = await openLevel(contextVia(level, "transformers", entry), root, positionBelow(level, entry.path));
    if (schemas.state.choice !== choice) into.resources.identifyAll();
    await included(level, () => accumulate({ ...opened, outerNamespace: namespaceOf(level) }, into));
  },
  /** Runs the composition on copies. Only a failure counts. */
  async validators(level: Level, entry: PathEntry, into: Accumulator): Promise<void> {
    const context = { ...level.context, trace: undefined };
    const copies = ResourceSet.of(
      into.resources.items.map((resource) => resource.clone()),
      context.schemas,
    );
    const copy: Accumulator = { ...into, resources: copies, variables: new Map(into.variables) };
    await RUNS.transformers({ ...level, context }, entry, copy);
  },
};
