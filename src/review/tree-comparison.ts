/** Compares two trees: renders both sides of each target that the change affects, and compares them. */

import { processPool } from "../budget/index.ts";
import { type Configuration, EMPTY_CONFIGURATION } from "../configuration/index.ts";
import type { ReleaseInputs } from "../deployments/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { BuildOptions } from "../engine/index.ts";
import type { TrustFacts } from "../functions/index.ts";
import { loadForObjects } from "../policies/index.ts";
import {
  type Deadline,
  directoryOfTarget,
  directoryTarget,
  type Fate,
  isDeploymentId,
  renderSides,
  type Setback,
  type SideName,
  type SidesOptions,
  type SidesTarget,
  shareOf,
  type Target,
  type Trees,
  targetText,
  type Visit,
} from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import type { KnownApis } from "../schemas/index.ts";
import type { ChangedPath, TreeNotes } from "../sources/index.ts";
import type { Inclusions, UnreadAnswer } from "../targets/index.ts";
import { type ChangeTrace, filesDigest, findCauses } from "./causes/index.ts";
import { ClusterPolicies } from "./cluster-policies/index.ts";
import { type EarlierBase, type EarlierTrees, findEarlierBase, isBroken } from "./earlier-base.ts";
import type { JoinLimits, RunFacts } from "./join.ts";
import { KnownObjects } from "./known-objects.ts";
import type { EditedFiles } from "./new-problems.ts";
import { findOwners, type OwnersInput } from "./owners/index.ts";
import { EMPTY_TRUST, type PartialReview } from "./partial/index.ts";
import { renamedTargets } from "./renamed-targets.ts";
import type { Report, Side, TargetReport, TrustChange } from "./report.ts";
import { Reviewer } from "./reviewer.ts";
import type { About } from "./target.ts";
import { listUnread, type ReadingTarget, UnreadSearch } from "./unread-files.ts";

/** The parts of the work on a target. */
export type WorkStage = SideName | "review" | "causes";

/** A target of the plan. */
export interface ComparedTarget extends Target, ReadingTarget {
  readonly affected: boolean;
  readonly why: string;
}

export interface ComparisonInput {
  readonly trees: Trees;
  readonly sides: Readonly<Record<SideName, Side>>;
  readonly targets: readonly ComparedTarget[];
  /** The files that the change edits, as messages name them. */
  readonly changedFiles: ReadonlySet<string>;
  /** All that differs between the trees; undefined if that is not known. */
  readonly changes?: readonly ChangedPath[] | undefined;
  /** The inclusions of the targets of the head; undefined if they are not known. */
  readonly inclusions?: Pick<Inclusions, "holderOf" | "partsOf" | "siblingOf"> | undefined;
  /** The commits before the base, for targets that the base does not build; absent if there are none. */
  readonly earlier?: EarlierTrees | undefined;
  /** Why no target reads a file, for those that none reads. */
  readonly whyUnread?: ((change: ChangedPath) => Promise<UnreadAnswer>) | undefined;
  /** The configuration at the base; {@link EMPTY_CONFIGURATION} if absent. */
  readonly configuration?: Configuration | undefined;
  /** The APIs that changed objects are held to; absent if they are not known. */
  readonly apis?: KnownApis | undefined;
  /** For both sides. */
  readonly build: BuildOptions;
  /** In addition, for one side. */
  readonly options?: Partial<Readonly<Record<SideName, BuildOptions>>>;
  /** Builds the targets that are no directories; without it, there are none. */
  readonly deployments?: SidesOptions["deployments"];
  /** Returns what becomes of objects that go; undefined for targets of which nobody knows who applies them. */
  readonly fateOf?: ((target: string) => Fate | undefined) | undefined;
  /** See {@link TargetReport.source}. */
  readonly sourceOf?: ((target: string) => string | undefined) | undefined;
  /** See {@link TargetReport.set}. */
  readonly setOf?: ((target: string) => string | undefined) | undefined;
  /** Returns other targets of the cluster of a target whose files mention policies of the API server; none without it. */
  readonly policiesBeside?: ((target: string) => Promise<readonly string[]>) | undefined;
  /** Finds whom the changes concern; nobody is named without it. */
  readonly owners?: OwnersInput | undefined;
  /** Returns what differs in the inputs of a target that is a release of a chart; undefined for others. */
  readonly inputsOf?: ((target: string) => ReleaseInputs | Promise<ReleaseInputs | undefined> | undefined) | undefined;
  /** Finds problems of a target at the head that only other targets show. */
  readonly problemsOf?:
    | ((target: string, base: Rendering, head: Rendering) => Promise<readonly Diagnostic[]>)
    | undefined;
  /** True if equal files render equally, see {@link SidesOptions.haveSameRules}. */
  readonly haveSameRules?: boolean;
  readonly concurrency?: number | undefined;
  /** When the report must be there. */
  readonly deadline?: Deadline | undefined;
  readonly setbacks?: Readonly<Record<WorkStage, Setback>> | undefined;
  /** Called before and after each part of the work on a target. */
  readonly onWork?: ((event: "start" | "end", stage: WorkStage, target: string) => void) | undefined;
  /** Called when the work on a target is done. */
  readonly onProgress?: ((done: number, total: number, target: string) => void) | undefined;
  /** Receives each rendering of the head once, with that of the base, before both are dropped. */
  readonly onHead?: ((head: Rendering, base: Rendering) => void) | undefined;
  /** Notes on the comparison as a whole, before those that it makes itself. */
  readonly notes?: readonly Diagnostic[] | undefined;
  /** Further notes, which matter only if no target reads some changed file, or if that is not known. */
  readonly notesIfUnread?: readonly Diagnostic[] | undefined;
  /** Edits of the configuration and of the lock. */
  readonly ruleChanges?: readonly TrustChange[] | undefined;
  /** Asked after the last target: what may run on both sides. */
  readonly trust?: (() => Promise<TrustFacts | undefined>) | undefined;
  /** Observes the trees. What it notices is in the notes of the report. */
  readonly noticed?: TreeNotes | undefined;
}

/** The part of the time after which no target is rendered, nor compared. The rest is for what follows. */
const TARGETS_END = 0.85;
/** The part of the time after which no cause is looked for. */
const CAUSES_END = 0.95;
/** The part of the time after which no object is looked for in other targets. */
const PAIRING_END = 0.96;
/** The part of the time after which changes are not grouped. The rest is for the texts of the report. */
const GROUPS_END = 0.97;

/** Compares the given targets, and returns the report of all of them, in order. */
export async function compareTrees(input: ComparisonInput): Promise<Report> {
  const { reviewer, facts } = await compareTargets(input);
  return reviewer.report(facts, limitsOf(input));
}

/**
 * Compares the given targets. {@link joinReviews} makes the same report as {@link compareTrees} of what this returns for all targets,
 * at once or in parts: all targets that exist on one side only belong to one part if the base has some of them, because a
 * directory may have been renamed.
 */
export async function comparePartially(input: ComparisonInput): Promise<PartialReview> {
  const { reviewer, facts } = await compareTargets(input);
  return reviewer.partial(facts);
}

/** The limits of the join of a run that has the deadline of the comparison. */
function limitsOf({ apis, build, deadline, setbacks, onWork }: ComparisonInput): JoinLimits {
  const { pool, timeoutSeconds } = build;
  const until = (part: number): number | undefined => shareOf(partOf(deadline, part), 1, timeoutSeconds);
  return {
    pool,
    apis,
    // It may have ended a process.
    pairing: () => (setbacks?.review.lost.has(TOGETHER) ? 0 : until(PAIRING_END)),
    grouping: () => until(GROUPS_END),
    onPairing: (event) => onWork?.(event, "review", TOGETHER),
  };
}

/**
 * Compares the given targets, and finds the causes of their changes. Memory follows the largest targets and the distinct changes: a
 * rendering is dropped when it is compared. Every part has its share of the time and the memory; what exceeds it concerns its target
 * only.
 */
async function compareTargets(input: ComparisonInput): Promise<{ reviewer: Reviewer; facts: RunFacts }> {
  const { trees, sides, build, setbacks, onWork, onHead, changedFiles, configuration = EMPTY_CONFIGURATION } = input;
  const pool = build.pool ?? processPool();
  const reviewer = new Reviewer(
    pool,
    build.timeoutSeconds,
    configuration,
    { changedFiles, loneFiles: loneFiles(input) },
    filesOf(input.targets),
    input.apis,
  );
  const affected = input.targets.filter((target) => target.affected);
  const planned = new Map(affected.map((target) => [target.id, target]));
  const unread = new UnreadSearch(input.changes, trees);
  for (const target of input.targets)
    if (!target.affected) reviewer.skip({ ...nameOf(target), ...origins(target.id), why: target.why });
  const deadline = partOf(input.deadline, TARGETS_END);
  const options: SidesOptions = {
    build,
    ...input.options,
    haveSameRules: input.haveSameRules,
    deployments: input.deployments,
    concurrency: input.concurrency,
    deadline,
    setbacks,
    first: setbacks?.review.first,
    onWork,
    onProgress: input.onProgress,
  };

  const whole = { changes: input.changes, holderOf: input.inclusions?.holderOf.bind(input.inclusions) };
  const { renamed, parts, warnings } = await renamedTargets(trees, affected, options, pool, whole);
  const successors = new Set(renamed.values());
  const targets = affected.filter(({ id }) => !successors.has(id)).map(turnOf);

  function origins(id: string): Pick<TargetReport, "source" | "set"> {
    const [source, set] = [input.sourceOf?.(id), input.setOf?.(id)];
    return { ...(source !== undefined && { source }), ...(set !== undefined && { set }) };
  }

  function turnOf(target: ComparedTarget): Compared {
    const name = nameOf(target);
    const part = parts.get(target.id);
    // It is a target of the base, under whose name the report has it.
    if (part !== undefined) {
      const why = `renamed to ${part.path}, which ${targetText(part.holder)} includes`;
      return { ...directoryTarget(part.path), from: target.id, about: { ...name, to: part.path, why } };
    }
    const from = renamed.get(target.id);
    return from === undefined
      ? { ...name, about: { ...name, why: target.why } }
      : { ...name, from, about: { ...name, from, why: `renamed from ${targetText(from)}` } };
  }

  async function earlierBase(
    visit: Visit<Compared>,
    base: Rendering,
    head: Rendering,
  ): Promise<EarlierBase | undefined> {
    const { target, records } = visit;
    // The deployments of earlier commits are not known.
    if (isDeploymentId(target.id)) return undefined;
    if (input.earlier === undefined || base.status !== "failed" || head.status !== "rendered" || !isBroken(base))
      return undefined;
    const name = target.from ?? target.id;
    onWork?.("start", "base", name);
    const record = records.find(({ tree }) => tree === trees.base);
    const found = await findEarlierBase(name, record, input.earlier, { ...build, ...input.options?.base }, visit);
    onWork?.("end", "base", name);
    return found;
  }

  const { inclusions } = input;
  const known =
    inclusions && new KnownObjects(trees.base, { ...build, ...input.options?.base }, setbacks?.base.lost, inclusions);
  const policies = new ClusterPolicies({ ...input, affected: new Set(planned.keys()) });
  await renderSides(trees, targets, options, async (visit, base, head) => {
    const { target, isLast, seconds, records } = visit;
    const { id } = target.about;
    const earlier = await earlierBase(visit, base, head);
    const before = await known?.of(target.id, base, head, visit);
    const problems = (await input.problemsOf?.(id, base, head)) ?? [];
    const beside = await policies.of(id, base, head, visit);
    await loadForObjects([base, head], beside?.head);
    onWork?.("start", "review", id);
    const lost = setbacks?.review.lost.get(id);
    const compared: Rendering =
      lost === undefined ? withProblems(head, problems) : { status: "failed", target: id, diagnostics: [lost] };
    const changed = planned.get(id)?.changed;
    const fate = input.fateOf?.(id);

    const isEdited = changed && changed.length > 0;
    const about = {
      ...target.about,
      ...(fate !== undefined && { fate }),
      ...origins(id),
      ...(isEdited === undefined ? {} : { edited: isEdited }),
    };
    const limits = { seconds: seconds(), deadline, isLast };
    const isDone = reviewer.compare(about, base, compared, limits, { earlier, known: before, beside });
    if (isDone) {
      // A target that was renamed depends on what it had at both places.
      for (const each of new Set([id, target.from ?? id])) unread.note(records, [base, head], planned.get(each) ?? {});
      // No manifest is written of what is no target.
      onHead?.(about.to === undefined ? head : { status: "absent", target: id }, base);
    }
    onWork?.("end", "review", id);
    return isDone;
  });
  reviewer.found.addTraces(await tracesOf(input, reviewer));
  const trusted = (await input.trust?.()) ?? EMPTY_TRUST;
  const trust = { ...trusted, changes: [...(input.ruleChanges ?? []), ...trusted.changes] };
  const notices = (await input.noticed?.all(affected.map(({ path }) => directoryOfTarget(path)))) ?? [];
  const owners = input.owners && (await findOwners(input.owners, trees, reviewer.found.causeFiles(), affected));
  const problem = input.owners?.codeOwners.problem();
  const files = await unread.list(input.whyUnread);
  const isAllRead = listUnread(files, trust.changes).unread?.files.length === 0;
  const given = [...(input.notes ?? []), ...(isAllRead ? [] : (input.notesIfUnread ?? []))];
  const notes = [...given, ...warnings, ...(problem === undefined ? [] : [problem])];
  const found = { ...(files !== undefined && { unread: files }), ...(owners !== undefined && { owners }) };
  return { reviewer, facts: { ...sides, trust, notes, notices, ...found } };
}

function withProblems(rendering: Rendering, problems: readonly Diagnostic[]): Rendering {
  if (rendering.status === "absent" || problems.length === 0) return rendering;
  return { ...rendering, diagnostics: [...rendering.diagnostics, ...problems] };
}

/** The fields that name a target. */
function nameOf({ id, path, deployment }: Target): Target {
  return { id, path, ...(deployment !== undefined && { deployment }) };
}

/** A target whose sides are rendered, and what the report says of it. */
interface Compared extends SidesTarget {
  readonly about: About;
}

/** Stands for the work on all targets together. No target has a name that begins with a slash. */
const TOGETHER = "/all targets";

/** Returns a function that stands for the edited files that each target depends on; see {@link PartialTarget.files}. */
function filesOf(targets: readonly ComparedTarget[]): (target: string) => string | undefined {
  const changed = new Map(targets.map(({ id, changed: files }) => [id, files]));
  return (target) => {
    const files = changed.get(target);
    // A target that is rendered although it depends on no edited file has its own reasons.
    return filesDigest(files?.length === 0 ? ["", target] : files);
  };
}

/** The files that only one side has; undefined if that is not known. */
function loneFiles({ changes, trees }: ComparisonInput): EditedFiles["loneFiles"] {
  if (changes === undefined) return undefined;
  const pathsOf = (side: SideName, op: ChangedPath["op"]): ReadonlySet<string> =>
    new Set(changes.flatMap((change) => (change.op === op ? [trees[side].display(change.path)] : [])));
  return { base: pathsOf("base", "removed"), head: pathsOf("head", "added") };
}

/** A review without causes is better than none. */
async function tracesOf(
  input: ComparisonInput,
  reviewer: Reviewer,
): Promise<ReadonlyMap<string, readonly ChangeTrace[]>> {
  const { trees, build, options, setbacks, onWork, changedFiles } = input;
  try {
    return await findCauses({
      trees,
      options: { base: { ...build, ...options?.base }, head: { ...build, ...options?.head } },
      deployments: input.deployments,
      inputsOf: input.inputsOf,
      requests: reviewer.found.requests((target) => setbacks?.causes.lost.has(target) ?? false),
      changedFiles,
      deadline: partOf(input.deadline, CAUSES_END),
      onStart: (target) => onWork?.("start", "causes", target),
      onProgress: (_done, _total, target) => onWork?.("end", "causes", target),
    });
  } catch {
    return new Map();
  }
}

/** The moment when a part of the time is over. */
function partOf(deadline: Deadline | undefined, part: number): Deadline | undefined {
  if (deadline === undefined) return undefined;
  return { ...deadline, at: deadline.at - (1 - part) * deadline.totalSeconds * 1000 };
}
