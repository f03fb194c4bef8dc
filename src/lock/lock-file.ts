/** The file krm-render.lock; docs/specification/lock.md 1. */
import { diagnosticsOf, failure, type KrmError, type Location } from "../diagnostics.ts";
import { compareBytewise, isCommitId, shorten, sizeText } from "../text/index.ts";
import { parseConfig } from "../yaml/index.ts";
import { locate, type Node } from "../yaml/nodes/node.ts";
import { keyOf, USE_KINDS, type Use } from "./uses.ts";

/** The name that is used if none is given, at the top of the repository. */
export const LOCK_FILE_NAME = "krm-render.lock";

export const MAX_LOCK_BYTES = 8 * 1024 * 1024;
const MAX_LOCK_ENTRIES = 20_000;
const MAX_LOCK_COMMITS = 100;
const VERSION = 1;
const MAX_QUOTED = 200;

export interface LockEntry extends Use {
  /** The targets that used it, relative to the top of the repository. */
  readonly usedBy: readonly string[];
}

export type Lock = readonly LockEntry[];

/** A commit that was rendered: the lock of a release names it, docs/specification/lock.md 1.5. */
export interface LockedCommit {
  /** The address of the repository, without credentials. */
  readonly repository: string;
  /** The full id of the commit. */
  readonly commit: string;
}

export interface WholeLock {
  readonly entries: Lock;
  /** The line of each entry. */
  readonly lines: readonly (number | undefined)[];
  /** Empty where the lock names none. */
  readonly commits: readonly LockedCommit[];
}

/**
 * Reads the entries of a lock.
 * @param file its name in messages
 * @throws KrmError `lock-invalid` at the place of the first mistake
 */
export function parseLock(text: string, file: string): Lock {
  return parseWholeLock(text, file).entries;
}

/** Reads a lock with its commits. @throws KrmError `lock-invalid` at the place of the first mistake */
export function parseWholeLock(text: string, file: string): WholeLock {
  if (Buffer.byteLength(text) > MAX_LOCK_BYTES)
    throw invalid(`the lock is larger than ${MAX_LOCK_BYTES / 1024 ** 2} MiB`, { file });
  const top = parseJson(text, file);
  const { version, entries, commits } = fieldsOf(top, ["version", "entries", "commits"], "the lock", file, "commits");
  if (version?.kind !== "scalar" || version.value !== String(VERSION)) {
    const shown = version?.kind === "scalar" ? quoted(version.value) : "not a number";
    const message = `the version of the lock is ${shown}, and this krm-render reads version ${VERSION}`;
    throw invalid(message, place(version, file));
  }
  const nodes = itemsOf(entries, "entries", MAX_LOCK_ENTRIES, file);
  const known = new Set<string>();
  const read = nodes.map((node) => {
    const entry = entryOf(node, file);
    const { kind, ref } = entry;
    if (known.has(keyOf(entry))) throw invalid(`${kind} ${quoted(ref)} is listed twice`, place(node, file));
    known.add(keyOf(entry));
    return entry;
  });
  const lines = nodes.map((node) => locate(node)?.line);
  return { entries: read, lines, commits: commits === undefined ? [] : commitsOf(commits, file) };
}

/**
 * Writes a lock: sorted by kind and reference, one field a line, so that a change of one entry changes few lines.
 * @param commits those that were rendered, for the lock of a release
 * @throws KrmError `lock-too-large` for one that {@link parseLock} would refuse
 */
export function printLock(lock: Lock, commits: readonly LockedCommit[] = []): string {
  const entries = lock
    .toSorted((a, b) => compareBytewise(a.kind, b.kind) || compareBytewise(a.ref, b.ref))
    .map(({ kind, ref, digest, usedBy }) => ({ kind, ref, digest, usedBy: unique(usedBy) }));
  const named = commits.length === 0 ? undefined : commits.map(({ repository, commit }) => ({ repository, commit }));
  const text = `${JSON.stringify({ version: VERSION, commits: named, entries }, null, 2)}\n`;
  if (entries.length > MAX_LOCK_ENTRIES) throw tooLarge(`${entries.length} entries, and at most ${MAX_LOCK_ENTRIES}`);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_LOCK_BYTES) throw tooLarge(`${sizeText(bytes)}, and at most ${sizeText(MAX_LOCK_BYTES)}`);
  return text;
}

function unique(targets: readonly string[]): readonly string[] {
  return [...new Set(targets)].sort(compareBytewise);
}

function tooLarge(sizes: string): KrmError {
  const hint = "Write several locks, each for some of the targets.";
  return failure("lock-too-large", `the lock would have ${sizes} are read again`, { hint });
}

/** Reads JSON as YAML, which knows the places of its parts. YAML is more than JSON, and other programs read this file. */
function parseJson(text: string, file: string): Node | undefined {
  let node: Node | undefined;
  try {
    node = parseConfig(text, file, { duplicateKeys: "error" });
  } catch (thrown) {
    const [{ message, line, column } = { message: "" }] = diagnosticsOf(thrown);
    throw invalid(`the lock is not JSON: ${message}`, { file, line, column });
  }
  try {
    JSON.parse(text);
  } catch (cause) {
    throw invalid(`the lock is not JSON: ${(cause as Error).message}`, { file });
  }
  return node;
}

function commitsOf(node: Node, file: string): readonly LockedCommit[] {
  return itemsOf(node, "commits", MAX_LOCK_COMMITS, file).map((item) => {
    const { repository, commit } = fieldsOf(item, ["repository", "commit"], "a commit of the lock", file);
    const id = textAt(commit, "commit", file);
    if (!isCommitId(id)) throw invalid(`${quoted(id)} is not the full id of a commit`, place(commit, file));
    return { repository: textAt(repository, "repository", file), commit: id };
  });
}

function itemsOf(node: Node | undefined, name: string, max: number, file: string): readonly Node[] {
  if (node?.kind !== "seq") throw invalid(`\`${name}\` is not a list`, place(node, file));
  if (node.items.length > max) throw invalid(`the lock has more than ${max} ${name}`, place(node, file));
  return node.items;
}

function textAt(node: Node | undefined, name: string, file: string): string {
  if (node?.kind === "scalar" && node.tag === "!!str" && node.value !== "") return node.value;
  throw invalid(`\`${name}\` is not a text`, place(node, file));
}

function entryOf(node: Node, file: string): LockEntry {
  const fields = fieldsOf(node, ["kind", "ref", "digest", "usedBy"], "an entry of the lock", file);
  const text = (name: keyof typeof fields): string => textAt(fields[name], name, file);
  const name = text("kind");
  const kind = USE_KINDS.find((one) => one === name);
  if (!kind) throw invalid(`${quoted(name)} is not one of ${USE_KINDS.join(", ")}`, place(fields.kind, file));
  const digest = text("digest");
  if (kind === "git" ? !isCommitId(digest) : !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    const expected = kind === "git" ? "the full id of a commit" : "sha256: and 64 hexadecimal digits in lower case";
    throw invalid(`${quoted(digest)} is not ${expected}`, place(fields.digest, file));
  }
  if (fields.usedBy?.kind !== "seq") throw invalid("`usedBy` is not a list", place(fields.usedBy, file));
  const usedBy = fields.usedBy.items.map((item) => {
    if (item.kind === "scalar" && item.tag === "!!str") return item.value;
    throw invalid("a target in `usedBy` is not a text", place(item, file));
  });
  return { kind, ref: text("ref"), digest, usedBy };
}

function fieldsOf<Name extends string>(
  node: Node | undefined,
  names: readonly Name[],
  what: string,
  file: string,
  optional?: Name,
): Partial<Record<Name, Node>> {
  if (node?.kind !== "map") throw invalid(`${what} is not an object`, place(node, file));
  const found = new Map<string, Node>();
  for (const { key, value } of node.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    if (!names.some((known) => known === name)) throw invalid(`${what} has no field ${quoted(name)}`, place(key, file));
    found.set(name, value);
  }
  const missing = names.find((name) => name !== optional && !found.has(name));
  if (missing !== undefined) throw invalid(`${what} lacks the field \`${missing}\``, place(node, file));
  return Object.fromEntries(found) as Partial<Record<Name, Node>>;
}

function place(node: Node | undefined, file: string): Location {
  return locate(node) ?? { file };
}

function quoted(text: string): string {
  return JSON.stringify(shorten(text, MAX_QUOTED));
}

function invalid(message: string, location: Location): KrmError {
  const hint = "Write it again: `krm-render render --output-dir OUT --lock-out krm-render.lock`.";
  return failure("lock-invalid", message, { ...location, hint });
}
