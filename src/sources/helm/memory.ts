/** Divides memory among the helms that run at the same time. */
const MIB = 1024 * 1024;
/** Helm does not start with less than about 90 MiB. */
const MIN_PART_BYTES = 128 * MIB;
/** Part of the memory that each helm has on its first try. As many targets are built at the same time. */
const PART = 8;

/** The error of the work of {@link HelmMemory.run} if its memory did not suffice. */
export class OutOfMemory extends Error {}

interface HelmMemory {
  /**
   * Does the work with a small part of the memory, at the same time as others. If that does not suffice, does it again with
   * all of the memory, after the others that need as much. So eight programs together take at most twice the memory, or the
   * memory and 1 GiB, and ordinary charts never wait.
   * @param work gets its limit in bytes
   * @throws what the work throws
   */
  run<T>(work: (bytes: number) => Promise<T>): Promise<T>;
}

export function helmMemory(bytes: number): HelmMemory {
  const part = Math.min(bytes, Math.max(MIN_PART_BYTES, Math.floor(bytes / PART)));
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run(work) {
      try {
        return await work(part);
      } catch (error) {
        if (!(error instanceof OutOfMemory) || part === bytes) throw error;
      }
      const turn = last.then(() => work(bytes));
      last = turn.catch(() => {});
      return turn;
    },
  };
}
