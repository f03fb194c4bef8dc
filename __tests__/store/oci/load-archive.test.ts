import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type ImageLayout, type StoredBlob, writeLoadArchive } from "../../../src/store/index.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { problemOf } from "./client.ts";
import { TYPES } from "./registry.ts";

const directory = temporaryDirectories();

function layoutOf(contents: readonly Uint8Array[]): ImageLayout {
  const place = directory();
  const stored = (bytes: Uint8Array, name: string): StoredBlob => {
    const path = join(place, name);
    writeFileSync(path, bytes);
    return { digest: `sha256:${createHash("sha256").update(bytes).digest("hex")}`, size: bytes.length, path };
  };
  return {
    manifest: { ...stored(Buffer.from("{manifest}"), "m"), mediaType: TYPES.manifest },
    config: stored(Buffer.from("{config}"), "c"),
    layers: contents.map((bytes, index) => ({ ...stored(bytes, `l${index}`), mediaType: TYPES.layer })),
    diffIds: [],
    platform: { os: "linux", architecture: "amd64" },
  };
}

async function archiveOf(layout: ImageLayout, name: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of writeLoadArchive(layout, name)) parts.push(part);
  return Buffer.concat(parts);
}

/** Unpacks an archive with tar. */
function unpacked(archive: Buffer): { names: string[]; place: string } {
  const place = directory();
  mkdirSync(join(place, "out"));
  writeFileSync(join(place, "a.tar"), archive);
  execFileSync("tar", ["-xf", join(place, "a.tar"), "-C", join(place, "out")]);
  const names = execFileSync("tar", ["-tf", join(place, "a.tar")], { encoding: "utf8" })
    .trim()
    .split("\n");
  return { names, place: join(place, "out") };
}

// docs/specification/oci.md 8.1, 8.2
test("the archive has the files of a layout and of an older archive, and each blob once", async () => {
  const layout = layoutOf([Buffer.alloc(512, "a"), Buffer.alloc(513, "b"), Buffer.alloc(512, "a")]);
  const hex = layout.manifest.digest.slice(7);
  const name = `krm-render.local/sha256/${hex}:load`;
  const archive = await archiveOf(layout, name);
  expect(archive.length % 512).toBe(0);
  const { names, place } = unpacked(archive);
  const [first, second] = layout.layers.map(({ digest }) => `blobs/sha256/${digest.slice(7)}`);
  const config = `blobs/sha256/${layout.config.digest.slice(7)}`;
  expect(names).toEqual(["oci-layout", "index.json", "manifest.json", `blobs/sha256/${hex}`, config, first, second]);
  const read = (path: string): unknown => JSON.parse(readFileSync(join(place, path), "utf8"));
  expect(read("oci-layout")).toEqual({ imageLayoutVersion: "1.0.0" });
  expect(read("manifest.json")).toEqual([{ Config: config, RepoTags: [name], Layers: [first, second, first] }]);
  expect(read("index.json")).toEqual({
    schemaVersion: 2,
    mediaType: TYPES.index,
    manifests: [
      {
        mediaType: TYPES.manifest,
        digest: layout.manifest.digest,
        size: 10,
        annotations: { "io.containerd.image.name": name, "org.opencontainers.image.ref.name": "load" },
      },
    ],
  });
  expect(await archiveOf(layout, name)).toEqual(archive);
});

test("tar reads blobs of any size as they are", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 1500 }), { maxLength: 4 }), async (contents) => {
      const layout = layoutOf(contents);
      const { place } = unpacked(await archiveOf(layout, "a:b"));
      for (const { digest, path } of layout.layers) {
        expect(readFileSync(join(place, "blobs/sha256", digest.slice(7)))).toEqual(readFileSync(path));
      }
    }),
    { numRuns: 20 },
  );
});

// docs/specification/oci.md 8.3
test.each<[string, (path: string) => void]>([
  ["changed", (path) => writeFileSync(path, Buffer.alloc(600, "x"))],
  ["longer", (path) => appendFileSync(path, Buffer.alloc(100_000))],
  ["shorter", (path) => writeFileSync(path, "a")],
  ["gone", (path) => rmSync(path)],
])("attack 9.7: a blob that is %s since it was verified ends the archive before its end", async (_, change) => {
  const layout = layoutOf([Buffer.alloc(600, "a"), Buffer.alloc(10, "b")]);
  change(layout.layers[0]?.path ?? "");
  let bytes = 0;
  const reading = (async () => {
    for await (const part of writeLoadArchive(layout, "a:b")) bytes += part.length;
  })();
  expect(await problemOf(reading)).toMatch(/^digest-mismatch: the stored file of sha256:.* is damaged/);
  expect(bytes).toBeLessThan(
    (await archiveOf(layoutOf([Buffer.alloc(600, "a"), Buffer.alloc(10, "b")]), "a:b")).length,
  );
});
