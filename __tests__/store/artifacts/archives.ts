/** Makes tar archives, also ones that no program makes. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Header, pack } from "tar-stream";

export type Member = readonly [header: Partial<Header> & Pick<Header, "name">, content?: string | Buffer];

export async function tar(members: readonly Member[]): Promise<Buffer> {
  const archive = pack();
  for (const [header, content] of members) archive.entry(header, content ?? "");
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

export async function tarGz(members: readonly Member[]): Promise<Buffer> {
  return gzipSync(await tar(members));
}

/** One header and its content, with any type and size. */
export function rawMember(name: string, type: string, content: Buffer, size = content.length): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000755\x000000000\x000000000\x00", 100);
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\x00        ", 136);
  header.write(type, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** The end of an archive. */
export const END = Buffer.alloc(1024);

export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
