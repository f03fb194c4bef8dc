/** `krm-render targets`: which directories would be rendered, and why. */
import { explainTargets } from "../targets/index.ts";
import type { Invocation } from "./command.ts";
import { pathLine, type Terminal } from "./terminal.ts";
import { openWorkspace, targetPatterns } from "./workspace.ts";

export async function targets(invocation: Invocation, terminal: Terminal): Promise<number> {
  const workspace = await openWorkspace(terminal);
  try {
    const patterns = targetPatterns(invocation, workspace);
    const chosen = patterns?.length === 0 ? [] : await explainTargets({ head: workspace.tree }, patterns ?? []);
    const text =
      invocation.value("format") === "json"
        ? `${JSON.stringify({ version: 1, targets: chosen }, null, 2)}\n`
        : chosen.map(({ path, reason }) => `${pathLine(path)}\t${reason}\n`).join("");
    await terminal.stdout.write(text);
    return 0;
  } finally {
    workspace.repository?.close();
  }
}
