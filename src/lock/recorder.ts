/** Collects what a run uses, for `--lock-out`; docs/specification/lock.md 3. */
import { failure } from "../diagnostics.ts";
import type { Lock } from "./lock-file.ts";
import { keyOf, type Use } from "./uses.ts";

/** All functions are synchronous, so builds that run at the same time can share one recorder. */
export class LockRecorder {
  readonly #entries = new Map<string, Use & { readonly usedBy: Set<string> }>();

  /**
   * @param target as the lock shall name it
   * @throws KrmError `lock-conflict` if the same reference was used with another digest
   */
  record({ kind, ref, digest }: Use, target: string): void {
    const key = keyOf({ kind, ref });
    const known = this.#entries.get(key);
    if (known === undefined) {
      this.#entries.set(key, { kind, ref, digest, usedBy: new Set([target]) });
      return;
    }
    if (known.digest !== digest) {
      const message = `${kind} ${ref} is used as ${known.digest} and as ${digest}, and a lock holds one`;
      throw failure("lock-conflict", message, { hint: "Let all files pin it to the same digest." });
    }
    known.usedBy.add(target);
  }

  get lock(): Lock {
    return [...this.#entries.values()].map((entry) => ({ ...entry, usedBy: [...entry.usedBy] }));
  }
}
