/**
 * Writes an image as an archive that docker, podman and containerd load with its own digests; docs/specification/oci.md 8.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { failure } from "../../diagnostics.ts";
import type { ImageLayout, StoredBlob } from "./images.ts";
import { hexOf } from "./reference.ts";

const BLOCK = 512;
/** The largest size that a header of ustar can hold in octal digits. */
const MAX_ENTRY_BYTES = 8 ** 11 - 1;

/**
 * Reads each blob once, and checks it on its way.
 * @param name `REPOSITORY:TAG`, which the engine gives to the image
 * @throws KrmError `digest-mismatch`, before the archive ends: the program that reads it must be stopped then
 */
export async function* writeLoadArchive(
  layout: ImageLayout,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const [path, value] of metadataOf(layout, name)) {
    const bytes = Buffer.from(JSON.stringify(value));
    yield header(path, bytes.length);
    yield bytes;
    yield padding(bytes.length);
  }
  const written = new Set<string>();
  for (const blob of [layout.manifest, layout.config, ...layout.layers]) {
    if (written.has(blob.digest)) continue;
    written.add(blob.digest);
    yield header(pathOf(blob.digest), blob.size);
    yield* contentOf(blob);
    yield padding(blob.size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The files of an OCI layout, and the one in which older engines look. */
function metadataOf({ manifest, config, layers }: ImageLayout, name: string): readonly (readonly [string, unknown])[] {
  const { mediaType, digest, size } = manifest;
  const annotations = {
    "io.containerd.image.name": name,
    "org.opencontainers.image.ref.name": name.slice(name.lastIndexOf(":") + 1),
  };
  const index = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests: [{ mediaType, digest, size, annotations }],
  };
  const legacy = [
    { Config: pathOf(config.digest), RepoTags: [name], Layers: layers.map((layer) => pathOf(layer.digest)) },
  ];
  return [
    ["oci-layout", { imageLayoutVersion: "1.0.0" }],
    ["index.json", index],
    ["manifest.json", legacy],
  ];
}

function pathOf(digest: string): string {
  return `blobs/sha256/${hexOf(digest)}`;
}

async function* contentOf({ path, digest, size }: StoredBlob): AsyncGenerator<Uint8Array, void, undefined> {
  const damaged = (cause?: unknown): Error =>
    failure("digest-mismatch", `the stored file of ${digest} is damaged: it was changed after it was verified`, {
      hint: "Run again: the damaged file is found and fetched again.",
      cause,
    });
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = createReadStream(path);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      // More would be read as the next entry.
      if (bytes > size) throw damaged();
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? damaged(error) : error;
  }
  if (bytes !== size || `sha256:${hash.digest("hex")}` !== digest) throw damaged();
}

/** The header of a regular file that belongs to nobody and has no time. */
function header(path: string, size: number): Buffer {
  if (size > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${size} bytes does not fit into the archive`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(path, 0, 100);
  block.write(octal(0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  // The checksum is that of a header with blanks in its place.
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}
