import {
  formatDiagnostic,
  visible
} from "./shared-diagnostics.js";

// src/report/patch.ts
import { styleText } from "node:util";
function patchReport(report) {
  const lines = [];
  for (const target of report.targets) {
    appendProblems(target, lines);
    for (const change of target.changes) appendChange(target.path, change, lines);
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}
`;
}
function appendProblems(target, lines) {
  if (target.status !== "failed" && target.status !== "failed-at-base") return;
  const where = target.status === "failed-at-base" ? "fails at the base" : "fails at the head";
  lines.push(`# ${fileName(target.path)} ${where}; its objects are not compared`);
  for (const diagnostic of target.diagnostics) {
    if (diagnostic.severity !== "error") continue;
    for (const line of formatDiagnostic(diagnostic).split("\n")) lines.push(`#   ${line}`);
  }
}
function appendChange(target, change, lines) {
  const before = fileOf(target, change, change.from?.name ?? change.name);
  const after = fileOf(target, change, change.name);
  lines.push(`diff --git ${quoted("a", before)} ${quoted("b", after)}`);
  if (change.op === "added") lines.push("new file mode 100644");
  if (change.op === "removed") lines.push("deleted file mode 100644");
  if (before !== after) lines.push(`rename from ${quoted(void 0, before)}`, `rename to ${quoted(void 0, after)}`);
  if (change.hunks.length === 0) return;
  lines.push(`--- ${change.op === "added" ? "/dev/null" : quoted("a", before)}`);
  lines.push(`+++ ${change.op === "removed" ? "/dev/null" : quoted("b", after)}`);
  for (const hunk of change.hunks) {
    lines.push(hunkHeader(hunk));
    for (const { op, text } of hunk.lines) lines.push(`${op}${visible(text)}`);
  }
}
function fileOf(target, { namespace, kind }, name) {
  const parts = [target === "." ? "root" : target, ...namespace === "" ? [] : [namespace], `${kind}-${name}.yaml`];
  return parts.map(fileName).join("/");
}
function fileName(text) {
  return visible(text.replaceAll("\n", "\\n").replaceAll("	", "\\t"));
}
function quoted(prefix, name) {
  const path = prefix === void 0 ? name : `${prefix}/${name}`;
  return /^[\w./<>,@:+=~-]+$/.test(path) ? path : JSON.stringify(path);
}
function hunkHeader(hunk) {
  const range = (start, count) => count === 1 ? String(start) : `${start},${count}`;
  const section = hunk.section === "" ? "" : ` ${fileName(hunk.section)}`;
  return `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@${section}`;
}
function terminalPatch(text, colour) {
  if (!colour) return text;
  return text.split("\n").map((line) => {
    const style = styleOf(line);
    return style === void 0 ? line : styleText(style, line, { validateStream: false });
  }).join("\n");
}
function styleOf(line) {
  if (/^(?:diff --git|--- |\+\+\+ |rename |new file|deleted file)/.test(line)) return "bold";
  if (line.startsWith("@@")) return "cyan";
  if (line.startsWith("+")) return "green";
  if (line.startsWith("-")) return "red";
  return line.startsWith("#") ? "yellow" : void 0;
}

export {
  patchReport,
  terminalPatch
};
