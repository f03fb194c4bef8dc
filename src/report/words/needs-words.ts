/** Says what is not rendered because the run lacks an input. */
import { groupBy } from "../../collections.ts";
import { OTHER_SOURCE, type TargetReport } from "../../review/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import type { Failure } from "../failures.ts";
import { lacksBase } from "../run-causes.ts";
import { plural } from "../text.ts";
import { targetItems } from "./target-names.ts";

/** Targets that are named. Further ones are counted. */
const MAX_NAMED = 3;

/** The inputs that these targets lack, each once. */
export function neededBy(targets: readonly Pick<TargetReport, "needs">[]): readonly string[] {
  return [...new Set(targets.flatMap(({ needs }) => needs ?? []))];
}

/**
 * Targets that failed at the base only: those that were broken, by the earlier commit that they are compared with, those for which this
 * run lacks an input, and those whose base does not render in this run for other reasons than its files. Empty lists are left out.
 */
export function repairedSorts(repaired: readonly TargetReport[]): readonly (readonly TargetReport[])[] {
  const mended = groupBy(repaired.filter(isMended), ({ comparedWith, asNew }) => comparedWith?.sha ?? String(asNew));
  const sorts = [
    ...mended.values(),
    repaired.filter(({ needs }) => needs !== undefined),
    repaired.filter((target) => target.needs === undefined && lacksBase(target)),
  ];
  return sorts.filter(({ length }) => length > 0);
}

/** Tells whether a target of {@link repairedSorts} was broken. Otherwise nobody knows what the change removes from it. */
export function isMended(target: TargetReport): boolean {
  return !lacksBase(target);
}

/** Returns the verb for one of {@link repairedSorts}, such as: builds again. */
export function repairedVerb(targets: readonly TargetReport[]): string {
  const one = targets.length === 1;
  if (areGone(targets)) return `${one ? "is" : "are"} removed`;
  return targets.every(isMended)
    ? `${one ? "builds" : "build"} again`
    : `${one ? "is" : "are"} rendered at the head only`;
}

/** Says what one of {@link repairedSorts} is compared with, or why with nothing, as a clause with `they` for its subject. */
export function comparedPhrases(targets: readonly TargetReport[]): Phrase[] {
  const one = targets.length === 1;
  const { comparedWith, asNew } = targets[0] ?? {};
  if (comparedWith !== undefined)
    return [
      `${one ? "it is" : "they are"} compared with `,
      { code: comparedWith.sha.slice(0, 7) },
      ` of ${comparedWith.date}, an earlier commit of the base that builds ${one ? "it" : "them"}`,
    ];
  if (asNew)
    return [
      `all of ${one ? "its" : "their"} objects count as new, because no earlier commit of the base was found that builds ${one ? "it" : "them"}`,
    ];
  return [`${unknownOf(targets)}, because `, ...repairedReason(targets)];
}

/** Says what nobody knows of these targets. */
function unknownOf(targets: readonly TargetReport[]): string {
  const they = targets.length === 1 ? "it" : "they";
  return areGone(targets) ? `what ${they} rendered is not known` : `${they} could not be compared`;
}

function areGone(targets: readonly TargetReport[]): boolean {
  return targets.every(({ status }) => status === "removed");
}

/** Why there is nothing to compare them with: the base does not build. */
function repairedReason(targets: readonly TargetReport[]): Phrase[] {
  if (targets.every(isMended)) return ["the base does not build"];
  const needs = neededBy(targets);
  const removes = areGone(targets) ? "" : ": what this change removes is not known";
  if (needs.length === 0) return [`the base does not render in this run${removes}`];
  return ["the base needs ", ...inputPhrases(needs)];
}

function inputPhrases(inputs: readonly string[]): Phrase[] {
  return joinPhrases(
    inputs.map((code) => (code === OTHER_SOURCE ? [code] : [{ code }])),
    " and ",
  );
}

/** Returns the phrases behind the names of the targets: is not rendered here: needs `remote`. Empty for other failures. */
export function needsPhrases({ targets, needs }: Pick<Failure, "targets" | "needs">): Phrase[] {
  if (needs.length === 0) return [];
  const verb = targets.length === 1 ? "is not rendered here: needs " : "are not rendered here: need ";
  return [verb, ...inputPhrases(needs)];
}

/** Counts the other targets that lack the same inputs, as a sentence without a period. Empty if there are none. */
export function alikePhrases({ alike }: Pick<Failure, "alike">): Phrase[] {
  const count = alike.length;
  if (count === 0) return [];
  const [who, need] = [plural(count, "more target"), count === 1 ? "needs" : "need"];
  return [
    isUntouched(alike)
      ? `${who}, which this change does not touch, ${need} the same`
      : `${who} ${need} the same on both sides`,
  ];
}

/**
 * Counts the targets that fail on both sides and are not edited, and says why: 12 targets fail as before, untouched by this change: 9
 * need `remote`, 1 fails for another reason.
 */
export function untouchedPhrases(failures: readonly Failure[]): Phrase[] {
  const targets = [...new Set(failures.flatMap((failure) => failure.targets))];
  const what = isUntouched(targets) ? "as before, untouched by this change" : "on both sides, and cannot be compared";
  const lacking = failures.filter(({ needs }) => needs.length > 0);
  const rest = new Set(failures.filter(({ needs }) => needs.length === 0).flatMap((failure) => failure.targets)).size;
  const causes = failures.length - lacking.length;
  const counts: Phrase[][] = lacking.map((failure, index) => {
    const count = failure.targets.length;
    const need = index > 0 ? "" : count === 1 ? "needs " : "need ";
    return [`${count} ${need}`, ...inputPhrases(failure.needs)];
  });
  if (rest > 0 && lacking.length > 0)
    counts.push([`${rest} for ${causes === 1 ? "another reason" : `${causes} other reasons`}`]);
  const who = `${plural(targets.length, "target")} ${targets.length === 1 ? "fails" : "fail"} ${what}`;
  return counts.length === 0 ? [who] : [`${who}: `, ...joinPhrases(counts)];
}

function isUntouched(targets: readonly TargetReport[]): boolean {
  return targets.every(({ edited }) => edited === false);
}

/** Says what nobody can judge, as a sentence without a period. Empty if none of the targets rendered at the base. */
export function lostPhrases({ targets, lost, names: all }: Pick<Failure, "targets" | "lost" | "names">): Phrase[] {
  if (lost.length === 0) return [];
  const objects = lost.reduce((sum, { resources }) => sum + (resources.base ?? 0), 0);
  const [isAll, one] = [lost.length === targets.length, lost.length === 1];
  const names = joinPhrases(lost.slice(0, MAX_NAMED).flatMap(({ id }) => targetItems([id], all, false)));
  const rest = lost.length > MAX_NAMED ? ` and ${lost.length - MAX_NAMED} more` : "";
  const who: Phrase[] = isAll ? [one ? "It" : "They"] : [`${lost.length} of them (`, ...names, `${rest})`];
  const what = `what this change does to ${one ? "its" : "their"} ${plural(objects, "object")} is not known`;
  return [...who, ` rendered at the base: ${what}`];
}
