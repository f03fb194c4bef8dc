import {
  openWorkspace,
  targetPatterns
} from "./shared-cli-workspace.js";
import {
  explainTargets
} from "./shared-picomatch.js";
import "./shared-resource-re2-parser.js";
import "./shared-yaml-composer.js";
import "./shared-sources-remote-git-url.js";
import "./shared-sources-helm-directory.js";
import "./shared-sources-virtual-tree.js";
import "./shared-sources-git-revisions.js";
import "./shared-sources-disk-tree.js";
import "./shared-sources-git-git-process.js";
import "./shared-resource-merge-schema-data.js";
import "./shared-cli-command.js";
import {
  pathLine
} from "./shared-cli-terminal.js";
import "./shared-documents-spelling.js";
import "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/cli/targets.ts
async function targets(invocation, terminal) {
  const workspace = await openWorkspace(terminal);
  try {
    const patterns = targetPatterns(invocation, workspace);
    const chosen = patterns?.length === 0 ? [] : await explainTargets({ head: workspace.tree }, patterns ?? []);
    const text = invocation.value("format") === "json" ? `${JSON.stringify({ version: 1, targets: chosen }, null, 2)}
` : chosen.map(({ path, reason }) => `${pathLine(path)}	${reason}
`).join("");
    await terminal.stdout.write(text);
    return 0;
  } finally {
    workspace.repository?.close();
  }
}
export {
  targets
};
