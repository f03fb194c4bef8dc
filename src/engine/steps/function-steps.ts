/** Functions among the generators, transformers and validators of a level. */
import { failure } from "../../diagnostics.ts";
import type { Kustomization } from "../../documents/index.ts";
import type { FunctionRoot, FunctionStep, ListedCatalog, Phase } from "../../functions/index.ts";
import { type Origin, type Resource, ResourceSet } from "../../resource/index.ts";
import { originalOf } from "../../sources/index.ts";
import { type Level, pluginOrigin, provenanceWriter, useLog, warnInto } from "../context/index.ts";
import type { Root } from "../loading/index.ts";
import { absorb } from "./absorb.ts";

/** Prepares a function. @throws KrmError if the function may not run, see {@link ../../functions/step.ts} */
export async function prepareFunction(
  level: Pick<Level, "context" | "root" | "home" | "catalogs" | "kustomization">,
  config: Resource,
  phase: Phase,
): Promise<FunctionStep> {
  const { context, root: own, home: root = own } = level;
  if (context.functions === undefined) {
    throw failure(
      "functions-disabled",
      `external plugins disabled; unable to load external plugin '${config.id.kind}'`,
      {
        ...config.origin,
        object: config.describe(),
        hint: "Use a built-in, with apiVersion builtin. On the command line, --enable-alpha-plugins enables functions.",
      },
    );
  }
  // Programs may read more than what is asked for here.
  root.tree.record?.markIncomplete("it runs functions");
  return context.functions.prepare({
    config,
    root: functionRoot(root),
    catalogs: level.catalogs ?? listedCatalogs(level.kustomization, root),
    phase,
    top: context.tree,
    build: context.opened,
    claim: () => root.claim(),
    ended: context.ended,
    read: async (path, location) => (await root.read(path, location)).bytes,
    restricted: root.isRestricted,
    // Functions see both annotations. The output keeps the one that the build asks for.
    origins: provenanceWriter({ origins: true, transformations: true }),
    warn: warnInto(context),
    uses: useLog(context),
    secrets: context.secrets,
  });
}

/** The catalogs that a kustomization lists itself: those of other layers do not serve its functions. */
export function listedCatalogs({ catalogs = [] }: Kustomization, root: Root): readonly ListedCatalog[] {
  return catalogs.map((entry) => ({ ...entry, root: functionRoot(root) }));
}

/** The directory of a level for functions. They share work by the tree, which must be the same for all builds. */
export function functionRoot(root: FunctionRoot): FunctionRoot {
  return root.tree.record === undefined ? root : { tree: originalOf(root.tree), path: root.path };
}

/** A function, and the config at whose position it runs: the first one if one call serves several configs. */
export interface ConfiguredFunction {
  readonly config: Resource;
  readonly step: FunctionStep;
}

/** Prepares functions. Returns their steps by their first configs. */
export async function prepareFunctions(
  level: Level,
  configs: readonly Resource[],
  phase: Phase,
): Promise<ReadonlyMap<Resource, FunctionStep>> {
  const steps = new Map<FunctionStep, Resource>();
  for (const config of configs) {
    const step = await prepareFunction(level, config, phase);
    if (!steps.has(step)) steps.set(step, config);
  }
  return new Map([...steps].map(([step, config]) => [config, step]));
}

/** Adds the objects that a function makes, as for built-in generators. */
export async function generateByFunction(
  { context, kustomization }: Pick<Level, "context" | "kustomization">,
  { config, step }: ConfiguredFunction,
  resources: ResourceSet,
): Promise<void> {
  const made = await step.generate();
  const origin = pluginOrigin(config);
  context.budget.run(() => {
    // Checks the new objects alone: two with one identity are an error of the function.
    ResourceSet.of(made, context.schemas);
    for (const resource of made) {
      resource.provenance = origin && { origin, steps: [] };
      absorb(resources, resource, config.origin);
    }
  });
  context.trace?.step({ name: "generators", kustomization, config, location: config.origin }, made);
}

/** Lets a function change the objects. */
export async function transformByFunction(
  { context, kustomization }: Pick<Level, "context" | "kustomization">,
  { config, origin }: { readonly config?: Resource | undefined; readonly origin: Origin | undefined },
  step: FunctionStep,
  resources: ResourceSet,
): Promise<void> {
  const { stated, removed } = await step.transform(resources);
  if (origin !== undefined) for (const resource of stated) resource.provenance = { origin, steps: [] };
  const touched = [...resources.items, ...removed];
  context.trace?.step({ name: "transformers", kustomization, config, location: config?.origin }, touched);
}
