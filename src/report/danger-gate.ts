/** Fails a run because of dangers, for those who want it. */
import type { Diagnostic } from "../diagnostics.ts";
import {
  type Cause,
  DANGER_LEVELS,
  type DangerLevel,
  isSilenced,
  OTHER_SOURCE,
  type Report,
  type TargetReport,
} from "../review/index.ts";
import { docsAddress } from "./docs-address.ts";
import { lacksBase } from "./run-causes.ts";
import { bothNames } from "./summary.ts";
import { firstOf, plural, shortLine } from "./text.ts";
import { neededBy } from "./words/needs-words.ts";
import { type TargetNames, targetNames, targetsText } from "./words/target-names.ts";

/** The dangers that are named, and the longest text of one. A runner cuts annotations at 4,096 characters. */
const MAX_NAMED = 10;
const MAX_UNKNOWN = 3;
const MAX_LENGTH = 180;
/** The targets that are named of those that could not be judged, and the longest path of one. */
const MAX_TARGETS = 5;
const MAX_PATH = 80;

/** The warning about a rule that could not look at an object. */
const UNCHECKED = "danger-unchecked";

/**
 * One error that names the dangers of a level, and of higher ones. Those that are silenced do not count. What nobody can judge
 * counts too: a target that does not render at the head, unless it did not at the base either and is known to depend on no file
 * that the change edits, a target whose base does not render in this run, so that its removals are not seen, and an object that a
 * rule could not look at.
 *
 * @param lowest `never` for no gate
 * @returns undefined if the run may pass
 */
export function dangerGate(report: Report, lowest: DangerLevel | "never"): Diagnostic | undefined {
  if (lowest === "never") return undefined;
  const counted: readonly DangerLevel[] = DANGER_LEVELS.slice(0, DANGER_LEVELS.indexOf(lowest) + 1);
  const dangers = report.dangers.filter((danger) => counted.includes(danger.level) && !isSilenced(danger));
  const unjudged = report.targets.filter(isUnjudged);
  const names = targetNames(report);
  const unknown = report.targets.flatMap(({ id, diagnostics }) =>
    diagnostics
      .filter(({ code }) => code === UNCHECKED)
      .map(({ message }) => `${targetsText([id], names, 1)}: ${message}`),
  );
  const baseless = report.targets.filter(lacksBase);
  if (dangers.length + unjudged.length + baseless.length + unknown.length === 0) return undefined;
  const changes = new Map(report.changes.map((change) => [change.id, change]));
  const lines = dangers.slice(0, MAX_NAMED).map(({ key, change, message, level, targets }) => {
    const found = changes.get(change);
    const object = found === undefined ? "" : ` ${found.object.kind} ${bothNames(found)}`;
    const [id = "", ...others] = targets;
    const first = targetsText([id], names, 1);
    const where = others.length === 0 ? first : `${first} and ${plural(others.length, "other")}`;
    return `- ${key} (${level}):${shortLine(`${object} in ${where}: ${message}`, MAX_LENGTH)}`;
  });
  if (dangers.length > MAX_NAMED) lines.push(`- and ${dangers.length - MAX_NAMED} more`);
  for (const text of unknown.slice(0, MAX_UNKNOWN)) lines.push(`- ${shortLine(text, MAX_LENGTH)}`);
  if (unknown.length > MAX_UNKNOWN) lines.push(`- and ${unknown.length - MAX_UNKNOWN} more that are not known`);
  const what = [
    ...(dangers.length > 0 ? [`${plural(dangers.length, "danger")} of the level ${levelsText(counted)}`] : []),
    ...(unknown.length > 0 ? [`${plural(unknown.length, "place")} whose dangers are not known`] : []),
  ];
  const last = [unjudgedText(unjudged, names), baselessText(baseless, names)].filter((text) => text !== "");
  const brings = [`this change brings ${what.join(", and ")}:`, ...lines, ...last.map((text) => `- ${text}`)];
  const place = dangers.length === 0 ? undefined : placeOf(changes.get(dangers[0]?.change ?? "")?.causes);
  return {
    code: "dangerous-change",
    severity: "error",
    message: what.length === 0 ? last.join("; ") : brings.join("\n"),
    ...place,
    hint: hintOf(dangers.length + unknown.length > 0, unjudged, baseless),
  };
}

/** A target that only lacks an input, and is new or was not rendered before either, hides nothing that was judged before. */
function isUnjudged({ status, failedBefore, isNew, needs, edited }: TargetReport): boolean {
  if (status !== "failed" || (needs !== undefined && (failedBefore || isNew))) return false;
  return failedBefore !== true || edited !== false;
}

/** One line; empty for no target. */
function unjudgedText(targets: readonly TargetReport[], names: TargetNames): string {
  const [first, ...others] = targets;
  if (first === undefined) return "";
  const [they, are] = others.length === 0 ? ["it does", "it is"] : ["they do", "they are"];
  const needs = inputsFor(targets);
  const why = needs.length === 0 ? `${they} not render` : `${are} not rendered here without ${needs.join(" and ")}`;
  const edits = targets.every(({ edited }) => edited)
    ? ` and this change may affect ${others.length === 0 ? "it" : "them"}`
    : "";
  return `${plural(targets.length, "target")} could not be judged, since ${why}${edits}: ${namesOf(targets, names)}`;
}

/** Empty for no target. Added objects were judged as in a new target. */
function baselessText(targets: readonly TargetReport[], names: TargetNames): string {
  if (targets.length === 0) return "";
  const what = `what this change removes from ${plural(targets.length, "target")} could not be judged`;
  return `${what}, since the base does not render in this run: ${namesOf(targets, names)}`;
}

function namesOf(targets: readonly TargetReport[], names: TargetNames): string {
  const shown = targets.slice(0, MAX_TARGETS).map(({ id }) => shortLine(targetsText([id], names, 1), MAX_PATH));
  return firstOf(shown, MAX_TARGETS, targets.length);
}

/** The inputs that these targets lack, if they lack nothing else. */
function inputsFor(targets: readonly TargetReport[]): readonly string[] {
  return targets.every(({ needs }) => needs !== undefined) ? neededBy(targets) : [];
}

function hintOf(hasDangers: boolean, unjudged: readonly TargetReport[], baseless: readonly TargetReport[]): string {
  const accept = `Correct the change, or have a danger accepted in .krm-render.yaml on the base branch: see ${docsAddress("guide/dangers.md#accept-a-danger")}.`;
  const keep = `Let this run render the base: what it needs, such as a line of trusted-catalogs, stays until this change is merged. See ${docsAddress("guide/trust.md#taking-a-new-version")}.`;
  const needs = inputsFor(unjudged)
    .filter((input) => input !== OTHER_SOURCE)
    .map((input) => `\`${input}\``);
  const provide = needs.includes("`helm`") ? "Provide" : "Set";
  const mend = needs.length === 0 ? "Mend the targets that do not render" : `${provide} ${needs.join(" and ")}`;
  return [
    ...(unjudged.length > 0 ? [`${mend}, or exclude them with \`targets\`.`] : []),
    ...(baseless.length > 0 ? [keep] : []),
    ...(hasDangers ? [accept] : []),
  ].join(" ");
}

function levelsText(levels: readonly DangerLevel[]): string {
  return levels.join(", ").replace(/, (\w+)$/, " or $1");
}

/** A place that the change edits; annotations of other revisions would be at a wrong line. */
function placeOf(causes: readonly Cause[] = []): Pick<Diagnostic, "file" | "line"> | undefined {
  const cause = causes.find(({ side, inChange }) => side === "head" && inChange);
  if (cause === undefined) return undefined;
  return { file: cause.file, ...(cause.line === undefined ? {} : { line: cause.line }) };
}
