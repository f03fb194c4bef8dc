/** Writes the report for people at a terminal: what to look at first, then the changes as a patch. */
import { styleText } from "node:util";
import { formatDiagnostic } from "../diagnostics.ts";
import { type Change, isSilenced, type Report, type Side, type TargetReport } from "../review/index.ts";
import { listCauses, placeOf, stepOf } from "./causes.ts";
import type { DangerGroup } from "./danger-groups.ts";
import { phrasesText } from "./edit-phrases.ts";
import type { Failure } from "./failures.ts";
import { affectedPhrase, headlinePhrases, sizePhrase } from "./headline/headline.ts";
import { briefOf } from "./markdown-problems/failures.ts";
import { type NewWarning, type Overview, overviewOf, type Row, sortedWarnings, targetsOfChanges } from "./overview.ts";
import { changeLines, fileName, linesText, targetsLine, trustLines } from "./patch.ts";
import { gatherProblems, type Problem } from "./problems.ts";
import { rowName, rowWords } from "./summary.ts";
import { firstOf, oneLine, plural } from "./text.ts";
import {
  causesOfDangers,
  messagePhrases,
  mistakesBeforePhrases,
  silencePhrases,
  subjectPhrases,
} from "./words/danger-words.ts";
import { elsewherePhrases } from "./words/elsewhere-words.ts";
import {
  alikePhrases,
  comparedPhrases,
  isMended,
  lostPhrases,
  repairedSorts,
  repairedVerb,
  untouchedPhrases,
} from "./words/needs-words.ts";
import { reasonOf } from "./words/noise-words.ts";
import { planSentence } from "./words/plan-words.ts";
import { rolloutSentences } from "./words/pod-words.ts";
import { type TargetNames, targetsText } from "./words/target-names.ts";
import { hasDangers, targetNews } from "./words/target-news.ts";
import { isUnreadFirst, unreadCount, unreadPhrases } from "./words/unread-words.ts";
import { wordMarks } from "./words/word-marks.ts";

export interface TerminalOptions {
  readonly colour?: boolean;
}

/** More targets, places or objects are only counted. */
const MAX_NAMED = 5;
const MAX_BRIEF = 200;

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** The text in parts of whole lines. All text of the repository is escaped. */
export function* terminalChunks(report: Report, { colour = false }: TerminalOptions = {}): Generator<string, void> {
  const overview = overviewOf(report);
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const unread = isUnreadFirst(overview) ? unreadPhrases(overview) : [];
  const sentences = [...targetNews(overview), elsewherePhrases(overview), unread].filter(({ length }) => length > 0);
  const news = sentences.map((sentence) => oneLine(phrasesText(sentence)));
  const plan = planSentence(overview);
  const lead = [leadLine(report, overview), ...(plan === "" ? [] : [plan]), ...news].map((line) => paint("dim", line));
  yield linesText([paint("bold", oneLine(phrasesText(headlinePhrases(overview)))), ...lead]);
  yield* blocks(report, overview, paint);
  yield* changes(report, overview, paint);
  for (const warning of sortedWarnings(overview).deprecations)
    yield linesText(["", ...warningLines(warning, overview, paint)]);
  yield linesText(foldedLines(overview, paint));
  yield linesText(untouchedLines(overview, paint));
}

function leadLine({ base, head }: Report, overview: Overview): string {
  const more = [sizePhrase(overview), affectedPhrase(overview), ...rolloutSentences(overview)].filter(
    (part) => part !== "",
  );
  return [`${nameOf(head)} against ${nameOf(base)}`, ...more].join(" · ");
}

function nameOf({ sha, label, reason }: Side): string {
  const short = sha?.slice(0, 7);
  const name = short === undefined || label.includes(short) ? label : `${label} at ${short}`;
  // What the user named needs no reason, and a working tree is one.
  const isPlain = reason === "" || reason === "given" || label.includes(reason);
  return oneLine(isPlain ? name : `${name} (${reason})`);
}

/** Writes the parts to read before the changes, each with an empty line before it. */
function* blocks(report: Report, overview: Overview, paint: Paint): Generator<string, void> {
  for (const failure of overview.failures) yield linesText(["", ...failureLines(failure, paint)]);
  for (const group of overview.dangers) yield linesText(["", ...dangerLines(group, paint)]);
  const [title, ...trust] = trustLines(overview.trust);
  if (title !== undefined) yield linesText(["", paint("red", title), ...trust]);
  for (const warning of sortedWarnings(overview).urgent)
    yield linesText(["", ...warningLines(warning, overview, paint)]);
  const { earlier, repaired, unknown, silenced, names } = overview;
  const later: string[] = [];
  for (const failure of earlier) if (failure.edited.length > 0) later.push(...failureLines(failure, paint));
  for (const targets of repairedSorts(repaired)) {
    const news = hasDangers(targets) ? ", and all dangers count as new" : "";
    const isLacking = !targets.every(isMended);
    const clause = phrasesText(comparedPhrases(targets));
    const problems = isLacking ? gatherProblems(targets, ({ severity, isNew }) => severity === "error" && !isNew) : [];
    later.push(
      `${repairedVerb(targets)}${news}; ${clause}: ${namesOf(targets, names)}`,
      ...problems.flatMap(problemLines),
    );
  }
  for (const targets of repairedSorts(unknown)) {
    const problems = gatherProblems(targets, ({ severity }) => severity === "error");
    later.push(
      `${phrasesText(comparedPhrases(targets))}: ${namesOf(targets, names)}`,
      ...problems.flatMap(problemLines),
    );
  }
  for (const group of silenced) later.push(...dangerLines(group, paint));
  yield linesText(later.length === 0 ? [] : ["", ...later]);
}

function warningLines(warning: NewWarning, { names }: Overview, paint: Paint): string[] {
  const name = warning.diagnostic.severity === "error" ? paint("red", "new error") : paint("yellow", "new warning");
  return [`${name} in ${namesOf(warning.targets, names)}`, ...problemLines(warning)];
}

const FAILURES: Readonly<Record<Failure["sort"], string>> = {
  regression: "no longer builds",
  other: "does not build",
  uncompared: "could not be compared",
  unrendered: "not rendered here",
  new: "new, and does not build",
  earlier: "fails as before",
};

function failureLines(failure: Failure, paint: Paint): string[] {
  const { sort, targets, problems, edited, needs, lost } = failure;
  const title =
    sort === "earlier" && edited.length > 0 ? "fails as before, and this change may affect it" : FAILURES[sort];
  const isOwn = sort !== "earlier" && (needs.length === 0 || lost.length > 0);
  const name = paint(isOwn ? "red" : "yellow", title);
  const names = namesOf(targets, failure.names);
  if (needs.length > 0) {
    const what = oneLine(phrasesText(lostPhrases(failure)));
    // One place shows what lacks an input.
    const first = problems.slice(0, 1).flatMap(problemLines);
    const more = [what, oneLine(phrasesText(alikePhrases(failure)))].filter((text) => text !== "");
    return [`${name}, needs ${needs.join(" and ")}: ${names}`, ...more.map((text) => `  ${text}`), ...first];
  }
  return [
    `${name}: ${names}`,
    ...problems.flatMap((problem) => [
      ...problemLines(problem),
      ...(problem.places.length > 1 ? [`  the same at ${listed(problem.places.slice(1).map(placeOf))}`] : []),
    ]),
  ];
}

/** One line for all that fails on both sides and is not edited, and below it one for each cause. */
function untouchedLines({ earlier, names }: Overview, paint: Paint): string[] {
  const untouched = earlier.filter(({ edited }) => edited.length === 0);
  if (untouched.length === 0) return [];
  const causes = untouched.map(({ targets, problems }) => {
    return `  ${namesOf(targets, names)}: ${oneLine(briefOf({ problems }, MAX_BRIEF))}`;
  });
  return ["", paint("yellow", oneLine(phrasesText(untouchedPhrases(untouched)))), ...causes];
}

/** Writes a message with its hint. */
function problemLines({ diagnostic }: Problem): string[] {
  return formatDiagnostic(diagnostic)
    .split("\n")
    .map((line) => `  ${oneLine(line)}`);
}

const LEVELS: Readonly<Record<DangerGroup["level"], Style>> = { high: "red", medium: "yellow", low: "cyan" };

function dangerLines(group: DangerGroup, paint: Paint): string[] {
  const { parts, level, targets, whole, names } = group;
  const ids = [...new Set(parts.map(({ id }) => id))];
  const title = isSilenced(group) ? paint("dim", "silenced danger") : paint(LEVELS[level], `${level} danger`);
  const silence = phrasesText(silencePhrases(group));
  const { shown, more } = causesOfDangers(group);
  const causes = shown.length === 0 ? "" : `; made by ${listed(shown.map(placeOf), more)}`;
  return [
    `${title} ${ids.join(", ")}: ${oneLine(phrasesText(subjectPhrases(group)))}`,
    `  ${oneLine(phrasesText(messagePhrases(group)))}`,
    ...(silence === "" ? [] : [`  ${oneLine(silence)}`]),
    whole === undefined
      ? `  in ${fileName(oneLine(targetsText(targets, names, MAX_NAMED)))}${causes}`
      : `  ${causes.replace("; ", "")}`,
  ];
}

/** Each distinct change once, those of the weightiest rows first. */
function* changes(report: Report, overview: Overview, paint: Paint): Generator<string, void> {
  const having = targetsOfChanges(report);
  const printed = new Set<string>();
  for (const row of [...overview.rows, ...overview.references]) {
    const fresh = row.changes.filter(({ id }) => !printed.has(id));
    if (fresh.length === 0) continue;
    yield linesText(["", paint("yellow", `# ${rowText(row)}`)]);
    let named = "";
    for (const change of fresh) {
      printed.add(change.id);
      const ids = having.get(change.id) ?? [];
      const where = ids.length > 1 ? targetsLine(ids, overview.names) : "";
      if (where !== "" && where !== named) yield linesText([paint("yellow", where)]);
      named = where;
      yield linesText([...causeLines(change, paint), ...patchLines(change, ids, paint)]);
    }
  }
}

function rowText(row: Row): string {
  const words = phrasesText(rowWords(row));
  return oneLine(`${row.group.op} ${phrasesText(rowName(row))}${words === "" ? "" : `: ${words}`}`);
}

function causeLines(change: Change, paint: Paint): string[] {
  const { shown, more } = listCauses(change.causes);
  if (shown.length === 0) return [];
  const places = shown.map((cause) => `${placeOf(cause)}${stepOf(cause) === "" ? "" : ` (${stepOf(cause)})`}`);
  return [paint("yellow", `# made by ${oneLine(places.join(", "))}${more === 0 ? "" : ` and ${more} more`}`)];
}

function patchLines(change: Change, targets: readonly string[], paint: Paint): string[] {
  const lines = changeLines(change, targets);
  const marks = wordMarks(lines.map((line) => (/^(?:---|\+\+\+) /.test(line) ? "" : line)));
  return lines.map((line, index) => {
    const style = styleOf(line);
    const parts = marks[index];
    if (style === undefined || parts === undefined) return style === undefined ? line : paint(style, line);
    const marked = parts.map(({ text, isChanged }) => paint(isChanged ? [style, "inverse"] : style, text));
    return `${paint(style, line.slice(0, 1))}${marked.join("")}`;
  });
}

function styleOf(line: string): Exclude<Style, readonly unknown[]> | undefined {
  if (/^(?:diff --git|--- |\+\+\+ |rename |new file|deleted file)/.test(line)) return "bold";
  if (line.startsWith("@@")) return "cyan";
  if (line.startsWith("+")) return "green";
  return line.startsWith("-") ? "red" : undefined;
}

/** Counts the changes that are not printed above. */
function foldedLines(overview: Overview, paint: Paint): string[] {
  const { folded, noise, figures } = overview;
  const lines: string[] = [];
  if (folded.length > 0) {
    const rules = [...new Set(folded.flatMap(({ group }) => group.edits.flatMap(({ noise: rule }) => rule ?? [])))];
    const by = rules.length === 0 ? "" : ` (${rules.map((rule) => oneLine(`${rule}${reasonOf(rule)}`)).join(", ")})`;
    const where = plural(noise.targets, "target");
    lines.push(`${plural(noise.fields, noise.what)} folded in ${where}${by}; --format patch shows all`);
  }
  if (figures.layoutOnly > 0)
    lines.push(`the layout of ${plural(figures.layoutOnly, "object")} changes, and nothing else of them`);
  if (figures.mistakesBefore > 0) lines.push(oneLine(phrasesText(mistakesBeforePhrases(overview))));
  if (!isUnreadFirst(overview) && unreadCount(overview) !== "")
    lines.push(oneLine(phrasesText(unreadPhrases(overview))));
  if (figures.redacted) lines.push("Values of Secrets are never shown.");
  return lines.length === 0 ? [] : ["", ...lines.map((line) => paint("dim", line))];
}

/** @param more how many are not in the list */
function listed(names: readonly string[], more = 0): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => fileName(oneLine(name)));
  return firstOf(shown, MAX_NAMED, names.length + more);
}

function namesOf(targets: readonly TargetReport[], names: TargetNames): string {
  const ids = targets.map(({ id }) => id);
  return fileName(oneLine(targetsText(ids, names, MAX_NAMED)));
}
