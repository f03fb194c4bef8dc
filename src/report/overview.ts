/** Finds what all writers show: failures, dangers, warnings, rows, and lists of targets. */
import { groupBy } from "../collections.ts";
import { compareIds, type Fate } from "../render/index.ts";
import {
  type Change,
  type ChangeGroup,
  declaredBy,
  deploymentsByName,
  type Figures,
  fedBy,
  type Owners,
  type PodEffect,
  type Report,
  releasesBySource,
  type TargetReport,
  weightOf,
} from "../review/index.ts";
import { type DangerGroup, gatherDangers } from "./danger-groups.ts";
import { type Failure, gatherFailures } from "./failures.ts";
import { type FoldedFields, foldedFields } from "./folded-fields.ts";
import { gatherProblems, type Problem } from "./problems.ts";
import { type Routine, routineOf } from "./routine.ts";
import { rolloutsOf, rowEffects } from "./row-effects.ts";
import { inStories } from "./sections/stories.ts";
import { type TrustRow, trustRows } from "./trust-rows.ts";
import { type SoleVersion, soleVersionOf } from "./versions/sole-version.ts";
import { type Declarations, type ElsewhereChanges, elsewhereOf } from "./words/elsewhere-changes.ts";
import { type Delays, delaysOf, keptReason } from "./words/fate-words.ts";
import { sharedOwners } from "./words/owner-words.ts";
import { hasOnlyNewNames, isPartlyPlanned, type PlanCounts, planCounts } from "./words/plan-counts.ts";
import { type SetNews, setNews } from "./words/set-news.ts";
import { type TargetNames, targetNames } from "./words/target-names.ts";

/** A group with its changes. */
export interface Row {
  readonly group: ChangeGroup;
  readonly changes: readonly [Change, ...Change[]];
  /** The effects of its edits on Pods. */
  readonly effects: readonly PodEffect[];
  /** The names of all targets of the report. */
  readonly names: TargetNames;
  /** The edits could change the objects of the Kustomizations of Flux that they are made in, and no object of these changes. */
  readonly isStill: boolean;
  /** The changes whose objects are deleted as soon as controllers have removed their finalizers. */
  readonly waiting: readonly Change[];
  /** Why the objects of a row of removed ones stay in the cluster. */
  readonly kept: Fate["keeps"];
  /** The ids of the deployments whose objects the change of this row decides, in the order of the report. */
  readonly declares: readonly string[];
}

/** A warning that the change causes, with all of its places. */
export type NewWarning = Problem;

export interface Overview extends ElsewhereChanges {
  readonly figures: Figures;
  readonly names: TargetNames;
  /** The groups that are more than new references, the weightiest first; the references if there are no others. */
  readonly rows: readonly Row[];
  /** {@link rows} with one for each object in place of those of whole targets: they have one diff each. */
  readonly diffRows: readonly Row[];
  /** Changes of nothing but references to new generated names. */
  readonly references: readonly Row[];
  /** Groups that rules of noise fold. */
  readonly folded: readonly Row[];
  /** How much is folded in all rows. */
  readonly noise: FoldedFields;
  /** Targets that fail at the head and did not at the base: those that built before first, then new ones. */
  readonly failures: readonly Failure[];
  /** Targets that fail on both sides: those first whose files the change edits. */
  readonly earlier: readonly Failure[];
  /** Targets that fail at the base only: they build again, and there is nothing to compare with. */
  readonly repaired: readonly TargetReport[];
  /** Dangers that are not silenced, the highest level first. */
  readonly dangers: readonly DangerGroup[];
  readonly silenced: readonly DangerGroup[];
  /** The warnings that this change causes, and first the errors of targets that are rendered all the same: their controller refuses them. */
  readonly warnings: readonly NewWarning[];
  /** Edits of the trust in functions, and of the rules of reviews: permissions and programs first. */
  readonly trust: readonly TrustRow[];
  /** A part of the review could not be made; the notes of the report say which. */
  readonly isIncomplete: boolean;
  /** Lines of the diffs of all changes, each distinct change once, folded ones included. */
  readonly lines: { readonly added: number; readonly removed: number };
  /** The number of targets with changes that are not folded, without those that come or go as a whole. */
  readonly touched: number;
  /** The ids of targets that exist on one side only. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Removed targets that do not build at the base: what they rendered is not known. */
  readonly unknown: readonly TargetReport[];
  /** The ids of targets with changes that may reach the cluster later than others. */
  readonly delays: Delays;
  /** The numbers of Applications of ApplicationSets that come, go and change, the set with most of them first. */
  readonly sets: readonly SetNews[];
  /** Targets that were renamed. */
  readonly renamed: readonly TargetReport[];
  /** The effects on workloads whose own templates change, each workload once. */
  readonly rollouts: readonly PodEffect[];
  /** The numbers of objects by what becomes of them. */
  readonly plan: PlanCounts;
  /** Some targets have no plan: they could not be compared. */
  readonly isPartlyPlanned: boolean;
  /** Objects that are created in place of others differ from these in their names alone. */
  readonly hasOnlyNewNames: boolean;
  /** Set when nothing changes but versions of images, labels, and what rules of noise fold in annotations. */
  readonly routine: Routine | undefined;
  /** The owners of all rows, where these have the same ones. */
  readonly owners: Owners | undefined;
  /** Set when all changes are one new version of one thing. */
  readonly sole: SoleVersion | undefined;
  /** Changed files that no rendered target reads; undefined if that is not known. */
  readonly unread: Report["unread"];
  /** The sides are revisions of a repository, and not manifests that something else rendered. */
  readonly isOfRepository: boolean;
}

/** Deprecated fields work as before, so they matter less than the changes. Other new warnings are read first. */
export function sortedWarnings({ warnings }: Pick<Overview, "warnings">): {
  readonly urgent: readonly NewWarning[];
  readonly deprecations: readonly NewWarning[];
} {
  const isDeprecation = ({ diagnostic }: NewWarning): boolean => diagnostic.code.startsWith("deprecated-");
  return {
    urgent: warnings.filter((warning) => !isDeprecation(warning)),
    deprecations: warnings.filter(isDeprecation),
  };
}

/** Returns the content of a report in the order in which the writers show it. Takes time linear in the report, but for sorting. */
export function overviewOf(report: Report): Overview {
  const { figures, targets } = report;
  const names = targetNames(report);
  const holders = targetsOfChanges(report);
  const byName = deploymentsByName(report.targets);
  const bySource = releasesBySource(report.targets);
  const declarationsOf: Declarations = (change) => declaredBy(change, holders.get(change.id) ?? [], byName);
  const decidedBy: Declarations = (change) => [
    ...declarationsOf(change),
    ...fedBy(change, holders.get(change.id) ?? [], bySource),
  ];
  const all = rowsOf(report, names, { declarationsOf, decidedBy }).sort(
    (a, b) => weightOf(a.group.consequence) - weightOf(b.group.consequence),
  );
  const folded = all.filter(({ group }) => group.consequence === "noise");
  const shown = all.filter(({ group }) => group.consequence !== "noise");
  const own = shown.filter(({ group }) => !group.onlyReferences);
  const withStatus = (status: TargetReport["status"]): TargetReport[] =>
    targets.filter((target) => target.status === status);
  const failures = gatherFailures(targets, names);
  const earlier = failures.filter(({ sort }) => sort === "earlier");
  const dangers = gatherDangers(report, names);
  const removed = withStatus("removed");
  // Without the change that causes them, the references are the changes to show.
  const withDeclarations = inStories(dangerousFirst(own.length > 0 ? own : shown, dangers.open));
  const rows = withoutDeclarations(withDeclarations, declarationsOf);
  return {
    figures,
    names,
    rows,
    diffRows: withDeclarations.flatMap((row) => (row.group.whole === undefined ? [row] : objectRows(row))),
    references: own.length > 0 ? shown.filter(({ group }) => group.onlyReferences) : [],
    folded,
    noise: foldedFields(report),
    failures: failures.filter(({ sort }) => sort !== "earlier"),
    earlier: [
      ...earlier.filter(({ edited }) => edited.length > 0),
      ...earlier.filter(({ edited }) => edited.length === 0),
    ],
    repaired: withStatus("failed-at-base"),
    dangers: dangers.open,
    silenced: dangers.silenced,
    warnings: [
      ...gatherProblems(
        targets.filter(({ status }) => status !== "failed"),
        ({ severity, isNew }) => severity === "error" && isNew === true,
      ),
      ...gatherProblems(targets, ({ severity, isNew }) => severity === "warning" && isNew === true),
    ],
    trust: trustRows(report.trust ?? []),
    isIncomplete: report.notes?.some(({ severity }) => severity === "error") ?? false,
    lines: linesOf(report.changes),
    touched: touchedTargets(withoutDeclarations(shown, declarationsOf)).size,
    added: withStatus("added").map(({ id }) => id),
    removed: removed.map(({ id }) => id),
    unknown: removed.filter(({ resources }) => resources.base === null),
    renamed: targets.filter(({ from, to }) => from !== undefined || to !== undefined),
    sets: setNews(targets),
    delays: delaysOf(report),
    rollouts: rolloutsOf(report),
    plan: planCounts(report, holders),
    isPartlyPlanned: isPartlyPlanned(report),
    hasOnlyNewNames: hasOnlyNewNames(report),
    routine: routineOf(report),
    owners: sharedOwners(rows),
    sole: soleVersionOf(report, decidedBy),
    unread: report.unread,
    isOfRepository: report.base.sha !== null,
    ...elsewhereOf(report, holders, decidedBy),
  };
}

/**
 * The targets with changes, but for those that come or go. A deployment that changes is one target, with the one that holds its object.
 */
function touchedTargets(rows: readonly Row[]): ReadonlySet<string> {
  const changed = rows.filter(({ group }) => group.whole === undefined);
  const all = new Set(changed.flatMap(({ group }) => group.targets));
  const isTold = ({ declares, group }: Row): boolean =>
    declares.length > 0 && declares.every((id) => all.has(id) && !group.targets.includes(id));
  return new Set(changed.filter((row) => !isTold(row)).flatMap(({ group }) => group.targets));
}

/** The rows without Kustomizations of Flux that come or go, where each of these is a target with a row of its own. */
function withoutDeclarations(rows: readonly Row[], declarationsOf: Declarations): Row[] {
  const whole = new Set(
    rows.flatMap(({ group }) => (group.whole === undefined ? [] : group.targets.map((id) => `${group.op} ${id}`))),
  );
  if (whole.size === 0) return [...rows];
  return rows.filter(
    ({ group, changes }) =>
      group.whole !== undefined ||
      !changes.every((change) => {
        const declared = declarationsOf(change);
        return declared.length > 0 && declared.every((id) => whole.has(`${group.op} ${id}`));
      }),
  );
}

function rowsOf(
  report: Report,
  names: TargetNames,
  { declarationsOf, decidedBy }: { readonly declarationsOf: Declarations; readonly decidedBy: Declarations },
): Row[] {
  const still = new Set(
    report.targets.flatMap(({ id, status }) => (status === "unchanged" || status === "unaffected" ? [id] : [])),
  );
  const isStill = (change: Change): boolean => {
    const declared = declarationsOf(change);
    return (
      change.op === "changed" &&
      declared.length > 0 &&
      declared.every((id) => still.has(id)) &&
      change.fields.some(({ path, noise }) => noise === undefined && DECIDES.test(path))
    );
  };
  const fates = new Map(report.targets.map(({ id, fate }) => [id, fate]));
  const byId = new Map(report.changes.map((change) => [change.id, change]));
  const effectsOf = rowEffects(report);
  const deleted = new Set(report.plan.flatMap(({ change, action }) => (action === "delete" ? [change] : [])));
  return report.groups.flatMap((group) => {
    const [first, ...rest] = group.changes.flatMap((id) => byId.get(id) ?? []);
    if (first === undefined) return [];
    const changes = [first, ...rest] as const;
    const kept = group.op === "removed" ? keptReason(group.targets.map((id) => fates.get(id))) : undefined;
    const effects = effectsOf(group, changes);
    const declares = group.op === "changed" ? [...new Set(changes.flatMap(decidedBy))].sort(compareIds) : [];
    const waiting = changes.filter(({ id, finalizers }) => finalizers !== undefined && deleted.has(id));
    return [{ group, changes, effects, names, isStill: changes.every(isStill), waiting, kept, declares }];
  });
}

/** The fields of a Kustomization of Flux that decide what its objects are. */
const DECIDES =
  /^\/spec\/(?:commonMetadata|components|images|namePrefix|nameSuffix|patches|path|postBuild|sourceRef|targetNamespace)(?:\/|$)/;

/** Puts the rows first that bring high or medium dangers. */
function dangerousFirst(rows: readonly Row[], dangers: readonly DangerGroup[]): Row[] {
  const ranks = new Map<string, number>();
  for (const { level, members } of dangers) {
    if (level === "low") continue;
    for (const { danger } of members)
      ranks.set(danger.change, Math.max(ranks.get(danger.change) ?? 0, level === "high" ? 2 : 1));
  }
  const rankOf = ({ changes }: Row): number => changes.reduce((most, { id }) => Math.max(most, ranks.get(id) ?? 0), 0);
  const ranked = rows.map((row) => ({ row, rank: rankOf(row) }));
  return ranked.sort((a, b) => b.rank - a.rank).map(({ row }) => row);
}

/** Returns a row for each object of whole targets, which several of them may have in several forms. */
function objectRows({ group, changes, names }: Row): Row[] {
  const formOf = nameForms(group.targets);
  const objects = groupBy(changes, ({ object: { kind, name, baseName = name } }) =>
    JSON.stringify([kind, formOf(baseName)]),
  );
  return Array.from(objects.values(), (own) => {
    const kinds = [{ kind: own[0].object.kind, count: own.length }];
    return {
      group: { ...group, kinds, changes: own.map(({ id }) => id) },
      changes: own,
      effects: [],
      names,
      isStill: false,
      waiting: [],
      kept: undefined,
      declares: [],
    };
  });
}

/** The objects of more targets are not brought together by their names: a pattern of so many texts is slow. */
const MAX_ALIKE = 200;

/** Returns a function that takes out of names what tells targets of one pattern apart, such as the names of environments. */
function nameForms(targets: readonly string[]): (name: string) => string {
  const paths = targets.map((path) => path.split("/"));
  const varies = (paths[0] ?? []).map((step, at) => paths.some((path) => path[at] !== step));
  const steps = new Set(paths.flatMap((path) => path.filter((_, at) => varies[at])));
  const texts = [...steps].filter(({ length }) => length > 1).sort((a, b) => b.length - a.length);
  if (texts.length === 0 || texts.length > MAX_ALIKE) return (name) => name;
  const pattern = new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return (name) => name.replace(pattern, "*");
}

/** Counts the lines that diffs add and remove. */
export function linesOf(changes: Iterable<Change>): Overview["lines"] {
  let [added, removed] = [0, 0];
  for (const { hunks } of changes) {
    for (const { lines } of hunks) {
      for (const line of lines) {
        if (line.startsWith("+")) added++;
        else if (line.startsWith("-")) removed++;
      }
    }
  }
  return { added, removed };
}

/** The distinct changes that the same targets have. */
export interface TargetSet {
  readonly targets: readonly string[];
  readonly changes: readonly Change[];
}

/** Returns the changes by their sets of targets. The sets are in the order of their first targets. */
export function targetSetsOf(report: Report): TargetSet[] {
  const targetsOf = targetsOfChanges(report);
  const sets = groupBy(report.changes, ({ id }) => targetsOf.get(id)?.join("\0"));
  return Array.from(sets.values(), (changes) => ({ targets: targetsOf.get(changes[0].id) ?? [], changes }));
}

/** Returns the ids of the targets that have each change, by the ids of the changes. */
export function targetsOfChanges({ changes, targets }: Report): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>(changes.map(({ id }) => [id, []]));
  for (const target of targets) for (const id of target.changes) holders.get(id)?.push(target.id);
  return holders;
}
