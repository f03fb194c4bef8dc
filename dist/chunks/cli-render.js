import {
  showProgress
} from "./shared-cli-progress.js";
import {
  buildOptions,
  terminalRemotes,
  warnAboutOptions
} from "./shared-cli-build-options.js";
import {
  openWorkspace,
  positiveInteger,
  targetPatterns
} from "./shared-cli-workspace.js";
import {
  renderReport
} from "./shared-report-render-report.js";
import {
  renderTargets,
  selectTargets,
  writeFileAtomically,
  writeManifests
} from "./shared-picomatch.js";
import "./shared-resource-re2-parser.js";
import "./shared-yaml-composer.js";
import "./shared-sources-remote-git-url.js";
import "./shared-sources-helm-directory.js";
import "./shared-sources-virtual-tree.js";
import {
  REMOTE_PROTOCOLS
} from "./shared-sources-git-revisions.js";
import "./shared-sources-disk-tree.js";
import "./shared-sources-git-git-process.js";
import "./shared-resource-merge-schema-data.js";
import {
  UsageError
} from "./shared-cli-command.js";
import {
  distinct,
  pathLine,
  printDiagnostics
} from "./shared-cli-terminal.js";
import "./shared-documents-spelling.js";
import "./shared-report-html.js";
import "./shared-report-json.js";
import "./shared-report-markdown.js";
import "./shared-report-summary.js";
import "./shared-diff.js";
import "./shared-report-patch.js";
import "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/cli/render.ts
import { join, resolve } from "node:path";
async function render(invocation, terminal) {
  const output = invocation.value("output-dir");
  if (output === void 0) throw new UsageError("render needs --output-dir OUT");
  const concurrency = positiveInteger(invocation, "concurrency");
  await warnAboutOptions(invocation, terminal);
  const workspace = await openWorkspace(terminal);
  const remotes = terminalRemotes(terminal, REMOTE_PROTOCOLS);
  const progress = showProgress(terminal);
  try {
    const patterns = targetPatterns(invocation, workspace);
    const targets = patterns?.length === 0 ? [] : await selectTargets({ head: workspace.tree }, patterns ?? []);
    const renderings = await renderTargets(workspace.tree, targets, {
      ...buildOptions(invocation, terminal),
      remotes,
      ...concurrency === void 0 ? {} : { concurrency },
      onProgress: (done, total, target) => progress.update(done, total, target)
    });
    progress.finish();
    return await finish(renderings, resolve(terminal.cwd, output), terminal);
  } finally {
    progress.finish();
    workspace.repository?.close();
    await remotes.close();
  }
}
async function finish(renderings, output, terminal) {
  const rendered = renderings.filter((rendering) => rendering.status === "rendered");
  const failed = renderings.filter((rendering) => rendering.status !== "rendered").map(asFailed);
  const written = new Map(writeManifests(rendered, output).map((file) => [file.target, file]));
  const outcomes = failed.map((rendering) => ({ rendering }));
  for (const rendering of rendered) {
    const file = written.get(rendering.target);
    if (file !== void 0) outcomes.push({ rendering, written: { file: file.file, sha256: file.sha256 } });
  }
  writeFileAtomically(join(output, "report.json"), `${JSON.stringify(renderReport(outcomes), null, 2)}
`);
  await printDiagnostics(terminal, distinct([...rendered, ...failed].flatMap(({ diagnostics }) => diagnostics)));
  if (failed.length === 0) return 0;
  const names = failed.map(({ target }) => pathLine(target)).join(", ");
  await terminal.stderr.write(`${rendered.length} of ${renderings.length} targets were rendered; failed: ${names}
`);
  return 1;
}
function asFailed(rendering) {
  if (rendering.status === "failed") return rendering;
  const { target } = rendering;
  const message = `${target} went away while it was about to be rendered`;
  return { status: "failed", target, diagnostics: [{ code: "target-gone", severity: "error", message }] };
}
export {
  render
};
