/**
 * Takes one program out of a tar archive, without unpacking it; docs/specification/store.md 4.4 to 4.6.
 *
 * Everything in the archive is hostile. It is read once, as a stream: the bytes that are hashed are those that are extracted.
 */
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { failure, KrmError } from "../../diagnostics.ts";
import { formatOf } from "../../processes/index.ts";
import { sizeText } from "../../text/index.ts";
import { writeHashed } from "../hashed-file.ts";
import { expansion } from "./expansion.ts";
import { readTar, type TarEntry } from "./tar.ts";

const MIB = 1024 * 1024;
/** The size of a download: an archive, or a program. */
export const MAX_DOWNLOAD_BYTES = 256 * MIB;
/** The size of the program in an archive. */
const MAX_PROGRAM_BYTES = 512 * MIB;
/** The size of everything in an archive, after decompression. */
const MAX_UNPACKED_BYTES = 2048 * MIB;
const MAX_ENTRIES = 10_000;
/** Types that no archive of a program needs. */
const DEVICES: ReadonlySet<string | undefined> = new Set(["character-device", "block-device", "fifo"]);

/** The digests of an archive and of the program in it. */
interface Extracted {
  readonly archive: string;
  readonly program: string;
}

interface Extraction {
  /** A file of {@link archiveFormat}. */
  readonly archive: string;
  /** The name of the program in it, as {@link cleanName} returns it. */
  readonly bin: string;
  /** The place of a new file. */
  readonly to: string;
  /** The archive in messages. */
  readonly shown: string;
}

/** The format of an archive. Undefined if the content is no archive, whatever its name is. @throws the error of the system */
export function archiveFormat(path: string): "gzip" | "tar" | undefined {
  const format = formatOf(path);
  return format.type === "archive" ? format.packing : undefined;
}

/** A path without empty and `.` parts. Undefined for one that is absolute, or has `..` parts, or no other ones. */
export function cleanName(name: string): string | undefined {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (name.startsWith("/") || name.includes("\0") || parts.includes("..")) return undefined;
  return parts.join("/") || undefined;
}

/**
 * Writes the only file with a name to a new file, and hashes both it and the archive.
 * @throws KrmError `archive-refused`; then the new file may exist, and is incomplete
 */
export async function extractProgram({ archive, bin, to, shown }: Extraction): Promise<Extracted> {
  const refused = (problem: string): KrmError =>
    failure("archive-refused", `${shown} ${problem}`, {
      hint: `Publish an archive in which "${bin}" is one regular file, or publish the program without an archive.`,
    });
  const whole = createHash("sha256");
  let entries = 0;
  let program: string | undefined;

  const { stages, packed } = expansion({
    isGzip: archiveFormat(archive) === "gzip",
    maxPacked: MAX_DOWNLOAD_BYTES,
    maxUnpacked: MAX_UNPACKED_BYTES,
    onPacked: (chunk) => whole.update(chunk),
    refused,
  });
  async function take({ name, type, bytes, content }: TarEntry): Promise<void> {
    const clean = cleanName(name);
    const entry = `has the entry "${name}"`;
    if (++entries > MAX_ENTRIES) throw refused(`has more than ${MAX_ENTRIES} entries`);
    if (clean === undefined && type !== "directory") throw refused(`${entry}, which leads out of it`);
    if (DEVICES.has(type)) throw refused(`${entry}, which is a ${type}`);
    if (clean !== bin) return;
    if (program !== undefined) throw refused(`has the entry "${bin}" twice`);
    if (type !== "file")
      throw refused(`${entry}, which is not a regular file but a ${type ?? "thing of another type"}`);
    if (bytes > MAX_PROGRAM_BYTES) throw refused(`${entry}, which is larger than ${sizeText(MAX_PROGRAM_BYTES)}`);
    program = await writeHashed(content, to);
  }

  try {
    await readTar(createReadStream(archive), stages, take);
  } catch (thrown) {
    if (thrown instanceof KrmError || isOfSystem(thrown)) throw thrown;
    const { name, message } = thrown as Error;
    // Decompression ends where the compressed data end, and does not read what follows.
    throw refused(name === "AbortError" ? "has bytes after its end" : `cannot be read as a tar archive: ${message}`);
  }
  // The digest is that of the file only if all of it was read.
  if (packed() !== statSync(archive).size) throw refused("was not read to its end");
  if (program === undefined) throw refused(`has no entry "${bin}"`);
  return { archive: whole.digest("hex"), program };
}

/** Tells whether the error is about this machine, such as a full disk. Errors of decompression have codes, too, but no call. */
function isOfSystem(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).syscall !== undefined;
}
