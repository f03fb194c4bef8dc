/** Compares target by target, and keeps only what the report needs of each. */
import { type MemoryPool, openBudget } from "../budget/index.ts";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { type Deadline, timeIsUp } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { assembleReport, type ReportParts } from "./assembly.ts";
import type { Compared } from "./changes.ts";
import { ComparisonMemo } from "./comparison-memo.ts";
import { OriginCauses } from "./origin-causes.ts";
import type { Report, TargetReport } from "./report.ts";
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

/** The part of the memory that must be left for the next targets and for the texts of the report. */
const RESERVE = 0.4;
/** The same for targets that get another turn: a large one must not take what small ones need. */
const FIRST_RESERVE = 0.6;

export class Reviewer {
  readonly #pool: MemoryPool;
  readonly #timeoutSeconds: number | undefined;
  readonly #memo = new ComparisonMemo<Compared | undefined>();
  readonly #store = new ChangeStore();
  readonly #causes = new OriginCauses();
  readonly #targets: TargetReport[] = [];
  /** The ids of the changes of the memo, which are stored already. */
  readonly #ids = new WeakMap<NewChange, string>();

  /** @param timeoutSeconds the limit for one target, where there is more time than that */
  constructor(pool: MemoryPool, timeoutSeconds: number | undefined) {
    this.#pool = pool;
    this.#timeoutSeconds = timeoutSeconds;
    pool.register(this.#memo);
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
    const budget = this.#openBudget(about.path, limits);
    try {
      this.#add(budget.run(() => reviewTarget(about, base, head, this.#memo)));
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
    this.#targets.push({ ...about, status: "unaffected", resources, changes: [], diagnostics: [] });
  }

  /** The report of everything that was compared. Call it once. */
  report(parts: Pick<ReportParts, "base" | "head" | "trust" | "notes">): Report {
    return assembleReport({ ...parts, targets: this.#targets, store: this.#store, causes: this.#causes.list() });
  }

  #add({ changes, names: _, ...report }: ReviewedTarget): void {
    const ids = changes.map(({ change, cause }) => {
      const id = this.#idOf(change);
      this.#causes.note(id, report.path, cause);
      return id;
    });
    this.#targets.push({ ...report, changes: ids });
  }

  #idOf(change: NewChange): string {
    let id = this.#ids.get(change);
    if (id === undefined) this.#ids.set(change, (id = this.#store.add(change)));
    return id;
  }

  #openBudget(path: string, { seconds, isLast }: Limits): ReturnType<typeof openBudget> {
    const pool = this.#pool;
    const share = pool.share(1);
    const reserve = isLast ? RESERVE : FIRST_RESERVE;
    const hint = "Look for content that is repeated many times, or compare the files of the repository.";
    return openBudget({
      seconds,
      late: () =>
        failure("build-timeout", `the comparison of ${path} was stopped: it takes more than ${seconds} seconds`, {
          file: path,
          hint,
        }),
      tooLarge: () =>
        failure(
          "build-too-large",
          `the comparison of ${path} was stopped: its changes are too large for this machine`,
          {
            file: path,
            hint,
          },
        ),
      memory: { ...share, more: () => (share.has(pool.limit * reserve) ? share.more() : 0) },
    });
  }
}

/** The report of a target that could not be compared. */
function failed(about: About, base: Rendering, head: Rendering, diagnostics: readonly Diagnostic[]): ReviewedTarget {
  const countOf = (side: Rendering) => (side.status === "rendered" ? side.resources.length : null);
  const resources = { base: countOf(base), head: countOf(head) };
  return { ...about, status: "failed", failedBefore: false, resources, changes: [], diagnostics };
}
