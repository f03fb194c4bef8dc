/** The time and the memory that a comparison may take. */
import { type Budget, type MemoryPool, openBudget } from "../budget/index.ts";
import { LimitError } from "../diagnostics.ts";
import { placeOfTarget, targetText } from "../render/index.ts";

/** The part of the memory that must be left for the next targets and for the texts of the report. */
const RESERVE = 0.4;
/** The same for work that gets another turn: a large target must not take what small ones need. */
const FIRST_RESERVE = 0.6;

/** @param what the id of a target, or what else is compared @param isLast whether there is no other turn */
export function openComparison(what: string, pool: MemoryPool, seconds: number | undefined, isLast: boolean): Budget {
  const share = pool.share(1);
  const reserve = isLast ? RESERVE : FIRST_RESERVE;
  const hint = "Look for content that is repeated many times, or compare the files of the repository.";
  const stopped = (code: ConstructorParameters<typeof LimitError>[0], why: string) => () =>
    new LimitError(code, `the comparison of ${targetText(what)} was stopped: ${why}`, { ...placeOfTarget(what), hint });
  return openBudget({
    seconds,
    late: stopped("build-timeout", `it takes more than ${seconds} seconds`),
    tooLarge: stopped("build-too-large", "its changes are too large for this machine"),
    memory: { ...share, more: () => (share.has(pool.limit * reserve) ? share.more() : 0) },
  });
}
