/** Entries of a transparency log: limits before the packages verify them, and what the packages leave to their users. */
import { createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import type { TransparencyLogEntry } from "@sigstore/bundle";
import { Rejected } from "./rejected.ts";
import { MAX_DOCUMENT, readBase64, readJson, valueAt } from "./untrusted-json.ts";

/** The number of entries, and of timestamps, that one signature may have. */
export const MAX_PROOFS = 8;

/** The longest checkpoint, in UTF-16 code units. */
const MAX_CHECKPOINT = 16 * 1024;

/** The number of hashes between a leaf and the root of the largest tree. */
const MAX_HASHES = 64;

/** Numbers of entries, and seconds since 1970. */
const NUMBER = /^\d{1,19}$/;

/** The package uses the names of a checkpoint's signers as regular expressions, which could run forever. */
const SIGNER_LINE = /^\u2014 [\w.:/~-]+ [A-Za-z0-9+/]+=*$/;

/**
 * Bounds an entry, so that verifying it takes little time (docs/specification/signatures.md 5.2).
 *
 * @throws Rejected
 */
export function boundEntry(entry: TransparencyLogEntry): void {
  const { inclusionProof: proof, canonicalizedBody: body } = entry;
  if (body.length > MAX_DOCUMENT) throw new Rejected("a log entry is too large");
  const numbers = [entry.logIndex, entry.integratedTime, ...(proof ? [proof.logIndex, proof.treeSize] : [])];
  // An absent number of a message is "0" here.
  if (!numbers.every((number) => NUMBER.test(number))) throw new Rejected("a log entry has a malformed number");
  if (proof === undefined) return;
  if (proof.hashes.length > MAX_HASHES) throw new Rejected("a log entry has too many hashes");
  const envelope = proof.checkpoint?.envelope ?? "";
  if (envelope.length > MAX_CHECKPOINT) throw new Rejected("the checkpoint of a log entry is too long");
  const split = envelope.indexOf("\n\n");
  const [origin, size, ...hash] = envelope.slice(0, Math.max(split, 0)).split("\n");
  const lines = envelope.slice(split + 2).split("\n");
  if (split < 0 || !origin || !NUMBER.test(size ?? "") || hash.length === 0 || lines.pop() !== "") {
    throw new Rejected("the checkpoint of a log entry is malformed");
  }
  if (!lines.every((line) => SIGNER_LINE.test(line))) throw new Rejected("a checkpoint has a malformed signature");
}

/** The reader and the path of the key or the certificate in the entries of each kind. */
const VERIFIERS = new Map<string, readonly [read: (value: unknown) => Recorded, ...at: (string | number)[]]>([
  ["hashedrekord 0.0.1", [fromPem, "spec", "signature", "publicKey", "content"]],
  ["dsse 0.0.1", [fromPem, "spec", "signatures", 0, "verifier"]],
  ["intoto 0.0.2", [fromPem, "spec", "content", "envelope", "signatures", 0, "publicKey"]],
  ["hashedrekord 0.0.2", [fromMessage, "spec", "hashedRekordV002", "signature", "verifier"]],
  ["dsse 0.0.2", [fromMessage, "spec", "dsseV002", "signatures", 0, "verifier"]],
]);

/**
 * Checks that a verified entry records this signer: the package compares signature and digest only
 * (docs/specification/signatures.md 5.3).
 *
 * @param certificate the certificate of the signer in DER, if it has one
 * @throws Rejected
 */
export function checkSigner(entry: TransparencyLogEntry, key: KeyObject, certificate: Buffer | undefined): void {
  const body = readJson(entry.canonicalizedBody, "a log entry");
  const { kind, version } = entry.kindVersion;
  const [read, ...at] = VERIFIERS.get(`${kind} ${version}`) ?? [];
  if (read === undefined) throw new Rejected("a log entry is of an unknown kind");
  const recorded = read(valueAt(body, ...at));
  const isSame = certificate === undefined ? recorded.key.equals(key) : recorded.certificate?.equals(certificate);
  if (isSame !== true) throw new Rejected("a log entry records another signer");
}

type Recorded = { readonly key: KeyObject; readonly certificate?: Buffer };

function fromPem(value: unknown): Recorded {
  const pem = readBase64(value, "the signer in a log entry").toString("latin1");
  return pem.includes("-----BEGIN CERTIFICATE-----") ? fromCertificate(pem) : { key: createPublicKey(pem) };
}

function fromMessage(value: unknown): Recorded {
  const certificate = valueAt(value, "x509Certificate", "rawBytes");
  if (certificate !== undefined) return fromCertificate(readBase64(certificate, "the signer in a log entry"));
  const key = readBase64(valueAt(value, "publicKey", "rawBytes"), "the signer in a log entry");
  return { key: createPublicKey({ key, format: "der", type: "spki" }) };
}

function fromCertificate(text: string | Buffer): Recorded {
  const certificate = new X509Certificate(text);
  return { key: certificate.publicKey, certificate: certificate.raw };
}
