/** `krm-render targets`: lists the directories that would be rendered, with the reasons. */
import { explainTargets } from "../../targets/index.ts";
import type { Invocation, Task } from "../command.ts";
import { openWorkspace, withSession } from "../session.ts";
import { targetPatterns } from "../target-patterns.ts";
import { pathLine } from "../terminal.ts";

export function targets(invocation: Invocation): Task {
  return (terminal) =>
    withSession(terminal, async (session) => {
      const workspace = await openWorkspace(session);
      const patterns = targetPatterns(invocation, workspace);
      const chosen = patterns?.length === 0 ? [] : await explainTargets({ head: workspace.tree }, patterns ?? []);
      const text =
        invocation.value("format") === "json"
          ? `${JSON.stringify({ version: 1, targets: chosen }, null, 2)}\n`
          : chosen.map(({ path, reason }) => `${pathLine(path)}\t${reason}\n`).join("");
      await terminal.stdout.write(text);
      return 0;
    });
}
