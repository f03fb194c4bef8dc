/** Writes the lines around the parts of a Markdown report: its lead, its footer, and what was left out. */
import { docsAddress } from "./docs-address.ts";
import { affectedPhrase, sizePhrase } from "./headline/headline.ts";
import { printPhrases } from "./markdown-changes/phrases.ts";
import type { Count, MarkdownContext, Reach } from "./markdown-context.ts";
import type { Overview } from "./overview.ts";
import { newsText } from "./since/news.ts";
import { code, link, listed, plural, word } from "./text.ts";
import { mistakesBeforePhrases } from "./words/danger-words.ts";
import { sharedOwnersPhrases } from "./words/owner-words.ts";
import { placeNews } from "./words/place-news.ts";
import { planSentence } from "./words/plan-words.ts";
import { rolloutSentences } from "./words/pod-words.ts";
import { namingPhrases } from "./words/target-names.ts";
import { targetNews } from "./words/target-news.ts";
import { isUnreadFirst, unreadCount, unreadPhrases } from "./words/unread-words.ts";

const MAX_PATH_LENGTH = 120;

const KEEP_THE_REPORT = `${docsAddress("reference/action.md")}#keep-the-report`;

/** Says which revisions were compared, which targets came and went, and how to read the names in the text. */
export function leadLine(context: MarkdownContext, durationMs: number | undefined): string {
  const { report, overview, links } = context;
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
  const affected = affectedPhrase(overview);
  const size = sizePhrase(overview);
  const sides = `${commit(head.sha, head.label)} against ${from}${commit(base.sha, base.label)}${reason}`;
  const sentences = [
    `Rendered ${sides}${size === "" ? "" : ` · ${size}`}${time}.`,
    ...(affected === "" ? [] : [`${affected}.`]),
    ...rolloutSentences(overview).map((sentence) => `${sentence}.`),
    ...(overview.routine === undefined ? [] : [routineSentence(overview)]),
    ...targetNews(overview).map(printPhrases),
    ...namingSentence(context),
    ...[printPhrases(sharedOwnersPhrases(overview.rows, overview.owners))].filter((sentence) => sentence !== ""),
  ];
  return sentences.join(" ");
}

/** The plan: what becomes of the changed objects. */
export function planLine(overview: Overview): string {
  const sentence = planSentence(overview);
  return sentence === "" ? "" : `**${sentence.replace(":", ":**")}.`;
}

/** How much changes in each place, where several change. */
export function placesLine({ overview, page }: MarkdownContext): string {
  const news = placeNews(overview);
  if (news === undefined) return "";
  const words = news.phrases.map((phrase) => {
    const printed = printPhrases([phrase]);
    const isPlace = typeof phrase === "object" && "targets" in phrase;
    return isPlace ? (page?.toPlace(printed, phrase.code) ?? printed) : printed;
  });
  return `**${news.of}:** ${words.join("")}.`;
}

/** Says what is new since the report of an earlier commit; empty where none is known. */
export function sinceLine({ news, links }: MarkdownContext): string {
  if (news === undefined) return "";
  const commit = code(news.head.slice(0, 7));
  return `Since ${links === undefined ? commit : link(commit, links.commit(news.head))}: ${newsText(news)}.`;
}

function routineSentence({ noise }: Overview): string {
  if (noise.isOfArgo) return "Nothing else changes in the rendered manifests but what is folded.";
  return `Nothing else ${noise.fields > 0 ? "of consequence " : ""}changes in the rendered manifests.`;
}

/** How to read the names of targets and files, where they are shortened. */
function namingSentence({ overview, targets, below }: MarkdownContext): string[] {
  const { rows, folded, dangers, silenced } = overview;
  if (rows.length + folded.length + dangers.length + silenced.length === 0) return [];
  const { pattern } = targets;
  const directory = pattern?.endsWith("/*") ? pattern.slice(0, -1) : undefined;
  if (directory !== undefined && directory === below) return [`Paths are below ${code(below, MAX_PATH_LENGTH)}.`];
  const parts = [
    ...(pattern === undefined ? [] : [printPhrases(namingPhrases(targets))]),
    ...(below === "" ? [] : [`${pattern === undefined ? "Files are" : "files"} below ${code(below, MAX_PATH_LENGTH)}`]),
  ];
  return parts.length === 0 ? [] : [`${parts.join(", ")}.`];
}

export function footerLine(overview: Overview, footer: string | undefined): string {
  const { figures } = overview;
  const parts: string[] = [];
  const { unchanged, total } = figures.targets;
  if (unchanged > 0 && unchanged < total) parts.push(`${plural(unchanged, "target")} unchanged`);
  if (figures.layoutOnly > 0) parts.push(`${plural(figures.layoutOnly, "object")} changed in layout only`);
  if (figures.mistakesBefore > 0) parts.push(printPhrases(mistakesBeforePhrases(overview)));
  if (!isUnreadFirst(overview) && unreadCount(overview) !== "") parts.push(printPhrases(unreadPhrases(overview)));
  if (figures.redacted) parts.push("values of Secrets are never shown");
  if (footer !== undefined) parts.push(footer);
  return parts.length === 0 ? "" : `<sub>${parts.join(" · ")}</sub>`;
}

/** The counts of items that the text shows, in the order of the text. */
export interface Shown {
  /** Failures with their messages: one for each cause, those that fail on both sides included. */
  readonly failures: Count;
  /** Dangers, by rule and message, silenced ones included. */
  readonly dangers: Count;
  /** Changes of what may run. */
  readonly trust: Count;
  readonly warnings: Count;
  readonly images: Count;
  /** Changes that the list or the table of images names. */
  readonly changes: Count;
  /** Changes with their whole diff. */
  readonly diffs: Count;
}

const NOUNS: Readonly<Record<keyof Shown, readonly [one: string, many: string]>> = {
  failures: ["message of failures", "messages of failures"],
  dangers: ["danger", "dangers"],
  trust: ["edit of what may run", "edits of what may run"],
  warnings: ["new warning", "new warnings"],
  images: ["image", "images"],
  changes: ["change", "changes"],
  diffs: ["diff", "diffs"],
};

export function isComplete(shown: Shown): boolean {
  return Object.values(shown).every((count: Count) => count.shown === count.total);
}

/** Says how much is shown and where the rest is; empty if nothing is left out. */
export function leftOutNote(shown: Shown, reach: Reach | undefined): string {
  const parts = (Object.keys(NOUNS) as (keyof Shown)[]).flatMap((what) => {
    const { shown: count, total } = shown[what];
    return count === total ? [] : [`${count.toLocaleString("en")} of ${counted(total, NOUNS[what])}`];
  });
  if (parts.length === 0) return "";
  const rest = restPhrase(reach);
  const list = listed(parts);
  const isOne = parts.length === 1 && list.startsWith("1 of ");
  return `${list} ${isOne ? "is" : "are"} shown in full.${rest === "" ? "" : ` ${rest}`}`;
}

function counted(total: number, [one, many]: readonly [string, string]): string {
  return `${total.toLocaleString("en")} ${total === 1 ? one : many}`;
}

/**
 * Says where the rest of the report is, such as: The others are in [the job summary](…). Empty where the caller does not know
 * what can be reached.
 */
function restPhrase(reach: Reach | undefined): string {
  if (reach === undefined) return "";
  const { summary, artifact, page } = reach;
  if (page !== undefined) return `The others are on ${link("the report page", page.replaceAll("&", "&amp;"))}.`;
  if (summary?.complete) return `The others are in ${link("the job summary", summary.address)}.`;
  if (artifact !== undefined) {
    return `The others are in the artifact ${link(code(artifact.name, MAX_PATH_LENGTH), artifact.address)} of this run.`;
  }
  const more = summary === undefined ? "" : `${link("The job summary", summary.address)} shows more. `;
  return `${more}The report files of this run are not kept: see ${link("how to keep them", KEEP_THE_REPORT)}.`;
}
