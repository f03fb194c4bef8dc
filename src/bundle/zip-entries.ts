/**
 * Reads the directory of a zip file. Accepts what writers of archives make, and nothing that two programs could read in two ways:
 * the entries lie one after the other without gaps, are described twice in the same way, and nothing else is in the file.
 */
import type { FoundFile } from "./contents.ts";
import { MAX_ENTRIES, tooMany } from "./manifest.ts";
import { quoted } from "./paths.ts";
import type { Refuse } from "./problems.ts";

export interface ZipEntry extends FoundFile {
  readonly isDeflated: boolean;
  /** The offset of the packed bytes, and their number. */
  readonly start: number;
  readonly packed: number;
}

/** Reads a part of the file. The part is inside of it. */
export type ReadAt = (start: number, length: number) => Buffer;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
/** Bytes of these records, without names and extra fields. */
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** The longest name; paths are shorter. */
const MAX_NAME_BYTES = 8192;
/** The most bytes for one entry of the directory: fields, name, and extra fields of all kinds. */
const MAX_RECORD_BYTES = CENTRAL_BYTES + MAX_NAME_BYTES + 1024;
/** How much longer than its packed bytes a file may be, beyond the first MiB. Deflate cannot exceed 1,032. */
const MAX_RATIO = 500;
const RATIO_FREE_BYTES = 1024 * 1024;
/** How much longer the packed bytes of a file may be, beside a thousandth of it: more than any writer needs. */
const PACKING_BYTES = 1024;

/** Bits of the flags. */
const ENCRYPTED = 0x1 | 0x40 | 0x2000;
const HAS_DESCRIPTOR = 0x8;
const IS_UTF8 = 0x800;
const LEVEL = 0x6;
const KNOWN_FLAGS = ENCRYPTED | HAS_DESCRIPTOR | IS_UTF8 | LEVEL;

const STORED = 0;
const DEFLATED = 8;

/** Types of files in the mode that Unix programs write. */
const TYPE = 0xf000;
const REGULAR = 0x8000;
const DIRECTORY = 0x4000;

interface Record {
  readonly name: string;
  readonly rawName: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
  readonly offset: number;
}

/** The entries of a zip file, without directories. @throws KrmError `bundle-invalid` */
export function readZipEntries(size: number, readAt: ReadAt, refuse: Refuse): readonly ZipEntry[] {
  const records = readDirectory(size, readAt, refuse);
  const ordered = [...records.list].sort((left, right) => left.offset - right.offset);
  const entries: ZipEntry[] = [];
  let at = 0;
  ordered.forEach((record, index) => {
    const next = ordered[index + 1]?.offset ?? records.start;
    const { start, end } = locate(record, at, next, readAt, refuse);
    at = end;
    if (record.name.endsWith("/")) return;
    const { name: path, bytes, packed, method } = record;
    entries.push({ path, bytes, packed, start, isDeflated: method === DEFLATED });
  });
  if (at !== records.start) throw refuse("the zip file has bytes between its entries and its directory");
  return entries;
}

function readDirectory(size: number, readAt: ReadAt, refuse: Refuse): { list: readonly Record[]; start: number } {
  if (size < END_BYTES) throw refuse("it is no zip file");
  const end = readAt(size - END_BYTES, END_BYTES);
  if (end.readUInt32LE(0) !== END || end.readUInt16LE(20) !== 0) {
    throw refuse("it is no zip file, or something follows the end of it");
  }
  const [disk, firstDisk, here, total] = [4, 6, 8, 10].map((offset) => end.readUInt16LE(offset));
  const [length, start] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  if (total === 0xffff || length === 0xffffffff || start === 0xffffffff) {
    throw refuse("it is a zip64 file: it has too many files or bytes");
  }
  if (disk !== 0 || firstDisk !== 0 || here !== total || total === undefined) {
    throw refuse("it is a part of a zip file in several parts");
  }
  // Directories are entries too.
  if (total >= 2 * MAX_ENTRIES) throw refuse(tooMany(total));
  if (start + length !== size - END_BYTES) throw refuse("the directory of the zip file is not at its end");
  if (length > total * MAX_RECORD_BYTES) throw refuse("the directory of the zip file is too long");
  const directory = readAt(start, length);
  const list: Record[] = [];
  let at = 0;
  for (let count = 0; count < total; count++) {
    if (at + CENTRAL_BYTES > length || directory.readUInt32LE(at) !== CENTRAL) {
      throw refuse("the directory of the zip file is damaged");
    }
    const lengths = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const after = at + CENTRAL_BYTES + lengths.reduce((sum, each) => sum + each, 0);
    if (after > length) throw refuse("the directory of the zip file is damaged");
    list.push(readRecord(directory.subarray(at, after), lengths[0] ?? 0, refuse));
    at = after;
  }
  if (at !== length) throw refuse("the directory of the zip file has bytes after its last entry");
  return { list, start };
}

function readRecord(record: Buffer, nameLength: number, refuse: Refuse): Record {
  const flags = record.readUInt16LE(8);
  const rawName = record.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameLength);
  const name = nameOf(rawName, flags, refuse);
  const about = (what: string) => refuse(`the zip entry ${quoted(name)} ${what}`);
  const method = record.readUInt16LE(10);
  const [crc, packed, bytes] = [16, 20, 24].map((offset) => record.readUInt32LE(offset)) as [number, number, number];
  const offset = record.readUInt32LE(42);
  if ((flags & ENCRYPTED) !== 0) throw about("is encrypted");
  if ((flags & ~KNOWN_FLAGS) !== 0) throw about("is written in a way that is not supported");
  if (method !== STORED && method !== DEFLATED) throw about("is packed in a way that is not supported");
  if (packed === 0xffffffff || bytes === 0xffffffff || offset === 0xffffffff) throw about("is larger than 4 GiB");
  if (record.readUInt16LE(34) !== 0) throw about("is in another part of the zip file");
  if (method === STORED && packed !== bytes) throw about("has two sizes although it is not packed");
  const isDirectory = name.endsWith("/");
  const type = (record.readUInt32LE(38) >>> 16) & TYPE;
  if (type !== 0 && type !== (isDirectory ? DIRECTORY : REGULAR)) throw about("is a link or a special file");
  if (isDirectory && bytes !== 0) throw about("is a directory with contents");
  // What is parsed is read at once: two gigabytes that unpack to nothing would be.
  if (packed > bytes + bytes / 1000 + PACKING_BYTES) throw about("is longer packed than unpacked");
  if (bytes > RATIO_FREE_BYTES && bytes > packed * MAX_RATIO) {
    throw about(`unpacks to more than ${MAX_RATIO} times its size`);
  }
  return { name, rawName, flags, method, crc, packed, bytes, offset };
}

/** Names are UTF-8 and say so, or ASCII: other programs read anything else in many ways. */
function nameOf(raw: Buffer, flags: number, refuse: Refuse): string {
  if (raw.length > MAX_NAME_BYTES) throw refuse("a zip entry has a name that is too long");
  const isAscii = raw.every((byte) => byte < 0x80);
  try {
    if (isAscii || (flags & IS_UTF8) !== 0) {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
    }
  } catch {
    // Said below.
  }
  throw refuse(`the name of the zip entry ${quoted(raw.toString("latin1"))} is not in UTF-8`);
}

/** Returns the offsets of the packed bytes of an entry and of the next entry. @param at the expected offset of this one */
function locate(record: Record, at: number, next: number, readAt: ReadAt, refuse: Refuse) {
  const { name, rawName, flags, method, packed, offset } = record;
  const about = (what: string) => refuse(`the zip entry ${quoted(name)} ${what}`);
  if (offset !== at) throw about(offset < at ? "overlaps another one" : "follows bytes that belong to no entry");
  if (offset + LOCAL_BYTES > next) throw about("overlaps another one");
  const local = readAt(offset, LOCAL_BYTES);
  const nameLength = local.readUInt16LE(26);
  const start = offset + LOCAL_BYTES + nameLength + local.readUInt16LE(28);
  const end = start + packed;
  if (local.readUInt32LE(0) !== LOCAL) throw about("is not where the directory of the zip file says");
  if (end > next) throw about("overlaps another one");
  const isSame =
    local.readUInt16LE(6) === flags &&
    local.readUInt16LE(8) === method &&
    nameLength === rawName.length &&
    readAt(offset + LOCAL_BYTES, nameLength).equals(rawName);
  if (!isSame || !hasSameSizes(record, local)) throw about("is described in two ways");
  if ((flags & HAS_DESCRIPTOR) === 0) return { start, end };
  return { start, end: end + descriptorLength(record, readAt(end, next - end > 16 ? 16 : next - end), about) };
}

/** Entries that are written as a stream have their sizes behind them, and zeros in front. */
function hasSameSizes({ flags, crc, packed, bytes }: Record, local: Buffer): boolean {
  const [found, expected] = [[14, 18, 22].map((offset) => local.readUInt32LE(offset)), [crc, packed, bytes]];
  if ((flags & HAS_DESCRIPTOR) !== 0 && found.every((value) => value === 0)) return true;
  return found.every((value, index) => value === expected[index]);
}

function descriptorLength({ crc, packed, bytes }: Record, found: Buffer, about: (what: string) => Error): 12 | 16 {
  const fields = Buffer.alloc(12);
  [crc, packed, bytes].forEach((value, index) => fields.writeUInt32LE(value, index * 4));
  if (found.length === 16 && found.readUInt32LE(0) === DESCRIPTOR && found.subarray(4).equals(fields)) return 16;
  if (found.subarray(0, 12).equals(fields)) return 12;
  throw about("is described in two ways");
}
