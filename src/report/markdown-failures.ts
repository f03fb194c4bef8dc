/** Writes the failing targets as Markdown. */
import { type Diagnostic, formatDiagnostic } from "../diagnostics.ts";
import type { TargetReport } from "../review/index.ts";
import type { Failure } from "./failures.ts";
import { targetCount } from "./headline.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { byteLength, code, cut, fence, link, plural, word } from "./text.ts";

/** Messages shown for one group of targets. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE_LENGTH = 2_000;
/** Generous, because the messages of git and other programs come at the end of a line. */
const MAX_LINE_LENGTH = 600;
const MAX_BRIEF_LENGTH = 150;
/** Targets named with one message. */
const MAX_TARGETS = 5;

/** As many failures as fit into `room` bytes, newly broken targets first. Messages that do not fit are cut to a line. */
export function failureBlocks(context: MarkdownContext, room: number): Block {
  return fill(context.overview.failures, room, (failure, lines) => alertOf(failure, lines, context));
}

/** The targets that failed before the change too. Folded, because the change under review did not break them. */
export function earlierFailures(context: MarkdownContext, room: number): Block {
  const { earlier } = context.overview;
  const count = targetCount(earlier);
  const summary = `${plural(count, "target")} ${count === 1 ? "fails" : "fail"}, and failed before this change too`;
  const frame = (text: string): string => `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
  const block = fill(earlier, room - byteLength(frame("")), (failure, lines) =>
    [`${namesOf(failure.targets)}${linksTo(failure, context)}`, "", ...messageLines(lines)].join("\n"),
  );
  return { text: block.text === "" ? "" : frame(block.text), count: block.count };
}

function fill(
  failures: readonly Failure[],
  room: number,
  print: (failure: Failure, lines: readonly string[]) => string,
): Block {
  const blocks: string[] = [];
  let shown = 0;
  let left = room;
  for (const failure of failures) {
    const messages = messagesOf(failure.problems.map(({ diagnostic }) => diagnostic));
    for (const lines of [messages, [cut(messages[0] ?? "", MAX_BRIEF_LENGTH), "…"]]) {
      const block = print(failure, lines);
      const size = byteLength(block) + 2;
      if (size > left) continue;
      blocks.push(block);
      left -= size;
      if (lines === messages) shown++;
      break;
    }
  }
  return { text: blocks.join("\n\n"), count: { shown, total: failures.length } };
}

/** The lines of the messages. */
function messagesOf(errors: readonly Diagnostic[]): string[] {
  const shown = errors.slice(0, MAX_MESSAGES);
  const lines = shown.flatMap((error) => cut(formatDiagnostic(error), MAX_MESSAGE_LENGTH).split("\n"));
  if (errors.length > shown.length) lines.push(`and ${errors.length - shown.length} more`);
  return lines;
}

function messageLines(messages: readonly string[]): string[] {
  return messages.length === 0 ? [] : fence(messages, "", MAX_LINE_LENGTH).split("\n");
}

function alertOf(failure: Failure, lines: readonly string[], context: MarkdownContext): string {
  const { targets } = failure;
  const [first] = targets;
  const body = [
    `${titleOf(targets, context)}${linksTo(failure, context)}`,
    ...messageLines(lines),
    ...(first.status === "failed" && first.resources.base !== null
      ? [`${targets.length === 1 ? "Its" : "Their"} objects are not counted as removed.`]
      : []),
  ];
  return [first.status === "failed" ? "[!WARNING]" : "[!NOTE]", ...body].map((line) => `> ${line}`).join("\n");
}

function titleOf(targets: Failure["targets"], { report }: MarkdownContext): string {
  const [first] = targets;
  const names = namesOf(targets);
  const at = report.head.sha === null ? word(report.head.label) : code(report.head.sha.slice(0, 7));
  const one = targets.length === 1;
  if (first.resources.base !== null) return `${names} built at the base and ${one ? "fails" : "fail"} at ${at}:`;
  return one ? `${names} is new and fails at ${at}:` : `${names} are new and fail at ${at}:`;
}

function namesOf(targets: readonly TargetReport[]): string {
  const shown = targets.slice(0, MAX_TARGETS).map(({ path }) => `**${code(path)}**`);
  const rest = targets.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** Up to three links: the messages already name the places. */
function linksTo({ problems }: Failure, { report, links }: MarkdownContext): string {
  const { sha } = report.head;
  if (links === undefined || sha === null) return "";
  const places = new Map<string, string>();
  for (const { file, line } of problems.flatMap((problem) => problem.places)) {
    const label = line === undefined ? file : `${file}:${line}`;
    const address = links.blob(sha, file, line);
    if (address !== undefined) places.set(label, link(code(label), address));
  }
  const list = [...places.values()].slice(0, 3);
  return list.length === 0 ? "" : ` ${list.join(", ")}`;
}
