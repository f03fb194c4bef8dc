/** The writers of a report. They escape its contents for their format, and never compare anything themselves. */
export { checkOf } from "./check.ts";
export { dangerGate } from "./danger-gate.ts";
export type { DangerGroup } from "./danger-groups.ts";
export { type HtmlOptions, htmlChunks } from "./html/page.ts";
export { jsonChunks } from "./json.ts";
export { type MarkdownOptions, markdownReport } from "./markdown.ts";
export type { Count, Links, Reach } from "./markdown-context.ts";
export { type Overview, overviewOf } from "./overview.ts";
export { patchChunks } from "./patch.ts";
export { gatherProblems, type Problem } from "./problems.ts";
export { type ReportFormat, reportFiles } from "./report-files.ts";
export { sarifChunks } from "./sarif.ts";
export { type Seen, type SeenAt, seenOf } from "./since/seen.ts";
export { earlierReport, formatSeenLine } from "./since/seen-line.ts";
export { terminalChunks } from "./terminal.ts";
export { fence } from "./text.ts";
export { dangerDiagnostic } from "./words/danger-diagnostic.ts";
export { lackingDiagnostic, repairedNotices } from "./words/needs-diagnostic.ts";
