/** Compares target by target, and keeps only what the report needs of each. */
import type { MemoryPool } from "../budget/index.ts";
import type { Configuration } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { type Deadline, placeOfTarget, timeIsUp } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import type { KnownApis } from "../schemas/index.ts";
import { DangerRules } from "./dangers/index.ts";
import { ComparisonMemo } from "./differences/index.ts";
import { FoundChanges } from "./found-changes.ts";
import { type JoinLimits, type RunFacts, reportOf } from "./join.ts";
import { openComparison } from "./limits.ts";
import type { EditedFiles } from "./new-problems.ts";
import { type Compared, type Shared } from "./pair-comparison.ts";
import { EMPTY_TRUST, PARTIAL_VERSION, type PartialReview } from "./partial/index.ts";
import type { Report } from "./report.ts";
import { type About, type Comparable, type ReviewedTarget, reviewTarget } from "./target.ts";

/** The limits of one comparison. */
export interface Limits {
  /** Undefined for no limit, 0 if the time of the run is over. */
  readonly seconds: number | undefined;
  readonly deadline?: Deadline | undefined;
  /** True if a target that cannot be compared has failed. If not, it is compared again after all others. */
  readonly isLast: boolean;
}

export class Reviewer {
  readonly found: FoundChanges;
  readonly #pool: MemoryPool;
  readonly #timeoutSeconds: number | undefined;
  readonly #shared: Shared;
  /** See {@link PartialTarget.files}. */
  readonly #filesOf: (target: string) => string | undefined;

  /**
   * @param timeoutSeconds the limit for one target, where there is more time than that
   * @param edited the files that the change edits, as messages name them
   * @param apis those that changed objects are held to; absent if they are not known
   * @param filesOf stands for the edited files that a target depends on; undefined if they are not known
   */
  constructor(
    pool: MemoryPool,
    timeoutSeconds: number | undefined,
    configuration: Configuration,
    edited: EditedFiles = { changedFiles: new Set() },
    filesOf: (target: string) => string | undefined = () => undefined,
    apis?: KnownApis,
  ) {
    this.#pool = pool;
    this.#timeoutSeconds = timeoutSeconds;
    const memo = new ComparisonMemo<Compared | undefined>();
    const rules = new DangerRules(configuration, apis);
    this.#shared = { memo, configuration, ...edited, rules };
    this.found = new FoundChanges(edited.changedFiles);
    this.#filesOf = filesOf;
    pool.register(memo);
  }

  /**
   * Compares one target, in time linear in the size of its renderings. One whose comparison takes too much time or memory
   * becomes a target that failed.
   * @returns whether this is done, see {@link Limits.isLast}
   */
  compare(about: About, base: Rendering, head: Rendering, limits: Limits, more?: Comparable): boolean {
    const { seconds, deadline, isLast } = limits;
    if (seconds === 0 && deadline !== undefined) {
      this.#add(failed(about, base, head, [timeIsUp("was not compared", about.id, deadline)]));
      return true;
    }
    const budget = openComparison(about.id, this.#pool, seconds, isLast);
    try {
      this.#add(budget.run(() => reviewTarget(about, base, head, this.#shared, more)));
    } catch (thrown) {
      const isShort = budget.refusal !== undefined && !isLast;
      const hadLess = this.#timeoutSeconds !== seconds || diagnosticsOf(thrown)[0]?.code === "build-too-large";
      if (isShort && hadLess) return false;
      const diagnostics = diagnosticsOf(budget.refusal ?? thrown).map((one) => ({
        ...placeOfTarget(about.id),
        ...one,
      }));
      this.#add(failed(about, base, head, diagnostics));
    } finally {
      budget.close();
    }
    return true;
  }

  /** Adds a target that is not rendered: the change edits nothing that it depends on. */
  skip(about: About): void {
    const resources = { base: null, head: null };
    this.#add({ ...about, edited: false, status: "unaffected", resources, changes: [], diagnostics: [] });
  }

  /** Returns the report of everything that was compared. */
  report(facts: RunFacts, limits?: JoinLimits): Report {
    return reportOf(this.found, [facts], this.#shared.configuration, limits);
  }

  /** Returns everything that was compared, for the run that joins it with what others compared. */
  partial({ base, head, trust = EMPTY_TRUST, notes = [], notices = [], unread, owners }: RunFacts): PartialReview {
    const { text: configuration = null } = this.#shared.configuration;
    const found = {
      ...this.found.partial(),
      ...(unread !== undefined && { unread }),
      ...(owners !== undefined && { owners }),
    };
    return { version: PARTIAL_VERSION, base, head, configuration, ...found, trust, notes, notices };
  }

  #add(target: ReviewedTarget): void {
    this.found.add(target, this.#filesOf(target.id));
  }
}

/** Returns the report of a target that could not be compared. */
function failed(about: About, base: Rendering, head: Rendering, diagnostics: readonly Diagnostic[]): ReviewedTarget {
  const countOf = (side: Rendering) => (side.status === "rendered" ? side.resources.length : null);
  const resources = { base: countOf(base), head: countOf(head) };
  return { ...about, status: "failed", failedBefore: false, resources, changes: [], diagnostics };
}
