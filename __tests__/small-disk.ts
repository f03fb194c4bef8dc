/** A small file system of this machine, for tests of full disks. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";

/**
 * Mounts it, and unmounts it after the tests of the file or group.
 * @param size in KB, whole pages
 * @returns a directory, and what this machine lacks if the directory is not on such a file system
 */
export function smallDisk(size: number): { readonly place: string; readonly lack: string | undefined } {
  const place = mkdtempSync(join(realpathSync(tmpdir()), "krm-disk-"));
  let isMounted = false;
  afterAll(() => {
    if (isMounted) execFileSync("umount", [place]);
    rmSync(place, { recursive: true });
  });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}k`, "tmpfs", place], { stdio: "ignore" });
    isMounted = true;
    return { place, lack: undefined };
  } catch {
    return { place, lack: "this user may not mount a small disk" };
  }
}
