/**
 * Verifies that a catalog or a manifest is signed by whom a trust line names. Offline: what is needed comes with the
 * signature, and from a trust root.
 */
import { createHash } from "node:crypto";
import { failure, type KrmError } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";
import { MAX_SIGNATURES, type SignatureMaterial } from "./material.ts";
import { checkIdentity, isDemanded, type SignaturePolicy, type Signer } from "./policy.ts";
import { readPublicKey } from "./public-key.ts";
import type { SignedSubject } from "./subject.ts";
import type { TrustRoot } from "./trust-root.ts";

export {
  BUNDLE_SUFFIX,
  cosignTag,
  isBundleType,
  MAX_SIGNATURES,
  type SignatureLayer,
  type SignatureMaterial,
  signatureLayers,
  signatureMaterials,
} from "./material.ts";
export { checkIdentity, type SignaturePolicy, type Signer } from "./policy.ts";
export type { SignedSubject } from "./subject.ts";
export type { TrustRoot } from "./trust-root.ts";

type Materials = readonly SignatureMaterial[];

/** The number of signatures that a message describes. */
const MAX_DESCRIBED = 5;

/**
 * Verifies that one of the signatures found is a valid one of `subject`, by the signer that `policy` names
 * (docs/specification/signatures.md 1).
 *
 * @returns the signer, and where the signature was found
 * @throws KrmError `signature-missing`, `signature-invalid`, `signature-identity` or `invalid-signature-policy`
 */
export async function verifySignatures(
  subject: SignedSubject,
  materials: Materials,
  policy: SignaturePolicy,
  trustRoot: TrustRoot,
): Promise<Signer & { readonly source: string }> {
  if (!("key" in policy)) checkIdentity(policy.identity, policy.issuer);
  const key = "key" in policy ? readPublicKey(policy.key) : undefined;
  if (subject.bytes !== undefined && createHash("sha256").update(subject.bytes).digest("hex") !== subject.sha256) {
    throw new Error(`the digest of ${subject.name} is that of other bytes`);
  }
  if (materials.length === 0) throw missing(subject, policy);
  const { verifyOne } = await import("./verification.ts");
  const reasons: string[] = [];
  const others: string[] = [];
  for (const material of materials.slice(0, MAX_SIGNATURES)) {
    const found = verifyOne(material, subject, key, trustRoot);
    if ("refused" in found) reasons.push(`at ${material.source}: ${found.refused}`);
    else if (isDemanded(policy, found)) return { ...found, source: material.source };
    else if ("identity" in found)
      others.push(`identity=${shorten(found.identity, 300)} issuer=${shorten(found.issuer, 300)}`);
  }
  throw others.length > 0 ? foreign(subject, policy, others, materials) : invalid(subject, materials, reasons);
}

/**
 * Reads the trust root of an instance of Sigstore, or of several (docs/specification/signatures.md 6.2).
 *
 * @throws KrmError `invalid-trust-root`
 */
export async function readTrustRoot(bytes: Uint8Array): Promise<TrustRoot> {
  return (await import("./verification.ts")).readRoot(bytes);
}

/** The trust root of Sigstore's public instance (docs/specification/signatures.md 6.1). */
export async function embeddedTrustRoot(): Promise<TrustRoot> {
  return (await import("./verification.ts")).readEmbedded();
}

function missing({ name }: SignedSubject, policy: SignaturePolicy): KrmError {
  const message = `${name} is not signed, but the trust line demands a signature ${demand(policy)}`;
  const hint =
    "Sign it, for example with `cosign sign` for what is in a registry, or with `cosign sign-blob --bundle FILE.sigstore.json FILE` for a file.";
  return failure("signature-missing", message, { hint });
}

function invalid({ name }: SignedSubject, materials: Materials, reasons: readonly string[]): KrmError {
  const count = materials.length === 1 ? "the signature" : `each of the ${materials.length} signatures`;
  return failure("signature-invalid", `${count} of ${name} was refused: ${summary(reasons)}${unread(materials)}`, {
    hint: "Somebody changed or replaced it, or it comes from another Sigstore instance than those of the trust root. Sign the artifact again, or give the right trust root.",
  });
}

function foreign(
  { name }: SignedSubject,
  policy: SignaturePolicy,
  signers: readonly string[],
  materials: Materials,
): KrmError {
  const message = `${name} is signed by ${summary(signers)}, not ${demand(policy)}${unread(materials)}`;
  const hint =
    "If this signer is the right one, correct `identity=` and `issuer=` in the trust line. Otherwise do not use it.";
  return failure("signature-identity", message, { hint });
}

function demand(policy: SignaturePolicy): string {
  return "key" in policy ? "with its key" : `by identity=${policy.identity} issuer=${policy.issuer}`;
}

function unread({ length }: Materials): string {
  return length > MAX_SIGNATURES ? `; only the first ${MAX_SIGNATURES} of ${length} signatures count` : "";
}

/** Some of the items, and how many others there are. */
function summary(items: readonly string[]): string {
  const distinct = [...new Set(items)];
  const shown = distinct.slice(0, MAX_DESCRIBED).join("; ");
  return distinct.length > MAX_DESCRIBED ? `${shown}; and ${distinct.length - MAX_DESCRIBED} more` : shown;
}
