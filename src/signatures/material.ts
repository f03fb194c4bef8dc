/** Signatures as they were found, not verified yet; and where they are in a registry. */
import { Rejected } from "./rejected.ts";
import { MAX_DOCUMENT, readJson, valueAt } from "./untrusted-json.ts";

/** One signature as it was found. `source` says where, in a form that may be shown. */
export type SignatureMaterial =
  | { readonly kind: "bundle"; readonly json: Uint8Array; readonly source: string }
  | {
      readonly kind: "cosign";
      /** The simple signing document that the signature is over. */
      readonly payload: Uint8Array;
      readonly annotations: ReadonlyMap<string, string>;
      readonly source: string;
    };

/** A blob that contains a signature and has to be fetched. It has at most 1 MiB. */
export interface SignatureLayer {
  readonly kind: SignatureMaterial["kind"];
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  readonly annotations: ReadonlyMap<string, string>;
}

/** The file with the bundle of a catalog file is named like that file, with this suffix. */
export const BUNDLE_SUFFIX = ".sigstore.json";

/** The number of signatures of one artifact that are looked at. */
export const MAX_SIGNATURES = 32;

const BUNDLE_TYPE = /^application\/vnd\.dev\.sigstore\.bundle(?:\.v0\.3\+json|\+json;version=0\.[123])$/;
const PAYLOAD_TYPE = "application/vnd.dev.cosign.simplesigning.v1+json";
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const ANNOTATION = /^dev\.(?:cosignproject|sigstore)\.cosign\/[a-z0-9]+$/;

/** The tag under which cosign before version 3 stores the signatures of a manifest (docs/specification/signatures.md 3.1). */
export function cosignTag(sha256: string): string {
  return `sha256-${sha256}.sig`;
}

/** Tells whether a type is that of a bundle, in a version that is supported (docs/specification/signatures.md 3.2). */
export function isBundleType(type: unknown): boolean {
  return typeof type === "string" && BUNDLE_TYPE.test(type);
}

/** The layers of a manifest that are signatures, and so must be fetched (docs/specification/signatures.md 3.2, 3.3). */
export function signatureLayers(manifest: Uint8Array): readonly SignatureLayer[] {
  const found = listAt(manifest, "layers").flatMap((descriptor): SignatureLayer[] => {
    const type = valueAt(descriptor, "mediaType");
    const kind = type === PAYLOAD_TYPE ? "cosign" : isBundleType(type) ? "bundle" : undefined;
    const digest = valueAt(descriptor, "digest");
    const size = valueAt(descriptor, "size");
    if (kind === undefined || typeof digest !== "string" || !DIGEST.test(digest)) return [];
    if (!Number.isSafeInteger(size) || Number(size) <= 0 || Number(size) > MAX_DOCUMENT) return [];
    return [{ kind, digest, annotations: annotationsOf(valueAt(descriptor, "annotations")) }];
  });
  return found.slice(0, MAX_SIGNATURES);
}

/** The signatures in fetched layers. `blobs` has the content by digest; a layer without content is left out. */
export function signatureMaterials(
  layers: readonly SignatureLayer[],
  blobs: ReadonlyMap<string, Uint8Array>,
  source: string,
): readonly SignatureMaterial[] {
  return layers.flatMap(({ kind, digest, annotations }): SignatureMaterial[] => {
    const content = blobs.get(digest);
    if (content === undefined) return [];
    return [kind === "bundle" ? { kind, json: content, source } : { kind, payload: content, annotations, source }];
  });
}

function listAt(bytes: Uint8Array, field: string): readonly unknown[] {
  try {
    const list = valueAt(readJson(bytes, "the manifest"), field);
    return Array.isArray(list) ? list : [];
  } catch (thrown) {
    if (thrown instanceof Rejected) return [];
    throw thrown;
  }
}

function annotationsOf(value: unknown): ReadonlyMap<string, string> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter(([name, text]) => ANNOTATION.test(name) && typeof text === "string"));
}
