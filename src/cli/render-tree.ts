/** Renders the targets of one tree, for `render`, `validate` and `release create`. */
import type { BuildOptions } from "../engine/index.ts";
import { directoryOfTarget, type Rendering, renderTargets, type Target } from "../render/index.ts";
import { treeNotes } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { patienceOf } from "../supervision/index.ts";
import { explainTargets, TARGET_FILE_NAMES } from "../targets/index.ts";
import type { Invocation } from "./command.ts";
import { deploymentsIn } from "./deployments/find.ts";
import type { RunLock } from "./lock.ts";
import { readBuildSettings } from "./options/build-settings.ts";
import { positiveInteger } from "./options/option-values.ts";
import { openBuild, openProgress, type Session, type Workspace } from "./session.ts";
import { printDiagnostics } from "./terminal.ts";

/** The targets with their renderings, in the same order. */
export interface RenderedTree<Lock> {
  readonly targets: readonly Target[];
  readonly renderings: readonly Rendering[];
  readonly lock: Lock;
  /** Returns the cluster to which the objects of a target go; undefined if that is not certain. */
  readonly clusterOf: (target: string) => string | undefined;
}

/**
 * Renders the targets that patterns select, and prints the problems of the tree besides them.
 * @param invocation with the settings of the repository
 * @param patterns undefined for all targets
 * @throws KrmError for a pattern that selects nothing, and for a lock that cannot be read
 */
export async function renderTree<Lock extends RunLock | undefined>(
  session: Session,
  invocation: Invocation,
  workspace: Workspace,
  patterns: readonly string[] | undefined,
  openLock: (tree: Tree) => Promise<Lock>,
  { withValues }: Pick<BuildOptions, "withValues"> = {},
): Promise<RenderedTree<Lock>> {
  const { supervisor } = session.terminal;
  const settings = await readBuildSettings(invocation);
  const concurrency = positiveInteger(invocation, "concurrency");
  const progress = openProgress(session);
  supervisor?.tell(patienceOf(settings));
  const noticed = treeNotes(TARGET_FILE_NAMES);
  const tree = noticed.observe(workspace.tree);
  const lock = await openLock(tree);
  const { jsonnet } = settings;
  const deployments =
    patterns?.length === 0 ? undefined : await deploymentsIn(session, workspace, { jsonnet, uses: lock?.uses });
  const trees = { head: noticed.search(workspace.tree) };
  const targets =
    patterns?.length === 0 ? [] : await explainTargets(trees, patterns ?? [], undefined, { head: deployments });
  const ids = targets.map(({ id }) => id);
  const build = { ...openBuild(session, settings, "others", workspace), uses: lock?.uses, withValues };
  const renderings = await renderTargets(tree, ids, {
    ...build,
    deployments: deployments?.builder(build),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...supervisor?.setbacks.render,
    onWork: (event, target) => supervisor?.tell({ event, stage: "render", target }),
    onProgress: progress.update,
  });
  progress.finish();
  await printDiagnostics(session.terminal, deployments?.problems ?? []);
  await printDiagnostics(
    session.terminal,
    await noticed.diagnostics(targets.map(({ path }) => directoryOfTarget(path))),
  );
  return { targets, renderings, lock, clusterOf: (target) => deployments?.clusterOf(target) };
}
