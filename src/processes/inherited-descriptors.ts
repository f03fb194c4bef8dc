/**
 * Descriptors that this process has inherited, such as a lock that a shell holds open (`200>lock`). Node closes those up to 15 in
 * the programs that it starts, and others up to the first gap. Functions get none of them; docs/specification/executables.md 5.2.
 */
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

/** Descriptors beyond are not looked for: a table of this size is made for each start. */
const MAX_DESCRIPTOR = 65_536;
const CLOSE_ON_EXEC = 0o2000000;

export interface CoveredDescriptors {
  /** For `spawn`: the given streams, and /dev/null in the place of each descriptor that the program would inherit. */
  readonly stdio: ("ignore" | "pipe" | number)[];
  /** The caller calls it once the program has started. */
  release(): void;
}

/** Covers what a program would inherit. A program cannot be started with a descriptor closed, so it gets an empty one instead. */
export function coverInherited(streams: readonly ("ignore" | "pipe" | number)[]): CoveredDescriptors {
  const inherited = inheritable().filter((descriptor) => descriptor >= streams.length);
  if (inherited.length === 0) return { stdio: [...streams], release: () => undefined };
  const empty = openSync("/dev/null", "r");
  const stdio = [...streams];
  for (const descriptor of inherited) {
    while (stdio.length < descriptor) stdio.push("ignore");
    stdio[descriptor] = empty;
  }
  return { stdio, release: () => closeSync(empty) };
}

/** In ascending order. Linux only. */
function inheritable(): readonly number[] {
  if (process.platform !== "linux") return [];
  const names = readdirSync("/proc/self/fd").filter((name) => Number(name) > 2 && Number(name) < MAX_DESCRIPTOR);
  return names
    .filter((name) => !closesOnExec(name))
    .map(Number)
    .sort((one, other) => one - other);
}

function closesOnExec(descriptor: string): boolean {
  try {
    const [, flags] = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1")) ?? [];
    return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
  } catch {
    // It was closed in the meantime: it was that of the listing.
    return true;
  }
}
