/** Writes zip files byte by byte, right ones and wrong ones. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  readonly name: string | Buffer;
  readonly contents: Buffer;
  readonly stored?: boolean;
  /** Written as a stream: the sizes follow the contents. */
  readonly streamed?: boolean;
  readonly flags?: number;
  readonly method?: number;
  /** The mode that Unix programs write. */
  readonly mode?: number;
  /** What the directory says in place of the truth. */
  readonly claims?: Partial<Record<"bytes" | "packed" | "crc" | "offset", number>>;
  /** What the header in front of the contents says in place of what the directory says. */
  readonly local?: { readonly name?: string; readonly bytes?: number };
  /** Packed bytes in place of the right ones. */
  readonly packed?: Buffer;
  /** Bytes before the entry. */
  readonly before?: Buffer;
}

export interface ZipShape {
  /** Bytes between the entries and the directory, and after the end. */
  readonly gap?: Buffer;
  readonly tail?: Buffer;
  /** The number of entries that the end names. */
  readonly total?: number;
}

const UTF8 = 0x800;
const STREAMED = 0x8;

export function zip(parts: readonly ZipPart[], shape: ZipShape = {}): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const push = (bytes: Buffer) => {
    entries.push(bytes);
    at += bytes.length;
  };
  for (const part of parts) {
    if (part.before !== undefined) push(part.before);
    const offset = at;
    const name = Buffer.from(part.name);
    const packed = part.packed ?? (part.stored ? part.contents : deflateRawSync(part.contents));
    const flags = part.flags ?? UTF8 | (part.streamed ? STREAMED : 0);
    const method = part.method ?? (part.stored ? 0 : 8);
    const sizes = [crc32(part.contents), packed.length, part.contents.length];
    const { crc = sizes[0], packed: packedSize = sizes[1], bytes = sizes[2] } = part.claims ?? {};
    const claimed = [crc, packedSize, bytes] as number[];
    const localName = Buffer.from(part.local?.name ?? name);
    const local = part.streamed ? [0, 0, 0] : [claimed[0], claimed[1], part.local?.bytes ?? claimed[2]];
    push(
      Buffer.concat([
        numbers([4, 0x04034b50], [2, 20], [2, flags], [2, method], [4, 0]),
        numbers(...local.map((value) => [4, value ?? 0] as const), [2, localName.length], [2, 0]),
        localName,
      ]),
    );
    push(packed);
    if (part.streamed) push(numbers([4, 0x08074b50], ...claimed.map((value) => [4, value] as const)));
    directory.push(
      numbers([4, 0x02014b50], [2, (3 << 8) | 20], [2, 20], [2, flags], [2, method], [4, 0]),
      numbers(...claimed.map((value) => [4, value] as const), [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0]),
      numbers([4, ((part.mode ?? 0o100644) << 16) >>> 0], [4, part.claims?.offset ?? offset]),
      name,
    );
  }
  if (shape.gap !== undefined) push(shape.gap);
  const central = Buffer.concat(directory);
  const total = shape.total ?? parts.length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, total], [2, total], [4, central.length], [4, at], [2, 0]);
  return Buffer.concat([...entries, central, end, shape.tail ?? Buffer.alloc(0)]);
}

/** Little-endian numbers of so many bytes. */
function numbers(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
