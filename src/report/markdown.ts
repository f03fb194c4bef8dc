/** Writes the report as Markdown for a comment or a job summary: the most important parts first, within a budget. */
import type { Report } from "../review/index.ts";
import { affectedPhrase, headline, headlinePhrases } from "./headline.ts";
import type { Block, Count, Links, MarkdownContext, Reach } from "./markdown-context.ts";
import { diffSections } from "./markdown-diffs.ts";
import { notesBlock } from "./markdown-notes.ts";
import { problemParts } from "./markdown-problems/parts.ts";
import { restPhrase } from "./markdown-reach.ts";
import { changeTable, printPhrases } from "./markdown-table.ts";
import { type Overview, overviewOf, sectionsOf, shortNames } from "./overview.ts";
import { byteLength, code, cutBytes, link, plural, word } from "./text.ts";

export const DEFAULT_MAX_BYTES = 60_000;

export interface MarkdownOptions {
  /** The budget in bytes of UTF-8; the text then has no more UTF-16 code units either. */
  readonly maxBytes?: number;
  /** The first line, written as given: an HTML comment that identifies the text. */
  readonly marker?: string;
  readonly links?: Links;
  /** The last line, in small print, written as given: trusted Markdown. */
  readonly footer?: string;
  /** For a text that leaves something out; absent where only the caller can say what else there is. */
  readonly reach?: Reach;
  readonly durationMs?: number;
}

/** The counts of items that the text shows. */
export interface Shown {
  /** Failures with their messages: one for each cause. */
  readonly failures: Count;
  /** Dangers, by rule and message, silenced ones included. */
  readonly dangers: Count;
  /** New warnings. */
  readonly warnings: Count;
  /** Changes of what may run. */
  readonly trust: Count;
  /** Changes with a row of their own. */
  readonly changes: Count;
  /** Changes with their diff. */
  readonly diffs: Count;
}

export interface MarkdownReport {
  readonly text: string;
  /** Something was left out for size. */
  readonly truncated: boolean;
  readonly shown: Shown;
}

/** Paths named in the first paragraph, for each kind of news. */
const MAX_PATHS = 5;
const MAX_PATH_LENGTH = 120;
/** Bytes of the blank line between two parts. */
const SEPARATOR_BYTES = 2;

/**
 * Writes the report within its budget. What does not fit is left out in this order: the largest diffs, all diffs, the rows
 * of the table. The text is cut between objects only, so all markup is closed, and says what it leaves out. Everything
 * that comes from the report is escaped.
 */
export function markdownReport(report: Report, options: MarkdownOptions = {}): MarkdownReport {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const overview = overviewOf(report);
  const context: MarkdownContext = { report, overview, names: shortNames(report), links: options.links };

  const title = `### ${printPhrases(headlinePhrases(overview))}`;
  const opening = [...(options.marker === undefined ? [] : [options.marker]), title];
  const lead = leadLine(context, options.durationMs);
  const footer = footerLine(overview, options.footer);
  const nothingShown = nothingOf(overview);
  const noteRoom = byteLength(leftOutNote(nothingShown, options));
  let room = maxBytes - byteLength([...opening, lead, footer].join("\n\n")) - noteRoom - 2 * SEPARATOR_BYTES;

  if (room < 0) return minimalReport(opening, overview, nothingShown, options, maxBytes);

  const take = (block: Block): Block => {
    if (block.text !== "") room -= byteLength(block.text) + SEPARATOR_BYTES;
    return block;
  };
  const notes = take(notesBlock(context, Math.floor(room * 0.3) - SEPARATOR_BYTES));
  const { parts: problems, ...counts } = problemParts(context, room);
  for (const text of problems) take({ text, count: counts.failures });
  const table = take(changeTable(context, room - SEPARATOR_BYTES));
  const listed = table.count.shown === table.count.total;
  const diffs = listed ? take(diffSections(context, room - SEPARATOR_BYTES)) : { text: "", count: nothingShown.diffs };

  const shown: Shown = {
    ...counts,
    changes: table.count,
    diffs: diffs.count,
  };
  const note = isComplete(shown) ? "" : leftOutNote(shown, options);
  const parts = [...opening, lead, note, notes.text, ...problems, table.text, diffs.text, footer];
  return { text: join(parts), truncated: !isComplete(shown), shown };
}

function join(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The report for a budget of no more than a line or two. */
function minimalReport(
  opening: readonly string[],
  overview: Overview,
  shown: Shown,
  options: MarkdownOptions,
  maxBytes: number,
): MarkdownReport {
  const truncated = !isComplete(shown);
  const note = truncated ? leftOutNote(shown, options) : "";
  const plain = [...opening.slice(0, -1), `### ${headline(overview)}`];
  for (const parts of [[...opening, note], opening, [...plain, note], plain]) {
    const text = join(parts);
    if (byteLength(text) <= maxBytes) return { text, truncated, shown };
  }
  return { text: cutBytes(headline(overview), maxBytes), truncated: true, shown };
}

function leadLine({ report, overview, links }: MarkdownContext, durationMs: number | undefined): string {
  const { base, head } = report;
  const commit = (sha: string | null, label: string): string => {
    if (sha === null) return code(label);
    const short = code(sha.slice(0, 7));
    return links === undefined ? short : link(short, links.commit(sha));
  };
  const named = base.sha === null || base.label.includes(base.sha.slice(0, 7));
  const from = named ? "" : `${code(base.label)} at `;
  const reason = base.reason === "" ? "" : ` (${word(base.reason)})`;
  const time = durationMs === undefined ? "" : ` · ${(durationMs / 1000).toFixed(1)} s`;
  const phrase = affectedPhrase(overview);
  const affected = phrase === "" ? "" : ` ${phrase}.`;
  const only = overview.routine === undefined ? "" : " Nothing else changes in the rendered manifests.";
  return `Rendered ${from}${commit(base.sha, base.label)}${reason} against ${commit(head.sha, head.label)}${time}.${affected}${only}${targetsAddedAndRemoved(overview)}`;
}

/** Targets that exist on one side only, or whose directory was renamed. */
function targetsAddedAndRemoved({ added, removed, renamed }: Overview): string {
  const list = (items: readonly string[]): string => {
    const shown = items.slice(0, MAX_PATHS);
    return items.length > shown.length
      ? `${shown.join(", ")} and ${items.length - shown.length} more`
      : shown.join(", ");
  };
  const paths = (all: readonly string[]): string => list(all.map((path) => code(path, MAX_PATH_LENGTH)));
  const sentences = [
    ...(added.length > 0 ? [`New ${added.length === 1 ? "target" : "targets"}: ${paths(added)}.`] : []),
    ...(removed.length > 0 ? [`Gone: ${paths(removed)}.`] : []),
    ...(renamed.length > 0 ? [`Renamed: ${list(renamed.map(renaming))}.`] : []),
  ];
  return sentences.map((sentence) => ` ${sentence}`).join("");
}

function renaming({ path, from = "" }: Overview["renamed"][number]): string {
  return `${code(from, MAX_PATH_LENGTH)} → ${code(path, MAX_PATH_LENGTH)}`;
}

function footerLine({ figures }: Overview, footer: string | undefined): string {
  const parts: string[] = [];
  const { unchanged, total } = figures.targets;
  if (unchanged > 0 && unchanged < total) parts.push(`${plural(unchanged, "target")} unchanged`);
  if (figures.layoutOnly > 0) parts.push(`${plural(figures.layoutOnly, "object")} changed in layout only`);
  if (figures.redacted) parts.push("values of Secrets are never shown");
  if (footer !== undefined) parts.push(footer);
  return parts.length === 0 ? "" : `<sub>${parts.join(" · ")}</sub>`;
}

function isComplete(shown: Shown): boolean {
  return Object.values(shown).every((count: Count) => count.shown === count.total);
}

/** The number of diffs that show all rows. */
function diffCount(overview: Overview): number {
  return sectionsOf(overview).reduce((sum, { rows }) => sum + rows.length, 0);
}

/** The counts that make the longest note for these figures. */
function nothingOf(overview: Overview): Shown {
  const none = (total: number): Count => ({ shown: 0, total });
  const { failures, earlier, dangers, silenced, warnings, trust, rows } = overview;
  return {
    failures: none(failures.length + earlier.length),
    dangers: none(dangers.length + silenced.length),
    trust: none(trust.length),
    warnings: none(warnings.length),
    changes: none(rows.length),
    diffs: none(diffCount(overview)),
  };
}

function leftOutNote(shown: Shown, options: MarkdownOptions): string {
  const missing = [
    leftOut(shown.failures, "message"),
    leftOut(shown.dangers, "danger"),
    leftOut(shown.trust, "edit of what may run", "edits of what may run"),
    leftOut(shown.warnings, "new warning"),
    leftOut(shown.changes, "change"),
    leftOut(shown.diffs, "diff"),
  ].filter((part) => part !== "");
  const rest = restPhrase(options.reach, "They");
  return `Left out for size: ${missing.join(", ")}.${rest === "" ? "" : ` ${rest}`}`;
}

function leftOut({ shown, total }: Count, one: string, many?: string): string {
  return shown === total ? "" : `${total - shown} of ${plural(total, one, many)}`;
}
