/** Runs the consolidated list of a composition, in order; docs/specification/composition.md 9. */
import { posix } from "node:path";
import { defaultConfiguration } from "../../builtins/index.ts";
import type { Consolidated, Entry } from "../../composition/index.ts";
import { KrmError, withHint } from "../../diagnostics.ts";
import {
  decodeKustomization,
  isInlineKustomization,
  type Kustomization,
  type PathEntry,
} from "../../documents/index.ts";
import type { Phase } from "../../functions/index.ts";
import { apiVersionOf, Resource } from "../../resource/index.ts";
import { clone, get } from "../../yaml/nodes/node.ts";
import { type Accumulator, fromFile, type Level, pluginOrigin } from "../context/index.ts";
import type { Root } from "../loading/index.ts";
import { accumulatedPaths, isAccumulator } from "./accumulator-document.ts";
import { builtinContext } from "./builtin-context.ts";
import { configuredBuiltin, isBuiltin } from "./builtin-documents.ts";
import { tracedAs } from "./composition-trace.ts";
import { listedCatalogs, prepareFunction } from "./function-steps.ts";
import { generate } from "./generators.ts";
import { clearHashRequests } from "./hash-requests.ts";
import { pluginStep, runStep } from "./transformers.ts";

/** The functions of levels that the entries of a composition call. */
export interface CompositionPorts {
  /** Adds files and directories, as the field `resources` does. @throws KrmError */
  resources(level: Level, entries: readonly PathEntry[], into: Accumulator): Promise<void>;
  /** Runs a kustomization on the objects so far, as a component. @throws KrmError */
  kustomization(level: Level, into: Accumulator): Promise<void>;
}

type Run = (into: Accumulator) => Promise<void>;

/** Decodes all entries and prepares their functions, then runs them. @throws KrmError */
export async function runComposition(
  level: Level,
  { entries }: Consolidated<Root>,
  into: Accumulator,
  ports: CompositionPorts,
): Promise<void> {
  const runs: Run[] = [];
  for (const entry of entries) {
    level.context.budget.resume();
    const config = new Resource(clone(entry.config), entry.location);
    config.provenance = fromFile(level, level.root.pathOf(entry.root, posix.basename(entry.location.file)));
    runs.push(await preparedEntry(level, { ...entry, config }, ports));
  }
  for (const run of runs) {
    await run(into);
    into.resources.checkUnique();
  }
}

/** An entry whose config belongs to one build. */
export interface ConfiguredEntry extends Omit<Entry<Root>, "config"> {
  readonly config: Resource;
}

async function preparedEntry(level: Level, entry: ConfiguredEntry, ports: CompositionPorts): Promise<Run> {
  const { config } = entry;
  if (isBuiltin(config)) return isAccumulator(config) ? accumulation(level, entry, ports) : builtinRun(level, entry);
  if (isInlineKustomization(apiVersionOf(config.id), config.id.kind)) return inlineKustomization(level, entry, ports);
  const phase: Phase = { role: "transformer", sendsEmpty: true };
  const own = tracedAs(level, entry);
  const step = await prepareFunction({ ...own, root: entry.root, home: undefined }, config, phase).catch((thrown) =>
    Promise.reject(isSpecified(config) ? thrown : withAccumulator(thrown)),
  );
  return (into) => runStep(own, { ...pluginStep(config), transformers: [], function: step }, into.resources);
}

/** Tells whether a config names its function. */
function isSpecified({ node }: Resource): boolean {
  return get(node, "runtime") !== undefined || get(node, "provider") !== undefined;
}

/** Adds a hint: an object that was meant to be added looks like the config of an unknown function. */
function withAccumulator(thrown: unknown): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  return withHint(thrown, "To add an object, list its file under the `paths` of a ResourceAccumulator.");
}

/** A generator adds objects as a generator of a kustomization does. A transformer reaches the fields of its convenience field. */
function builtinRun(level: Level, entry: ConfiguredEntry): Run {
  const { config } = entry;
  const own = tracedAs(level, entry);
  const context = builtinContext(own);
  const { builtin, args: written } = configuredBuiltin(config, context.warn, "error");
  if (builtin.role === "generator") {
    const generation = { kind: builtin, args: written, origin: pluginOrigin(config) };
    return (into) => generate(own, context, { ...generation, step: { name: "transformers", config } }, into.resources);
  }
  return async ({ configuration = defaultConfiguration, resources }) => {
    const args = builtin.withFieldSpecs?.(written, configuration) ?? written;
    const transformers = await builtin.create(args, context);
    await runStep(own, { ...pluginStep(config), transformers }, resources);
    if (builtin.kind === "HashTransformer") clearHashRequests(resources.items);
  };
}

function accumulation(level: Level, entry: ConfiguredEntry, ports: CompositionPorts): Run {
  const paths = accumulatedPaths(entry.config);
  return (into) => ports.resources(tracedAs(level, entry), paths, into);
}

function inlineKustomization(level: Level, entry: ConfiguredEntry, ports: CompositionPorts): Run {
  const { config, location } = entry;
  const { kustomization, diagnostics } = decodeKustomization(config.node, location.file);
  level.context.diagnostics.push(...diagnostics);
  const placed: Kustomization = { ...kustomization, location };
  const home = entry.root.key === level.root.key ? undefined : entry.root;
  const catalogs = [...listedCatalogs(kustomization, entry.root), ...(level.catalogs ?? [])];
  return (into) => ports.kustomization({ ...tracedAs(level, entry, placed), home, catalogs }, into);
}
