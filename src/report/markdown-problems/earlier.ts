/** Writes what could not be compared, but not because of the change, as Markdown: what fails on both sides, and what is repaired. */
import type { Failure } from "../failures.ts";
import { targetCount } from "../headline.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import { gatherProblems } from "../problems.ts";
import { byteLength, code, plural } from "../text.ts";
import { hasDangers } from "../words/target-news.ts";
import { boxForms, briefOf } from "./failures.ts";
import { type Forms, fitForms } from "./fit.ts";
import { placesNamed, targetsNamed } from "./places.ts";

const MAX_LINE_LENGTH = 400;
const MAX_BRIEF_LENGTH = 100;
/** Targets that are named in the line about repairs. More of them are folded. */
const MAX_REPAIRED = 3;
const MAX_LISTED = 50;
const MAX_PATH_LENGTH = 120;

/**
 * The targets that fail on both sides. Those whose files the change edits stand in boxes, because nobody sees what these edits
 * do. The others are folded, with one line for each cause.
 */
export function earlierFailures(context: MarkdownContext, room: number): Block {
  const { earlier } = context.overview;
  const open = earlier.filter(({ edited }) => edited.length > 0);
  const folded = earlier.filter(({ edited }) => edited.length === 0);
  const boxes = fitForms(
    open.map((failure) => boxForms(failure, context)),
    room,
  );
  const frame = (text: string): string => fold(summaryOf(folded), text);
  const lines = fitForms(
    folded.map((failure) => lineForms(failure, context)),
    boxes.left - byteLength(frame("")) - 2,
  );
  const list = lines.texts.filter((text) => text !== undefined).join("\n");
  const parts = [...boxes.texts.filter((text) => text !== undefined), ...(list === "" ? [] : [frame(list)])];
  return { text: parts.join("\n\n"), count: { shown: boxes.full + lines.full, total: earlier.length } };
}

function summaryOf(failures: readonly Failure[]): string {
  const count = targetCount(failures);
  const untouched = failures.every(({ targets }) => targets.every(({ edited }) => edited === false));
  const what = untouched ? "as before, untouched by this change" : "on both sides, and cannot be compared";
  return `${plural(count, "target")} ${count === 1 ? "fails" : "fail"} ${what}`;
}

function lineForms(failure: Failure, context: MarkdownContext): Forms {
  const names = (): string =>
    targetsNamed(
      failure.targets.map(({ path }) => path),
      context,
    );
  const line = (length: number): string => `- ${names()}: ${code(briefOf(failure, length), length + MAX_BRIEF_LENGTH)}`;
  const places = failure.problems.flatMap((problem) => problem.places.slice(0, 1));
  const linked = places.length === 0 || context.links === undefined ? "" : ` ${placesNamed(places, context)}`;
  return [() => `${line(MAX_LINE_LENGTH)}${linked}`, () => line(MAX_BRIEF_LENGTH)];
}

/** One line of good news: the targets that build again. Their names are folded if there are many. */
export function repairedLine(context: MarkdownContext, room: number): string {
  const { repaired } = context.overview;
  if (repaired.length === 0) return "";
  const one = repaired.length === 1;
  const news = hasDangers(repaired) ? `, and all of ${one ? "its" : "their"} dangers count as new` : "";
  const because = `${one ? "it" : "they"} could not be compared, because the base does not build`;
  const [problem, ...others] = gatherProblems(repaired, ({ severity, isNew }) => severity === "error" && !isNew);
  const more = others.length === 0 ? "" : ` and ${plural(others.length, "more cause")}`;
  const why =
    problem === undefined ? "" : `: ${code(briefOf({ problems: [problem] }, MAX_LINE_LENGTH), MAX_LINE_LENGTH)}${more}`;
  const paths = repaired.map(({ path }) => path);
  const names = targetsNamed(paths, context, { isSubject: true });
  const counted = `${plural(repaired.length, "target")} ${one ? "builds" : "build"} again${news}; ${because}`;
  const forms = [`${counted}.`];
  if (repaired.length <= MAX_REPAIRED) {
    const line = `${names} ${one ? "builds" : "build"} again${news}; ${because}`;
    forms.unshift(`${line}${why === "" ? "." : why}`, `${line}.`);
  } else {
    const listed = paths.slice(0, MAX_LISTED).map((path) => code(path, MAX_PATH_LENGTH));
    const rest = paths.length - listed.length;
    const list = `${listed.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`;
    forms.unshift(fold(counted, `${list}${why}`), fold(counted, list));
  }
  return forms.find((text) => byteLength(text) <= room) ?? "";
}

function fold(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}
