/**
 * Makes text of a pull request safe to show. Its author controls names, paths, messages and values, and may put markup,
 * mentions of people, control characters and right-to-left overrides into them.
 */
import { visible } from "../diagnostics.ts";
import { wholeCharacters } from "../text/index.ts";

/** Longer lines are cut, such as those of certificates, dashboards, and JSON in a ConfigMap. */
export const MAX_LINE_LENGTH = 200;

/** The text on one line, with control characters escaped. */
export function oneLine(text: string): string {
  return visible(text.replace(/(?<!\s)\s*\n\s*/g, " ").replace(/\t/g, " "));
}

/**
 * Cuts a text to `length` UTF-16 code units, and appends the number of missing ones. Never cuts a character in half, and
 * leaves a text alone that would not get shorter.
 */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : cutFrom(text, length, 0);
}

/** @param unread the number of UTF-16 code units that follow the text */
function cutFrom(text: string, length: number, unread: number): string {
  const kept = wholeCharacters(text, length);
  const mark = `… (${text.length - kept.length + unread} more characters)`;
  return unread > 0 || kept.length + mark.length < text.length ? `${kept}${mark}` : text;
}

/** Only this start of a longer text is made safe, in UTF-16 code units: escaping many megabytes to show a line takes seconds. */
const MAX_READ = 64 * 1024;

/** Makes a text safe, and cuts it to `length` UTF-16 code units. */
function cutSafe(text: string, length: number, safe: (start: string) => string): string {
  if (text.length <= MAX_READ) return cut(safe(text), length);
  const start = wholeCharacters(text, MAX_READ);
  return cutFrom(safe(start), length, text.length - start.length);
}

/** The text as {@link oneLine}, cut to `length` UTF-16 code units. */
export function shortLine(text: string, length: number): string {
  return cutSafe(text, length, oneLine);
}

/** The longest start of a text with at most `bytes` bytes of UTF-8. */
export function cutBytes(text: string, bytes: number): string {
  let kept = text.slice(0, Math.max(0, bytes));
  while (byteLength(kept) > bytes) kept = wholeCharacters(kept, kept.length - 1);
  return kept;
}

/** The number of bytes in UTF-8. It is never below the number of UTF-16 code units, so a limit on bytes holds for both. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/**
 * Text as code within a line of Markdown, also in a table. GitHub ignores mentions and references in code. Text that is not
 * safe in a code span becomes a `<code>` element, with all punctuation encoded.
 */
export function code(text: string, length = MAX_LINE_LENGTH): string {
  const shown = shortLine(text, length);
  if (/^[\w./:=+,()[\]{}@#~\u2026-](?:[\w ./:=+,()[\]{}@#~\u2192\u2026-]*[\w./:=+,()[\]{}@#~\u2026-])?$/.test(shown))
    return `\`${shown}\``;
  return `<code>${encodeAll(shown)}</code>`;
}

/** A word of the pull request, such as a kind, in running text: plain if it is a harmless word, otherwise as code. */
export function word(text: string): string {
  return isWord(text) ? text : code(text, MAX_WORD_LENGTH);
}

const MAX_WORD_LENGTH = 60;

function isWord(text: string): boolean {
  return text.length <= MAX_WORD_LENGTH && /^[A-Za-z0-9][A-Za-z0-9 ]*$/.test(text);
}

/** Does the same as {@link word} for the summary of a `<details>`, which is HTML and not Markdown. */
export function htmlWord(text: string): string {
  return isWord(text) ? text : htmlCode(text, MAX_WORD_LENGTH);
}

/** Does the same as {@link code} for the summary of a `<details>`. */
export function htmlCode(text: string, length = MAX_LINE_LENGTH): string {
  return `<code>${encodeAll(shortLine(text, length))}</code>`;
}

function encodeAll(text: string): string {
  return text.replace(/[!-+.:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A fenced block. The fence is longer than any run of backticks in the lines. */
export function fence(lines: readonly string[], language = "", lineLength = MAX_LINE_LENGTH): string {
  const shown = lines.map((line) => cutSafe(line, lineLength, (start) => visible(start.replaceAll("\n", "\\n"))));
  let longest = 2;
  for (const line of shown) {
    for (const run of line.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  }
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${shown.join("\n")}\n${ticks}`;
}

/** A Markdown link, or only the label for an address that is not http(s). The label is Markdown; the address is any text. */
export function link(label: string, address: string): string {
  const safe = oneLine(address).replace(/[^\w\-.~:/?#@!$&*+,;=%]/gu, (character) =>
    encodeURIComponent(character).replace(/[()'*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  );
  return /^https?:\/\//.test(safe) ? `[${label}](${safe})` : label;
}

/** Writes Markdown that is folded. */
export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** Lists the first items, and the number of the others: `a, b and 3 more`. */
export function firstOf(items: readonly string[], most: number, total = items.length): string {
  const shown = items.slice(0, most);
  const rest = total - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Lists all items: `a, b and c`. */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** `1 change`, `2 changes`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
