/** `krm-render pin`: replaces moving references by fixed ones; docs/specification/lock.md 5. */
import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { failure, formatDiagnostic, logText } from "../../diagnostics.ts";
import { LOCK_FILE_NAME, type Lock, parseLock, printLock, type Reference } from "../../lock/index.ts";
import { collectFiles, movingReferences, type PinPlan, planPins } from "../../pin/index.ts";
import { decodeText } from "../../yaml/index.ts";
import type { Invocation, Task } from "../command.ts";
import { readNamedFile } from "../named-file.ts";
import { readReachSettings } from "../options/catalog-settings.ts";
import { openResolver } from "../resolver.ts";
import { fileSystem, openWorkspace, withSession } from "../session.ts";
import { printDiagnostics, type Terminal } from "../terminal.ts";
import { type PinnedFile, writePinned } from "./pinned-files.ts";

const DONE = 0;
const MOVING = 1;

export async function pin(invocation: Invocation): Promise<Task> {
  const argument = invocation.arguments[0] ?? ".";
  const reach = await readReachSettings(invocation);
  const isCheck = invocation.has("check");

  return (terminal) =>
    withSession(terminal, async (session) => {
      const tree = fileSystem(terminal);
      const { top } = await openWorkspace(session);
      const start = realPath(resolve(terminal.cwd, argument), argument);
      const files = await collectFiles(tree, start, top);
      const found = readLock(join(top, LOCK_FILE_NAME), terminal.cwd);
      const { lock } = found;
      if (isCheck) {
        const moving = movingReferences(files, lock);
        await terminal.stdout.write(
          moving.map((one) => `${logText(formatDiagnostic({ ...one, hint: undefined }))}\n`).join(""),
        );
        await terminal.stderr.write(
          `${moving.length === 0 ? "nothing moves" : counted(moving.length, "reference moves", "references move")}\n`,
        );
        return moving.length === 0 ? DONE : MOVING;
      }
      const plan = await planPins(files, lock, openResolver(session, top, reach));
      await write(plan, found, relative(top, start) || ".", terminal);
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

interface FoundLock {
  readonly path: string;
  /** Undefined if there is none. */
  readonly bytes: Uint8Array | undefined;
  readonly lock: Lock;
}

function readLock(path: string, cwd: string): FoundLock {
  const file = relative(cwd, path);
  const bytes = readNamedFile(path, file, "the lock ");
  return { path, bytes, lock: bytes === undefined ? [] : parseLock(decodeText(bytes, file), file) };
}

/** Writes the lock first: a file that is pinned beside an old lock would not build with --locked. */
async function write(
  plan: PinPlan,
  { bytes, lock, path }: FoundLock,
  target: string,
  terminal: Terminal,
): Promise<void> {
  const files: PinnedFile[] = plan.files.map(({ file, text }) => ({ path: file.path, before: file.bytes, text }));
  // Only the digests of remote files and charts cannot stand in the files themselves.
  const isNeeded = bytes !== undefined || plan.uses.some(({ kind }) => kind === "https" || kind === "chart");
  const text = printLock(merged(lock, plan, target));
  if (isNeeded && (bytes === undefined || text !== printLock(lock))) files.unshift({ path, before: bytes, text });
  writePinned(files, terminal.cwd);
  await terminal.stdout.write(files.map((file) => `${relative(terminal.cwd, file.path)}\n`).join(""));
  await terminal.stderr.write(
    `${files.length === 0 ? "nothing to write" : counted(files.length, "file written", "files written")}\n`,
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
