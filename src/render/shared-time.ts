/**
 * Divides the time of a run among its targets. A target may take its own limit, but no more than a fair share of what is
 * left: otherwise a few slow targets take the time of all others. A target that needs more is tried again at the end.
 */

import type { Diagnostic } from "../diagnostics.ts";
import { placeOfTarget, targetText } from "./target.ts";

/** When the work on all targets of one tree has to end. */
export interface Deadline {
  /** In milliseconds, as performance.now() counts. */
  readonly at: number;
  /** The limit that the user gave for the whole run, in seconds. For messages. */
  readonly totalSeconds: number;
}

/** A share is at least this long: targets that share a base wait for it. */
const MIN_SHARE_SECONDS = 5;

/** The seconds that a target may take; undefined for no limit, 0 if there is no time left. */
export function shareOf(
  deadline: Deadline | undefined,
  pending: number,
  timeoutSeconds: number | undefined,
): number | undefined {
  if (deadline === undefined) return timeoutSeconds;
  const left = (deadline.at - performance.now()) / 1000;
  if (left <= 0) return 0;
  const share = Math.min(left, Math.max(MIN_SHARE_SECONDS, left / Math.max(1, pending)));
  return Math.min(timeoutSeconds ?? share, Math.ceil(share * 10) / 10);
}

/** The diagnostic of a target whose turn came too late. @param what says what was not done with it @param target its id */
export function timeIsUp(what: string, target: string, { totalSeconds }: Deadline): Diagnostic {
  return {
    code: "run-timeout",
    severity: "error",
    message: `${targetText(target)} ${what}: the time for all targets is over, ${totalSeconds} seconds for the whole run`,
    ...placeOfTarget(target),
    hint: "Look for targets that take long. If they are right, set total-timeout under the input settings, or divide the targets among jobs.",
  };
}
