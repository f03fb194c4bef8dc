/**
 * Does work once for each key, and shares its result. Failures are kept as well, since otherwise hundreds of targets would wait for
 * the same server.
 */
export function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  let result = known.get(key);
  if (result === undefined) {
    result = work();
    known.set(key, result);
  }
  return result;
}
