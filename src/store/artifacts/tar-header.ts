/** Headers of tar archives whose bytes depend on nothing but the files in them. */

/** Everything in a tar archive begins at a multiple of this. */
export const TAR_BLOCK = 512;
/** The longest name that a header holds, in bytes. */
export const MAX_TAR_NAME = 100;
/** The largest number that fits into the octal digits of a size or a time. */
const MAX_NUMBER = 8 ** 11 - 1;

interface TarHeader {
  /** At most {@link MAX_TAR_NAME} bytes in ASCII. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Since 1970. Default: 0. */
  readonly seconds?: number;
  /** Default: `0`, a regular file. */
  readonly type?: "0" | "x";
}

/** The header of an entry of ustar that belongs to nobody and has the mode 0644. @throws RangeError for what does not fit */
export function tarHeader({ name, size, seconds = 0, type = "0" }: TarHeader): Buffer {
  if (size > MAX_NUMBER) throw new RangeError(`an entry of ${size} bytes does not fit into the archive`);
  if (Buffer.byteLength(name) > MAX_TAR_NAME) throw new RangeError("the name of an entry does not fit into its header");
  const block = Buffer.alloc(TAR_BLOCK);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(name, 0, MAX_TAR_NAME);
  block.write(octal(0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(Math.min(Math.max(0, seconds), MAX_NUMBER), 11), 136);
  block.write(type, 156);
  block.write("ustar\u000000", 257);
  block.write(`${tarChecksum(block).toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** The sum that a header must hold: that of its bytes, with blanks in place of the sum. */
export function tarChecksum(block: Uint8Array): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

/** The zeros behind content of this size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
}
