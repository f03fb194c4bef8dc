/**
 * How tests are skipped: where this machine lacks something, with the reason on standard error. `.ci/run` runs the suites that use
 * this file again once it has the tools.
 */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { expect } from "@jest/globals";

const printed = new Set<string>();

/**
 * Returns `run`, or what skips it.
 * @param lack what this machine lacks; undefined if it has everything
 * @param run `test` or `describe`
 */
export function unless<Run extends { readonly skip: unknown }>(lack: string | undefined, run: Run): Run {
  note(lack);
  return lack === undefined ? run : (run.skip as Run);
}

/** Prints why a part of a test is left out, once for each suite. @param lack what this machine lacks, if anything */
export function note(lack: string | undefined): void {
  if (lack === undefined || printed.has(lack)) return;
  printed.add(lack);
  process.stderr.write(`skipped in ${relative(process.cwd(), expect.getState().testPath ?? "")}: ${lack}\n`);
}

export const NO_LINUX = process.platform === "linux" ? undefined : "this is not Linux";
export const NO_PROC = existsSync("/proc/self/stat") ? undefined : "there is no /proc";
export const NO_FULL_DEVICE = existsSync("/dev/full") ? undefined : "there is no /dev/full";
