/** Process numbers in names tell a process which directories and containers an earlier, killed process has left. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Identifies the process namespace and the boot of this machine, as 16 hexadecimal digits. Process numbers are comparable
 * within one such space only, but several spaces may share a container engine or a temporary directory.
 */
export function processSpace(): string {
  const boot = readIfPossible("/proc/sys/kernel/random/boot_id");
  const parts = [hostname(), boot, readIfPossible("/proc/self/ns/pid", readlinkSync)];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/** Reads a file of the system. Empty if that is not possible, such as for a process that has ended or is another user's. */
export function readIfPossible(path: string, read = readLatin1): string {
  try {
    return read(path);
  } catch {
    return "";
  }
}

function readLatin1(path: string): string {
  return readFileSync(path, "latin1");
}

/** Sends a signal to a process, or to a group by its negative number. Does nothing if it has ended, or is another user's. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // There is nothing to end.
  }
}

/** Tells whether a process with this number exists in this {@link processSpace}. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Like {@link isAlive}, but false for a process that has ended and whose parent has not noticed yet. */
export function isRunning(pid: number): boolean {
  if (process.platform === "win32") return isAlive(pid);
  if (process.platform === "linux") {
    const status = readIfPossible(`/proc/${pid}/stat`);
    return status !== "" && !status.includes(") Z ");
  }
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return /^\s*[^Z\s]/.test(stdout);
}
