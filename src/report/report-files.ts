/** The report in all formats that are files of an output directory. */
import { REPORT_FILES } from "../bundle/index.ts";
import type { Chunks } from "../render/index.ts";
import type { Report } from "../review/index.ts";
import { htmlChunks } from "./html/page.ts";
import { jsonChunks } from "./json.ts";
import type { Links } from "./markdown-context.ts";
import { patchChunks } from "./patch.ts";
import { sarifChunks } from "./sarif.ts";

export type ReportFormat = keyof typeof REPORT_FILES;

/** Nothing is written before its chunks are asked for. @param markdown the report in this format, which takes more to write */
export function reportFiles(
  report: Report,
  markdown: string,
  links?: Links,
): readonly { readonly format: ReportFormat; readonly name: string; readonly text: Chunks }[] {
  const texts: Readonly<Record<ReportFormat, Chunks>> = {
    markdown: () => [markdown],
    html: () => htmlChunks(report, links && { links }),
    json: () => jsonChunks(report),
    sarif: () => sarifChunks(report),
    patch: () => patchChunks(report),
  };
  return (Object.keys(texts) as ReportFormat[]).map((format) => ({
    format,
    name: REPORT_FILES[format],
    text: texts[format],
  }));
}
