/** Verifies one signature. Loaded when there is one, because the packages are large. */
import type { KeyObject } from "node:crypto";
import { ValidationError } from "@sigstore/bundle";
import { type SignedEntity, toTrustMaterial, VerificationError, Verifier } from "@sigstore/verify";
import { shorten } from "../text/index.ts";
import { readBundle } from "./bundle.ts";
import { identityOf } from "./certificate.ts";
import { readCosign } from "./cosign.ts";
import { checkSigner } from "./log-entry.ts";
import type { SignatureMaterial } from "./material.ts";
import type { Signer } from "./policy.ts";
import { Rejected } from "./rejected.ts";
import type { SignedSubject } from "./subject.ts";
import type { TrustRoot } from "./trust-root.ts";

export { readEmbedded, readRoot } from "./trust-root.ts";

/** A signature that does not count, and why. */
export interface Refusal {
  readonly refused: string;
}

/**
 * Verifies one signature of `subject`. Of a policy, it matters here only whether it has a key: with one, `key` is what it
 * contains (docs/specification/signatures.md 4, 5).
 */
export function verifyOne(
  material: SignatureMaterial,
  subject: SignedSubject,
  key: KeyObject | undefined,
  trustRoot: TrustRoot,
): Signer | Refusal {
  try {
    const found =
      material.kind === "bundle" ? readBundle(material.json, subject) : readCosign(material, subject.sha256);
    // cosign may add a certificate to a signature that was made with a key.
    const entity =
      key && material.kind === "cosign" ? { ...found, key: { $case: "public-key" as const, hint: "" } } : found;
    if (key !== undefined && entity.key.$case === "certificate")
      throw new Rejected("it was made by an identity, not with a key");
    return signerOf(entity, key, trustRoot);
  } catch (thrown) {
    return { refused: reasonOf(thrown) };
  }
}

/** Tries one instance after another, because what they trust must not be mixed. */
function signerOf(entity: SignedEntity, key: KeyObject | undefined, { instances }: TrustRoot): Signer {
  let last: unknown;
  for (const instance of instances) {
    const material = toTrustMaterial(instance, () => {
      if (key === undefined) throw new Rejected("it was made with a key, not by an identity");
      return { publicKey: key, validFor: () => true };
    });
    // An instance that lists no log has none, and signs the time of each signature instead.
    const thresholds = key
      ? { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 }
      : {
          ctlogThreshold: Math.min(instance.ctlogs.length, 1),
          tlogThreshold: Math.min(instance.tlogs.length, 1),
          timestampThreshold: 1,
        };
    try {
      const { key: verifiedWith } = new Verifier(material, thresholds).verify(entity);
      const certificate = entity.key.$case === "certificate" ? entity.key.certificate : undefined;
      for (const entry of entity.tlogEntries) checkSigner(entry, verifiedWith, certificate?.root.toDER());
      return certificate === undefined ? { key: true } : identityOf(certificate);
    } catch (thrown) {
      last ??= thrown;
    }
  }
  throw last;
}

/** Messages of the packages name no values of the signature, except those of paths. Others could contain anything. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof Rejected) return thrown.message;
  if (thrown instanceof VerificationError) return `it is not valid: ${shorten(thrown.message, 200)}`;
  if (thrown instanceof ValidationError) return `it is no complete bundle: ${shorten(thrown.message, 200)}`;
  return "it is malformed";
}
