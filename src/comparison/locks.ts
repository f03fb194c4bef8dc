/** The lock that each side of a comparison is held to, and that of the head; docs/specification/lock.md 3, 4. */
import type { Diagnostic } from "../diagnostics.ts";
import { type LockEnforcer, LockRecorder, openEnforcer, usesOf } from "../lock/index.ts";
import { type Trees, targetOfBuild } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";

export interface LockRequest extends Trees {
  /** The path of the lock in the repository; undefined if no lock counts. */
  readonly locked: string | undefined;
  /** True if the lock of the head is wanted. */
  readonly isWritten: boolean;
  /** True if the head is held to the lock of the base: on events with secrets, a stranger may have written the head. */
  readonly isPrivileged: boolean;
  /** The option or the input that asks for the lock, for messages. */
  readonly option: string;
}

/**
 * Reads the locks. A base without one is not held to one: a change that adds the lock could not be compared otherwise.
 * @throws KrmError `lock-absent` if there is none for the head, `lock-invalid`
 */
export async function openLocks({ base, head, locked, isWritten, isPrivileged, option }: LockRequest) {
  const recorder = new LockRecorder();
  const built = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  let baseLock: LockEnforcer | undefined;
  let headLock: LockEnforcer | undefined;
  if (locked !== undefined) {
    headLock = await enforcerIn(isPrivileged ? base : head, locked, option);
    if ((await base.lookup(`/${locked}`))?.type === "file") baseLock = await enforcerIn(base, locked, option);
    else {
      const message = `${base.label} has no lock, so nothing that it uses is checked`;
      diagnostics.push({ code: "lock-absent", severity: "notice", message, file: base.display(`/${locked}`) });
    }
  }
  return {
    base: baseLock && usesOf(baseLock, undefined, targetOfBuild),
    head:
      headLock === undefined && !isWritten
        ? undefined
        : usesOf(headLock, recorder, (directory) => {
            const name = targetOfBuild(directory);
            built.add(name);
            return name;
          }),
    /** A notice for a base that is not held to a lock. */
    diagnostics,
    /**
     * Returns the lock of the head, and notices about the one that it was held to. Call it if no target failed at the head:
     * otherwise the lock lacks the uses of that target.
     */
    finish: () => ({ lock: recorder.lock, diagnostics: headLock?.unused(built) ?? [] }),
  };
}

async function enforcerIn(tree: Tree, path: string, option: string): Promise<LockEnforcer> {
  const located = await tree.lookup(`/${path}`);
  const bytes = located?.type === "file" ? await tree.read(located.path) : undefined;
  return openEnforcer(bytes, tree.display(`/${path}`), `${option} (for ${tree.label})`);
}
