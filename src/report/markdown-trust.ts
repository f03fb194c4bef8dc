/** Writes what a change edits of the trust in functions as Markdown, and of the rules of reviews. */
import type { TrustChange } from "../review/index.ts";
import type { Block, MarkdownContext } from "./markdown-context.ts";
import { byteLength, code, link, plural } from "./text.ts";

const MAX_VALUE_LENGTH = 160;

/** A box that stands above everything but the headline: whoever approves it decides what runs, or what later reviews say. Cut to `room` bytes. */
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

const RULES_OF_REVIEWS: ReadonlySet<TrustChange["kind"]> = new Set([
  "silence",
  "danger-level",
  "noise-rule",
  "redaction",
]);

export function trustHeadline(trust: readonly TrustChange[]): string {
  const rules = trust.filter(({ kind }) => RULES_OF_REVIEWS.has(kind)).length;
  const runs = trust.length - rules;
  const sentences = [
    ...(runs > 0
      ? [`This change edits what may run: ${plural(runs, "change")} of catalogs, pins, programs or permissions.`]
      : []),
    ...(rules > 0
      ? [`This change edits the rules of reviews: ${plural(rules, "change")}, from the next pull request on.`]
      : []),
  ];
  return sentences.join(" ");
}

/** What one of the changes is called, and several of them. */
export function trustNouns(trust: readonly TrustChange[]): readonly [one: string, several: string] {
  const rules = trust.filter(({ kind }) => RULES_OF_REVIEWS.has(kind)).length;
  if (rules === 0) return ["edit of what may run", "edits of what may run"];
  if (rules === trust.length) return ["edit of the rules of reviews", "edits of the rules of reviews"];
  return ["edit of what may run or of the rules of reviews", "edits of what may run or of the rules of reviews"];
}

export const NAMES: Readonly<Record<TrustChange["kind"], string>> = {
  "catalog-entry": "catalog entry",
  "catalog-reference": "reference to the catalog",
  function: "function",
  "signature-file": "file that decides which signatures count",
  silence: "silence of dangers",
  "danger-level": "level of the danger",
  "noise-rule": "rule of noise",
  redaction: "values to withhold:",
};

function fieldsOf({ fields }: TrustChange): string {
  if (fields.length === 0) return "";
  const shown = fields.map(({ name, before, after }) => {
    const values = [before, after].map((value) => (value === undefined ? "none" : code(value, MAX_VALUE_LENGTH)));
    return `${code(name, 80)} ${values.join(" → ")}`;
  });
  return `: ${shown.join(", ")}`;
}
