/** `krm-render render`: writes many targets into files. */
import { join, resolve } from "node:path";
import { type Diagnostic, diagnosticsOf } from "../../diagnostics.ts";
import {
  directoryTarget,
  type Failed,
  type Rendered,
  type Rendering,
  type RenderOutcome,
  renderJson,
  renderReport,
  type Target,
  targetText,
  writeFileAtomically,
  writeManifests,
} from "../../render/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { openTreeLock } from "../lock.ts";
import { readBuildSettings, wantsLock } from "../options/build-settings.ts";
import { positiveInteger } from "../options/option-values.ts";
import { printFirst } from "../print-first.ts";
import { renderTree } from "../render-tree.ts";
import { openWorkspace, withSession } from "../session.ts";
import { settingsOf, withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { distinct, pathLine, printDiagnostics, type Terminal } from "../terminal.ts";

export async function render(invocation: Invocation): Promise<Task> {
  const output = invocation.value("output-dir");
  if (output === undefined) throw new UsageError("render needs --output-dir OUT");
  // Wrong usage is an error before anything is opened.
  positiveInteger(invocation, "concurrency");
  const given = await readBuildSettings(invocation);

  return (terminal) =>
    withSession(terminal, async (session) => {
      await printFirst(terminal, given.warnings);
      const workspace = await openWorkspace(session);
      const filled = withSettings(invocation, await settingsOf(workspace.tree));
      const patterns = targetPatterns(filled, workspace);
      const { targets, renderings, lock } = await renderTree(session, filled, workspace, patterns, async (tree) =>
        wantsLock(invocation) ? openTreeLock(invocation, workspace, tree, terminal) : undefined,
      );
      const status = await finish(targets, renderings, resolve(terminal.cwd, output), terminal);
      // The lock of a run in which a target failed would lack what that target uses.
      if (status === 0) await printDiagnostics(terminal, lock?.finish() ?? []);
      return status;
    });
}

async function finish(
  targets: readonly Target[],
  renderings: readonly Rendering[],
  output: string,
  terminal: Terminal,
): Promise<number> {
  const rendered = renderings.filter((rendering): rendering is Rendered => rendering.status === "rendered");
  const { written, failed: unwritten } = writeManifests(rendered, output);
  const failed = [
    ...renderings.filter((rendering) => rendering.status !== "rendered").map(asFailed),
    ...unwritten.map(({ target, diagnostics }): Failed => ({ status: "failed", target, diagnostics })),
  ];
  const files = new Map(written.map(({ target, file, sha256 }) => [target, { file, sha256 }]));
  const byId = new Map(targets.map((target) => [target.id, target]));
  const targetOf = ({ target }: Rendering): Target => byId.get(target) ?? directoryTarget(target);
  const outcomes: RenderOutcome[] = failed.map((rendering) => ({ target: targetOf(rendering), rendering }));
  for (const rendering of rendered) {
    const file = files.get(rendering.target);
    if (file !== undefined) outcomes.push({ target: targetOf(rendering), rendering, written: file });
  }
  const problems = writeReport(outcomes, output);

  const reported = [...[...rendered, ...failed].flatMap(({ diagnostics }) => diagnostics), ...problems];
  await printDiagnostics(terminal, distinct(reported));
  if (failed.length > 0) {
    const names = failed.map(({ target }) => pathLine(targetText(target))).join(", ");
    await terminal.stderr.write(`${files.size} of ${renderings.length} targets were rendered; failed: ${names}\n`);
  }
  return failed.length + problems.length === 0 ? 0 : 1;
}

/** The problems of a report that cannot be written, which must not hide those of the targets. */
function writeReport(outcomes: readonly RenderOutcome[], output: string): readonly Diagnostic[] {
  try {
    writeFileAtomically(join(output, "report.json"), renderJson(renderReport(outcomes)));
    return [];
  } catch (thrown) {
    return diagnosticsOf(thrown);
  }
}

/** Targets come from the tree that is rendered, so an absent one was removed since they were listed. */
function asFailed(rendering: Rendering): Failed {
  if (rendering.status === "failed") return rendering;
  const { target } = rendering;
  const message = `${targetText(target)} was removed before it could be rendered`;
  return { status: "failed", target, diagnostics: [{ code: "target-gone", severity: "error", message }] };
}
