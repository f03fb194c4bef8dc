/**
 * Writes an image as an archive that docker, podman and containerd load with its own digests; docs/specification/oci.md 8.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { failure } from "../../diagnostics.ts";
import { TAR_BLOCK, tarHeader, tarPadding } from "../artifacts/tar-header.ts";
import type { ImageLayout, StoredBlob } from "./images.ts";
import { hexOf } from "./reference.ts";

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
    yield tarHeader({ name: path, size: bytes.length });
    yield bytes;
    yield tarPadding(bytes.length);
  }
  const written = new Set<string>();
  for (const blob of [layout.manifest, layout.config, ...layout.layers]) {
    if (written.has(blob.digest)) continue;
    written.add(blob.digest);
    yield tarHeader({ name: pathOf(blob.digest), size: blob.size });
    yield* contentOf(blob);
    yield tarPadding(blob.size);
  }
  yield Buffer.alloc(2 * TAR_BLOCK);
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
