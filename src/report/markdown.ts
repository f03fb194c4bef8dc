/** Writes the report as Markdown for a comment or a job summary: the most important parts first, within a budget. */
import { isDeepStrictEqual } from "node:util";
import type { Report } from "../review/index.ts";
import { PageLinks } from "./anchors/page-links.ts";
import type { Phrase } from "./edit-phrases.ts";
import { headline, headlinePhrases } from "./headline/headline.ts";
import { contextOf } from "./markdown-changes/context.ts";
import { planDiffs, printDiffs } from "./markdown-changes/diffs.ts";
import { imageRows, imageTable } from "./markdown-changes/images.ts";
import { changeList } from "./markdown-changes/list.ts";
import { foldedBlock } from "./markdown-changes/noise.ts";
import { printPhrases } from "./markdown-changes/phrases.ts";
import type { Block, Count, Links, MarkdownContext, Reach } from "./markdown-context.ts";
import {
  footerLine,
  isComplete,
  leadLine,
  leftOutNote,
  placesLine,
  planLine,
  type Shown,
  sinceLine,
} from "./markdown-lines.ts";
import { notesBlock } from "./markdown-notes.ts";
import { problemParts } from "./markdown-problems/parts.ts";
import type { Overview, Row } from "./overview.ts";
import { sectionsOf } from "./sections/sections.ts";
import type { SeenAt } from "./since/seen.ts";
import { byteLength, cutBytes } from "./text.ts";
import { elsewherePhrases } from "./words/elsewhere-words.ts";
import { isUnreadFirst, unreadPhrases } from "./words/unread-words.ts";

const DEFAULT_MAX_BYTES = 60_000;

export interface MarkdownOptions {
  /** The budget in bytes of UTF-8; the text then has no more UTF-16 code units either. */
  readonly maxBytes?: number;
  /** Above the title, written as given: trusted Markdown. */
  readonly above?: string;
  readonly links?: Links;
  /** The last line, in small print, written as given: trusted Markdown. */
  readonly footer?: string;
  /** For a text that leaves something out; absent where only the caller can say what else there is. */
  readonly reach?: Reach;
  readonly durationMs?: number;
  /** The report of an earlier commit, for a reader who knows it: what is new since then is marked. */
  readonly since?: SeenAt | undefined;
}

export interface MarkdownReport {
  readonly text: string;
  /** Something was left out for size. */
  readonly truncated: boolean;
  readonly shown: Shown;
}

/** Bytes of the blank line between two parts. */
const SEPARATOR_BYTES = 2;
/** The largest share of links to the HTML page in a text that leaves something out. */
const MAX_LINKS = 0.15;
/** Shares of the room that is left when the turn of a part comes. What it does not need is for the others. */
const SHARES = { notes: 0.3, folded: 0.1, images: 0.5, dangerousDiffs: 0.6, listWithCauses: 0.45 };

/**
 * Writes the report within its budget. The parts have a fixed order. What does not fit becomes shorter from the end: diffs, the
 * least consequential ones first; causes of changes, then changes, which become counts; images; and at last what fails. Before any of these,
 * the links to the HTML page go, those of diffs first. The text is cut between objects and hunks only, so all markup is closed, and says what it leaves out.
 * Everything that comes from the report is escaped. Takes time linear in the report.
 */
export function markdownReport(report: Report, options: MarkdownOptions = {}): MarkdownReport {
  const plain = contextOf(report, options.links, options.since);
  const address = options.reach?.page;
  if (address === undefined) return written(plain, options);
  const all = written({ ...plain, page: new PageLinks(address, plain) }, options);
  if (!all.truncated) return all;
  const unlinked = written(plain, options);
  const page = new PageLinks(address, plain, false);
  const linked = written({ ...plain, page }, options);
  return isWorthItsLinks(linked, unlinked, page.bytesIn(linked.text)) ? linked : unlinked;
}

/** Tells whether links take the place of nothing but diffs, to which they lead, and not of many. */
function isWorthItsLinks({ text, shown }: MarkdownReport, unlinked: MarkdownReport, bytes: number): boolean {
  const others = { ...unlinked.shown, diffs: shown.diffs };
  return isDeepStrictEqual(shown, others) && bytes <= byteLength(text) * MAX_LINKS;
}

function written(context: MarkdownContext, options: MarkdownOptions): MarkdownReport {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const { overview } = context;
  const opening = [
    ...(options.above === undefined ? [] : [options.above]),
    `### ${printPhrases(headlinePhrases(overview))}`,
  ];
  const paragraphs = [
    leadLine(context, options.durationMs),
    sinceLine(context),
    planLine(overview),
    placesLine(context),
    ...missing(overview).map(printPhrases),
  ];
  const lead = join(paragraphs).trimEnd();
  const footer = footerLine(overview, options.footer);
  const nothing = nothingShown(context);
  const around = [...opening, lead, leftOutNote(nothing, options.reach), footer];
  const room = maxBytes - byteLength(around.join("\n\n")) - 2 * SEPARATOR_BYTES;
  if (room < 0) return minimalReport(opening, context, nothing, options, maxBytes);
  const { parts, shown } = fill(context, room);
  const note = leftOutNote(shown, options.reach);
  return { text: join([...opening, lead, note, ...parts, footer]), truncated: !isComplete(shown), shown };
}

/** Writes the parts in their order. Those that matter most take their room first. */
function fill(context: MarkdownContext, all: number): { parts: readonly string[]; shown: Shown } {
  let room = all;
  const take = (block: Block): Block => {
    if (block.text !== "") room -= byteLength(block.text) + SEPARATOR_BYTES;
    return block;
  };
  const share = (of: keyof typeof SHARES): number => Math.floor(room * SHARES[of]) - SEPARATOR_BYTES;
  const notes = take(notesBlock(context, share("notes")));
  const { parts: problems, later, last, ...counts } = problemParts(context, room);
  for (const text of [...problems, later, last].filter((each) => each !== ""))
    room -= byteLength(text) + SEPARATOR_BYTES;
  const brief = take(foldedBlock(context, Math.min(share("folded"), room - SEPARATOR_BYTES)));
  const ofImages = imageRows(context);
  const images = take(imageTable(context, ofImages, share("images")));

  const listed = context.overview.rows.filter((row) => !ofImages.has(row));
  const dangerous = planDiffs(context, share("dangerousDiffs"), true).bytes;
  const wanted = planDiffs(context, room - SEPARATOR_BYTES).bytes;
  const most = room - dangerous - SEPARATOR_BYTES;
  const withCauses = Math.min(most, Math.max(share("listWithCauses"), room - wanted - 2 * SEPARATOR_BYTES));
  let list = take(changeList(context, listed, { most, withCauses }));
  const isAlone = listed.length === 1 && ofImages.size === 0 && listed[0]?.changes.length === 1;
  const diffs = take(printDiffs(planDiffs(context, room - SEPARATOR_BYTES), context, isAlone));
  const left = room + byteLength(list.text);
  const wider = changeList(context, listed, { most: left, withCauses: left });
  if (list.text !== "" && byteLength(wider.text) > byteLength(list.text)) {
    room = left - byteLength(wider.text);
    list = wider;
  }
  const longer = foldedBlock(context, room + (brief.text === "" ? -SEPARATOR_BYTES : byteLength(brief.text)));
  const folded = longer.text.length > brief.text.length ? longer : brief;

  const parts = [notes.text, ...problems, images.text, list.text, later, diffs.text, folded.text, last];
  const shown: Shown = {
    ...counts,
    images: images.count,
    changes: withImages(list.count, images.count, ofImages),
    diffs: diffs.count,
  };
  return { parts, shown };
}

/** The rows that the table of images stands for are shown if all images are. */
function withImages(list: Count, images: Count, rows: ReadonlySet<Row>): Count {
  const shown = images.shown === images.total ? rows.size : 0;
  return { shown: list.shown + shown, total: list.total + rows.size };
}

/** Names changes that the report does not show although they are deployed, or are all that changes. */
function missing(overview: Overview): Phrase[][] {
  const unread = isUnreadFirst(overview) ? unreadPhrases(overview) : [];
  return [elsewherePhrases(overview), unread.length === 0 ? [] : [...unread, "."]].filter(({ length }) => length > 0);
}

function nothingShown({ report, overview }: MarkdownContext): Shown {
  const none = (total: number): Count => ({ shown: 0, total });
  return {
    failures: none(overview.failures.length + overview.earlier.length),
    dangers: none(overview.dangers.length + overview.silenced.length),
    trust: none(overview.trust.length),
    warnings: none(overview.warnings.length),
    images: none(report.images.length),
    changes: none(overview.rows.length),
    diffs: none(sectionsOf(overview).reduce((sum, { rows }) => sum + rows.length, 0)),
  };
}

function join(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The report for a budget of no more than a line or two. */
function minimalReport(
  opening: readonly string[],
  { overview }: MarkdownContext,
  shown: Shown,
  { reach }: MarkdownOptions,
  maxBytes: number,
): MarkdownReport {
  const truncated = !isComplete(shown);
  const note = leftOutNote(shown, reach);
  const plain = [...opening.slice(0, -1), `### ${headline(overview)}`];
  for (const parts of [[...opening, note], opening, [...plain, note], plain]) {
    const text = join(parts);
    if (byteLength(text) <= maxBytes) return { text, truncated, shown };
  }
  return { text: cutBytes(headline(overview), maxBytes), truncated: true, shown };
}
