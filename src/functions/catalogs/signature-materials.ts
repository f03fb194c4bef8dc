/** Finds the signatures of catalogs: beside a file, or in a registry; docs/specification/signatures.md 3. */
import { KrmError } from "../../diagnostics.ts";
import {
  cosignTag,
  isBundleType,
  MAX_SIGNATURES,
  type SignatureMaterial,
  signatureLayers,
  signatureMaterials,
} from "../../signatures/index.ts";
import type { OciReference, Registries } from "../../store/index.ts";

/**
 * The signatures of a manifest: bundles that refer to it, and those under the tag of cosign. Nothing of them is verified.
 * @throws KrmError if the registry cannot be read
 */
export async function registrySignatures(
  { registry, repository }: Pick<OciReference, "registry" | "repository">,
  manifest: string,
  registries: Pick<Registries, "referrers" | "manifest" | "artifact">,
): Promise<readonly SignatureMaterial[]> {
  const referrers = await registries.referrers({ registry, repository, digest: manifest });
  const bundles = referrers.filter(({ artifactType }) => isBundleType(artifactType));
  const places: OciReference[] = [
    { registry, repository, tag: cosignTag(manifest.replace("sha256:", "")) },
    ...bundles.map(({ digest }) => ({ registry, repository, digest })),
  ];
  const found: SignatureMaterial[] = [];
  for (const place of places.slice(0, MAX_SIGNATURES)) {
    found.push(...(await signaturesIn(place, registries)));
    if (found.length >= MAX_SIGNATURES) break;
  }
  return found;
}

async function signaturesIn(
  place: OciReference,
  registries: Pick<Registries, "manifest" | "artifact">,
): Promise<readonly SignatureMaterial[]> {
  const manifest = await registries.manifest(place).catch((thrown: unknown) => {
    if (thrown instanceof KrmError && thrown.code === "registry-not-found") return undefined;
    throw thrown;
  });
  if (manifest === undefined || manifest.kind === "index") return [];
  const layers = signatureLayers(manifest.bytes);
  const blobs = new Map<string, Uint8Array>();
  const exactly: OciReference = { registry: place.registry, repository: place.repository, digest: manifest.digest };
  for (const layer of layers) {
    const { bytes } = await registries.artifact(exactly, (all, name) => {
      const one = all.find(({ digest }) => digest === layer.digest);
      if (one === undefined) throw new Error(`${name} lost a layer`);
      return one;
    });
    if (bytes !== undefined) blobs.set(layer.digest, bytes);
  }
  return signatureMaterials(layers, blobs, `${place.registry}/${place.repository}@${manifest.digest}`);
}
