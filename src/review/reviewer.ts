/** Compares target by target, and keeps only what the report needs of each. */
import type { Budget, MemoryPool } from "../budget/index.ts";
import type { Configuration } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { type Deadline, timeIsUp } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { AskedCauses } from "./asked-causes.ts";
import { assembleReport, type ReportParts } from "./assembly.ts";
import type { CauseRequest } from "./causes/index.ts";
import { type FoundChange, rankOf } from "./changes.ts";
import { ComparisonMemo } from "./comparison-memo.ts";
import { DangerRules, FoundDangers, isSameObject } from "./dangers/index.ts";
import { LeftObjects, type LeftPair, leftName } from "./left-objects.ts";
import { openComparison } from "./limits.ts";
import { forgetKnown } from "./new-problems.ts";
import { type Compared, comparePair, type Shared } from "./pair-comparison.ts";
import type { Cause, ChangeGroup, Report, TargetDiagnostic, TargetReport } from "./report.ts";
import { ChangeStore, type NewChange } from "./store.ts";
import { type About, type ReviewedTarget, reviewTarget } from "./target.ts";

/** The limits of one comparison. */
export interface Limits {
  /** Undefined for no limit, 0 if the time of the run is over. */
  readonly seconds: number | undefined;
  readonly deadline?: Deadline | undefined;
  /** Whether a target that cannot be compared has failed. If not, it is to be compared again after all others. */
  readonly isLast: boolean;
}

/** A change of one target, with its place in the report of the target. */
interface Entry {
  id: string;
  rank: number;
}

interface Reviewed {
  readonly report: TargetReport;
  readonly entries: readonly Entry[];
  /** The entries of objects that exist on one side only. */
  readonly left: ReadonlyMap<string, Entry>;
}

export class Reviewer {
  readonly #pool: MemoryPool;
  readonly #timeoutSeconds: number | undefined;
  readonly #shared: Shared;
  readonly #store = new ChangeStore();
  readonly #asked = new AskedCauses();
  readonly #left = new LeftObjects();
  readonly #dangers = new FoundDangers();
  readonly #targets = new Map<string, Reviewed>();
  /** The ids of the changes of the memo, which are stored already. */
  readonly #ids = new WeakMap<NewChange, string>();

  /**
   * @param timeoutSeconds the limit for one target, where there is more time than that
   * @param changedFiles the files that the change edits, as messages name them
   */
  constructor(
    pool: MemoryPool,
    timeoutSeconds: number | undefined,
    configuration: Configuration,
    changedFiles: ReadonlySet<string> = new Set(),
  ) {
    this.#pool = pool;
    this.#timeoutSeconds = timeoutSeconds;
    const memo = new ComparisonMemo<Compared | undefined>();
    const rules = new DangerRules(configuration.dangers);
    this.#shared = { memo, configuration, changedFiles, rules };
    pool.register(memo);
  }

  /**
   * Compares one target, in time linear in the size of its renderings. One whose comparison takes too much time or memory
   * becomes a target that failed.
   * @returns whether this is done, see {@link Limits.isLast}
   */
  compare(about: About, base: Rendering, head: Rendering, limits: Limits): boolean {
    const { seconds, deadline, isLast } = limits;
    if (seconds === 0 && deadline !== undefined) {
      this.#add(failed(about, base, head, [timeIsUp(`${about.path} was not compared`, about.path, deadline)]));
      return true;
    }
    const budget = openComparison(about.path, this.#pool, seconds, isLast);
    try {
      const reviewed = budget.run(() => reviewTarget(about, base, head, this.#shared));
      this.#add(reviewed);
    } catch (thrown) {
      const isShort = budget.refusal !== undefined && !isLast;
      const hadLess = this.#timeoutSeconds !== seconds || diagnosticsOf(thrown)[0]?.code === "build-too-large";
      if (isShort && hadLess) return false;
      const diagnostics = diagnosticsOf(budget.refusal ?? thrown).map((one) => ({ file: about.path, ...one }));
      this.#add(failed(about, base, head, diagnostics));
    } finally {
      budget.close();
    }
    return true;
  }

  /** Adds a target that is not rendered: the change edits nothing that it depends on. */
  skip(about: About): void {
    const resources = { base: null, head: null };
    const report: TargetReport = {
      ...about,
      edited: false,
      status: "unaffected",
      resources,
      changes: [],
      diagnostics: [],
    };
    this.#targets.set(about.path, { report, entries: [], left: new Map() });
  }

  /**
   * Pairs objects that some targets lost with objects that others gained, after all targets are compared. They count as removed
   * and added where that takes too much time or memory.
   */
  pairAcrossTargets(seconds: number | undefined): void {
    const budget = openComparison("all targets", this.#pool, seconds, true);
    try {
      for (const pair of budget.run(() => this.#left.pairs())) this.#addMove(pair, budget);
    } catch {
      // What is not paired is in the report as it is.
    } finally {
      budget.close();
      this.#left.release();
    }
  }

  /** One for each change of each target. */
  requests(): readonly CauseRequest[] {
    return this.#asked.requests((id) => this.#store.get(id));
  }

  /**
   * The report of everything that was compared.
   * @param causes by the ids of changes. A change without any has the files that its objects come from
   * @param seconds for the grouping. Unlimited if undefined
   */
  report(
    parts: Pick<ReportParts, "base" | "head" | "trust" | "notes">,
    causes: ReadonlyMap<string, readonly Cause[]> = new Map(),
    seconds?: number,
  ): Report {
    const targets = [...this.#targets.values()].map(({ report, entries }) => {
      const sorted = entries.toSorted((a, b) => a.rank - b.rank);
      return { ...report, changes: [...new Set(sorted.map(({ id }) => id))] };
    });
    const all = new Map(this.#asked.origins(this.#shared.changedFiles));
    for (const [id, found] of causes) if (found.length > 0) all.set(id, found);
    const { dangers: settings, noise } = this.#shared.configuration;
    const dangers = this.#dangers.list(settings.silences);
    const bounded = (step: () => readonly ChangeGroup[]) => this.#bounded(step, seconds);
    return assembleReport({
      ...parts,
      targets: forgetKnown(targets),
      store: this.#store,
      causes: all,
      dangers,
      noise,
      bounded,
    });
  }

  /** The result of work on all targets together; undefined if it takes too much time or memory. */
  #bounded<T>(step: () => T, seconds: number | undefined): T | undefined {
    if (seconds === 0) return undefined;
    const budget = openComparison("all targets", this.#pool, seconds, true);
    try {
      return budget.run(step);
    } catch (thrown) {
      if (budget.refusal === undefined) throw thrown;
      return undefined;
    } finally {
      budget.close();
    }
  }

  #add({ changes, names, ...report }: ReviewedTarget): void {
    const left = new Map<string, Entry>();
    const entries = changes.map((found): Entry => {
      const id = this.#idOf(found);
      const entry = { id, rank: rankOf(found.change) };
      this.#asked.note(id, report.path, found, report.from);
      this.#dangers.add(id, report.path, found.dangers);
      const name = names && this.#left.note(report.path, found, names);
      if (name !== undefined) left.set(name, entry);
      return entry;
    });
    this.#targets.set(report.path, { report: { ...report, changes: [] }, entries, left });
  }

  #addMove({ base, head, from, to, names }: LeftPair, budget: Budget): void {
    // Where fewer targets have the object than before, at least one cluster may lose it: it is removed there, and not moved.
    const isLost = from.length > to.length;
    const compared = budget.run(() => comparePair({ base, head }, names, this.#shared, from, !isLost));
    if (compared === undefined) return;
    const { change, checked } = compared;
    const found: FoundChange = { base, head, change, dangers: checked.dangers, touches: checked.touches };
    const id = this.#idOf(found);
    const isGone = isLost ? "everywhere" : !isSameObject(base, head);
    this.#replace(from, leftName("removed", base), id, found, isGone);
    this.#replace(to, leftName("added", head), id, found, isGone);
    for (const target of to) this.#asked.note(id, target, found, from[0]);
    this.#addProblems(to, checked.problems);
  }

  /** Puts a change in the place of another one of some targets. @param isGone see {@link FoundDangers.replace} */
  #replace(
    targets: readonly string[],
    left: string,
    id: string,
    { change, dangers }: FoundChange,
    isGone: boolean | "everywhere",
  ): void {
    const replaced = new Map<string, Set<string>>();
    for (const target of targets) {
      const entry = this.#targets.get(target)?.left.get(left);
      if (entry === undefined) continue;
      const same = replaced.get(entry.id) ?? new Set();
      replaced.set(entry.id, same.add(target));
      this.#dangers.replace(entry.id, target, id, isGone);
      this.#dangers.add(id, target, dangers);
      entry.id = id;
      entry.rank = rankOf(change);
    }
    for (const [old, having] of replaced) this.#asked.forget(old, having);
  }

  #addProblems(targets: readonly string[], problems: readonly TargetDiagnostic[]): void {
    if (problems.length === 0) return;
    for (const target of targets) {
      const known = this.#targets.get(target);
      if (known === undefined) continue;
      const diagnostics = [...known.report.diagnostics, ...problems];
      this.#targets.set(target, { ...known, report: { ...known.report, diagnostics } });
    }
  }

  #idOf({ change, base, head }: FoundChange): string {
    let id = this.#ids.get(change);
    if (id === undefined) this.#ids.set(change, (id = this.#store.add(change, (head ?? base)?.original)));
    return id;
  }
}

/** The report of a target that could not be compared. */
function failed(about: About, base: Rendering, head: Rendering, diagnostics: readonly Diagnostic[]): ReviewedTarget {
  const countOf = (side: Rendering) => (side.status === "rendered" ? side.resources.length : null);
  const resources = { base: countOf(base), head: countOf(head) };
  return { ...about, status: "failed", failedBefore: false, resources, changes: [], diagnostics };
}
