/** `krm-render pin`: writes what is moving as what is fixed; docs/specification/lock.md 5. */
import { readFileSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { failure, formatDiagnostic, logText } from "../../diagnostics.ts";
import { LOCK_FILE_NAME, type Lock, parseLock, printLock, type Reference } from "../../lock/index.ts";
import { collectFiles, movingReferences, type PinPlan, planPins } from "../../pin/index.ts";
import { writeFileAtomically } from "../../render/index.ts";
import { decodeText } from "../../yaml/index.ts";
import type { Invocation, Task } from "../command.ts";
import { openResolver } from "../resolver.ts";
import { fileSystem, openWorkspace, withSession } from "../session.ts";
import { printDiagnostics, type Terminal } from "../terminal.ts";

const DONE = 0;
const MOVING = 1;

export function pin(invocation: Invocation): Task {
  const argument = invocation.arguments[0] ?? ".";
  const command = invocation.value("helm-command") || "helm";
  const insecure = invocation.values("insecure-registry");
  const isCheck = invocation.has("check");

  return (terminal) =>
    withSession(terminal, async (session) => {
      const tree = fileSystem(terminal);
      const { top } = await openWorkspace(session);
      const start = realPath(resolve(terminal.cwd, argument), argument);
      const files = await collectFiles(tree, start, top);
      const lockPath = join(top, LOCK_FILE_NAME);
      const lock = readLock(lockPath, relative(terminal.cwd, lockPath));
      if (isCheck) {
        const moving = movingReferences(files, lock ?? []);
        await terminal.stdout.write(
          moving.map((one) => `${logText(formatDiagnostic({ ...one, hint: undefined }))}\n`).join(""),
        );
        await terminal.stderr.write(
          `${moving.length === 0 ? "nothing moves" : counted(moving.length, "reference moves", "references move")}\n`,
        );
        return moving.length === 0 ? DONE : MOVING;
      }
      const plan = await planPins(files, lock ?? [], openResolver(session, command, insecure));
      await write(plan, lock, lockPath, relative(top, start) || ".", terminal);
      await printDiagnostics(terminal, plan.unpinned);
      return plan.unpinned.length === 0 ? DONE : MOVING;
    });
}

function realPath(path: string, shown: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw failure("file-not-found", "there is no such file or directory", { file: shown, cause });
  }
}

function readLock(path: string, file: string): Lock | undefined {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw failure("unreadable", `the lock cannot be read: ${(cause as Error).message}`, { file, cause });
  }
  return parseLock(decodeText(bytes, file), file);
}

/** Writes the lock first: a file that is pinned beside an old lock would not build with --locked. */
async function write(
  plan: PinPlan,
  lock: Lock | undefined,
  lockPath: string,
  target: string,
  terminal: Terminal,
): Promise<void> {
  // Without files and charts, the files themselves say everything.
  const isNeeded = lock !== undefined || plan.uses.some(({ kind }) => kind === "https" || kind === "chart");
  const written: string[] = [];
  if (isNeeded) {
    const text = printLock(merged(lock ?? [], plan, target));
    if (lock === undefined || text !== printLock(lock)) {
      writeFileAtomically(lockPath, text);
      written.push(lockPath);
    }
  }
  for (const { file, text } of plan.files) {
    writeFileAtomically(file.path, text);
    written.push(file.path);
  }
  await terminal.stdout.write(written.map((path) => `${relative(terminal.cwd, path)}\n`).join(""));
  await terminal.stderr.write(
    `${written.length === 0 ? "nothing to write" : counted(written.length, "file written", "files written")}\n`,
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function merged(lock: Lock, { uses, replaced }: PinPlan, target: string): Lock {
  const keyOf = ({ kind, ref }: Reference): string => `${kind}\0${ref}`;
  const entries = new Map(lock.map((entry) => [keyOf(entry), entry]));
  for (const reference of replaced) {
    const entry = entries.get(keyOf(reference));
    if (entry === undefined) continue;
    const usedBy = entry.usedBy.filter((one) => one !== target);
    if (usedBy.length === 0) entries.delete(keyOf(reference));
    else entries.set(keyOf(reference), { ...entry, usedBy });
  }
  for (const { kind, ref, digest } of uses) {
    const usedBy = [...(entries.get(keyOf({ kind, ref }))?.usedBy ?? []), target];
    entries.set(keyOf({ kind, ref }), { kind, ref, digest, usedBy });
  }
  return [...entries.values()];
}
