/** Joins partial reviews into the report. This is the only way from comparisons to a report: a single run joins one. */
import { type Budget, type MemoryPool, processPool } from "../budget/index.ts";
import {
  type Configuration,
  EMPTY_CONFIGURATION,
  type FileSettingName,
  readConfiguration,
  SETTINGS,
  type SettingInForce,
  type SettingsInForce,
} from "../configuration/index.ts";
import { diagnosticsOf, failure } from "../diagnostics.ts";
import { limitedNotes } from "../sources/index.ts";
import { compareBytewise } from "../text/index.ts";
import { assembleReport } from "./assembly.ts";
import { causesOfMove } from "./causes/index.ts";
import { rankOf } from "./changes.ts";
import { FoundDangers, isSameObject, type SilencedObject } from "./dangers/index.ts";
import { KNOWN_RULES } from "./known-rules.ts";
import { openComparison } from "./limits.ts";
import { findMoves, type Move } from "./moves.ts";
import { forgetKnown } from "./new-problems.ts";
import { type MergedChange, type MergedReview, mergePartials, type PartialReview } from "./partial/index.ts";
import type { Cause, NewChange, Report, TargetDiagnostic, TargetReport } from "./report.ts";
import { ChangeStore } from "./store.ts";
import { listUnread } from "./unread-files.ts";

/** What a join may take. What it cannot do in time, or in memory, is left out: nothing is lost. */
export interface JoinLimits {
  readonly pool?: MemoryPool | undefined;
  /**
   * Returns the seconds for the search for objects that went from targets to others: these stay removed and added if it ends
   * early. Undefined for no limit, 0 for no search.
   */
  readonly pairing?: () => number | undefined;
  /** Returns the seconds for grouping: each change is a row if it ends early. */
  readonly grouping?: () => number | undefined;
  /** Called before and after the search for objects that went to others. */
  readonly onPairing?: (event: "start" | "end") => void;
  /** That of a run that did the comparisons itself; read from the partial reviews if absent. */
  readonly configuration?: Configuration | undefined;
}

/**
 * Returns the report of all targets together, in path order. It does not depend on how the targets were divided, nor on the order of
 * the partial reviews. Takes time linear in their size, but for sorting.
 *
 * @throws KrmError `partial-mismatch` for reviews that are not of one comparison, `partial-invalid` for a configuration that cannot
 *   be read
 */
export function joinReviews(partials: readonly PartialReview[], limits: JoinLimits = {}): Report {
  const merged = mergePartials(partials);
  const configuration = limits.configuration ?? configurationOf(merged);
  const join = new Join(merged);
  join.pair(configuration, limits);
  return join.report(configuration, limits);
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

function configurationOf({ configuration }: Pick<MergedReview, "configuration">): Configuration {
  if (configuration === null) return EMPTY_CONFIGURATION;
  try {
    return readConfiguration(Buffer.from(configuration), "configuration", KNOWN_RULES).configuration;
  } catch (thrown) {
    const [first] = diagnosticsOf(thrown);
    throw failure(
      "partial-invalid",
      `the configuration of the partial reviews cannot be read: ${first?.message ?? ""}`,
      {
        hint: "Use the files that krm-render wrote, as they are.",
      },
    );
  }
}

/** A change with its place in the reports of targets. */
interface Placed {
  readonly id: string;
  readonly rank: number;
}

class Join {
  readonly #merged: MergedReview;
  readonly #store = new ChangeStore();
  readonly #dangers = new FoundDangers();
  readonly #causes = new Map<string, readonly Cause[]>();
  /** What each change is in the report: that of a move for both of its halves. */
  readonly #placed = new Map<MergedChange, Placed>();
  /** What moves are problems of, by targets. */
  readonly #problems = new Map<string, TargetDiagnostic[]>();

  constructor(merged: MergedReview) {
    this.#merged = merged;
    // The ids of changes whose digests begin alike depend on their order.
    for (const each of merged.changes.toSorted((a, b) => compareBytewise(a.digest, b.digest))) {
      const id = this.#store.add(each.change, each.original, each.digest);
      this.#placed.set(each, { id, rank: rankOf(each.change) });
      this.#causes.set(id, each.causes);
    }
    for (const { change, danger, targets } of merged.dangers) {
      const object = silencedObject(change.change);
      for (const target of targets) this.#dangers.add(this.#placeOf(change).id, object, target, [danger]);
    }
  }

  /** Objects that went to other targets count as removed and added where this takes too much time or memory. */
  pair(configuration: Configuration, { pool = processPool(), pairing, onPairing }: JoinLimits): void {
    const seconds = pairing?.();
    if (seconds === 0) return;
    onPairing?.("start");
    const budget = openComparison("all targets", pool, seconds, true);
    try {
      for (const move of findMoves(this.#merged.changes, configuration, budget)) this.#add(move);
    } catch {
      // What is not paired is in the report as it is.
    } finally {
      budget.close();
      onPairing?.("end");
    }
  }

  report({ dangers, noise }: Configuration, { pool = processPool(), grouping }: JoinLimits): Report {
    const { base, head, trust, notes, notices, unread } = this.#merged;
    const targets = this.#merged.targets.map(({ report, changes }): TargetReport => {
      const problems = this.#problems.get(report.path) ?? [];
      const placed = changes.map((each) => this.#placeOf(each)).sort((a, b) => a.rank - b.rank);
      const ids = [...new Set(placed.map(({ id }) => id))];
      return { ...report, changes: ids, diagnostics: [...report.diagnostics, ...problems] };
    });
    return assembleReport({
      base,
      head,
      trust,
      ...listUnread(unread, trust),
      notes: [...notes, ...limitedNotes(notices)],
      targets: forgetKnown(targets),
      store: this.#store,
      causes: this.#causes,
      dangers: this.#dangers.list(dangers.silences),
      noise,
      bounded: (step) => bounded(step, pool, grouping?.()),
    });
  }

  #placeOf(change: MergedChange): Placed {
    return this.#placed.get(change) as Placed;
  }

  #add({ removed, added, base, head, compared, isLost }: Move): void {
    const { change, checked } = compared;
    const id = this.#store.add(change, head.original);
    const isGone = isLost ? "everywhere" : !isSameObject(base, head);
    for (const half of [removed, added]) {
      const old = this.#placeOf(half).id;
      for (const target of half.targets) {
        this.#dangers.replace(old, target, id, isGone);
        this.#dangers.add(id, silencedObject(change), target, checked.dangers);
      }
      this.#placed.set(half, { id, rank: rankOf(change) });
    }
    this.#causes.set(id, causesOfMove(added, removed));
    if (checked.problems.length === 0) return;
    for (const target of added.targets)
      this.#problems.set(target, [...(this.#problems.get(target) ?? []), ...checked.problems]);
  }
}

/** The names by which the object of a change is silenced. */
function silencedObject({ object }: NewChange): SilencedObject {
  const { kind, namespace, name, baseName = name } = object;
  return { kind, namespace, name, baseName };
}

/** The result of work on all targets together; undefined if it takes too much time or memory. */
function bounded<T>(step: () => T, pool: MemoryPool, seconds: number | undefined): T | undefined {
  if (seconds === 0) return undefined;
  const budget: Budget = openComparison("all targets", pool, seconds, true);
  try {
    return budget.run(step);
  } catch (thrown) {
    if (budget.refusal === undefined) throw thrown;
    return undefined;
  } finally {
    budget.close();
  }
}
