/** The entries of the lock, called pins, that a change adds, edits or removes; docs/specification/lock.md 4.6. */
import { posix } from "node:path";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { LOCK_FILE_NAME, parseWholeLock, type Use } from "../lock/index.ts";
import type { Tree } from "../sources/tree.ts";
import { decodeText } from "../yaml/index.ts";
import type { Trees } from "./render-sides.ts";

/** A change of what something elsewhere must be. */
export interface PinChange {
  readonly kind: "pin";
  readonly op: "added" | "removed" | "changed";
  /** The pinned thing, such as `image ghcr.io/acme/label:v1`. */
  readonly subject: string;
  readonly file: string;
  readonly line?: number;
  readonly fields: readonly { readonly name: string; readonly before?: string; readonly after?: string }[];
}

export interface LockChanges {
  readonly changes: readonly PinChange[];
  /** A warning about a lock that cannot be read. */
  readonly notes: readonly Diagnostic[];
}

interface Pin extends Use {
  readonly file: string;
  readonly line: number | undefined;
}

/** @param path of the lock that counts; by default that at the top, which also stands for a lock that the change moved */
export async function lockChanges({ base, head }: Trees, path: string = LOCK_FILE_NAME): Promise<LockChanges> {
  const [before, after] = [await lockIn(base, path), await lockIn(head, path)];
  if (before?.id !== undefined && before.id === after?.id) return { changes: [], notes: [] };
  const notes: Diagnostic[] = [];
  const [was, is] = [await pinsIn(base, before?.path, notes), await pinsIn(head, after?.path, notes)];
  if (was === undefined || is === undefined) return { changes: [], notes };
  const changes: PinChange[] = [];
  for (const [key, pin] of is) {
    const old = was.get(key)?.digest;
    if (old !== pin.digest) changes.push(changeOf(old === undefined ? "added" : "changed", pin, old, pin.digest));
  }
  for (const [key, pin] of was) if (!is.has(key)) changes.push(changeOf("removed", pin, pin.digest, undefined));
  return { changes, notes };
}

async function lockIn(tree: Tree, path: string) {
  for (const name of new Set([path, LOCK_FILE_NAME])) {
    const located = await tree.lookup(posix.join("/", name));
    if (located?.type === "file") return located;
  }
  return undefined;
}

/** @returns undefined for a lock that cannot be read */
async function pinsIn(
  tree: Tree,
  path: string | undefined,
  notes: Diagnostic[],
): Promise<Map<string, Pin> | undefined> {
  if (path === undefined) return new Map();
  const file = tree.display(path);
  try {
    const { entries, lines } = parseWholeLock(decodeText(await tree.read(path), file), file);
    return new Map(
      entries.map((entry, index) => [`${entry.kind} ${entry.ref}`, { ...entry, file, line: lines[index] }]),
    );
  } catch (thrown) {
    for (const { message, ...rest } of diagnosticsOf(thrown))
      notes.push({ ...rest, severity: "warning", message: `${message}; what changes of its pins is not known` });
    return undefined;
  }
}

function changeOf(
  op: PinChange["op"],
  { kind, ref, file, line }: Pin,
  before: string | undefined,
  after: string | undefined,
): PinChange {
  const field = { name: "digest", ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  return { kind: "pin", op, subject: `${kind} ${ref}`, file, ...(line !== undefined && { line }), fields: [field] };
}
