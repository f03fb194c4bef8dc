/** Consolidates the composition of a level; docs/specification/composition.md 2 to 5. */
import { builtinKinds } from "../builtins/index.ts";
import type { CompositionFile, Consolidated, ConsolidationPorts } from "../composition/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Kustomization, PathEntry } from "../documents/index.ts";
import type { Use } from "../lock/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { type BuildContext, type Consolidation, emptyAccumulator, type Level, useLog } from "./context/index.ts";
import { countEntries, countText } from "./level-limits.ts";
import type { Root } from "./loading/index.ts";
import { adoptSchemas } from "./openapi-field.ts";
import { functionRoot } from "./steps/index.ts";

/** Adds the objects of a directory to an accumulator. */
export type AccumulateBase = (
  level: Level,
  entry: PathEntry,
  into: ReturnType<typeof emptyAccumulator>,
) => Promise<void>;

/**
 * The level of a composition: the consolidated list, and a root that may read the files of imported compositions.
 * @param kustomization the place of the composition
 * @throws KrmError
 */
export async function compositionLevel(
  context: BuildContext,
  root: Root,
  file: CompositionFile,
  kustomization: Kustomization,
  accumulateBase: AccumulateBase,
): Promise<Pick<Level, "context" | "root" | "kustomization" | "composition" | "catalogs">> {
  const composition = await context.compositions.of(root, context.used, () =>
    consolidation(context, root, file, accumulateBase),
  );
  context.budget.resume();
  countEntries(context.opened, composition);
  context.diagnostics.push(...composition.diagnostics);
  const { openapi, buildMetadata, location } = composition;
  const spanning = root.spanning(composition.imported);
  if (openapi !== undefined) await adoptSchemas(openapi, spanning, context);
  return {
    context,
    root: spanning,
    kustomization: {
      ...kustomization,
      location,
      ...(openapi !== undefined && { openapi }),
      ...(buildMetadata !== undefined && { buildMetadata }),
    },
    composition,
    catalogs: composition.catalogs.map((entry) => ({ ...entry, root: functionRoot(entry.root) })),
  };
}

async function consolidation(
  context: BuildContext,
  root: Root,
  file: CompositionFile,
  accumulateBase: AccumulateBase,
): Promise<Consolidation> {
  const { consolidate } = await import("../composition/index.ts");
  context.budget.resume();
  let isShared = true;
  // Kept with the list, for other builds.
  const notices: Diagnostic[] = [];
  const ports: ConsolidationPorts<Root> = {
    builtinKinds,
    readComposition: (from) => context.files.composition(from),
    resume: () => context.budget.resume(),
    async hasComposition(from, path) {
      // The build of the directory reports a wrong path, at its place.
      const found = await from.importFrom(path, { file: from.display }).catch(() => undefined);
      return found !== undefined && (await context.files.composition(found)) !== undefined;
    },
    async buildConfigs(from, path, location): Promise<readonly MapNode[]> {
      isShared = false;
      const kustomization: Kustomization = { apiVersion: "", kind: "Composition", location };
      const level: Level = { context, root: from, kustomization, position: undefined };
      const configs = emptyAccumulator(context);
      await accumulateBase(level, { path, location }, configs);
      return configs.resources.items.flatMap(({ node }) => node ?? []);
    },
  };
  const log = useLog(context);
  const used: Use[] = [];
  // Imported roots are used on by this build after the list is kept, so both get to know.
  const uses = log && { ...log, use: (use: Use) => (log.use(use), void used.push(use)) };
  const notice = (diagnostic: Diagnostic): void => void notices.push(diagnostic);
  const own = root.reportingTo({ notice, uses, secrets: root.secrets }).apart();
  const consolidated: Consolidated<Root> = await consolidate(own, file, ports);
  countText(context.opened, consolidated);
  const diagnostics = [...consolidated.diagnostics, ...notices];
  return {
    consolidated: { ...consolidated, diagnostics },
    used: [...used],
    isShared,
    secrets: own.secrets,
    record: own.tree.record,
  };
}
