/** What is named by the number of the process that made it, so that the next one can remove what a killed one has left. */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Where process numbers of this machine mean the same: within one process namespace of one boot. Container engines and
 * temporary directories can be shared by many. 16 hexadecimal digits.
 */
export function processSpace(): string {
  const parts = [hostname(), orNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))];
  parts.push(orNothing(() => readlinkSync("/proc/self/ns/pid")));
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** Whether a process of this {@link processSpace} still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}
