/** Writes the report as a unified patch, one file for each object of each target. */
import { styleText } from "node:util";
import { formatDiagnostic, visible } from "../diagnostics.ts";
import type { Change, Hunk, Report, TargetReport } from "../review/index.ts";
import { NAMES, trustHeadline } from "./markdown-trust.ts";

/** The patch, for people and for tools that colour it. Names are escaped. Lines with `#` say what fails, and what may run. */
export function patchReport(report: Report): string {
  const lines: string[] = [];
  appendTrust(report, lines);
  const changes = new Map(report.changes.map((change) => [change.id, change]));
  for (const target of report.targets) {
    appendProblems(target, lines);
    for (const id of target.changes) {
      const change = changes.get(id);
      if (change !== undefined) appendChange(target.path, change, lines);
    }
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Whoever approves a change of what may run must see it, also where no manifest changes. */
function appendTrust({ trust = [] }: Report, lines: string[]): void {
  if (trust.length === 0) return;
  lines.push(`# ${trustHeadline(trust)}`);
  for (const { kind, op, subject, file, line, fields } of trust) {
    const place = line === undefined ? file : `${file}:${line}`;
    lines.push(`#   ${onOneLine(`${NAMES[kind]} ${subject} ${op}, ${place}`)}`);
    for (const { name, before = "none", after = "none" } of fields)
      lines.push(`#     ${onOneLine(`${name} ${before} → ${after}`)}`);
  }
}

function onOneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ");
}

function appendProblems(target: TargetReport, lines: string[]): void {
  if (target.status !== "failed" && target.status !== "failed-at-base") return;
  const before = target.failedBefore ? ", as at the base" : "";
  const where = target.status === "failed-at-base" ? "fails at the base" : `fails at the head${before}`;
  lines.push(`# ${fileName(target.path)} ${where}; its objects are not compared`);
  for (const diagnostic of target.diagnostics) {
    if (diagnostic.severity !== "error") continue;
    for (const line of formatDiagnostic(diagnostic).split("\n")) lines.push(`#   ${line}`);
  }
}

function appendChange(target: string, change: Change, lines: string[]): void {
  const before = fileOf(target, change, change.from?.name ?? change.object.name);
  const after = fileOf(target, change, change.object.name);
  lines.push(`diff --git ${quoted("a", before)} ${quoted("b", after)}`);
  if (change.op === "added") lines.push("new file mode 100644");
  if (change.op === "removed") lines.push("deleted file mode 100644");
  if (before !== after) lines.push(`rename from ${quoted(undefined, before)}`, `rename to ${quoted(undefined, after)}`);
  if (change.hunks.length === 0) return;
  lines.push(`--- ${change.op === "added" ? "/dev/null" : quoted("a", before)}`);
  lines.push(`+++ ${change.op === "removed" ? "/dev/null" : quoted("b", after)}`);
  for (const hunk of change.hunks) {
    lines.push(hunkHeader(hunk));
    for (const line of hunk.lines) lines.push(`${line[0]}${visible(line.slice(1))}`);
  }
}

function fileOf(target: string, { object: { namespace, kind } }: Change, name: string): string {
  const parts = [target === "." ? "root" : target, ...(namespace === "" ? [] : [namespace]), `${kind}-${name}.yaml`];
  return parts.map(fileName).join("/");
}

/** A file name on one line, with control characters escaped. */
function fileName(text: string): string {
  return visible(text.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
}

/** A path as git prints it: quoted where its end would be ambiguous. */
function quoted(prefix: string | undefined, name: string): string {
  const path = prefix === undefined ? name : `${prefix}/${name}`;
  return /^[\w./<>,@:+=~-]+$/.test(path) ? path : JSON.stringify(path);
}

function hunkHeader(hunk: Hunk): string {
  const range = (start: number, count: number): string => (count === 1 ? String(start) : `${start},${count}`);
  const section = hunk.fields.length === 0 ? "" : ` ${fileName(hunk.fields.join(", "))}`;
  return `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@${section}`;
}

type Style = Parameters<typeof styleText>[0];

/** The patch for a terminal, with colours if `colour` is set. */
export function terminalPatch(text: string, colour: boolean): string {
  if (!colour) return text;
  return text
    .split("\n")
    .map((line) => {
      const style = styleOf(line);
      return style === undefined ? line : styleText(style, line, { validateStream: false });
    })
    .join("\n");
}

function styleOf(line: string): Style | undefined {
  if (/^(?:diff --git|--- |\+\+\+ |rename |new file|deleted file)/.test(line)) return "bold";
  if (line.startsWith("@@")) return "cyan";
  if (line.startsWith("+")) return "green";
  if (line.startsWith("-")) return "red";
  return line.startsWith("#") ? "yellow" : undefined;
}
