/** SHA-256 digests in hexadecimal digits. Files of any size are read and written in parts. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, writeSync } from "node:fs";

export function digestOfBytes(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The digest of a file. @throws the error of the system */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part as Uint8Array);
  return hash.digest("hex");
}

/** Writes a new file, and returns its digest. @throws the error of the system, also if the file exists, and that of `content` */
export async function writeHashed(content: AsyncIterable<Uint8Array>, to: string, mode = 0o600): Promise<string> {
  const hash = createHash("sha256");
  const file = openSync(to, "wx", mode);
  try {
    for await (const part of content) {
      hash.update(part);
      for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
