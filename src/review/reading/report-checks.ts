/** Checks what the parts of a report say of each other. */

import { groupBy } from "../../collections.ts";
import { stableJson } from "../../text/index.ts";
import { compareDangers, isRenderedElsewhere } from "../dangers/index.ts";
import { missingInputs } from "../missing-inputs.ts";
import { planOf } from "../plan/index.ts";
import type { Change, ChangeGroup, Danger, Hunk, NewChange, Report } from "../report.ts";
import { figuresOf } from "../summary/index.ts";
import { type Invalid, invalid } from "./bounds.ts";
import { checkConsequences } from "./consequences.ts";
import { checkOwnTargets, type HoldersOf, holdersOfChanges, type Positions, positionsOf } from "./own-targets.ts";
import { checkPodEffects } from "./pod-effect-checks.ts";
import { checkId, checkTargetNames } from "./target-checks.ts";
import { checkWhole } from "./whole-targets.ts";

/**
 * How many targets the changes of all groups may have together, each counted as often as it occurs: three lists of a few
 * megabytes could name each other billions of times.
 */
const MAX_OCCURRENCES = 250_000_000;

/**
 * Checks that ids are unique and lead somewhere, that paths are normal, and that groups and figures are those of the changes:
 * people who read only the figures must not learn less than the report holds. Takes time linear in the report, and in the targets of the changes of its
 * groups, which are bounded.
 *
 * @throws KrmError `report-invalid`
 */
export function checkReferences(report: Report): void {
  const byId = new Map<string, Change>();
  report.changes.forEach((change, index) => {
    if (byId.has(change.id)) throw invalid(`changes[${index}].id is the id of another change as well`);
    byId.set(change.id, change);
    checkChange(change, `changes[${index}]`);
  });
  const targetsOf = checkTargets(report, byId);
  checkCauses(report, new Set(report.targets.map(({ id }) => id)));
  checkGroups(report, byId, targetsOf);
  const holdersOf = holdersOfChanges(report, targetsOf);
  checkDangers(report, byId, holdersOf);
  checkPodEffects(report, byId, holdersOf);
  checkConsequences(report);
  if (stableJson(planOf(report)) !== stableJson(report.plan))
    throw invalid("plan is not that of its changes and targets");
  const figures = figuresOf(report);
  if (stableJson(figures) !== stableJson(report.figures))
    throw invalid("figures are not those of its changes and targets");
}

/**
 * Checks that a change has what its operation allows, and hunks with the lines that they say.
 * @throws the error of `refuse`
 */
export function checkChange(
  { op, object, fields, hunks, from, crd, elsewhere, finalizers }: NewChange,
  place: string,
  refuse: Invalid = invalid,
): void {
  if (op !== "changed" && fields.length > 0) throw refuse(`${place} has fields, although its object is ${op}`);
  if (crd !== undefined && (op !== "changed" || object.kind !== "CustomResourceDefinition"))
    throw refuse(`${place}.crd is that of no definition that changes`);
  if (elsewhere !== undefined && !isRenderedElsewhere(object))
    throw refuse(`${place}.elsewhere is that of an object that nobody else renders`);
  if (elsewhere?.directory !== undefined && (op !== "removed" || object.kind !== "Kustomization"))
    throw refuse(`${place}.elsewhere.directory is that of no Kustomization that is removed`);
  if (finalizers !== undefined && op !== "removed")
    throw refuse(`${place}.finalizers are those of an object that is ${op}`);
  from?.targets?.forEach((id, index) => {
    checkId(id, `${place}.from.targets[${index}]`, refuse);
  });
  hunks.forEach((hunk, index) => {
    if (!hasItsLines(hunk)) throw refuse(`${place}.hunks[${index}] has other numbers of lines than it says`);
  });
}

function hasItsLines({ lines, oldLines, newLines }: Hunk): boolean {
  let [left, right] = [oldLines, newLines];
  for (const line of lines) {
    if (!line.startsWith("+")) left--;
    if (!line.startsWith("-")) right--;
  }
  return left === 0 && right === 0;
}

/** Returns the targets of each change, by their positions in the report. */
function checkTargets({ targets }: Report, byId: ReadonlyMap<string, Change>): Positions {
  const targetsOf = new Map<string, number[]>([...byId.keys()].map((id) => [id, []]));
  checkTargetNames(targets);
  targets.forEach(({ changes, status, resources, needs = [], diagnostics }, index) => {
    const place = `targets[${index}]`;
    const isFailed =
      status === "failed" || status === "failed-at-base" || (status === "removed" && resources.base === null);
    const lacks = isFailed ? missingInputs(diagnostics) : [];
    if (stableJson(needs) !== stableJson(lacks)) throw invalid(`${place}.needs is not what its errors say`);
    checkIds(changes, byId, `${place}.changes`);
    for (const id of changes) targetsOf.get(id)?.push(index);
  });
  for (const [id, positions] of targetsOf)
    if (positions.length === 0) throw invalid(`no target names the change ${id}`);
  return targetsOf;
}

function checkIds(ids: readonly string[], known: ReadonlyMap<string, unknown>, place: string): void {
  const seen = new Set<string>();
  ids.forEach((id, index) => {
    if (!known.has(id)) throw invalid(`${place}[${index}] is the id of no change`);
    if (seen.has(id)) throw invalid(`${place}[${index}] names a change twice`);
    seen.add(id);
  });
}

function checkCauses({ changes }: Report, targets: ReadonlySet<string>): void {
  changes.forEach(({ causes }, index) => {
    causes.forEach((cause, at) => {
      const unknown = cause.targets?.findIndex((id) => !targets.has(id)) ?? -1;
      if (unknown >= 0) throw invalid(`changes[${index}].causes[${at}].targets[${unknown}] is no target`);
    });
  });
}

function checkGroups(
  { groups, images, targets }: Report,
  byId: ReadonlyMap<string, Change>,
  targetsOf: Positions,
): void {
  const ids = new Set<string>();
  const grouped = new Set<string>();
  const unions = new TargetUnions(targets, targetsOf);
  const wholes = new Map(targets.map((target) => [target.id, target]));
  groups.forEach((group, index) => {
    const place = `groups[${index}]`;
    if (ids.has(group.id)) throw invalid(`${place}.id is the id of another group as well`);
    ids.add(group.id);
    if (group.changes.length === 0) throw invalid(`${place} has no changes`);
    checkIds(group.changes, byId, `${place}.changes`);
    const changes = group.changes.map((id) => byId.get(id) as Change);
    for (const { id } of changes) grouped.add(id);
    checkMembers(group, changes, place);
    if (group.whole !== undefined) checkWhole(group, group.whole, wholes, byId, place);
    else if (!unions.isUnion(group)) throw invalid(`${place}.targets are not those of its changes`);
  });
  for (const id of byId.keys()) if (!grouped.has(id)) throw invalid(`no group has the change ${id}`);
  images.forEach((image, index) => {
    checkIds(image.changes, byId, `images[${index}].changes`);
    if (!unions.isUnion(image)) throw invalid(`images[${index}].targets are not those of its changes`);
  });
}

/** Checks what a row says of its changes: it must not call a removed object an added one. */
function checkMembers({ op, kinds }: ChangeGroup, changes: readonly Change[], place: string): void {
  const wanted = op === "moved" ? "changed" : op;
  const wrong = changes.findIndex((change) => change.op !== wanted);
  if (wrong >= 0) throw invalid(`${place}.changes[${wrong}] is a change of another sort than its group`);
  const byKind = groupBy(changes, ({ object }) => object.kind);
  const isSame = kinds.length === byKind.size && kinds.every(({ kind, count }) => byKind.get(kind)?.length === count);
  if (!isSame || new Set(kinds.map(({ kind }) => kind)).size !== kinds.length)
    throw invalid(`${place}.kinds are not those of its changes`);
}

/** Checks that each danger is one of its change, in targets that have the change, and that all are in their order. */
function checkDangers({ changes, dangers }: Report, byId: ReadonlyMap<string, Change>, holdersOf: HoldersOf): void {
  const compare = compareDangers(positionsOf(changes));
  let previous: Danger | undefined;
  dangers.forEach((danger, index) => {
    const place = `dangers[${index}]`;
    const { id, key, change } = danger;
    if (!byId.has(change)) throw invalid(`${place}.change is the id of no change`);
    if (!key.startsWith(`${id}:`)) throw invalid(`${place}.key is the key of another rule`);
    checkOwnTargets(danger, holdersOf(change), place);
    if (previous !== undefined && compare(previous, danger) >= 0)
      throw invalid(`${place} is not behind the danger before it`);
    previous = danger;
  });
}

/** Compares the targets of groups with those of their changes, without a set for each group. */
class TargetUnions {
  readonly #targetsOf: Positions;
  readonly #positions: ReadonlyMap<string, number>;
  /** By position, the number of the group that had the target last; negative once the group has named it. */
  readonly #marks: Int32Array;
  #group = 0;
  #occurrences = 0;

  constructor(targets: Report["targets"], targetsOf: Positions) {
    this.#targetsOf = targetsOf;
    this.#positions = new Map(targets.map(({ id }, index) => [id, index]));
    this.#marks = new Int32Array(targets.length);
  }

  /** Tells whether a group, or a row of images, names the targets of its changes, each once. Call it once for each. */
  isUnion({ changes, targets }: Pick<ChangeGroup, "changes" | "targets">): boolean {
    const mark = ++this.#group;
    let wanted = 0;
    for (const id of changes) {
      const positions = this.#targetsOf.get(id) ?? [];
      this.#occurrences += positions.length;
      if (this.#occurrences > MAX_OCCURRENCES) throw invalid("its groups name targets too often");
      for (const position of positions) {
        if (this.#marks[position] === mark) continue;
        this.#marks[position] = mark;
        wanted++;
      }
    }
    const isOwn = (id: string): boolean => {
      const position = this.#positions.get(id) ?? -1;
      if (this.#marks[position] !== mark) return false;
      this.#marks[position] = -mark;
      return true;
    };
    return targets.length === wanted && targets.every(isOwn);
  }
}
