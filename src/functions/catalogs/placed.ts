/** Adds places to problems that have none. */
import { KrmError, type Location } from "../../diagnostics.ts";

/** @param location what led to the work: an entry of a catalog, or a reference to one */
export async function placed<T>(location: Location | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw withPlace(thrown, location);
  }
}

/** Does the same as {@link placed}, at once. */
export function atPlace<T>(location: Location | undefined, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw withPlace(thrown, location);
  }
}

function withPlace(thrown: unknown, location: Location | undefined): unknown {
  if (!(thrown instanceof KrmError) || location === undefined) return thrown;
  return new KrmError(
    thrown.diagnostics.map((one) => (one.file === undefined ? { ...one, ...location } : one)),
    { cause: thrown },
  );
}
