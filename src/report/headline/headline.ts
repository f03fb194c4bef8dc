/** Writes the first line of a report: whether somebody has to look closer, and at what. */

import { DANGER_LEVELS, type TargetReport } from "../../review/index.ts";
import { levelCounts } from "../danger-groups.ts";
import { type Phrase, phrasesText } from "../edit-phrases.ts";
import type { Failure, FailureSort } from "../failures.ts";
import type { Overview } from "../overview.ts";
import { countOf } from "../problems.ts";
import type { Routine } from "../routine.ts";
import { listed, plural } from "../text.ts";
import { versionsOf } from "../versions/image-change.ts";
import { isMended, neededBy, repairedVerb } from "../words/needs-words.ts";
import { trustNouns } from "../words/trust-words.ts";
import { isUnreadFirst, unreadCount } from "../words/unread-words.ts";
import { fits, fitted } from "./fitting.ts";

/** {@link headline} with the image or the chart that it is about, for writers that escape phrases. A name without room is left out. */
export function headlinePhrases(overview: Overview): readonly Phrase[] {
  const line = namingLine(overview);
  return line === undefined || !fits(line) ? [headline(overview)] : line;
}

/** Undefined where the line would name nothing. */
function namingLine(overview: Overview): readonly Phrase[] | undefined {
  const { routine, sole, touched } = overview;
  if (routine === undefined && sole !== undefined) {
    const { what, before, after } = sole;
    const name = { code: sole.name };
    const line = headlineOf(overview, [`${what} `, name, " ", { code: before }, " → ", { code: after }]);
    return line.includes(name) ? line : undefined;
  }
  const [image, ...others] = routine?.images ?? [];
  if (image === undefined || others.length > 0) return undefined;
  const [before, after] = versionsOf(image);
  const where = `${labelsPart(routine)} in ${plural(touched, "target")}`;
  return ["Routine: image ", { code: image.repository }, " ", { code: before }, " → ", { code: after }, where];
}

/**
 * One line that answers "do I have to look closer?": the worst first. It holds no text of the pull request. What could not be
 * compared never counts as unchanged.
 */
export function headline(overview: Overview): string {
  if (overview.routine !== undefined) return routineLine(overview.routine, overview.touched);
  const { sole } = overview;
  return phrasesText(headlineOf(overview, sole === undefined ? undefined : [`1 ${sole.what} changes`]));
}

/** @param sole what changes, where that is one version */
function headlineOf(overview: Overview, sole: readonly Phrase[] | undefined): Phrase[] {
  const { figures, trust, repaired } = overview;
  const [refused, warnings] = [countOf(overview.warnings, "error"), countOf(overview.warnings, "warning")];
  const { total, unaffected, unchanged } = figures.targets;
  const dangers = dangerPart(overview);
  const isHigh = overview.dangers.some(({ level }) => level === "high");
  const failing = failureParts(overview);
  const unrendered = unrenderedPart(overview);
  const [mended, uncompared] = [true, false].map((is) =>
    repairedParts(repaired.filter((each) => isMended(each) === is)),
  );
  const earlier = earlierPart(overview);
  const urgent = [
    ...(overview.isIncomplete ? ["this review is not complete"] : []),
    ...failing,
    ...(refused > 0 ? [plural(refused, "new error")] : []),
    ...(unrendered.isLost ? unrendered.parts : []),
    ...(uncompared ?? []),
    ...(isHigh ? dangers : []),
    ...(trust.length > 0 ? [plural(trust.length, ...trustNouns(trust))] : []),
    ...(earlier.isEdited ? earlier.parts : []),
    ...(isHigh ? [] : dangers),
    ...(unrendered.isLost ? [] : unrendered.parts),
  ];
  const isOther = failing.length + unrendered.parts.length > 0;
  const changed = changeParts(overview, isOther, urgent.length === 0, sole);
  const others: (string | readonly Phrase[])[] = [
    ...(mended ?? []),
    ...(warnings > 0 ? [plural(warnings, "new warning")] : []),
    ...(earlier.isEdited ? [] : earlier.parts),
  ];
  if (changed.length === 0 && unchanged > 0 && failing.length === 0) {
    const isRest = repaired.length > 0 || earlier.isEdited;
    const where = plural(unchanged, isRest ? "other" : "target");
    const part = `nothing changes in ${where}`;
    // News come before what is not new.
    if (urgent.length + repaired.length + warnings > 0) others.push(part);
    else others.unshift(part);
  }
  const rest = [...changed, ...others];
  const isIdle = urgent.length + rest.length === 0 || total === unaffected;
  if (isIdle) rest.push(total === 0 ? "there is no target to render" : "no target is affected");
  const unread = unreadCount(overview);
  if (unread !== "" && (isIdle || isUnreadFirst(overview))) rest.push(unread);
  const [first = "", ...more] = fitted(
    urgent,
    rest.map((part) => [part].flat()),
  );
  return [typeof first === "string" ? `${first.slice(0, 1).toUpperCase()}${first.slice(1)}` : first, ...more];
}

/** How many targets were rendered, where not all were: those that the change may affect. Otherwise nothing. */
export function affectedPhrase({ figures }: Overview): string {
  const { total, affected, unaffected } = figures.targets;
  if (unaffected === 0) return "";
  return `${affected.toLocaleString("en")} of ${total.toLocaleString("en")} targets ${affected === 1 ? "was" : "were"} rendered`;
}

/** `+12 −7 lines`; empty where no diff has any. */
export function sizePhrase({ lines: { added, removed } }: Pick<Overview, "lines">): string {
  if (added + removed === 0) return "";
  return `+${added.toLocaleString("en")} −${removed.toLocaleString("en")} ${added + removed === 1 ? "line" : "lines"}`;
}

function routineLine(routine: Routine, targets: number): string {
  const repositories = new Set(routine.images.map(({ repository }) => repository));
  return `Routine: ${plural(repositories.size, "image")}${labelsPart(routine)} in ${plural(targets, "target")}`;
}

function labelsPart(routine: Routine | undefined): string {
  const { labels = 0 } = routine ?? {};
  return labels === 0 ? "" : ` and ${plural(labels, "label")}`;
}

/** A low danger of this rule is a controller that reads one more kind, or keeps a lock. The list shows it, and the headline does not. */
const QUIET_RULE = "rbac-widened";

/** `1 high and 2 medium dangers` */
function dangerPart({ dangers }: Pick<Overview, "dangers">): string[] {
  const loud = dangers.filter(({ parts: [{ id }], level }) => id !== QUIET_RULE || level !== "low");
  const counts = levelCounts(loud);
  const levels = DANGER_LEVELS.filter((level) => counts[level] > 0);
  const last = levels.at(-1);
  if (last === undefined) return [];
  const named = levels.map((level) => `${counts[level]} ${level}`);
  return [`${listed(named)} ${counts[last] === 1 ? "danger" : "dangers"}`];
}

/** The number of distinct targets. */
export function targetCount(failures: readonly Failure[], sort?: FailureSort): number {
  const wanted = failures.filter((failure) => sort === undefined || failure.sort === sort);
  return new Set(wanted.flatMap(({ targets }) => targets)).size;
}

/** Counts the targets that newly fail: those that built before first. */
function failureParts({ failures, figures }: Overview): string[] {
  const all = plural(figures.targets.total, "target");
  const count = (sort: FailureSort): number => targetCount(failures, sort);
  const [broken, other, uncompared, added] = [count("regression"), count("other"), count("uncompared"), count("new")];
  return [
    ...(broken > 0 ? [`${broken} of ${all} no longer ${broken === 1 ? "builds" : "build"}`] : []),
    ...(other > 0 ? [`${other} of ${all} ${other === 1 ? "does" : "do"} not build`] : []),
    ...(uncompared > 0 ? [`time or memory ran out for ${uncompared} of ${all}`] : []),
    ...(added > 0 ? [`${plural(added, "new target does", "new targets do")} not build`] : []),
  ];
}

/** Counts the targets that build again, and those that could be rendered before, but not here. */
function repairedParts(repaired: Overview["repaired"]): string[] {
  return repaired.length === 0 ? [] : [`${plural(repaired.length, "target")} ${repairedVerb(repaired)}`];
}

/** Counts the targets that lack nothing but inputs, and tells whether some of them rendered at the base. */
function unrenderedPart({ failures, figures }: Overview): {
  readonly parts: readonly string[];
  readonly isLost: boolean;
} {
  const found = failures.filter(({ sort }) => sort === "unrendered");
  const count = targetCount(found);
  const lost = found.flatMap((failure) => failure.lost).length;
  if (count === 0) return { parts: [], isLost: false };
  const [are, need] = count === 1 ? ["is", "needs"] : ["are", "need"];
  const who = lost < count ? `${lost} of them` : lost === 1 ? "it" : "they";
  const before = lost === 0 ? "" : `, and ${who} rendered at the base`;
  const what = `${count} of ${plural(figures.targets.total, "target")} ${are} not rendered here`;
  return { parts: [`${what}: ${need} ${neededBy(found).join(", ")}${before}`], isLost: lost > 0 };
}

/**
 * Counts the targets that fail on both sides and that this change may affect, and tells whether it edits any of them: then nobody sees
 * what the edit does. The end of the text names those that it does not touch.
 */
function earlierPart({ earlier, rows, failures }: Overview): {
  readonly parts: readonly string[];
  readonly isEdited: boolean;
} {
  const mayAffect = ({ edited }: TargetReport): boolean => edited !== false;
  const found = earlier.filter(({ targets }) => targets.some(mayAffect));
  const open = new Set(found.flatMap(({ targets }) => targets.filter(mayAffect)));
  const count = open.size;
  if (count === 0) return { parts: [], isEdited: false };
  const who = plural(count, "target");
  const them = count === 1 ? "it" : "them";
  if ([...open].some(({ edited }) => edited))
    return { parts: [`${who} could not be compared; this change may affect ${them}`], isEdited: true };
  const isLacking = found.every(({ needs }) => needs.length > 0);
  // In a run that knows of no target what it reads, it is the same in each pull request.
  if (isLacking && rows.length + failures.length > 0) return { parts: [], isEdited: false };
  const part = `${who} could not be compared; whether this change affects ${them} is not known`;
  return { parts: [part], isEdited: false };
}

/**
 * Says what changes in targets that build.
 * @param isOther the line has named targets of the total before
 * @param isFirst nothing stands before it
 */
function changeParts(
  overview: Overview,
  isOther: boolean,
  isFirst: boolean,
  sole: readonly Phrase[] | undefined,
): (string | readonly Phrase[])[] {
  const { rows, touched, figures, folded, noise, added, removed, renamed, elsewhere } = overview;
  const { total } = figures.targets;
  const where = isOther ? plural(touched, "other") : `${touched} of ${plural(total, "target")}`;
  const came = targetsPart(overview);
  const own = rows.filter(({ group }) => group.whole === undefined);
  const releases = overview.sole?.releases ?? 0;
  if (sole !== undefined && releases > 0 && elsewhere.length === 0) {
    const made = own.filter(({ declares }) => declares.length === 0).length;
    const effect = made > 0 ? `: ${plural(made, "change")}` : `; ${nothingElse(noise)}`;
    return [[...sole, ` in ${plural(releases, "release")}${effect}`], ...came];
  }
  if (sole !== undefined) return [[...sole, ` in ${where}${jobsPart(overview)}`]];
  if (own.length > 0) {
    const isMove = own.every(({ group }) => group.op === "moved");
    const what = isMove ? `${plural(figures.changes.moved, "object")} renamed or moved` : plural(own.length, "change");
    const others = rows.length - own.length + folded.length + came.length + elsewhere.length;
    const only = isMove && isFirst && others === 0 ? ", nothing else changes" : "";
    return [`${what} in ${where}${only}`, ...came];
  }
  if (rows.length > 0) return came;
  const isRenamed = renamed.length > 0 && added.length + removed.length === 0;
  const rest = folded.length > 0 ? nothingElse(noise) : isRenamed ? "nothing else changes" : "no object changes";
  if (came.length > 0 && overview.unknown.length > 0) return [`${came[0]}; ${unknownPart(overview)}`];
  if (came.length > 0) return [`${came[0]}${isFirst ? `, ${rest}` : ""}`];
  if (folded.length > 0) {
    const folding = `${plural(noise.fields, noise.what)} folded`;
    const targets = plural(noise.targets, isOther ? "other" : "target");
    return [
      noise.isOfArgo
        ? `nothing changes in ${targets} but what is folded: ${plural(noise.fields, noise.what)}`
        : `nothing of consequence changes in ${targets}; ${folding}`,
    ];
  }
  const { layoutOnly } = figures;
  return layoutOnly > 0 && isFirst ? [`only the layout of ${plural(layoutOnly, "object")} changes`] : [];
}

/** The cluster may get what Argo CD ignores with the next sync. */
function nothingElse({ isOfArgo }: Overview["noise"]): string {
  return isOfArgo ? "nothing else changes but what is folded" : "nothing else of consequence changes";
}

/** Which objects run the image that do not start at once: `, a CronJob included`. */
function jobsPart({ sole }: Pick<Overview, "sole">): string {
  const { jobs = 0, cronJobs = 0 } = sole ?? {};
  const named = (count: number, kind: string): string[] =>
    count === 0 ? [] : [count === 1 ? `a ${kind}` : `${count} ${kind}s`];
  const list = [...named(jobs, "Job"), ...named(cronJobs, "CronJob")];
  return list.length === 0 ? "" : `, ${listed(list)} included`;
}

/** Names removed targets that did not build at the base, so that nobody can compare them. */
function unknownPart({ unknown, added, removed, renamed }: Overview): string {
  const isOne = removed.length + added.length + renamed.length === 1;
  return `what ${isOne ? "it" : `${unknown.length} of them`} rendered is not known`;
}

/** `2 targets added, 1 renamed` */
function targetsPart({ added, removed, renamed }: Overview): string[] {
  const named = Object.entries({ removed, added, renamed })
    .filter(([, { length }]) => length > 0)
    .map(([what, { length }], index) => `${index === 0 ? plural(length, "target") : length} ${what}`);
  return named.length === 0 ? [] : [named.join(", ")];
}
