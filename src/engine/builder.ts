/** Builds directories of one tree. */
import { processPool } from "../budget/index.ts";
import { type Diagnostic, distinct, failure } from "../diagnostics.ts";
import type { KustomizationEdits, SourceEdits } from "../documents/index.ts";
import type { Tree } from "../sources/tree.ts";
import { SecretTexts } from "../text/index.ts";
import type { Builder, BuildOptions, Built, BuiltResource } from "./context/built.ts";
import {
  type Accumulator,
  BaseMemo,
  type BuildContext,
  BuildSchemas,
  Compositions,
  emptyAccumulator,
  explainOverflow,
  type Level,
  trackingOrigins,
  useLog,
} from "./context/index.ts";
import { accumulate, openLevel } from "./level.ts";
import { limitedWork } from "./limited-work.ts";
import { Charts, Files, Root } from "./loading/index.ts";
import { withoutSecrets } from "./message-secrets.ts";
import { finish, readStrictly } from "./output/index.ts";

interface Limits {
  readonly builds: number;
  readonly timeoutSeconds: number | undefined;
  /** The tree, if what is asked of it is recorded. */
  readonly view?: Tree | undefined;
}

export function createBuilder(tree: Tree, options: BuildOptions = {}): Builder {
  const { pool = processPool() } = options;
  const files = new Files(options.parsedFiles);
  const memo = new BaseMemo();
  const charts = new Charts();
  const compositions = new Compositions();
  const texts = new SecretTexts();
  pool.register(files);
  pool.register(memo);
  pool.register(charts);
  pool.register(compositions);
  /** Opens a directory as the topmost level, and does the work of one build on it, within its limits. */
  async function within<T>(
    directory: string,
    { builds, timeoutSeconds, view = tree }: Limits,
    work: (context: BuildContext, root: Root) => Promise<T>,
  ): Promise<T> {
    const limits = { file: tree.display(directory), pool, builds, timeoutSeconds, record: view.record };
    return limitedWork(limits, texts.forBuild(), ({ budget, ended, secrets }) => {
      const schemas = new BuildSchemas();
      const context: BuildContext = {
        tree,
        files,
        memo,
        schemas,
        charts,
        compositions,
        helm: options.helm,
        functions: options.functions,
        trace: options.trace,
        budget,
        ended,
        secrets,
        diagnostics: [],
        opened: { levels: 0, entries: 0, text: 0 },
        roots: new Set(),
        uses: options.uses,
        used: [],
      };
      const rules = {
        loadRestrictor: options.loadRestrictor ?? "root-only",
        remotes: options.remotes,
        budget,
        notice: (diagnostic: Diagnostic) => void context.diagnostics.push(diagnostic),
        uses: useLog(context),
        secrets,
      };
      return budget.race(Root.open(view, directory, rules).then((root) => work(context, root)));
    });
  }
  return {
    build: (directory, { builds = 1, timeoutSeconds = options.timeoutSeconds, recorded, edits, usedBy } = {}) =>
      within(directory, { builds, timeoutSeconds, view: recorded }, async (context, root): Promise<Built> => {
        const { level, accumulator } = await accumulateAll(context, root, edits);
        const resources = context.budget.run(() => finished(level, accumulator, options));
        const diagnostics = withoutSecrets(distinct(context.diagnostics), context.secrets);
        if (options.strict) readStrictly(diagnostics);
        options.uses?.record(context.used, usedBy ?? directory);
        return { resources, diagnostics };
      }),
    consolidate: (directory) =>
      within(directory, { builds: 1, timeoutSeconds: options.timeoutSeconds }, async (context, root) => {
        const { composition, kustomization } = await openLevel(context, root);
        if (composition !== undefined)
          return { ...composition, diagnostics: withoutSecrets(distinct(context.diagnostics), context.secrets) };
        throw failure("wrong-kind", `${root.display} holds a ${kustomization.kind}, not a Composition`, {
          ...kustomization.location,
          hint: "Name a directory with a file composition.yaml of kind Composition.",
        });
      }),
  };
}

function finished(level: Level, accumulator: Accumulator, options: BuildOptions): BuiltResource[] {
  try {
    return finish(level, accumulator, options);
  } catch (thrown) {
    throw explainOverflow(thrown, accumulator.resources.items);
  }
}

async function accumulateAll(
  context: BuildContext,
  root: Root,
  edits: KustomizationEdits | SourceEdits | undefined,
): Promise<{ level: Level; accumulator: Accumulator }> {
  // docs/specification/flux-kustomization.md 4.3
  if (edits !== undefined && !("by" in edits)) context.schemas.loadBuiltIn();
  const level = trackingOrigins(await openLevel(context, root, undefined, edits));
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return { level, accumulator };
}
