/** The report as one HTML file that loads nothing from anywhere. It can be read without its script. */

import { createHash } from "node:crypto";
import { DANGER_LEVELS, type Report } from "../../review/index.ts";
import { levelCounts } from "../danger-groups.ts";
import { phrasesText } from "../edit-phrases.ts";
import { affectedPhrase, headline, headlinePhrases, sizePhrase } from "../headline/headline.ts";
import type { Links } from "../markdown-context.ts";
import { type Overview, overviewOf } from "../overview.ts";
import { plural } from "../text.ts";
import { elsewherePhrases } from "../words/elsewhere-words.ts";
import { sharedOwnersPhrases } from "../words/owner-words.ts";
import { placeNews } from "../words/place-news.ts";
import { planSentence } from "../words/plan-words.ts";
import { rolloutSentences } from "../words/pod-words.ts";
import { namingPhrases } from "../words/target-names.ts";
import { targetNews } from "../words/target-news.ts";
import { isUnreadFirst, unreadPhrases } from "../words/unread-words.ts";
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from "./assets.ts";
import { sectionsAbove, sectionsBelow } from "./boxes.ts";
import { contents } from "./contents.ts";
import { contextOf, type PageContext } from "./context.ts";
import { link, phrases, text } from "./markup.ts";
import { matrix } from "./matrix.ts";
import { revision } from "./places.ts";
import { changeSections } from "./rows.ts";
import { figures, targetSection } from "./targets.ts";
import { KEYS, tools } from "./tools.ts";

export interface HtmlOptions {
  readonly links?: Links;
  readonly durationMs?: number;
}

const POLICY = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  `script-src '${SCRIPT_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Writes the whole report in parts; nothing is left out, and each distinct change stands once. Takes linear time. */
export function* htmlChunks(report: Report, options: HtmlOptions = {}): Generator<string, void> {
  const overview = overviewOf(report);
  const context = contextOf(report, overview, options.links);
  const line = headline(overview);
  const size = sizePhrase(overview);
  const time = options.durationMs === undefined ? "" : ` in ${(options.durationMs / 1000).toFixed(1)} s`;
  const above = sectionsAbove(context);
  const below = sectionsBelow(context);
  const overviewTable = matrix(context);
  yield `<!doctype html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content="${POLICY}">
<meta name=referrer content=no-referrer>
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=color-scheme content="light dark">
<title>${text(titleOf(line, options.links))}</title>
<style>${STYLE}</style>
</head>
<body>
<a class=skip href=#main>Skip to the report</a>
<header><p id=sum>${homeOf(options.links)}${badges(context)}<b>${text(line)}</b> <span id=here></span></p>${tools(context)}</header>
${contents(
  context,
  [...(overviewTable === "" ? [] : [{ id: "matrix", title: "Overview" }]), ...above],
  [...below, { id: "targets", title: "Targets", count: report.targets.length }, { id: "figures", title: "Figures" }],
)}<main id=main tabindex=-1 data-s=${seenKey(report, options.links)}>
${heading(overview)}
<p>Rendered ${revision(report.head, options.links)} against ${revision(report.base, options.links)}${time}${size === "" ? "" : ` · ${size}`}.${sentence(affectedPhrase(overview))}${rolloutSentences(overview).map(sentence).join("")}${newsOf(context)}</p>
${planOf(overview)}${placesOf(context)}${missing(overview)}${overviewTable}`;
  for (const { html } of above) yield html;
  if (context.rows.length > 0)
    yield `<section id=changes><h2>Changes <span class=n>${overview.rows.length}</span></h2>\n`;
  yield* changeSections(context);
  if (context.rows.length > 0) yield `<p id=none hidden>No change matches.</p>${leftOut(context)}</section>\n`;
  for (const { html } of below) yield html;
  yield* targetSection(context);
  yield figures(context);
  yield KEYS;
  yield `</main>
${context.surroundings.html()}<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Longer headlines have smaller letters, so that they take three lines of a phone. */
const MAX_WIDE_LINE = 84;

export function heading(overview: Overview): string {
  const line = headlinePhrases(overview);
  return `<h1${phrasesText(line).length > MAX_WIDE_LINE ? " class=long" : ""}>${phrases(line)}</h1>`;
}

/** Says which diffs cannot be unfolded. */
function leftOut({ surroundings: { leftOut: count } }: PageContext): string {
  return count === 0
    ? ""
    : `\n<p>The page holds no lines around ${plural(count, "diff")}: it would be too large.</p>\n`;
}

/** How much changes in each place, where several change. */
function placesOf({ overview, placeAnchors }: PageContext): string {
  const news = placeNews(overview);
  if (news === undefined) return "";
  const words = news.phrases.map((phrase) => {
    const isPlace = typeof phrase === "object" && "targets" in phrase;
    const anchor = isPlace ? placeAnchors?.names.get(phrase.code) : undefined;
    return anchor === undefined ? phrases([phrase]) : `<a href=#${anchor}>${phrases([phrase])}</a>`;
  });
  return `<p id=news><b>${news.of}:</b> ${words.join("")}.</p>\n`;
}

/** The repository and the pull request, where they are known. */
function homeOf({ repository, pullRequest }: Partial<Links> = {}): string {
  const pages = [repository, pullRequest].flatMap((page) => page ?? []);
  if (pages.length === 0) return "";
  return `<span class=home>${pages.map(({ name, address }) => link(text(name), address)).join(" ")}</span> `;
}

function titleOf(line: string, { repository, pullRequest }: Partial<Links> = {}): string {
  const home = [repository, pullRequest].flatMap((page) => page?.name ?? []).join(" ");
  return home === "" ? line : `${line} · ${home}`;
}

/**
 * The name under which the browser keeps what was seen: the same for all reports of a pull request, whose rows are told apart by
 * their ids. It says nothing of the report.
 */
function seenKey({ base, head, changes }: Report, { repository, pullRequest }: Partial<Links> = {}): string {
  const parts =
    repository === undefined || pullRequest === undefined
      ? [base.sha, head.sha, ...changes.map(({ id }) => id)]
      : [repository.address, pullRequest.name];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** The plan: what becomes of the changed objects. */
function planOf(overview: Overview): string {
  const [start = "", rest] = planSentence(overview).split(/(?<=:)/);
  return rest === undefined ? "" : `<p id=plan><b>${text(start)}</b>${text(rest)}.</p>\n`;
}

function badges({ overview: { dangers } }: PageContext): string {
  const counts = levelCounts(dangers);
  return DANGER_LEVELS.filter((level) => counts[level] > 0)
    .map((level, at, levels) => {
      const noun = at < levels.length - 1 ? "" : counts[level] === 1 ? " danger" : " dangers";
      return `<a class=b href=#dangers><em class=${level}>${counts[level]} ${level}${noun}</em></a> `;
    })
    .join("");
}

function sentence(phrase: string): string {
  return phrase === "" ? "" : ` ${text(phrase)}.`;
}

/** Says which targets came and went, how the names of targets are to be read, and who owns all that changes. */
function newsOf({ overview, names, rows }: PageContext): string {
  const naming = rows.length === 0 ? [] : namingPhrases(names);
  const owners = sharedOwnersPhrases(overview.rows, overview.owners);
  const sentences = [
    ...targetNews(overview),
    ...[naming.length === 0 ? [] : [...naming, "."], owners].filter(({ length }) => length > 0),
  ];
  return sentences.map((each) => ` ${phrases(each)}`).join("");
}

/** Says what the page does not show, in paragraphs of their own; files that nothing reads only where little else is to be said. */
function missing(overview: Overview): string {
  const unread = isUnreadFirst(overview) ? phrases(unreadPhrases(overview)) : "";
  const sentences = [phrases(elsewherePhrases(overview)), ...(unread === "" ? [] : [`${unread}.`])];
  return sentences.map((words) => (words === "" ? "" : `<p>${words}</p>\n`)).join("");
}
