/** Images of busybox as a registry holds them: blobs by digest, and the archives that engines load. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FetchedImage } from "../../../src/functions/container/index.ts";
import { BUSYBOX } from "./engines.ts";
import { type ImageNames, json, loadArchive, MANIFEST_TYPE } from "./load-archive.ts";

const CONFIG_TYPE = "application/vnd.oci.image.config.v1+json";
const LAYER_TYPE = "application/vnd.oci.image.layer.v1.tar+gzip";

export interface RealImage extends ImageNames {
  /** The blobs by their digests: manifest, config and layer. */
  readonly blobs: ReadonlyMap<string, Buffer>;
  readonly diffIds: readonly string[];
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** @param entrypoint what the image runs @param title makes the image differ from all others */
export function realImage(entrypoint: readonly string[], title: string): RealImage {
  const tar = rootArchive(title);
  const layer = gzipSync(tar);
  const [diffId, layerDigest] = [digestOf(tar), digestOf(layer)];
  const architecture = process.arch === "arm64" ? "arm64" : "amd64";
  const config = json({
    architecture,
    os: "linux",
    config: { Entrypoint: entrypoint },
    rootfs: { type: "layers", diff_ids: [diffId] },
    history: [{ created_by: "tests" }],
  });
  const configDigest = digestOf(config);
  const manifest = json({
    schemaVersion: 2,
    mediaType: MANIFEST_TYPE,
    config: { mediaType: CONFIG_TYPE, digest: configDigest, size: config.length },
    layers: [{ mediaType: LAYER_TYPE, digest: layerDigest, size: layer.length }],
  });
  const manifestDigest = digestOf(manifest);
  const blobs = new Map([
    [manifestDigest, manifest],
    [configDigest, config],
    [layerDigest, layer],
  ]);
  return { blobs, manifest: manifestDigest, config: configDigest, layer: layerDigest, diffIds: [diffId] };
}

/** The image as a source gives it. @param blobs others in place of its own, which its digests then do not describe */
export function fetchedImage(image: RealImage, blobs: ReadonlyMap<string, Buffer> = new Map()): FetchedImage {
  const bytesOf = (digest: string): Buffer => blobs.get(digest) ?? (image.blobs.get(digest) as Buffer);
  return {
    ...image,
    bytes: [...image.blobs.values()].reduce((sum, { length }) => sum + length, 0),
    archive: (name) => loadArchive(image, bytesOf, name),
  };
}

/** A tar archive of a root with nothing but busybox. @param title makes it differ from all others */
export function rootArchive(title: string): Buffer {
  const directory = mkdtempSync(join(tmpdir(), "image-"));
  try {
    const root = join(directory, "root");
    mkdirSync(join(root, "bin"), { recursive: true });
    mkdirSync(join(root, title));
    copyFileSync(BUSYBOX as string, join(root, "bin/busybox"));
    symlinkSync("busybox", join(root, "bin/sh"));
    const archive = join(directory, "root.tar");
    const fixed = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"];
    execFileSync("tar", ["-C", root, ...fixed, "-cf", archive, "."]);
    return readFileSync(archive);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
