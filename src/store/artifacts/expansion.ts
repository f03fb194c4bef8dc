/** Decompresses archives within bounds: a bomb ends the reading, and costs no more than its limit. */
import { createGunzip } from "node:zlib";
import { sizeText } from "../../text/index.ts";
import type { Stage } from "./tar.ts";

/** The ratio of the content to its compressed size, once the content is larger than {@link RATIO_FREE_BYTES}. */
const MAX_RATIO = 100;
const RATIO_FREE_BYTES = 1024 * 1024;

interface Expansion {
  /** For `readTar`. */
  readonly stages: readonly Stage[];
  /** The number of bytes of the archive that were read. */
  readonly packed: () => number;
}

interface Limits {
  readonly isGzip: boolean;
  /** The size of the archive. */
  readonly maxPacked: number;
  /** The size of everything in it, after decompression. */
  readonly maxUnpacked: number;
  /** Gets the bytes of the archive. */
  readonly onPacked?: (chunk: Buffer) => void;
  /** Makes the error for a limit. */
  readonly refused: (problem: string) => Error;
}

/** Decompresses an archive as it is read. Its stages throw what `refused` makes. */
export function expansion({ isGzip, maxPacked, maxUnpacked, onPacked, refused }: Limits): Expansion {
  let packed = 0;
  let unpacked = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      onPacked?.(chunk);
      packed += chunk.length;
      if (packed > maxPacked) throw refused(`is larger than ${sizeText(maxPacked)}`);
      yield chunk;
    }
  }
  async function* bounded(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      unpacked += chunk.length;
      if (unpacked > Math.max(RATIO_FREE_BYTES, MAX_RATIO * packed)) {
        throw refused(`expands to more than ${MAX_RATIO} times its size`);
      }
      if (unpacked > maxUnpacked) throw refused(`expands to more than ${sizeText(maxUnpacked)}`);
      yield chunk;
    }
  }
  return { stages: isGzip ? [counted, createGunzip(), bounded] : [counted, bounded], packed: () => packed };
}
