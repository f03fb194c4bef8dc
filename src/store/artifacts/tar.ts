/** Reads tar archives as streams: nothing is unpacked, and nothing in them becomes a path. */
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** One entry of an archive. Its name is hostile. Long names are resolved. */
export interface TarEntry {
  readonly name: string;
  /** `file` for regular files; undefined for types that tar does not define. */
  readonly type: string | undefined;
  readonly bytes: number;
  /** To be read at most once. What is not read is skipped. */
  readonly content: AsyncIterable<Uint8Array>;
}

export type Stage = Transform | ((chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>);

/** The types of Node know no generators in a list of any length. */
type PipelineParts = readonly NodeJS.ReadWriteStream[];

/**
 * Reads an archive to its end.
 * @param stages for the bytes before they are read, such as decompression
 * @param take gets the entries in order, each when the one before was read
 * @throws Error if the bytes are not a tar archive, and what the stages and `take` throw
 */
export async function readTar(
  source: Readable,
  stages: readonly Stage[],
  take: (entry: TarEntry) => Promise<void>,
): Promise<void> {
  const { extract } = await import("tar-stream");
  const tar = extract();
  let problem: { readonly thrown: unknown } | undefined;
  const taking = (async () => {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      await take({ name, type: type ?? undefined, bytes: size ?? 0, content: entry as AsyncIterable<Uint8Array> });
      entry.resume();
    }
  })().catch((thrown: unknown) => {
    problem = { thrown };
    tar.destroy(thrown as Error);
  });
  try {
    await pipeline([source, ...stages, tar] as unknown as PipelineParts);
  } catch (thrown) {
    tar.destroy(thrown as Error);
    await taking;
    throw problem === undefined ? thrown : problem.thrown;
  }
  await taking;
  if (problem !== undefined) throw problem.thrown;
}
