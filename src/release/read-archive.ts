/** Reads the archive of a release as a stream, and accepts one form only; docs/specification/releases.md 1. */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { failure, type KrmError } from "../diagnostics.ts";
import { reasonOf } from "../render/index.ts";
import { TAR_BLOCK } from "../store/index.ts";
import { compareBytewise } from "../text/index.ts";
import { isHeadOf, isZero, readHead, readPaxPath } from "./archive-entry.ts";
import { ByteReader } from "./byte-reader.ts";
import { DocumentCounter } from "./document-counter.ts";
import { DESCRIPTIONS, MANIFESTS, MAX_RELEASE_BYTES, MAX_RELEASE_ENTRIES, MAX_RELEASE_FILE_BYTES } from "./format.ts";
import { GZIP_HEADER, GZIP_TRAILER_BYTES, gzipTrailer } from "./gzip.ts";
import { MAX_RELEASE_PATH, pathClash, pathProblem, quoted } from "./paths.ts";

export interface ReadFile {
  readonly bytes: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  /** How many documents of YAML it holds. */
  readonly documents: number;
  /** How many of these are Secrets. */
  readonly secrets: number;
  /** Only of the files that describe a release. */
  readonly content: Buffer | undefined;
}

export interface ReadArchive {
  /** By path, in the order of the archive. */
  readonly files: ReadonlyMap<string, ReadFile>;
  /** The time of all entries, in seconds since 1970. */
  readonly seconds: number;
  /** The digest of the archive, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** The archive is read in parts of this size. */
const PART = 256 * 1024;
/** An extended header holds a path and its own length. */
const MAX_PAX_BYTES = MAX_RELEASE_PATH + 32;

/**
 * @param file the archive in messages
 * @throws KrmError `release-archive` for everything that no release has; `unreadable`
 */
export async function readArchive(path: string, file: string): Promise<ReadArchive> {
  const descriptor = open(path, file);
  try {
    return await readOpen(descriptor, file);
  } finally {
    closeSync(descriptor);
  }
}

async function readOpen(descriptor: number, file: string): Promise<ReadArchive> {
  const { size } = fstatSync(descriptor);
  const hash = createHash("sha256");
  const at = (position: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
  };
  const head = at(0, GZIP_HEADER.length);
  const trailerAt = size - GZIP_TRAILER_BYTES;
  if (!head.subarray(0, 2).equals(GZIP_HEADER.subarray(0, 2))) throw refused(file, "it is not compressed by gzip");
  if (!head.equals(GZIP_HEADER)) throw refused(file, "its header of gzip has a name, a time or something else");
  if (trailerAt <= head.length) throw refused(file, "it is cut off");
  hash.update(head);
  let sum = 0;
  let unpacked = 0;
  const inflate = createInflateRaw();
  function* packed(): Generator<Buffer, void, undefined> {
    for (let position = head.length; position < trailerAt; ) {
      const part = at(position, Math.min(PART, trailerAt - position));
      // Somebody makes it shorter while it is read.
      if (part.length === 0) return;
      position += part.length;
      hash.update(part);
      yield part;
    }
  }
  // Its reads are synchronous: none is under way when the file is closed.
  const source = Readable.from(packed());
  source.pipe(inflate);
  async function* bounded(): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      unpacked += chunk.length;
      if (unpacked > 2 * MAX_RELEASE_BYTES)
        throw refused(file, `it expands to more than ${2 * MAX_RELEASE_BYTES} bytes`);
      yield chunk;
    }
  }
  let read: Omit<ReadArchive, "sha256">;
  try {
    read = await readEntries(new ByteReader(bounded()), file);
  } catch (error) {
    inflate.destroy();
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR") throw refused(file, "it is cut off");
    if (code.startsWith("Z_")) throw refused(file, "its compressed data are damaged");
    throw error;
  } finally {
    // Nothing is read any more when the descriptor is closed.
    source.destroy();
  }
  if (inflate.bytesWritten !== trailerAt - head.length) throw refused(file, "it has bytes behind its compressed data");
  const trailer = at(trailerAt, GZIP_TRAILER_BYTES);
  hash.update(trailer);
  if (!trailer.equals(gzipTrailer(sum, unpacked))) throw refused(file, "its content does not have the sum of gzip");
  return { ...read, sha256: hash.digest("hex") };
}

async function readEntries(reader: ByteReader, file: string): Promise<Omit<ReadArchive, "sha256">> {
  const files = new Map<string, ReadFile>();
  let seconds: number | undefined;
  let last: string | undefined;
  let total = 0;
  for (;;) {
    const entry = await nextEntry(reader, file);
    if (entry === undefined) break;
    const { path, size } = entry;
    const refuse = (problem: string): KrmError => refused(file, `its entry ${quoted(path)} ${problem}`);
    const wrong = pathProblem(path);
    if (wrong !== undefined) throw refuse(`has a path that ${wrong}`);
    if (!isPart(path)) throw refuse("is no part of a release");
    if (last !== undefined && compareBytewise(path, last) <= 0) {
      throw refuse(path === last || files.has(path) ? "is there twice" : `comes behind ${quoted(last)}, out of order`);
    }
    last = path;
    seconds ??= entry.seconds;
    if (entry.seconds !== seconds) throw refuse("has another time than the entry before it");
    if (files.size === MAX_RELEASE_ENTRIES) throw refused(file, `it has more than ${MAX_RELEASE_ENTRIES} entries`);
    if (size > (DESCRIPTIONS.get(path) ?? MAX_RELEASE_FILE_BYTES))
      throw refuse(`has ${size} bytes, more than it may have`);
    total += size;
    if (total > MAX_RELEASE_BYTES) throw refused(file, `its files have more than ${MAX_RELEASE_BYTES} bytes`);
    files.set(path, await readContent(reader, path, size, refuse));
  }
  if ((await reader.take(1)).length > 0) throw refused(file, "it has bytes behind its last entry");
  const clash = pathClash(files.keys());
  if (clash !== undefined) {
    const [path, other] = [quoted(clash.path), quoted(clash.other)];
    const problem =
      clash.kind === "below"
        ? `needs a directory where ${other} is a file`
        : `replaces ${other} on systems that do not tell such names apart`;
    throw refused(file, `its entry ${path} ${problem}`);
  }
  return { files, seconds: seconds ?? 0 };
}

interface Entry {
  readonly path: string;
  readonly size: number;
  readonly seconds: number;
}

const OTHER_HEADER = "has a header that is not written as in a release";

/** Undefined at the end of the archive, which is read. */
async function nextEntry(reader: ByteReader, file: string): Promise<Entry | undefined> {
  const block = await reader.take(TAR_BLOCK);
  if (block.length < TAR_BLOCK) throw refused(file, "it is cut off");
  if (isZero(block)) {
    const second = await reader.take(TAR_BLOCK);
    if (second.length < TAR_BLOCK || !isZero(second)) throw refused(file, "its end is not that of an archive");
    return undefined;
  }
  const head = readHead(block);
  if ("problem" in head) throw refused(file, `its entry ${quoted(head.name)} ${head.problem}`);
  if (head.kind === "file") return { path: head.name, size: head.size, seconds: head.seconds };
  const refuse = (problem: string): KrmError => refused(file, `an entry ${problem}`);
  if (head.size > MAX_PAX_BYTES) throw refuse("has an extended header that is too long");
  const record = await reader.take(head.size);
  await skipPadding(reader, head.size, refuse);
  const named = readPaxPath(record);
  if ("problem" in named) throw refuse(named.problem);
  const { path } = named;
  const next = await reader.take(TAR_BLOCK);
  const own = next.length === TAR_BLOCK ? readHead(next) : { problem: OTHER_HEADER };
  if ("problem" in own) throw refused(file, `its entry ${quoted(path)} ${own.problem}`);
  if (isHeadOf(own, path) && own.seconds === head.seconds) return { path, size: own.size, seconds: own.seconds };
  throw refused(file, `its entry ${quoted(path)} ${OTHER_HEADER}`);
}

async function readContent(
  reader: ByteReader,
  path: string,
  size: number,
  refuse: (problem: string) => KrmError,
): Promise<ReadFile> {
  const hash = createHash("sha256");
  const counter = new DocumentCounter();
  const kept: Buffer[] | undefined = DESCRIPTIONS.has(path) ? [] : undefined;
  const found = await reader.each(size, (part) => {
    hash.update(part);
    if (kept === undefined) counter.add(part);
    else kept.push(part);
  });
  if (found < size) throw refuse("is cut off");
  await skipPadding(reader, size, refuse);
  const content = kept && Buffer.concat(kept);
  return { bytes: size, sha256: hash.digest("hex"), documents: counter.documents, secrets: counter.secrets, content };
}

async function skipPadding(reader: ByteReader, size: number, refuse: (problem: string) => KrmError): Promise<void> {
  const padding = await reader.take((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
  if (!isZero(padding)) throw refuse("has bytes behind its content");
}

function isPart(path: string): boolean {
  return DESCRIPTIONS.has(path) || (path.startsWith(`${MANIFESTS}/`) && path.endsWith(".yaml"));
}

function open(path: string, file: string): number {
  let descriptor: number;
  try {
    // Opening a pipe would block.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw failure("unreadable", `the archive cannot be read: ${reasonOf(cause)}`, { file, cause });
  }
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw failure("unreadable", "the archive is not a regular file", { file });
}

function refused(file: string, problem: string): KrmError {
  return failure("release-archive", `this is not the archive of a release: ${problem}`, {
    file,
    hint: "Get it again from where it was published, and compare its digest there.",
  });
}
