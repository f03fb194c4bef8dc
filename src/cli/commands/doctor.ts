/** `krm-render doctor`: finds the problems that would keep a run from working here. */
import { examine, findingLines } from "../../setup/index.ts";
import type { Task } from "../command.ts";
import { withSession } from "../session.ts";
import { collectFacts } from "./doctor-facts.ts";

export function doctor(): Task {
  return (terminal) =>
    withSession(terminal, async (session) => {
      const findings = examine(await collectFacts(session));
      await terminal.stdout.write(
        findingLines(findings)
          .map((line) => `${line}\n`)
          .join(""),
      );
      return findings.some(({ status }) => status === "problem") ? 1 : 0;
    });
}
