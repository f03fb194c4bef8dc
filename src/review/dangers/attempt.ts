/** Runs rules, which must neither end a review nor pass for rules that find nothing when they fail. */
import { LimitError } from "../../diagnostics.ts";

/**
 * Returns everything that a rule finds, until it fails.
 * @param failed called if it does. The error is not passed on: it may quote a value
 * @throws LimitError if the time or the memory is used up
 */
export function attempt<T>(check: () => Iterable<T>, failed: () => void): T[] {
  const found: T[] = [];
  try {
    for (const finding of check()) found.push(finding);
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
    failed();
  }
  return found;
}
