/** Compares target by target, and keeps only what the report needs of each. */
import type { MemoryPool } from "../budget/index.ts";
import type { Configuration } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { type Deadline, timeIsUp } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import type { CauseRequest, ChangeTrace } from "./causes/index.ts";
import { DangerRules } from "./dangers/index.ts";
import { ComparisonMemo } from "./differences/index.ts";
import { FoundChanges } from "./found-changes.ts";
import { openComparison } from "./limits.ts";
import { type Compared, type Shared } from "./pair-comparison.ts";
import { NO_TRUST, PARTIAL_VERSION, type PartialReview } from "./partial/index.ts";
import { type About, type ReviewedTarget, reviewTarget } from "./target.ts";

/** The limits of one comparison. */
export interface Limits {
  /** Undefined for no limit, 0 if the time of the run is over. */
  readonly seconds: number | undefined;
  readonly deadline?: Deadline | undefined;
  /** Whether a target that cannot be compared has failed. If not, it is to be compared again after all others. */
  readonly isLast: boolean;
}

/** What the review says beside the targets. */
export type Parts = Pick<PartialReview, "base" | "head"> &
  Partial<Pick<PartialReview, "trust" | "notes" | "notices" | "unread">>;

export class Reviewer {
  readonly #pool: MemoryPool;
  readonly #timeoutSeconds: number | undefined;
  readonly #shared: Shared;
  readonly #found: FoundChanges;
  /** See {@link PartialTarget.files}. */
  readonly #filesOf: (target: string) => string | undefined;

  /**
   * @param timeoutSeconds the limit for one target, where there is more time than that
   * @param changedFiles the files that the change edits, as messages name them
   * @param filesOf stands for the edited files that a target depends on; undefined if they are not known
   */
  constructor(
    pool: MemoryPool,
    timeoutSeconds: number | undefined,
    configuration: Configuration,
    changedFiles: ReadonlySet<string> = new Set(),
    filesOf: (target: string) => string | undefined = () => undefined,
  ) {
    this.#pool = pool;
    this.#timeoutSeconds = timeoutSeconds;
    const memo = new ComparisonMemo<Compared | undefined>();
    const rules = new DangerRules(configuration.dangers);
    this.#shared = { memo, configuration, changedFiles, rules };
    this.#found = new FoundChanges(changedFiles);
    this.#filesOf = filesOf;
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
      this.#found.add(failed(about, base, head, [timeIsUp(`${about.path} was not compared`, about.path, deadline)]));
      return true;
    }
    const budget = openComparison(about.path, this.#pool, seconds, isLast);
    try {
      const reviewed = budget.run(() => reviewTarget(about, base, head, this.#shared));
      this.#found.add(reviewed);
    } catch (thrown) {
      const isShort = budget.refusal !== undefined && !isLast;
      const hadLess = this.#timeoutSeconds !== seconds || diagnosticsOf(thrown)[0]?.code === "build-too-large";
      if (isShort && hadLess) return false;
      const diagnostics = diagnosticsOf(budget.refusal ?? thrown).map((one) => ({ file: about.path, ...one }));
      this.#found.add(failed(about, base, head, diagnostics));
    } finally {
      budget.close();
    }
    return true;
  }

  /** Adds a target that is not rendered: the change edits nothing that it depends on. */
  skip(about: About): void {
    const resources = { base: null, head: null };
    this.#found.add({ ...about, edited: false, status: "unaffected", resources, changes: [], diagnostics: [] });
  }

  /** See {@link FoundChanges.requests}. */
  requests(isLost: (target: string) => boolean = () => false): readonly CauseRequest[] {
    return this.#found.requests(isLost, this.#filesOf);
  }

  /**
   * Everything that was compared.
   * @param traces by the ids of the requests. A change without any has the files that its objects come from
   */
  partial(parts: Parts, traces: ReadonlyMap<string, readonly ChangeTrace[]> = new Map()): PartialReview {
    const { base, head, trust = NO_TRUST, notes = [], notices = [], unread } = parts;
    const { changes, targets, dangers } = this.#found.list(traces, this.#filesOf);
    const { text: configuration = null } = this.#shared.configuration;
    const found = { changes, targets, dangers, ...(unread !== undefined && { unread }) };
    return { version: PARTIAL_VERSION, base, head, configuration, ...found, trust, notes, notices };
  }
}

/** The report of a target that could not be compared. */
function failed(about: About, base: Rendering, head: Rendering, diagnostics: readonly Diagnostic[]): ReviewedTarget {
  const countOf = (side: Rendering) => (side.status === "rendered" ? side.resources.length : null);
  const resources = { base: countOf(base), head: countOf(head) };
  return { ...about, status: "failed", failedBefore: false, resources, changes: [], diagnostics };
}
