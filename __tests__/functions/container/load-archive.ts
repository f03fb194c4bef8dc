/** Writes the archives that engines load: an OCI layout, with the index that docker saves. */

export const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";

/** The digests of the blobs of an image with one layer. */
export interface ImageNames {
  readonly manifest: string;
  readonly config: string;
  readonly layer: string;
}

export async function* loadArchive(
  { manifest, config, layer }: ImageNames,
  bytesOf: (digest: string) => Buffer,
  name: string,
): AsyncGenerator<Uint8Array> {
  const pathOf = (digest: string): string => `blobs/${digest.replace(":", "/")}`;
  const tag = name.slice(name.lastIndexOf(":") + 1);
  const annotations = { "io.containerd.image.name": name, "org.opencontainers.image.ref.name": tag };
  const descriptor = { mediaType: MANIFEST_TYPE, digest: manifest, size: bytesOf(manifest).length, annotations };
  yield* entry("oci-layout", json({ imageLayoutVersion: "1.0.0" }));
  yield* entry("index.json", json({ schemaVersion: 2, manifests: [descriptor] }));
  yield* entry("manifest.json", json([{ Config: pathOf(config), RepoTags: [name], Layers: [pathOf(layer)] }]));
  for (const digest of [manifest, config, layer]) yield* entry(pathOf(digest), bytesOf(digest));
  yield Buffer.alloc(1024);
}

function* entry(name: string, bytes: Buffer): Generator<Buffer> {
  const header = Buffer.alloc(512);
  const octal = (value: number, at: number, length: number): void =>
    void header.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  header.write(name, 0, "latin1");
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes.length, 124, 12);
  octal(0, 136, 12);
  header.fill(" ", 148, 156);
  header.write("0", 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  yield header;
  yield bytes;
  yield Buffer.alloc((512 - (bytes.length % 512)) % 512);
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
