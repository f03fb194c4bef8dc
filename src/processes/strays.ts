/** Processes that have left the group they were started in, as daemons do. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * Ends every process of this user whose variables name `home`, a directory that was made for one run. Only Linux tells the
 * variables of others, and a program that wipes its own is not found: this is tidiness, and no wall.
 */
export function endStrays(home: string): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name) || name === String(process.pid)) continue;
    try {
      if (!readFileSync(`/proc/${name}/environ`).includes(`TMPDIR=${home}`)) continue;
      process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended, or is somebody else's.
    }
  }
}
