/** A Sigstore instance of the tests' own, and people who sign with it. */
import { sign } from "node:crypto";
import type { SignatureMaterial, SignedSubject } from "../../src/signatures/index.ts";
import {
  type Authority,
  authority,
  ec,
  type KeyPair,
  pem,
  SIGNED_AT,
  type SignerOptions,
  sha256,
  signerCertificate,
  spki,
} from "./certificates.ts";
import { base64, type Json, Log, newLog, timestamp } from "./log.ts";

export interface SignOptions extends SignerOptions {
  readonly version?: "0.1" | "0.2" | "0.3";
  readonly form?: "message" | "dsse" | "intoto";
  /** Which log records it, if any. */
  readonly log?: 1 | 2 | "none";
  /** Seconds after the certificate was issued. */
  readonly delay?: number;
  /** True if a timestamp authority signs the time. */
  readonly stamped?: boolean;
  /** Signs with the bare key, without a certificate. */
  readonly bare?: boolean;
  /** The digest algorithm of the signature; `null` for keys that have their own. */
  readonly digest?: string | null;
  readonly predicateType?: string;
  readonly payloadType?: string;
}

export class Instance {
  readonly root = authority("root");
  readonly fulcio = authority("intermediate", this.root);
  readonly certificateLog = ec();
  readonly log = new Log("rekor.test");
  readonly newLog = newLog();
  readonly tsaRoot = authority("tsa root");
  readonly tsa = authority("tsa", this.tsaRoot, "1.3.6.1.5.5.7.3.8");

  /** The document that others trust this instance by. */
  trustRoot(): Json {
    return {
      mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
      tlogs: [logOf(this.log.keys, "https://rekor.test"), logOf(this.newLog.keys, "https://log2025.test")],
      certificateAuthorities: [chainOf(this.fulcio, this.root)],
      ctlogs: [logOf(this.certificateLog, "https://ct.test")],
      timestampAuthorities: [chainOf(this.tsa, this.tsaRoot)],
    };
  }

  trustBytes(): Uint8Array {
    return jsonBytes(this.trustRoot());
  }

  /** Signs bytes, and returns the bundle. */
  bundle(bytes: Uint8Array, options: SignOptions = {}): Json {
    const { version = "0.3", form = "message", log = 1, delay = 5, digest = "sha256" } = options;
    const keys = options.keys ?? ec();
    const raw = signerCertificate(this.fulcio, this.certificateLog, keys, options);
    const verifier = options.bare ? keys.publicKey.export({ type: "spki", format: "pem" }) : pem(raw);
    const payloadType = options.payloadType ?? "application/vnd.in-toto+json";
    const payload = statement(bytes, options.predicateType);
    const content = form === "message" ? Buffer.from(bytes) : preAuthEncoding(payloadType, payload);
    const signature = sign(digest, content, keys.privateKey);
    const time = new Date((options.from ?? SIGNED_AT).getTime() + delay * 1000);
    const logged = {
      signature,
      verifier: String(verifier),
      payload: form === "message" ? Buffer.from(bytes) : payload,
    };
    const body =
      log === 2
        ? newBody(sha256(content), signature, options.bare ? { key: spki(keys.publicKey) } : { raw })
        : oldBody(form, logged);
    const entries = log === "none" ? [] : [log === 2 ? this.newLog.entry(body, time, 2) : this.log.entry(body, time)];
    const stamp = timestamp(this.tsa, this.tsaRoot, signature, time);
    return {
      mediaType:
        version === "0.3"
          ? "application/vnd.dev.sigstore.bundle.v0.3+json"
          : `application/vnd.dev.sigstore.bundle+json;version=${version}`,
      verificationMaterial: {
        ...(options.bare
          ? { publicKey: { hint: "any" } }
          : version === "0.3"
            ? { certificate: { rawBytes: base64(raw) } }
            : {
                x509CertificateChain: {
                  certificates: [{ rawBytes: base64(raw) }, { rawBytes: base64(this.fulcio.raw) }],
                },
              }),
        tlogEntries: entries,
        ...(options.stamped
          ? { timestampVerificationData: { rfc3161Timestamps: [{ signedTimestamp: base64(stamp) }] } }
          : {}),
      },
      ...(form === "message"
        ? {
            messageSignature: {
              messageDigest: { algorithm: "SHA2_256", digest: base64(sha256(bytes)) },
              signature: base64(signature),
            },
          }
        : {
            dsseEnvelope: {
              payload: base64(payload),
              payloadType,
              signatures: [{ sig: base64(signature), keyid: "" }],
            },
          }),
    };
  }

  /** Signs a manifest as cosign does, and returns the payload and its annotations. */
  cosign(
    manifest: Uint8Array,
    options: SignOptions & { readonly payload?: Json } = {},
  ): { payload: Buffer; annotations: Map<string, string> } {
    const { log = 1, delay = 5, digest = "sha256" } = options;
    const keys = options.keys ?? ec();
    const raw = signerCertificate(this.fulcio, this.certificateLog, keys, options);
    const payload = Buffer.from(JSON.stringify(options.payload ?? simpleSigning(sha256(manifest).toString("hex"))));
    const signature = sign(digest, payload, keys.privateKey);
    const time = new Date((options.from ?? SIGNED_AT).getTime() + delay * 1000);
    const verifier = options.bare ? String(keys.publicKey.export({ type: "spki", format: "pem" })) : pem(raw);
    const annotations = new Map([["dev.cosignproject.cosign/signature", base64(signature)]]);
    if (!options.bare) {
      annotations.set("dev.sigstore.cosign/certificate", pem(raw));
      annotations.set("dev.sigstore.cosign/chain", pem(this.fulcio.raw) + pem(this.root.raw));
    }
    const body = oldBody("message", { signature, verifier, payload });
    if (log !== "none") annotations.set("dev.sigstore.cosign/bundle", JSON.stringify(this.log.cosignEntry(body, time)));
    const stamp = timestamp(this.tsa, this.tsaRoot, signature, time);
    if (options.stamped) {
      annotations.set(
        "dev.sigstore.cosign/rfc3161timestamp",
        JSON.stringify({ SignedRFC3161Timestamp: base64(stamp) }),
      );
    }
    return { payload, annotations };
  }
}

export function simpleSigning(sha256Hex: string, type = "cosign container image signature"): Json {
  const image = { "docker-manifest-digest": `sha256:${sha256Hex}` };
  return { critical: { identity: { "docker-reference": "registry.test/acme/paint" }, image, type }, optional: null };
}

export function subjectOf(bytes: Uint8Array, name = "oci://registry.test/acme/functions"): SignedSubject {
  return { name, sha256: sha256(bytes).toString("hex"), bytes };
}

export function bundleMaterial(bundle: unknown, source = "the referrer"): SignatureMaterial {
  return { kind: "bundle", json: jsonBytes(bundle), source };
}

export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

export function publicPem(keys: KeyPair): Uint8Array {
  return Buffer.from(keys.publicKey.export({ type: "spki", format: "pem" }));
}

function statement(bytes: Uint8Array, predicateType = "https://slsa.dev/provenance/v1"): Buffer {
  const subject = [
    { name: "other", digest: { sha256: "0".repeat(64) } },
    { name: "this", digest: { sha256: sha256(bytes).toString("hex") } },
  ];
  return Buffer.from(
    JSON.stringify({ _type: "https://in-toto.io/Statement/v1", subject, predicateType, predicate: {} }),
  );
}

function preAuthEncoding(type: string, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
}

interface Logged {
  readonly signature: Buffer;
  readonly verifier: string;
  readonly payload: Buffer;
}

function oldBody(form: "message" | "dsse" | "intoto", { signature, verifier, payload }: Logged): Json {
  const hash = { algorithm: "sha256", value: sha256(payload).toString("hex") };
  const by = base64(Buffer.from(verifier));
  if (form === "message") {
    const spec = { data: { hash }, signature: { content: base64(signature), publicKey: { content: by } } };
    return { apiVersion: "0.0.1", kind: "hashedrekord", spec };
  }
  if (form === "dsse") {
    const spec = {
      envelopeHash: hash,
      payloadHash: hash,
      signatures: [{ signature: base64(signature), verifier: by }],
    };
    return { apiVersion: "0.0.1", kind: "dsse", spec };
  }
  const signatures = [{ publicKey: by, sig: base64(Buffer.from(base64(signature))) }];
  const envelope = { payloadType: "application/vnd.in-toto+json", signatures };
  return { apiVersion: "0.0.2", kind: "intoto", spec: { content: { envelope, hash, payloadHash: hash } } };
}

function newBody(digest: Buffer, signature: Buffer, by: { raw: Buffer } | { key: Buffer }): Json {
  const keyDetails = "PKIX_ECDSA_P256_SHA_256";
  const verifier =
    "raw" in by
      ? { keyDetails, x509Certificate: { rawBytes: base64(by.raw) } }
      : { keyDetails, publicKey: { rawBytes: base64(by.key) } };
  const hashedRekordV002 = {
    data: { algorithm: "SHA2_256", digest: base64(digest) },
    signature: { content: base64(signature), verifier },
  };
  return { apiVersion: "0.0.2", kind: "hashedrekord", spec: { hashedRekordV002 } };
}

const SINCE = { start: "2021-01-01T00:00:00Z" };

function logOf(keys: KeyPair, baseUrl: string): Json {
  const isOld = keys.publicKey.asymmetricKeyType === "ec";
  const keyDetails = isOld ? "PKIX_ECDSA_P256_SHA_256" : "PKIX_ED25519";
  const publicKey = { rawBytes: base64(spki(keys.publicKey)), keyDetails, validFor: SINCE };
  return { baseUrl, hashAlgorithm: "SHA2_256", publicKey, logId: { keyId: base64(sha256(spki(keys.publicKey))) } };
}

function chainOf(...authorities: readonly Authority[]): Json {
  return {
    uri: "https://test",
    certChain: { certificates: authorities.map(({ raw }) => ({ rawBytes: base64(raw) })) },
    validFor: SINCE,
  };
}
