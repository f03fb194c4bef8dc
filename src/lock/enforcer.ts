/** Holds a run to a lock, for `--locked`; docs/specification/lock.md 4. */
import { type Diagnostic, failure } from "../diagnostics.ts";
import type { Lock, LockEntry } from "./lock-file.ts";
import { keyOf, type Reference, type Use } from "./uses.ts";

/** A lock restricts what may be used. It grants nothing: what is refused without it is refused with it. */
export class LockEnforcer {
  readonly #file: string;
  readonly #entries: ReadonlyMap<string, LockEntry>;
  readonly #used = new Set<string>();

  /** @param file the lock in messages */
  constructor(lock: Lock, file: string) {
    this.#file = file;
    this.#entries = new Map(lock.map((entry) => [keyOf(entry), entry]));
  }

  /** Checks before something is fetched. @throws KrmError `lock-missing` */
  expect(reference: Reference): LockEntry {
    const entry = this.#entries.get(keyOf(reference));
    if (entry !== undefined) return entry;
    const hint = "Review it, then add it to the lock: run the command with --lock-out in place of --locked.";
    throw failure("lock-missing", `${reference.kind} ${reference.ref} has no entry in ${this.#file}`, { hint });
  }

  /** Checks before something is used. @throws KrmError `lock-missing`, `lock-mismatch` */
  check(use: Use): void {
    const { digest } = this.expect(use);
    if (digest !== use.digest) {
      const message = `${use.kind} ${use.ref} is ${use.digest}, and ${this.#file} has ${digest}`;
      const hint = "Find out what has changed there. If you want it, write the lock again with --lock-out.";
      throw failure("lock-mismatch", message, { hint });
    }
    this.#used.add(keyOf(use));
  }

  /**
   * One notice for all entries that nothing used.
   * @param built the targets that were built; an entry that names other targets may be used by these
   */
  unused(built: ReadonlySet<string>): readonly Diagnostic[] {
    const unused = [...this.#entries.values()].filter(
      (entry) => !this.#used.has(keyOf(entry)) && entry.usedBy.every((target) => built.has(target)),
    );
    if (unused.length === 0) return [];
    const shown = unused.slice(0, MAX_SHOWN).map(({ kind, ref }) => `${kind} ${ref}`);
    const more = unused.length > MAX_SHOWN ? `, and ${unused.length - MAX_SHOWN} more` : "";
    const message = `nothing uses these entries of the lock: ${shown.join(", ")}${more}`;
    const hint = "Write the lock again with --lock-out to remove them.";
    return [{ code: "lock-unused", severity: "notice", message, file: this.#file, hint }];
  }
}

const MAX_SHOWN = 10;
