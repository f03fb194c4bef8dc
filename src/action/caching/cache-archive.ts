/** The content of an entry of the Actions cache: files that are named by their digests; docs/specification/store.md 5.1, 5.3. */
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readTar, type TarEntry, writeHashed } from "../../store/index.ts";
import { childrenOf } from "./cache-closure.ts";

/** The most files of an entry. */
export const MAX_FILES = 1000;

/**
 * Writes the wanted files of an archive, and those that manifests among them name, to a directory, under names of our own.
 * Everything in the archive is hostile: the first entry that is none of these files ends the reading.
 * @param wanted the digests, each of 64 hexadecimal digits
 * @param maxBytes the largest size of all files together
 * @returns the files that have the digest of their name, by digest. `problem` is undefined if the archive holds wanted files only, each
 *   with its digest
 */
export async function unpackFiles(
  archive: string,
  directory: string,
  wanted: ReadonlySet<string>,
  maxBytes: number,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly problem: string | undefined }> {
  const files = new Map<string, string>();
  /** Grows by what manifests name: they come before their parts. */
  const allowed = new Set(wanted);
  let problem: string | undefined;
  let left = maxBytes;
  let entries = 0;

  async function take({ name, type, bytes, content }: TarEntry): Promise<void> {
    const to = join(directory, `file-${entries++}`);
    if (entries > allowed.size) throw new Error("it holds more files than were asked for");
    if (!allowed.has(name) || files.has(name) || type !== "file") throw new Error("it holds something else");
    left -= bytes;
    if (left < 0) throw new Error("its files are too large");
    if ((await writeHashed(content, to)) === name) {
      files.set(name, to);
      const { required, choices } = childrenOf(to);
      for (const child of [...required, ...choices]) if (allowed.size < MAX_FILES) allowed.add(child);
    } else problem = "a file in it has another digest than its name";
  }

  try {
    await readTar(createReadStream(archive), [], take);
  } catch (thrown) {
    problem = (thrown as Error).message;
  }
  return { files, problem };
}

/** Makes an archive of files. @param files their paths by the names of the entries */
export async function packFiles(files: ReadonlyMap<string, string>, to: string): Promise<void> {
  const { pack } = await import("tar-stream");
  const archive = pack();
  const adding = (async () => {
    for (const [name, path] of files) {
      const entry = archive.entry({ name, size: statSync(path).size, mode: 0o600, mtime: new Date(0) });
      await pipeline(createReadStream(path), entry as unknown as NodeJS.WritableStream);
    }
    archive.finalize();
  })().catch((thrown: unknown) => archive.destroy(thrown as Error));
  await pipeline(archive as AsyncIterable<Uint8Array>, createWriteStream(to, { flags: "wx", mode: 0o600 }));
  await adding;
}
