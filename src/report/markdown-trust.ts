/** Writes what a change edits of the trust in functions as Markdown, and of the rules of reviews. */
import { printPhrases } from "./markdown-changes/phrases.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { byteLength, code, link } from "./text.ts";
import { TRUST_NAMES, trustFields, trustHeadline } from "./words/trust-words.ts";

/**
 * A box that stands above everything but the headline: whoever approves it decides what runs, or what later reviews say. Cut to
 * `room` bytes.
 */
export function trustBlock({ report, links }: MarkdownContext, room: number): Block {
  const { trust = [], head, base } = report;
  if (trust.length === 0) return { text: "", count: { shown: 0, total: 0 } };
  const opening = `> [!CAUTION]\n> **${trustHeadline(trust)}**\n>`;
  let text = opening;
  let shown = 0;
  for (const change of trust) {
    const sha = (change.op === "removed" ? base : head).sha;
    const place = change.line === undefined ? change.file : `${change.file}:${change.line}`;
    const address = sha === null ? undefined : links?.blob(sha, change.file, change.line);
    const where = address === undefined ? code(place, 200) : link(code(place, 200), address);
    const fields = trustFields(change).map(printPhrases).join(", ");
    const said = `${TRUST_NAMES[change.kind]} ${code(change.subject, 200)} ${change.op}, ${where}`;
    const line = `\n> - ${said}${fields === "" ? "" : `: ${fields}`}`;
    if (byteLength(text) + byteLength(line) > room) break;
    text += line;
    shown++;
  }
  const count = { shown, total: trust.length };
  if (shown > 0) return { text, count };
  return { text: byteLength(opening) <= room ? opening : "", count };
}
