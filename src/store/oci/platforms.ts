/** Chooses the image of a platform from an index; docs/specification/oci.md 5.4. */
import { type Descriptor, type ImageIndex, isIndexType, type Platform } from "./manifest.ts";

/** The variant that is meant where none is given. */
const DEFAULT_VARIANTS: Readonly<Record<string, string>> = { amd64: "v1", arm64: "v8", arm: "v7" };

/** `linux/arm64/v8` */
export function platformText({ os, architecture, variant }: Platform): string {
  return `${os}/${architecture}${variant === undefined ? "" : `/${variant}`}`;
}

/** The manifests of images, and what else runs here best first. Attestations and the like are not among them. */
export function imagesOf({ manifests }: ImageIndex): readonly Descriptor[] {
  return manifests.filter(
    ({ mediaType, platform, annotations }) =>
      !isIndexType(mediaType) &&
      platform !== undefined &&
      platform.os !== "unknown" &&
      annotations.get("vnd.docker.reference.type") !== "attestation-manifest",
  );
}

/** The entry that fits best: the highest variant that the platform can run, and the first of equal ones. */
export function chooseImage(index: ImageIndex, wanted: Platform): Descriptor | undefined {
  let best: { readonly descriptor: Descriptor; readonly rank: number } | undefined;
  for (const descriptor of imagesOf(index)) {
    const rank = descriptor.platform === undefined ? undefined : rankOf(descriptor.platform, wanted);
    if (rank !== undefined && (best === undefined || rank > best.rank)) best = { descriptor, rank };
  }
  return best?.descriptor;
}

/** Tells whether an image of this platform runs on another one. */
export function runsOn(platform: Platform, wanted: Platform): boolean {
  return rankOf(platform, wanted) !== undefined;
}

/** A later variant of an architecture runs what was made for an earlier one. */
function rankOf(offered: Platform, wanted: Platform): number | undefined {
  if (offered.os !== wanted.os || offered.architecture !== wanted.architecture) return undefined;
  const [has, wants] = [variantOf(offered), variantOf(wanted)];
  if (has === wants) return Number.MAX_SAFE_INTEGER;
  const [low, high] = [versionOf(has), versionOf(wants)];
  return low !== undefined && high !== undefined && low < high ? low : undefined;
}

function variantOf({ architecture, variant }: Platform): string {
  return variant ?? DEFAULT_VARIANTS[architecture] ?? "";
}

function versionOf(variant: string): number | undefined {
  const digits = /^v(\d{1,3})$/.exec(variant)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
