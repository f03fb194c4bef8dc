/** The targets that fail, as Markdown. */
import { type Diagnostic, formatDiagnostic } from "../diagnostics.ts";
import type { TargetReport } from "../review/index.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { byteLength, code, cut, fence, link, word } from "./text.ts";

/** Of the messages of one target. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE_LENGTH = 2_000;
const MAX_BRIEF_LENGTH = 150;

/** As many as `room` bytes hold, the newly broken first; those whose messages do not fit come with the first line. */
export function failureBlocks(context: MarkdownContext, room: number): Block {
  const { broken, incomparable, brokenBefore } = context.figures;
  const all = [...broken, ...incomparable, ...brokenBefore];
  const blocks: string[] = [];
  let shown = 0;
  let left = room;
  for (const target of all) {
    const messages = messagesOf(target);
    for (const lines of [messages, [cut(messages[0] ?? "", MAX_BRIEF_LENGTH), "…"]]) {
      const block = failureBlock(target, lines, context);
      const size = byteLength(block) + 2;
      if (size > left) continue;
      blocks.push(block);
      left -= size;
      if (lines === messages) shown++;
      break;
    }
  }
  return { text: blocks.join("\n\n"), count: { shown, total: all.length } };
}

function errorsOf(target: TargetReport): Diagnostic[] {
  return target.diagnostics.filter(({ severity }) => severity === "error");
}

/** Lines. */
function messagesOf(target: TargetReport): string[] {
  const errors = errorsOf(target);
  const shown = errors.slice(0, MAX_MESSAGES);
  const lines = shown.flatMap((error) => cut(formatDiagnostic(error), MAX_MESSAGE_LENGTH).split("\n"));
  if (errors.length > shown.length) lines.push(`and ${errors.length - shown.length} more`);
  return lines;
}

function failureBlock(target: TargetReport, lines: readonly string[], context: MarkdownContext): string {
  const alert = target.status === "failed" && !target.failedBefore ? "WARNING" : "NOTE";
  const message = lines.length === 0 ? [] : fence(lines).split("\n");
  const body = [`${titleOf(target, context)}${linksTo(target, context)}`, ...message, ...endingOf(target)];
  return [`[!${alert}]`, ...body].map((line) => `> ${line}`).join("\n");
}

function titleOf(target: TargetReport, { report }: MarkdownContext): string {
  const name = `**${code(target.path)}**`;
  const at = report.head.sha === null ? word(report.head.label) : code(report.head.sha.slice(0, 7));
  if (target.status === "failed-at-base")
    return `${name} builds at ${at} and fails at the base, so it cannot be compared:`;
  if (target.failedBefore) return `${name} fails, and failed before this change too:`;
  return target.resources.base === null
    ? `${name} is new and fails at ${at}:`
    : `${name} built at the base and fails at ${at}:`;
}

function endingOf(target: TargetReport): string[] {
  return target.status === "failed" && target.resources.base !== null
    ? ["Its objects are not counted as removed."]
    : [];
}

/** Up to three, since the messages name the places already. */
function linksTo(target: TargetReport, { report, links }: MarkdownContext): string {
  const { sha } = target.status === "failed-at-base" ? report.base : report.head;
  if (links === undefined || sha === null) return "";
  const places = new Map<string, string>();
  for (const { file, line } of errorsOf(target)) {
    if (file === undefined || file === target.path) continue;
    const label = line === undefined ? file : `${file}:${line}`;
    const address = links.blob(sha, file, line);
    if (address !== undefined) places.set(label, link(code(label), address));
  }
  const list = [...places.values()].slice(0, 3);
  return list.length === 0 ? "" : ` ${list.join(", ")}`;
}
