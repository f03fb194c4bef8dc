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
  const parts = [hostname(), readIfPossible(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))];
  parts.push(readIfPossible(() => readlinkSync("/proc/self/ns/pid")));
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

function readIfPossible(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** Whether a process with this number exists in this {@link processSpace}. */
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
    const status = readIfPossible(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
    return status !== "" && !status.includes(") Z ");
  }
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return /^\s*[^Z\s]/.test(stdout);
}
