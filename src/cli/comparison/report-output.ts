/** Prints a report, and decides about the exit status: for `diff` and `merge`. */
import { resolve } from "node:path";
import type { Chunks } from "../../render/index.ts";
import type { Report } from "../../review/index.ts";
import type { Invocation } from "../command.ts";
import { writeOrReplace } from "../commands/output-file.ts";
import { distinct, pathLine, printDiagnostics, type Terminal, wantsColour } from "../terminal.ts";
import { failsOnDanger } from "./danger-gate.ts";

const OK = 0;
export const FAILURE = 1;
const DIFFERENT = 3;

/** Prints the report in the format of the invocation, on standard output or into a file. */
export async function print(report: Report, invocation: Invocation, terminal: Terminal): Promise<void> {
  const output = invocation.value("output");
  const name = formatOf(invocation);
  const colour = output === undefined && wantsColour(terminal);
  const chunks = await format(report, name, colour);
  if (output !== undefined) return writeOrReplace(resolve(terminal.cwd, output), chunks);
  for (const chunk of chunks()) await terminal.stdout.write(chunk);
}

/** Text for people, unless a format is named. */
function formatOf(invocation: Invocation): string {
  return invocation.value("format") ?? "text";
}

/** Loads only the writer of the format. */
async function format(report: Report, name: string, colour: boolean): Promise<Chunks> {
  switch (name) {
    case "markdown": {
      const { markdownReport } = await import("../../report/markdown.ts");
      return () => [markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text];
    }
    case "html": {
      const { htmlChunks } = await import("../../report/html/page.ts");
      return () => htmlChunks(report);
    }
    case "json": {
      const { jsonChunks } = await import("../../report/json.ts");
      return () => jsonChunks(report);
    }
    case "sarif": {
      const { sarifChunks } = await import("../../report/sarif.ts");
      return () => sarifChunks(report);
    }
    case "patch": {
      const { patchChunks } = await import("../../report/patch.ts");
      return () => patchChunks(report);
    }
    default: {
      const { terminalChunks } = await import("../../report/terminal.ts");
      return () => terminalChunks(report, { colour });
    }
  }
}

/** A target that fails at the head is not compared, so the command fails, also if the target failed at the base. */
export async function conclude(report: Report, invocation: Invocation, terminal: Terminal): Promise<number> {
  const { targets, notes = [] } = report;
  // Problems of the base alone are solved at the head; the report says why such a target is not compared.
  const present = targets.filter(({ status }) => status !== "failed-at-base");
  const problems = present.flatMap(({ diagnostics }) => diagnostics);
  // On a terminal, the text above tells errors and new warnings.
  const isTold = terminal.stdout.isTTY && formatOf(invocation) === "text" && invocation.value("output") === undefined;
  const untold = isTold ? problems.filter(({ severity, isNew }) => severity !== "error" && !isNew) : problems;
  await printDiagnostics(terminal, distinct([...notes, ...untold]));
  const isDangerous = await failsOnDanger(report, invocation.value("fail-on-danger"), terminal);
  const failed = targets.filter(({ status }) => status === "failed");
  if (failed.length > 0) {
    await terminal.stderr.write(`not compared: ${failed.map(({ path }) => pathLine(path)).join(", ")}\n`);
    return FAILURE;
  }
  if (isDangerous || notes.some(({ severity }) => severity === "error")) return FAILURE;
  const different = targets.some(({ status }) => status !== "unchanged" && status !== "unaffected");
  return different && invocation.has("exit-code") ? DIFFERENT : OK;
}
