import type { RunLimits } from "../processes/index.ts";

/** The limits of one run of a function. */
export const DEFAULT_LIMITS: RunLimits = {
  timeoutMs: 300_000,
  stdoutBytes: 64 * 1024 * 1024,
  stderrBytes: 1024 * 1024,
};
