/** Prints a report, and decides about the exit status: for `diff` and `merge`. */

import { resolve } from "node:path";
import { targetText } from "../../render/index.ts";
import type { DangerLevel, Report } from "../../review/index.ts";
import type { Invocation } from "../command.ts";
import { writeOrReplace } from "../commands/output-file.ts";
import { distinct, pathLine, printDiagnostics, type Terminal, wantsColour } from "../terminal.ts";

const OK = 0;
export const FAILURE = 1;
const DIFFERENT = 3;

/** Prints the report in the format of the invocation, on standard output or into a file. */
export async function print(report: Report, invocation: Invocation, terminal: Terminal): Promise<void> {
  const output = invocation.value("output");
  const write = await writerOf(formatOf(invocation));
  const colour = output === undefined && wantsColour(terminal);
  const chunks = () => write(report, { colour });
  if (output !== undefined) return writeOrReplace(resolve(terminal.cwd, output), chunks);
  for (const chunk of chunks()) await terminal.stdout.write(chunk);
}

/** Text for people, unless a format is named. */
function formatOf(invocation: Invocation): string {
  return invocation.value("format") ?? "text";
}

type Writer = (report: Report, options: { readonly colour: boolean }) => Iterable<string>;

/** Loads only the writer of the format. */
async function writerOf(format: string): Promise<Writer> {
  switch (format) {
    case "markdown": {
      const { markdownReport } = await import("../../report/markdown.ts");
      return (report) => [markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text];
    }
    case "html": {
      const { htmlChunks } = await import("../../report/html/page.ts");
      return (report) => htmlChunks(report);
    }
    case "json":
      return (await import("../../report/json.ts")).jsonChunks;
    case "sarif":
      return (await import("../../report/sarif.ts")).sarifChunks;
    case "patch":
      return (await import("../../report/patch.ts")).patchChunks;
    default:
      return (await import("../../report/terminal.ts")).terminalChunks;
  }
}

/** Prints the problems, and returns the exit status. A target that fails at the head is not compared, so the command fails. */
export async function conclude(report: Report, invocation: Invocation, terminal: Terminal): Promise<number> {
  const { targets, notes = [] } = report;
  // Problems of the base alone are solved at the head; the report says why such a target is not compared.
  const present = targets.filter(({ status }) => status !== "failed-at-base");
  const problems = present.flatMap(({ diagnostics }) => diagnostics);
  // On a terminal, the text above has the errors and new warnings.
  const isText = terminal.stdout.isTTY && formatOf(invocation) === "text" && invocation.value("output") === undefined;
  const others = isText ? problems.filter(({ severity, isNew }) => severity !== "error" && !isNew) : problems;
  await printDiagnostics(terminal, distinct([...notes, ...others]));
  const isDangerous = await failsOnDanger(report, invocation.value("fail-on-danger"), terminal);
  const failed = targets.filter(({ status }) => status === "failed");
  if (failed.length > 0) {
    await terminal.stderr.write(`not compared: ${failed.map(({ id }) => pathLine(targetText(id))).join(", ")}\n`);
    return FAILURE;
  }
  const isRefused = problems.some(({ severity, isNew }) => severity === "error" && isNew === true);
  if (isDangerous || isRefused || notes.some(({ severity }) => severity === "error")) return FAILURE;
  const different = targets.some(({ status }) => status !== "unchanged" && status !== "unaffected");
  return different && invocation.has("exit-code") ? DIFFERENT : OK;
}

/**
 * Prints the dangers of a level, and of higher ones.
 * @param lowest undefined for no gate, as `never`
 * @returns whether the command fails because of them
 */
async function failsOnDanger(report: Report, lowest: string | undefined, terminal: Terminal): Promise<boolean> {
  if (lowest === undefined || lowest === "never") return false;
  const { dangerGate } = await import("../../report/danger-gate.ts");
  const gate = dangerGate(report, lowest as DangerLevel);
  if (gate !== undefined) await printDiagnostics(terminal, [gate]);
  return gate !== undefined;
}
