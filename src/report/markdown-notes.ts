/** Writes notes on the review as a whole as Markdown, such as mistakes in the configuration. */
import { formatDiagnostic } from "../diagnostics.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { byteLength, cut, fence } from "./text.ts";

const MAX_NOTES = 10;
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_LINE_LENGTH = 600;

/** A box with those that are more than notices, cut to `room` bytes. */
export function notesBlock({ report: { notes = [] } }: MarkdownContext, room: number): Block {
  const found = notes.filter(({ severity }) => severity !== "notice");
  if (found.length === 0) return { text: "", count: { shown: 0, total: 0 } };
  const isError = found.some(({ severity }) => severity === "error");
  const title = isError ? "This review is not complete:" : "About this review:";
  for (let shown = Math.min(found.length, MAX_NOTES); shown > 0; shown--) {
    const lines = found.slice(0, shown).flatMap((note) => cut(formatDiagnostic(note), MAX_MESSAGE_LENGTH).split("\n"));
    if (shown < found.length) lines.push(`and ${found.length - shown} more`);
    const body = [isError ? "[!CAUTION]" : "[!WARNING]", title, ...fence(lines, "", MAX_LINE_LENGTH).split("\n")];
    const text = body.map((line) => `> ${line}`).join("\n");
    if (byteLength(text) <= room) return { text, count: { shown, total: found.length } };
  }
  return { text: "", count: { shown: 0, total: found.length } };
}
