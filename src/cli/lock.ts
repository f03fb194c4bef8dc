/** `--lock-out` and `--locked`: the lock of a run; docs/specification/lock.md 3, 4. */
import { realpathSync } from "node:fs";
import { posix, relative, resolve } from "node:path";
import { type Diagnostic, failure } from "../diagnostics.ts";
import { isRemote } from "../engine/index.ts";
import { LOCK_FILE_NAME, type LockEnforcer, LockRecorder, openEnforcer, printLock, usesOf } from "../lock/index.ts";
import { targetOfBuild } from "../render/index.ts";
import { shownAddress } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { Invocation } from "./command.ts";
import { writeOrReplace } from "./commands/output-file.ts";
import { readNamedFile } from "./named-file.ts";
import { openWorkspace, type Place, type Session } from "./session.ts";
import type { Terminal } from "./terminal.ts";

export type RunLock = ReturnType<typeof runLock>;

/**
 * Opens the lock of `build`, which reads the files of the user.
 * @throws KrmError `lock-absent`, `lock-invalid`
 */
export async function openBuildLock(session: Session, invocation: Invocation): Promise<RunLock> {
  const { terminal } = session;
  const { top, cwd } = await openWorkspace(session);
  const given = invocation.value("locked");
  const path = given === "" ? resolve(top, LOCK_FILE_NAME) : resolve(cwd, given ?? "");
  const display = relative(cwd, path);
  const enforcer =
    given === undefined ? undefined : openEnforcer(readNamedFile(path, display, "the lock "), display, "--locked");
  // Targets have the same names for all commands.
  const nameOf = (directory: string): string =>
    isRemote(directory) ? shownAddress(directory) : relative(top, realpathSync(directory)) || ".";
  return runLock(invocation, terminal, enforcer, nameOf);
}

/**
 * Opens the lock of a command that renders a tree. It is read from that tree, so each revision is held to its own.
 * @throws KrmError `lock-absent`, `lock-invalid`
 */
export async function openTreeLock(
  invocation: Invocation,
  place: Place,
  tree: Tree,
  terminal: Terminal,
): Promise<RunLock> {
  const path = lockPath(invocation, place);
  const enforcer = path === undefined ? undefined : await enforcerIn(tree, `/${path}`);
  return runLock(invocation, terminal, enforcer, targetOfBuild);
}

async function enforcerIn(tree: Tree, path: string): Promise<LockEnforcer> {
  const located = await tree.lookup(path);
  const bytes = located?.type === "file" ? await tree.read(located.path) : undefined;
  return openEnforcer(bytes, tree.display(path), "--locked");
}

/**
 * The path of the lock of `--locked` in the trees; undefined without the option.
 * @throws KrmError `lock-absent` for a file outside of the repository
 */
export function lockPath(invocation: Invocation, { top, cwd }: Place): string | undefined {
  const given = invocation.value("locked");
  if (given === undefined) return undefined;
  const path = given === "" ? LOCK_FILE_NAME : posix.relative(top, posix.resolve(cwd, given));
  if (path === ".." || path.startsWith("../")) {
    throw failure("lock-absent", `${given} is outside of the repository, so a revision has no such file`, {
      hint: "Name a file of the repository: --locked=FILE.",
    });
  }
  return path;
}

function runLock(
  invocation: Invocation,
  terminal: Terminal,
  enforcer: LockEnforcer | undefined,
  nameOf: (directory: string) => string,
) {
  const out = invocation.value("lock-out");
  const recorder = new LockRecorder();
  const built = new Set<string>();
  return {
    uses: usesOf(enforcer, recorder, (directory) => {
      const name = nameOf(directory);
      built.add(name);
      return name;
    }),
    /** Returns the uses so far. */
    recorded: () => recorder.lock,
    /** Writes the lock of `--lock-out`, and returns notices. Call it if all targets were built. @throws KrmError */
    finish(): readonly Diagnostic[] {
      if (out !== undefined) writeOrReplace(resolve(terminal.cwd, out), printLock(recorder.lock));
      return enforcer?.unused(built) ?? [];
    },
  };
}
