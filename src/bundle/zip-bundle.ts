/** Opens a bundle that is a zip file, as GitHub keeps artifacts. Nothing is unpacked to the disk. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Readable } from "node:stream";
import { createInflateRaw, inflateRawSync } from "node:zlib";
import { KrmError } from "../diagnostics.ts";
import { checkFound, checkListed, checkRead, readListed } from "./contents.ts";
import type { Bundle } from "./directory-bundle.ts";
import { type BundledFile, MAX_ARCHIVE_BYTES, MAX_MANIFEST_BYTES, parseManifest } from "./manifest.ts";
import { quoted } from "./paths.ts";
import { guarded, type Refuse, reasonOf, refuserOf } from "./problems.ts";
import { readZipEntries, type ZipEntry } from "./zip-entries.ts";

/**
 * Opens a zip file and checks all of its files by its `bundle.json`. Sizes are checked by what the zip file says before anything is
 * unpacked, and again while it is.
 * @param name as messages name it; the path if absent
 * @throws KrmError `bundle-invalid`
 */
export async function openBundleZip(file: string, name = quoted(file)): Promise<Bundle> {
  const refuse = refuserOf(name);
  const fd = guarded(refuse, () => openSync(file, "r"));
  try {
    return await opened(fd, refuse);
  } catch (thrown) {
    closeSync(fd);
    throw thrown instanceof KrmError ? thrown : refuse(reasonOf(thrown), thrown);
  }
}

async function opened(fd: number, refuse: Refuse): Promise<Bundle> {
  const { size } = fstatSync(fd);
  if (size > MAX_ARCHIVE_BYTES) throw refuse("the zip file is too large");
  const readAt = (start: number, length: number) => readFully(fd, start, length, refuse);
  const entries = readZipEntries(size, readAt, refuse);
  const list = checkFound(entries, refuse);
  const unpack = (entry: ZipEntry, most: number) => unpacked(entry, readAt(entry.start, entry.packed), most, refuse);
  const manifest = parseManifest(unpack(list, MAX_MANIFEST_BYTES), refuse);
  checkListed(entries, manifest, refuse);
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  for (const file of manifest.files) {
    const entry = byPath.get(file.path);
    if (entry !== undefined) checkRead(file, await readStream(fd, entry, file, refuse), refuse);
  }
  return {
    manifest,
    read: (path) => readListed(manifest, path, ({ bytes }) => unpack(byPath.get(path) as ZipEntry, bytes), refuse),
    close: () => closeSync(fd),
  };
}

/** Reads an entry part by part, so that large ones take no memory. Ends as soon as it has more bytes than it should. */
async function readStream(fd: number, entry: ZipEntry, { bytes }: BundledFile, refuse: Refuse) {
  const hash = createHash("sha256");
  const source = Readable.from(partsOf(fd, entry, refuse), { objectMode: false });
  const inflate = createInflateRaw();
  source.on("error", (error) => inflate.destroy(error));
  const parts: AsyncIterable<Buffer> = entry.isDeflated ? source.pipe(inflate) : source;
  let count = 0;
  try {
    for await (const part of parts) {
      count += part.length;
      if (count > bytes) break;
      hash.update(part);
    }
  } catch (cause) {
    throw damaged(entry, refuse, cause);
  } finally {
    source.destroy();
    inflate.destroy();
  }
  // What follows the end of the packed bytes belongs to nothing.
  if (entry.isDeflated && count === bytes && inflate.bytesWritten !== entry.packed) throw damaged(entry, refuse);
  return { bytes: count, sha256: hash.digest("hex") };
}

const PART_BYTES = 256 * 1024;

function* partsOf(fd: number, { start, packed }: ZipEntry, refuse: Refuse): Generator<Buffer> {
  for (let at = 0; at < packed; at += PART_BYTES) {
    yield readFully(fd, start + at, Math.min(PART_BYTES, packed - at), refuse);
  }
}

function unpacked(entry: ZipEntry, packed: Buffer, most: number, refuse: Refuse): Buffer {
  if (!entry.isDeflated) return packed;
  try {
    // Zero would mean no limit.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(most, entry.bytes)) });
  } catch (cause) {
    throw damaged(entry, refuse, cause);
  }
}

function damaged({ path }: ZipEntry, refuse: Refuse, cause?: unknown): KrmError {
  const why = cause === undefined ? "" : `: ${reasonOf(cause)}`;
  return refuse(`the zip entry ${quoted(path)} is damaged${why}`, cause);
}

function readFully(fd: number, start: number, length: number, refuse: Refuse): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const read = readSync(fd, bytes, at, length - at, start + at);
    if (read === 0) throw refuse("the zip file ends too early");
    at += read;
  }
  return bytes;
}
