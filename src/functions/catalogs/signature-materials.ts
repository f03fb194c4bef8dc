/** Finds the signatures of catalogs: beside a file, or in a registry; docs/specification/signatures.md 3. */
import type { CatalogReference } from "../../catalog/index.ts";
import { KrmError } from "../../diagnostics.ts";
import {
  MAX_SIGNATURES,
  type SignatureMaterial,
  signatureLayers,
  signatureMaterials,
  signatureTags,
} from "../../signatures/index.ts";
import type { OciReference, Registries } from "../../store/index.ts";

/** The artifact type of bundles among the referrers of a manifest. */
const BUNDLE_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json";

/**
 * The signatures of a manifest: bundles that refer to it, and those under the tag of cosign. Nothing of them is verified.
 * @throws KrmError if the registry cannot be read
 */
export async function registrySignatures(
  reference: Extract<CatalogReference, { kind: "oci" }>,
  manifest: string,
  registries: Registries,
): Promise<readonly SignatureMaterial[]> {
  const { registry, repository } = reference;
  const signed: OciReference = { registry, repository, digest: manifest };
  const referrers = await registries.referrers(signed, BUNDLE_TYPE);
  const { cosign } = signatureTags(manifest.replace("sha256:", ""));
  const found: SignatureMaterial[] = [];
  const places: OciReference[] = [
    ...referrers
      .filter(({ artifactType = BUNDLE_TYPE }) => artifactType === BUNDLE_TYPE)
      .map(({ digest }) => ({ registry, repository, digest })),
    { registry, repository, tag: cosign },
  ];
  for (const place of places.slice(0, MAX_SIGNATURES)) found.push(...(await signaturesIn(place, registries)));
  return found;
}

async function signaturesIn(place: OciReference, registries: Registries): Promise<readonly SignatureMaterial[]> {
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
