/** Sigstore bundles: reads one of an artifact, so that it can be verified. */
import { createHash } from "node:crypto";
import { type Bundle, bundleFromJSON } from "@sigstore/bundle";
import { dsse, RFC3161Timestamp } from "@sigstore/core";
import { HashAlgorithm } from "@sigstore/protobuf-specs";
import type { SignedEntity } from "@sigstore/verify";
import { readCertificate } from "./certificate.ts";
import { boundDer } from "./der-bounds.ts";
import { boundEntry, MAX_PROOFS } from "./log-entry.ts";
import { isBundleType } from "./material.ts";
import { Rejected } from "./rejected.ts";
import { SignedContent } from "./signed-content.ts";
import { checkStatement } from "./statement.ts";
import type { SignedSubject } from "./subject.ts";
import { readJson } from "./untrusted-json.ts";

/** The largest timestamp, in bytes. */
const MAX_TIMESTAMP = 64 * 1024;

const HASHES = new Map([
  [HashAlgorithm.SHA2_256, "sha256"],
  [HashAlgorithm.SHA2_384, "sha384"],
  [HashAlgorithm.SHA2_512, "sha512"],
]);

/**
 * Reads a bundle, and checks everything that needs no trust root (docs/specification/signatures.md 3.4, 3.5).
 *
 * @throws Rejected, or errors of the packages
 */
export function readBundle(json: Uint8Array, subject: SignedSubject): SignedEntity {
  const bundle = bundleFromJSON(readJson(json, "the bundle"));
  if (!isBundleType(bundle.mediaType)) throw new Rejected("it is a bundle of an unknown version");
  const { content, tlogEntries, timestampVerificationData } = bundle.verificationMaterial;
  const stamps = timestampVerificationData?.rfc3161Timestamps ?? [];
  if (tlogEntries.length > MAX_PROOFS || stamps.length > MAX_PROOFS) {
    throw new Rejected(`it has more than ${MAX_PROOFS} log entries or timestamps`);
  }
  tlogEntries.forEach(boundEntry);
  return {
    signature: contentOf(bundle, subject),
    key:
      content.$case === "publicKey"
        ? { $case: "public-key", hint: content.publicKey.hint }
        : { $case: "certificate", certificate: readCertificate(leafOf(content)) },
    tlogEntries,
    timestamps: [...logTimes(tlogEntries), ...stamps.map(({ signedTimestamp }) => readTimestamp(signedTimestamp))],
  };
}

/** The times that logs promise. Entries without a promise have none that is signed. */
export function logTimes(entries: SignedEntity["tlogEntries"]): SignedEntity["timestamps"] {
  const timed = entries.filter(({ inclusionPromise }) => inclusionPromise !== undefined);
  return timed.map((tlogEntry) => ({ $case: "transparency-log", tlogEntry }));
}

/** Reads the response of a timestamp authority. */
export function readTimestamp(der: Buffer): SignedEntity["timestamps"][number] {
  if (der.length > MAX_TIMESTAMP) throw new Rejected("a timestamp is too large");
  boundDer(der);
  return { $case: "timestamp-authority", timestamp: RFC3161Timestamp.parse(Buffer.from(der)) };
}

type KeyContent = Exclude<Bundle["verificationMaterial"]["content"], { $case: "publicKey" }>;

/** The certificate of the signer. The others of a chain are not trusted, so they do not matter. */
function leafOf(content: KeyContent): Buffer {
  const leaf = content.$case === "certificate" ? content.certificate : content.x509CertificateChain.certificates[0];
  if (leaf === undefined) throw new Rejected("it has no certificate");
  return leaf.rawBytes;
}

function contentOf({ content }: Bundle, { bytes, sha256 }: SignedSubject): SignedContent {
  if (content.$case === "dsseEnvelope") {
    const { payload, payloadType, signatures } = content.dsseEnvelope;
    checkStatement(payloadType, payload, sha256);
    const [signature, ...more] = signatures;
    if (signature === undefined || more.length > 0) throw new Rejected("its envelope has not exactly one signature");
    return new SignedContent(signature.sig, dsse.preAuthEncoding(payloadType, payload), payload);
  }
  const { messageDigest, signature } = content.messageSignature;
  if (bytes === undefined) throw new Rejected("it signs the bytes, of which only the digest is known");
  const algorithm = HASHES.get(messageDigest.algorithm);
  if (algorithm === undefined) throw new Rejected("it uses an unknown digest");
  if (!createHash(algorithm).update(bytes).digest().equals(messageDigest.digest)) {
    throw new Rejected("it is a signature of something else: its digest differs");
  }
  return new SignedContent(signature, bytes);
}
