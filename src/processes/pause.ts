/** Blocks this process, for work that must end before it goes on, when no timer would fire. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
