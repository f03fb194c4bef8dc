/** Processes that have left the group they were started in, as daemons do. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * Ends every process of this user whose variable `TMPDIR` is `home`, a directory that was made for one run. Works on Linux
 * only, and misses programs that clear their variables: this tidies up, and is not a security boundary.
 */
export function endEscaped(home: string): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name) || name === String(process.pid)) continue;
    try {
      if (!readFileSync(`/proc/${name}/environ`).includes(`TMPDIR=${home}`)) continue;
      process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}
