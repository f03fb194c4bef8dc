/** Checks the uses of a run against one lock, and records them for another; docs/specification/lock.md 3, 4. */
import { failure } from "../diagnostics.ts";
import { decodeText } from "../yaml/index.ts";
import { LockEnforcer } from "./enforcer.ts";
import { parseLock } from "./lock-file.ts";
import type { LockRecorder } from "./recorder.ts";
import type { Uses } from "./uses.ts";

/**
 * @param bytes of the lock; undefined if there is none
 * @param file the lock in messages
 * @param needs who needs a lock, such as `--locked`
 * @throws KrmError `lock-absent`, `lock-invalid`
 */
export function openEnforcer(bytes: Uint8Array | undefined, file: string, needs: string): LockEnforcer {
  if (bytes !== undefined) return new LockEnforcer(parseLock(decodeText(bytes, file), file), file);
  const hint = "Write one: krm-render render --output-dir OUT --lock-out krm-render.lock.";
  throw failure("lock-absent", `there is no lock, and ${needs} needs one`, { file, hint });
}

/** @param nameOf the name of a target in the lock, by the directory that was built */
export function usesOf(
  enforcer: LockEnforcer | undefined,
  recorder: LockRecorder | undefined,
  nameOf: (directory: string) => string,
): Uses {
  return {
    expect: (reference) => enforcer?.expect(reference).digest,
    check: (use) => enforcer?.check(use),
    record(uses, directory) {
      const target = nameOf(directory);
      for (const use of uses) recorder?.record(use, target);
    },
  };
}
