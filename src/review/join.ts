/** Makes the report of what is known of all targets, from comparisons or from partial reviews. */

import { type MemoryPool, processPool } from "../budget/index.ts";
import { loadCel } from "../cel/index.ts";
import { getOrInsert } from "../collections.ts";
import {
  type Configuration,
  EMPTY_CONFIGURATION,
  type FileSettingName,
  readConfiguration,
  SETTINGS,
  type SettingInForce,
  type SettingsInForce,
} from "../configuration/index.ts";
import { diagnosticsOf, failure, type KrmError } from "../diagnostics.ts";
import { targetText } from "../render/index.ts";
import type { KnownApis } from "../schemas/index.ts";
import { limitedNotes } from "../sources/index.ts";
import { compareBytewise, stableJson } from "../text/index.ts";
import { assembleReport } from "./assembly.ts";
import { causesOfMove } from "./causes/index.ts";
import { rankOf } from "./changes.ts";
import { isSameObject } from "./dangers/index.ts";
import { contentDigest } from "./differences/index.ts";
import { type DistinctChange, FoundChanges } from "./found-changes.ts";
import { KNOWN_RULES } from "./known-rules.ts";
import { openComparison } from "./limits.ts";
import { findMoves, type Move } from "./moves.ts";
import { forgetKnown } from "./new-problems.ts";
import { EMPTY_TRUST, knownOwners, type PartialReview, trustChanges, unionOfNotes } from "./partial/index.ts";
import type { Cause, Report, TargetDiagnostic, TargetReport, UnreadFile } from "./report.ts";
import { ChangeStore } from "./store.ts";
import { listUnread } from "./unread-files.ts";
import { whereaboutsOf } from "./whereabouts.ts";

/** The facts that a run knows beside the targets. */
export type RunFacts = Pick<PartialReview, "base" | "head"> &
  Partial<Pick<PartialReview, "trust" | "notes" | "notices" | "unread" | "owners">>;

/** The limits of the work on all targets together. What exceeds them is left out: nothing is lost. */
export interface JoinLimits {
  readonly pool?: MemoryPool | undefined;
  /** The APIs that objects are held to which went from targets to others; undefined if they are not known. */
  readonly apis?: KnownApis | undefined;
  /**
   * Returns the seconds for the search for objects that went from targets to others: these stay removed and added if it ends
   * early. Undefined for no limit, 0 for no search.
   */
  readonly pairing?: () => number | undefined;
  /** Returns the seconds for grouping: each change is a row if it ends early. */
  readonly grouping?: () => number | undefined;
  /** Called before and after the search for objects that went to others. */
  readonly onPairing?: (event: "start" | "end") => void;
}

/**
 * Returns the report of all targets together, in their order. It does not depend on how the targets were divided, nor on the order of
 * the partial reviews. Takes time linear in their size, but for sorting.
 *
 * @throws KrmError `partial-mismatch` for reviews that are not of one comparison, `partial-invalid` for a configuration that cannot
 *   be read
 */
export function joinReviews(partials: readonly PartialReview[]): Report {
  // So that nothing depends on their order.
  const [first, ...others] = partials.toSorted(byFirstTarget);
  if (first === undefined) throw mismatch("there is none");
  for (const other of others) checkEqual(first, other);
  const ids = new Set<string>();
  const found = new FoundChanges();
  for (const partial of [first, ...others]) {
    for (const { id } of partial.targets) {
      if (ids.has(id)) throw mismatch(`two of them have the target ${targetText(id)}`);
      ids.add(id);
    }
    found.addPartial(partial);
  }
  return reportOf(found, [first, ...others], configurationOf(first));
}

/** Loads what evaluates the policies of partial reviews; call it before they are joined. */
export async function prepareJoin([first]: readonly PartialReview[]): Promise<void> {
  if (first !== undefined && configurationOf(first).policies.length > 0) await loadCel();
}

function byFirstTarget({ targets: [a] }: PartialReview, { targets: [b] }: PartialReview): number {
  return compareBytewise(a?.id ?? "", b?.id ?? "");
}

function checkEqual(first: PartialReview, other: PartialReview): void {
  if (stableJson([first.base, first.head]) !== stableJson([other.base, other.head]))
    throw mismatch("they are of different revisions");
  if (first.configuration !== other.configuration) throw mismatch("they were made with different configurations");
}

function mismatch(problem: string): KrmError {
  return failure("partial-mismatch", `these partial reviews are not those of one comparison: ${problem}`, {
    hint: "Join the shards of one run of the workflow, each once.",
  });
}

/**
 * The settings of the base that say how strictly the change is reviewed, and who hears of it: partial reviews hold its file. All
 * hold the same one, or {@link joinReviews} refuses them.
 * @throws KrmError `partial-invalid`
 */
export function policySettings([first]: readonly PartialReview[]): SettingsInForce {
  const inForce = new Map<FileSettingName, SettingInForce>();
  if (first === undefined) return inForce;
  for (const [name, value] of configurationOf(first).settings) {
    if (SETTINGS[name].class === "policy") inForce.set(name, { ...value, revision: first.base.label });
  }
  return inForce;
}

function configurationOf({ configuration }: PartialReview): Configuration {
  if (configuration === null) return EMPTY_CONFIGURATION;
  try {
    return readConfiguration(Buffer.from(configuration), "configuration", KNOWN_RULES).configuration;
  } catch (thrown) {
    const [first] = diagnosticsOf(thrown);
    const message = `the configuration of the partial reviews cannot be read: ${first?.message ?? ""}`;
    throw failure("partial-invalid", message, { hint: "Use the files that krm-render wrote, as they are." });
  }
}

/**
 * Returns the report. Uses up what was found.
 * @param runs the facts of all runs that found it
 */
export function reportOf(
  found: FoundChanges,
  runs: readonly [RunFacts, ...RunFacts[]],
  configuration: Configuration,
  limits: JoinLimits = {},
): Report {
  const join = new Join(found);
  join.pair(configuration, limits);
  return join.report(runs, configuration, limits);
}

type FoundTargets = ReturnType<FoundChanges["list"]>["targets"];

class Join {
  readonly #found: FoundChanges;
  readonly #targets: FoundTargets;
  readonly #changes: ReturnType<FoundChanges["list"]>["changes"];
  readonly #store = new ChangeStore();
  readonly #causes = new Map<string, readonly Cause[]>();
  /** The place of each change in the reports of targets. Both halves of a move have that of the move. */
  readonly #placed = new Map<DistinctChange, { readonly id: string; readonly rank: number }>();
  /** The digests of moves to another name, namespace or kind. */
  readonly #renaming = new Set<string>();
  /** The problems of moves, by targets. */
  readonly #problems = new Map<string, TargetDiagnostic[]>();

  constructor(found: FoundChanges) {
    this.#found = found;
    ({ targets: this.#targets, changes: this.#changes } = found.list());
    // The ids of changes whose digests begin alike depend on their order.
    for (const [each, targets] of [...this.#changes].sort(([a], [b]) => compareBytewise(a.digest, b.digest))) {
      const id = this.#store.add(each.change, each.original, each.digest);
      this.#placed.set(each, { id, rank: rankOf(each.change) });
      this.#causes.set(id, found.causesOf(each, targets));
    }
  }

  /** Objects that went to other targets count as removed and added where this takes too much time or memory. */
  pair(configuration: Configuration, { pool = processPool(), apis, pairing, onPairing }: JoinLimits): void {
    const seconds = pairing?.();
    if (seconds === 0) return;
    onPairing?.("start");
    const budget = openComparison("all targets", pool, seconds, true);
    try {
      for (const move of findMoves(this.#changes, configuration, budget, apis)) this.#add(move);
    } catch {
      // What is not paired is in the report as it is.
    } finally {
      budget.close();
      onPairing?.("end");
    }
  }

  report(
    runs: readonly [RunFacts, ...RunFacts[]],
    { dangers, noise }: Configuration,
    { pool = processPool(), grouping }: JoinLimits,
  ): Report {
    const [{ base, head }] = runs;
    const trust = trustChanges(runs.map((run) => run.trust ?? EMPTY_TRUST));
    const targets = this.#targets.map(({ report, entries }): TargetReport => {
      const problems = this.#problems.get(report.id) ?? [];
      const placed = entries.map(({ change }) => this.#placeOf(change)).sort((a, b) => a.rank - b.rank);
      const ids = [...new Set(placed.map(({ id }) => id))];
      return { ...report, changes: ids, diagnostics: [...report.diagnostics, ...problems] };
    });
    return assembleReport({
      base,
      head,
      trust,
      ...listUnread(unreadByAll(runs), trust),
      owners: knownOwners(runs.map(({ owners }) => owners)),
      notes: [
        ...unionOfNotes(runs.map(({ notes = [] }) => notes)),
        ...limitedNotes(unionOfNotes(runs.map(({ notices = [] }) => notices))),
      ],
      targets: forgetKnown(targets),
      store: this.#store,
      causes: this.#causes,
      dangers: this.#found.dangers.list(
        dangers,
        (digest) => this.#store.idOf(digest),
        whereaboutsOf({
          targets: this.#targets,
          changes: this.#changes,
          renaming: this.#renaming,
          dangers: this.#found.dangers,
          isWhole: (change) => this.#placeOf(change).id === this.#store.idOf(change.digest),
        }),
        this.#pathOf(),
      ),
      podEffects: this.#found.podEffects.list((digest) => this.#store.idOf(digest)),
      noise,
      bounded: (step) => bounded(step, pool, grouping?.()),
    });
  }

  #pathOf(): (target: string) => string {
    const paths = new Map(this.#targets.map(({ report: { id, path } }) => [id, path]));
    return (target) => paths.get(target) ?? target;
  }

  #placeOf(change: DistinctChange): { readonly id: string; readonly rank: number } {
    return this.#placed.get(change) as { id: string; rank: number };
  }

  #add({ removed, added, base, head, compared, isLost }: Move): void {
    const { change, checked } = compared;
    const digest = contentDigest(change);
    const id = this.#store.add(change, head.original, digest);
    const isGone = isLost ? "everywhere" : !isSameObject(base, head);
    if (!isSameObject(base, head)) this.#renaming.add(digest);
    const { dangers } = this.#found;
    const caused = ({ change: half, targets }: Move["added"]): Parameters<typeof causesOfMove>[0] => {
      return { targets, causes: this.#causes.get(this.#placeOf(half).id) ?? [] };
    };
    this.#causes.set(id, causesOfMove(caused(added), caused(removed)));
    for (const { change: half, targets } of [removed, added]) {
      for (const target of targets) {
        dangers.replace(half.digest, target, digest, isGone);
        dangers.add(digest, change.object, target, checked.dangers);
      }
      // The Pods of an object that other targets get do not end.
      this.#found.podEffects.forget(half.digest);
      this.#placed.set(half, { id, rank: rankOf(change) });
    }
    if (checked.problems.length === 0) return;
    for (const target of added.targets)
      getOrInsert(this.#problems, target, (): TargetDiagnostic[] => []).push(...checked.problems);
  }
}

/** Returns the files that no run read; undefined if a run does not know it. */
function unreadByAll([first, ...others]: readonly RunFacts[]): readonly UnreadFile[] | undefined {
  const rest = others.map(({ unread }) => unread && new Set(unread.map(({ file }) => file)));
  if (rest.includes(undefined)) return undefined;
  return first?.unread?.filter(({ file }) => rest.every((files) => files?.has(file)));
}

/** Returns the result of work on all targets together; undefined if it takes too much time or memory. */
function bounded<T>(step: () => T, pool: MemoryPool, seconds: number | undefined): T | undefined {
  if (seconds === 0) return undefined;
  const budget = openComparison("all targets", pool, seconds, true);
  try {
    return budget.run(step);
  } catch (thrown) {
    if (budget.refusal === undefined) throw thrown;
    return undefined;
  } finally {
    budget.close();
  }
}
