/** Images whose manifest, config and layers lie in the content store; docs/specification/oci.md 5.4 to 6.4. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { isDigest, sizeText } from "../../text/index.ts";
import type { Blobs } from "./blobs.ts";
import {
  type Descriptor,
  type ImageIndex,
  type ImageManifest,
  isIndexType,
  type OciManifest,
  type Platform,
  parseJson,
  readObject,
  readPlatform,
} from "./manifest.ts";
import { chooseImage, imagesOf, platformText, runsOn } from "./platforms.ts";
import { type OciReference, referenceText } from "./reference.ts";

/** A blob in the content store. */
export interface StoredBlob {
  readonly digest: string;
  readonly size: number;
  readonly path: string;
}

/** An image, verified. All digests are `sha256:` and hexadecimal digits. */
export interface ImageLayout {
  readonly manifest: StoredBlob & { readonly mediaType: string };
  /** The digest of the index from which the manifest was chosen. */
  readonly index?: string | undefined;
  readonly config: StoredBlob;
  readonly layers: readonly (StoredBlob & { readonly mediaType: string })[];
  /** The digests of the uncompressed layers. */
  readonly diffIds: readonly string[];
  /** The platform that the config names, if it names one. */
  readonly platform: Platform;
}

export type FetchManifest = (ref: OciReference) => Promise<OciManifest>;

const MAX_LAYERS_BYTES = 4 * 1024 ** 3;
const MAX_CONFIG_BYTES = 8 * 1024 * 1024;
const MAX_INDEX_DEPTH = 2;
/** The number of indexes in one index that are read. */
const MAX_NESTED = 8;

const CONFIG_TYPES = new Set([
  "application/vnd.oci.image.config.v1+json",
  "application/vnd.docker.container.image.v1+json",
]);
const LAYER_TYPES = new Set([
  "application/vnd.oci.image.layer.v1.tar",
  "application/vnd.oci.image.layer.v1.tar+gzip",
  "application/vnd.oci.image.layer.v1.tar+zstd",
  "application/vnd.docker.image.rootfs.diff.tar",
  "application/vnd.docker.image.rootfs.diff.tar.gzip",
  "application/vnd.docker.image.rootfs.diff.tar.zstd",
]);

/**
 * Finds the manifest of the image of one platform.
 * @returns also what the reference names, which may be an index
 * @throws KrmError `invalid-image`, `image-platform`, `image-too-large`, and what `fetch` throws
 */
export async function findImage(
  ref: OciReference,
  platform: Platform,
  fetch: FetchManifest,
): Promise<{ readonly first: OciManifest; readonly manifest: ImageManifest }> {
  const first = await fetch(ref);
  const manifest = first.kind === "index" ? await chosen(ref, first, platform, fetch) : first;
  checkImage(referenceText(ref), manifest);
  return { first, manifest };
}

/** @throws KrmError `invalid-image`, `image-platform`, `image-too-large`, and what `fetch` and {@link Blobs.path} throw */
export async function fetchImage(
  ref: OciReference,
  platform: Platform,
  fetch: FetchManifest,
  blobs: Blobs,
): Promise<ImageLayout> {
  const name = referenceText(ref);
  const { first, manifest } = await findImage(ref, platform, fetch);
  const config = await blobs.bytes(ref, manifest.config);
  const { diffIds, found } = readConfig(name, config.bytes, manifest);
  if (first.kind === "image" && found !== undefined && !runsOn(found, platform)) {
    throw otherPlatform(name, platform, [found]);
  }
  const [path, layers] = await Promise.all([
    blobs.keep(manifest.digest, manifest.bytes),
    Promise.all(
      manifest.layers.map(async (layer) => {
        const { digest, size, mediaType } = layer;
        return { digest, size, mediaType, path: await blobs.path(ref, layer) };
      }),
    ),
  ]);
  const { digest, size, mediaType } = manifest;
  return {
    manifest: { digest, size, mediaType, path },
    ...(first.kind === "index" && { index: first.digest }),
    config: { digest: manifest.config.digest, size: manifest.config.size, path: config.path },
    layers,
    diffIds,
    platform: found ?? platform,
  };
}

/** Chooses from an index, and from the indexes in it; docs/specification/oci.md 5.4, 5.5. */
async function chosen(
  ref: OciReference,
  index: ImageIndex,
  platform: Platform,
  fetch: FetchManifest,
): Promise<ImageManifest> {
  const offered: Platform[] = [];
  const search = async (within: ImageIndex, depth: number): Promise<ImageManifest | undefined> => {
    const descriptor = chooseImage(within, platform);
    if (descriptor !== undefined) {
      const manifest = await fetch(partOf(ref, descriptor));
      if (manifest.kind === "image") return manifest;
      throw notImage(referenceText(ref), "its index names another index as the manifest of an image");
    }
    offered.push(...imagesOf(within).flatMap((entry) => entry.platform ?? []));
    if (depth === MAX_INDEX_DEPTH) return undefined;
    const nested = within.manifests.filter(({ mediaType }) => isIndexType(mediaType));
    for (const entry of nested.slice(0, MAX_NESTED)) {
      const inner = await fetch(partOf(ref, entry));
      const found = inner.kind === "index" ? await search(inner, depth + 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const manifest = await search(index, 0);
  if (manifest !== undefined) return manifest;
  throw otherPlatform(referenceText(ref), platform, offered);
}

/** The reference of an entry of an index, which is in the same repository. */
export function partOf({ registry, repository }: OciReference, { digest }: Descriptor): OciReference {
  return { registry, repository, digest };
}

function checkImage(name: string, { config, layers }: ImageManifest): void {
  if (!CONFIG_TYPES.has(config.mediaType))
    throw notImage(name, `it is an artifact with the config ${config.mediaType}`);
  const foreign = layers.find(({ mediaType }) => !LAYER_TYPES.has(mediaType));
  if (foreign !== undefined) throw notImage(name, `a layer has the type ${foreign.mediaType}, which cannot be fetched`);
  const total = layers.reduce((sum, { size }) => sum + size, 0);
  if (config.size <= MAX_CONFIG_BYTES && total <= MAX_LAYERS_BYTES) return;
  const [part, size, limit] =
    total > MAX_LAYERS_BYTES ? ["layers have", total, MAX_LAYERS_BYTES] : ["config has", config.size, MAX_CONFIG_BYTES];
  const message = `the image ${name} is too large: its ${part} ${sizeText(size)}, and the limit is ${sizeText(limit)}`;
  throw failure("image-too-large", message, { hint: "Use a smaller image." });
}

function readConfig(
  name: string,
  bytes: Buffer,
  { layers }: ImageManifest,
): { readonly diffIds: readonly string[]; readonly found: Platform | undefined } {
  const config = readObject(parseJson(bytes));
  const diffIds = readObject(config?.["rootfs"])?.["diff_ids"];
  if (!Array.isArray(diffIds) || !diffIds.every(isDigest)) throw notImage(name, "its config does not list its layers");
  if (diffIds.length !== layers.length) {
    throw notImage(name, `its config lists ${diffIds.length} layers, and its manifest ${layers.length}`);
  }
  return { diffIds, found: readPlatform(config) };
}

function notImage(name: string, reason: string): KrmError {
  const hint = "Check the reference, or publish the image again.";
  return failure("invalid-image", `${name} is not an image that can be run: ${reason}`, { hint });
}

function otherPlatform(name: string, wanted: Platform, offered: readonly Platform[]): KrmError {
  const list = [...new Set(offered.map(platformText))].slice(0, 20).join(", ");
  const has = list === "" ? "it names no platforms" : `it has ${list}`;
  const hint = "Run on a machine of one of these platforms, or publish the image for this one.";
  return failure("image-platform", `${name} has no image for ${platformText(wanted)}: ${has}`, { hint });
}
