/** Writes what newly fails as Markdown: one box for each cause, with its message, its places and its targets. */
import { formatDiagnostic } from "../../diagnostics.ts";
import type { Failure, FailureSort } from "../failures.ts";
import { printPhrases } from "../markdown-changes/phrases.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import { code, cut, fence, plural } from "../text.ts";
import { localCommand } from "../words/local-command.ts";
import { alikePhrases, lostPhrases, needsPhrases } from "../words/needs-words.ts";
import { type Forms, fitForms, shortest } from "./fit.ts";
import { placesNamed, targetsNamed } from "./places.ts";

/** Messages shown in one box. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE_LENGTH = 2_000;
/** Generous, because the messages of git and other programs come at the end of a line. */
const MAX_LINE_LENGTH = 600;
const MAX_BRIEF_LENGTH = 150;
/** Edited files named in one box. */
const MAX_EDITED = 3;

/**
 * Writes as many failures as fit into `room` bytes: targets that built before first. Before one is left out, the others become shorter: the
 * first message without its hint, and then a line with the start of it.
 *
 * @param isBrief lines only
 */
export function failureBlocks(context: MarkdownContext, room: number, isBrief = false): Block {
  return failureBoxes(context.overview.failures, context, room, isBrief);
}

/** Writes the boxes of these failures. */
export function failureBoxes(
  failures: readonly Failure[],
  context: MarkdownContext,
  room: number,
  isBrief = false,
): Block {
  const { texts, full } = fitForms(
    failures.map((failure) => (isBrief ? shortest(boxForms(failure, context)) : boxForms(failure, context))),
    room,
  );
  const text = texts.filter((each) => each !== undefined).join("\n\n");
  return { text, count: { shown: full, total: failures.length } };
}

/** The forms of a failure, from a box with all messages to a line. */
function boxForms(failure: Failure, context: MarkdownContext): Forms {
  const title = (): string => titleOf(failure, { ...context, page: undefined });
  return [
    () =>
      box(failure, [
        `${titleOf(failure, context)}${firstPlaces(failure, context)}`,
        ...fenced(messagesOf(failure)),
        ...tailOf(failure, context),
      ]),
    () => box(failure, [title(), ...fenced([briefOf(failure, MAX_LINE_LENGTH)])]),
    () => `- ${title()} ${code(briefOf(failure, MAX_BRIEF_LENGTH), MAX_LINE_LENGTH)}`,
  ];
}

function box({ sort, lost }: Failure, lines: readonly string[]): string {
  const kind = sort === "regression" || lost.length > 0 ? "[!CAUTION]" : "[!WARNING]";
  return [kind, ...lines].map((line) => `> ${line}`).join("\n");
}

function fenced(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : fence(lines, "", MAX_LINE_LENGTH).split("\n");
}

/** The lines of the messages. */
function messagesOf({ problems, needs }: Failure): string[] {
  // One place shows what lacks the input.
  const shown = problems.slice(0, needs.length > 0 ? 1 : MAX_MESSAGES);
  const lines = shown.flatMap(({ diagnostic, places: [place] }) =>
    cut(formatDiagnostic({ ...diagnostic, ...place }), MAX_MESSAGE_LENGTH).split("\n"),
  );
  if (problems.length > shown.length && needs.length === 0) lines.push(`and ${problems.length - shown.length} more`);
  return lines;
}

/** The first message on one line, without its hint. */
export function briefOf({ problems: [problem] }: Pick<Failure, "problems">, length: number): string {
  if (problem === undefined) return "there is no message";
  const { hint: _hint, ...diagnostic } = problem.diagnostic;
  return cut(formatDiagnostic(diagnostic).replace(/\s*\n\s*/g, " "), length);
}

/** The verbs for failing targets, for writers of all formats. */
export const VERBS: Readonly<Record<FailureSort, readonly [one: string, many: string]>> = {
  regression: ["no longer builds", "no longer build"],
  other: ["does not build", "do not build"],
  uncompared: ["could not be compared", "could not be compared"],
  unrendered: ["is not rendered here", "are not rendered here"],
  new: ["is new and does not build", "are new and do not build"],
  earlier: ["could not be compared: it fails on both sides", "could not be compared: they fail on both sides"],
};

function titleOf(failure: Failure, context: MarkdownContext): string {
  const { sort, targets, edited, problems } = failure;
  const one = targets.length === 1;
  const label = targetsNamed(
    targets.map(({ id }) => id),
    context,
    { isSubject: true, isCounted: problems.some(({ places }) => places.length > 1) },
  );
  const names = context.page?.toFailure(label, failure) ?? label;
  if (sort === "unrendered") return `${names} ${printPhrases(needsPhrases(failure))}.`;
  if (sort !== "earlier" || edited.length === 0) return `${names} ${VERBS[sort][one ? 0 : 1]}:`;
  const which = targetsNamed(
    edited.map(({ id }) => id),
    context,
  );
  if (edited.length === targets.length)
    return `${names} cannot be compared, and this change may affect ${one ? "it" : "them"}:`;
  return `${names} cannot be compared; this change may affect ${edited.length} of them, ${which}:`;
}

/** The place of each message, or the first place of the only one. */
function firstPlaces({ problems, needs }: Failure, context: MarkdownContext): string {
  const places = (needs.length > 0 ? problems.slice(0, 1) : problems).flatMap((problem) => problem.places.slice(0, 1));
  return places.length === 0 || context.links === undefined ? "" : ` ${placesNamed(places, context)}`;
}

/** Writes the text below the messages: more places, edited files, what the failure means for the comparison, and a command to try. */
function tailOf(failure: Failure, context: MarkdownContext): string[] {
  const { sort, targets, problems, needs, edited: editedTargets } = failure;
  const others = needs.length > 0 ? [] : problems.flatMap(({ places }) => places.slice(1));
  const sentences: string[] = [];
  const lost = printPhrases(lostPhrases(failure));
  if (lost !== "") sentences.push(`${lost}.`);
  const before = editedTargets.filter(({ failedBefore }) => failedBefore);
  if (sort === "unrendered" && before.length > 0) sentences.push(mayAffect(before, targets.length, context));
  const alike = printPhrases(alikePhrases(failure));
  if (alike !== "") sentences.push(`${alike}.`);
  if (others.length > 0)
    sentences.push(`The same in ${plural(others.length, "more place")}: ${placesNamed(others, context)}.`);
  const inChange = needs.length > 0 ? [] : problems.flatMap(({ places }) => places).filter((place) => place.inChange);
  const edited = [...new Set(inChange.map(({ file }) => file))];
  if (edited.length > 0) {
    const names = edited.slice(0, MAX_EDITED).map((file) => code(file));
    const rest = edited.length - names.length;
    sentences.push(`This change edits ${names.join(", ")}${rest === 0 ? "" : ` and ${rest} more of these files`}.`);
  }
  if (sort === "regression")
    sentences.push(`${targets.length === 1 ? "Its" : "Their"} objects are not counted as removed.`);
  const command = localCommand(failure);
  if (command !== undefined) sentences.push(`Try it: ${code(command, command.length)}`);
  return sentences.length === 0 ? [] : [sentences.join(" ")];
}

/** Nobody sees what a change does to targets that render on neither side. */
function mayAffect(edited: Failure["edited"], total: number, context: MarkdownContext): string {
  const ids = edited.map(({ id }) => id);
  const which = total === 1 ? "it" : ids.length === total ? "all of them" : targetsNamed(ids, context);
  return `This change may affect ${which}.`;
}
