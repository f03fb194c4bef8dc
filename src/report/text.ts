/**
 * Making text of a pull request safe to show. Names, paths, messages and values are whatever its author wrote:
 * markup, mentions of people, control characters, text that reads backwards.
 */

import { visible } from "../diagnostics.ts";
import { wholeCharacters } from "../text/index.ts";

/** Longer lines are cut: certificates, dashboards, JSON in a ConfigMap. */
export const MAX_LINE_LENGTH = 200;

/** On one line, whatever it holds. */
export function oneLine(text: string): string {
  return visible(text.replace(/(?<!\s)\s*\n\s*/g, " ").replace(/\t/g, " "));
}

/**
 * At most `length` UTF-16 code units and a mark that tells how much is missing; never half a character. What is no longer
 * than its mark would be is not left out.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = wholeCharacters(text, length);
  const mark = `… (${text.length - kept.length} more characters)`;
  return kept.length + mark.length < text.length ? `${kept}${mark}` : text;
}

/** The longest beginning of a text that takes at most `bytes` bytes of UTF-8. */
export function cutBytes(text: string, bytes: number): string {
  let kept = text.slice(0, Math.max(0, bytes));
  while (byteLength(kept) > bytes) kept = wholeCharacters(kept, kept.length - 1);
  return kept;
}

/** Bytes of UTF-8; never fewer than there are UTF-16 code units, so that a limit on one holds for both. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Text as code within a line of Markdown, in tables and summaries too. Mentions and references are not looked for in
 * code. What a code span cannot hold everywhere goes into an element, with all that Markdown could act on encoded.
 */
export function code(text: string, length = MAX_LINE_LENGTH): string {
  const shown = cut(oneLine(text), length);
  if (/^[\w./:=+,()[\]@#~\u2026-](?:[\w ./:=+,()[\]@#~\u2192\u2026-]*[\w./:=+,()[\]@#~\u2026-])?$/.test(shown))
    return `\`${shown}\``;
  return `<code>${encodeAll(shown)}</code>`;
}

/** A word of the pull request, such as a kind, in running text: as it is where it can do nothing, else as code. */
export function word(text: string): string {
  return isWord(text) ? text : code(text, MAX_WORD_LENGTH);
}

const MAX_WORD_LENGTH = 60;

function isWord(text: string): boolean {
  return text.length <= MAX_WORD_LENGTH && /^[A-Za-z0-9][A-Za-z0-9 ]*$/.test(text);
}

/** The same for the summary of a `<details>`, where Markdown does not reach. */
export function htmlWord(text: string): string {
  return isWord(text) ? text : htmlCode(text, MAX_WORD_LENGTH);
}

/** Code for the summary of a `<details>`. */
export function htmlCode(text: string, length = MAX_LINE_LENGTH): string {
  return `<code>${encodeAll(cut(oneLine(text), length))}</code>`;
}

function encodeAll(text: string): string {
  return text.replace(/[!-+.:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A fenced block: the fence is longer than any run of backticks in the lines. */
export function fence(lines: readonly string[], language = "", lineLength = MAX_LINE_LENGTH): string {
  const shown = lines.map((line) => cut(visible(line.replaceAll("\n", "\\n")), lineLength));
  let longest = 2;
  for (const line of shown) {
    for (const run of line.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  }
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${shown.join("\n")}\n${ticks}`;
}

/** A Markdown link. The label is Markdown already; the address may hold anything. */
export function link(label: string, address: string): string {
  const safe = oneLine(address).replace(/[^\w\-.~:/?#@!$&*+,;=%]/gu, (character) =>
    encodeURIComponent(character).replace(/[()'*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  );
  return /^https?:\/\//.test(safe) ? `[${label}](${safe})` : label;
}

/** `1 change`, `2 changes`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
