/** Signatures that cosign stores beside an image: a simple signing document, and annotations. */

import type { TransparencyLogEntry } from "@sigstore/bundle";
import { pem } from "@sigstore/core";
import type { SignedEntity } from "@sigstore/verify";
import { logTimes, readTimestamp } from "./bundle.ts";
import { readCertificate } from "./certificate.ts";
import { boundEntry } from "./log-entry.ts";
import type { SignatureMaterial } from "./material.ts";
import { Rejected } from "./rejected.ts";
import { SignedContent } from "./signed-content.ts";
import { checkSimpleSigning } from "./statement.ts";
import { readBase64, readJson, valueAt } from "./untrusted-json.ts";

const SIGNATURE = "dev.cosignproject.cosign/signature";
const CERTIFICATE = "dev.sigstore.cosign/certificate";
const LOG_ENTRY = "dev.sigstore.cosign/bundle";
const TIMESTAMP = "dev.sigstore.cosign/rfc3161timestamp";

/**
 * Reads a signature, and checks everything that needs no trust root (docs/specification/signatures.md 3.6). The annotation
 * with the chain of authorities does not matter: the trust root has them.
 *
 * @throws Rejected, or errors of the packages
 */
export function readCosign(
  { payload, annotations }: Extract<SignatureMaterial, { kind: "cosign" }>,
  sha256: string,
): SignedEntity {
  checkSimpleSigning(payload, sha256);
  const certificate = annotations.get(CERTIFICATE);
  const log = annotations.get(LOG_ENTRY);
  const timestamp = annotations.get(TIMESTAMP);
  const tlogEntries = log ? [readEntry(readJson(Buffer.from(log), "the log entry"))] : [];
  const stamp = timestamp && valueAt(readJson(Buffer.from(timestamp), "the timestamp"), "SignedRFC3161Timestamp");
  const timestamps = timestamp ? [readTimestamp(readBase64(stamp, "the timestamp"))] : [];
  return {
    signature: new SignedContent(readBase64(annotations.get(SIGNATURE), "the signature"), payload),
    key: certificate
      ? { $case: "certificate", certificate: readCertificate(readPem(certificate)) }
      : { $case: "public-key", hint: "" },
    tlogEntries,
    timestamps: [...logTimes(tlogEntries), ...timestamps],
  };
}

function readPem(text: string): Buffer {
  const unix = text.replaceAll("\r\n", "\n");
  if (!/^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n*$/.test(unix))
    throw new Rejected("its certificate is not one block of PEM");
  return pem.toDER(unix);
}

/** The entry of a log with the promise to include it. */
function readEntry(log: unknown): TransparencyLogEntry {
  const payload = valueAt(log, "Payload");
  const canonicalizedBody = readBase64(valueAt(payload, "body"), "the log entry");
  const logId = valueAt(payload, "logID");
  if (typeof logId !== "string" || !/^[0-9a-f]{64}$/.test(logId)) throw new Rejected("the log entry names no log");
  const body = readJson(canonicalizedBody, "the log entry");
  const entry: TransparencyLogEntry = {
    logIndex: String(valueAt(payload, "logIndex")),
    logId: { keyId: Buffer.from(logId, "hex") },
    kindVersion: { kind: String(valueAt(body, "kind")), version: String(valueAt(body, "apiVersion")) },
    integratedTime: String(valueAt(payload, "integratedTime")),
    inclusionPromise: {
      signedEntryTimestamp: readBase64(valueAt(log, "SignedEntryTimestamp"), "the promise of the log"),
    },
    inclusionProof: undefined,
    canonicalizedBody,
  };
  boundEntry(entry);
  return entry;
}
