/**
 * Compresses to the same bytes on every machine; docs/specification/releases.md 1.5. Node's own compression does not: its bytes
 * depend on the zlib that Node was built with.
 */
import { crc32 } from "node:zlib";
import { Deflate } from "fflate/browser";

/** No name, no time, an unknown system. */
export const GZIP_HEADER: Buffer = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The sum of the content and its size. */
export const GZIP_TRAILER_BYTES = 8;

/** The compressor gets parts of this size: its output depends on how its input is cut. */
const PART = 64 * 1024;
/** `mem` has a fixed value, because the default is computed with a logarithm, which engines may round differently. */
const OPTIONS = { level: 6, mem: 8 } as const;

export function* gzipped(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  const done: Uint8Array[] = [];
  const deflate = new Deflate(OPTIONS, (chunk) => void done.push(chunk));
  let sum = 0;
  let size = 0;
  yield GZIP_HEADER;
  for (const part of inParts(chunks)) {
    sum = crc32(part, sum);
    size += part.length;
    deflate.push(part, false);
    yield* done.splice(0);
  }
  deflate.push(new Uint8Array(0), true);
  yield* done.splice(0);
  yield gzipTrailer(sum, size);
}

export function gzipTrailer(sum: number, size: number): Buffer {
  const trailer = Buffer.alloc(GZIP_TRAILER_BYTES);
  trailer.writeUInt32LE(sum);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return trailer;
}

/** The same bytes in parts of one size, but for the last. Each part is new: the compressor may keep it. */
function* inParts(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  let part = Buffer.alloc(PART);
  let filled = 0;
  for (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.subarray(from, from + PART - filled);
      part.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled < PART) continue;
      yield part;
      part = Buffer.alloc(PART);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
