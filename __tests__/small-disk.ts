/** A small file system of this machine, for tests of full disks. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";

/**
 * Mounts it, and unmounts it after the tests of the file or group. Undefined where this user may not mount one; a line says
 * that then.
 * @param size in KB, whole pages
 */
export function smallDisk(size: number): string | undefined {
  const place = mkdtempSync(join(realpathSync(tmpdir()), "krm-disk-"));
  let isMounted = false;
  afterAll(() => {
    if (isMounted) execFileSync("umount", [place]);
    rmSync(place, { recursive: true });
  });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}k`, "tmpfs", place], { stdio: "ignore" });
    isMounted = true;
    return place;
  } catch {
    process.stderr.write("skipped: full disks of this machine, because this user may not mount one\n");
    return undefined;
  }
}
