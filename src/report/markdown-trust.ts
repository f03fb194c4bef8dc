/** Writes what a change edits of the trust in functions as Markdown: catalogs, pins, digests and permissions. */
import type { TrustChange } from "../review/index.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { byteLength, code, link, plural } from "./text.ts";

const MAX_VALUE_LENGTH = 160;

/** A box that stands above everything but the headline: whoever approves it decides what runs. Cut to `room` bytes. */
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
    const line = `\n> - ${NAMES[change.kind]} ${code(change.subject, 200)} ${change.op}, ${where}${fieldsOf(change)}`;
    if (byteLength(text) + byteLength(line) > room) break;
    text += line;
    shown++;
  }
  const count = { shown, total: trust.length };
  if (shown > 0) return { text, count };
  return { text: byteLength(opening) <= room ? opening : "", count };
}

export function trustHeadline(trust: readonly TrustChange[]): string {
  return `This change edits what may run: ${plural(trust.length, "change")} of catalogs, pins, programs or permissions.`;
}

export const NAMES: Readonly<Record<TrustChange["kind"], string>> = {
  "catalog-entry": "catalog entry",
  "catalog-reference": "reference to the catalog",
  function: "function",
  "signature-file": "file that decides which signatures count",
};

function fieldsOf({ fields }: TrustChange): string {
  if (fields.length === 0) return "";
  const shown = fields.map(({ name, before, after }) => {
    const values = [before, after].map((value) => (value === undefined ? "none" : code(value, MAX_VALUE_LENGTH)));
    return `${code(name, 80)} ${values.join(" → ")}`;
  });
  return `: ${shown.join(", ")}`;
}
