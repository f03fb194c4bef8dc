/** Writes what could not be compared, but not because of the change, as Markdown: what fails on both sides, and what is repaired. */
import type { TargetReport } from "../../review/index.ts";
import type { Failure } from "../failures.ts";
import { printPhrases, summaryPhrases, targetList } from "../markdown-changes/phrases.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import { gatherProblems } from "../problems.ts";
import { byteLength, code, details, plural } from "../text.ts";
import { comparedPhrases, repairedSorts, repairedVerb, untouchedPhrases } from "../words/needs-words.ts";
import { countedTargets, targetItems } from "../words/target-names.ts";
import { hasDangers } from "../words/target-news.ts";
import { briefOf, failureBoxes } from "./failures.ts";
import { type Forms, fitForms } from "./fit.ts";
import { placesNamed, targetsNamed } from "./places.ts";

const MAX_LINE_LENGTH = 400;
const MAX_BRIEF_LENGTH = 100;
/** Targets that are named in the line about repairs. More of them are folded. */
const MAX_REPAIRED = 3;
const MAX_LISTED = 50;

/** The targets that fail on both sides, and whose files the change edits: nobody sees what these edits do. */
export function editedFailures(context: MarkdownContext, room: number): Block {
  const open = context.overview.earlier.filter(({ edited }) => edited.length > 0);
  return failureBoxes(open, context, room);
}

/** The others: one line with the inputs that would help, and folded below it one for each cause. They are the same in each pull request of the repository. */
export function untouchedFailures(context: MarkdownContext, room: number): Block {
  const folded = context.overview.earlier.filter(({ edited }) => edited.length === 0);
  const frame = (text: string): string => details(summaryPhrases(untouchedPhrases(folded)), text);
  const { texts, full } = fitForms(
    folded.map((failure) => lineForms(failure, context)),
    room - byteLength(frame("")) - 2,
  );
  const list = texts.filter((text) => text !== undefined).join("\n");
  return { text: list === "" ? "" : frame(list), count: { shown: full, total: folded.length } };
}

function lineForms(failure: Failure, context: MarkdownContext): Forms {
  const names = (): string =>
    targetsNamed(
      failure.targets.map(({ id }) => id),
      context,
    );
  const { needs, problems } = failure;
  const why = needs.length > 0 && problems.length > 1 ? "for example " : "";
  const line = (label: string, length: number): string =>
    `- ${label}: ${why}${code(briefOf(failure, length), length + MAX_BRIEF_LENGTH)}`;
  const places = (needs.length > 0 ? problems.slice(0, 1) : problems).flatMap((problem) => problem.places.slice(0, 1));
  const linked = places.length === 0 || context.links === undefined ? "" : ` ${placesNamed(places, context)}`;
  const full = (): string => line(context.page?.toFailure(names(), failure) ?? names(), MAX_LINE_LENGTH);
  return [() => `${full()}${linked}`, () => line(names(), MAX_BRIEF_LENGTH)];
}

/** Targets that failed at the base only, or before they were removed: a line for each sort. Their names are folded if there are many. */
export function repairedLines(context: MarkdownContext, room: number): string {
  let left = room;
  const lines: string[] = [];
  const { repaired, unknown } = context.overview;
  for (const targets of [...repairedSorts(repaired), ...repairedSorts(unknown)]) {
    const line = repairedForms(targets, context).find((text) => byteLength(text) <= left);
    if (line === undefined) continue;
    lines.push(line);
    left -= byteLength(line) + 2;
  }
  return lines.join("\n\n");
}

function repairedForms(repaired: readonly TargetReport[], context: MarkdownContext): string[] {
  const one = repaired.length === 1;
  const news = hasDangers(repaired) ? `, and all of ${one ? "its" : "their"} dangers count as new` : "";
  const verb = `${repairedVerb(repaired)}${news}`;
  const clause = (print: typeof printPhrases): string => print(comparedPhrases(repaired));
  const [problem, ...others] = gatherProblems(repaired, ({ severity, isNew }) => severity === "error" && !isNew);
  const more = others.length === 0 ? "" : ` and ${plural(others.length, "more cause")}`;
  // What it is compared with does not follow from the problem.
  const start = repaired.some(({ comparedWith, asNew }) => comparedWith || asNew) ? ". The base fails: " : ": ";
  const why =
    problem === undefined
      ? ""
      : `${start}${code(briefOf({ problems: [problem] }, MAX_LINE_LENGTH), MAX_LINE_LENGTH)}${more}`;
  const ids = repaired.map(({ id }) => id);
  const names = targetsNamed(ids, context, { isSubject: true });
  const counted = (print: typeof printPhrases): string => `${countedTargets(ids)} ${verb}; ${clause(print)}`;
  const line = `${names} ${verb}; ${clause(printPhrases)}`;
  if (repaired.length <= MAX_REPAIRED)
    return [`${line}${why === "" ? "." : why}`, `${line}.`, `${counted(printPhrases)}.`];
  const rest = ids.length - MAX_LISTED;
  const shown = targetList(targetItems(ids.slice(0, MAX_LISTED), context.targets, false));
  const list = `${shown}${rest > 0 ? ` and ${rest} more` : ""}`;
  const summary = counted(summaryPhrases);
  return [details(summary, `${list}${why}`), details(summary, list), `${counted(printPhrases)}.`];
}
