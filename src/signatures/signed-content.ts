/** The content of a signature, in the form in which the packages of Sigstore verify it. */
import { createHash, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import type { SignedEntity } from "@sigstore/verify";

/** The smallest modulus of an RSA key, in bits. */
const MIN_RSA = 2048;

/** The digests that signers use with the keys of a curve. Tools sign with sha256, or with what suits the curve. */
const CURVES = new Map([
  ["prime256v1", ["sha256"]],
  ["secp384r1", ["sha256", "sha384"]],
  ["secp521r1", ["sha256", "sha512"]],
]);

const DIGEST_BYTES = new Map([
  [32, "sha256"],
  [48, "sha384"],
  [64, "sha512"],
]);

/** A signature over `signed`. Logs record the digest of that or of `logged`, the payload of an envelope. */
export class SignedContent implements ContentOfPackages {
  readonly signature: Buffer;
  readonly #signed: Uint8Array;
  readonly #logged: Uint8Array;

  constructor(signature: Buffer, signed: Uint8Array, logged: Uint8Array = signed) {
    this.signature = signature;
    this.#signed = signed;
    this.#logged = logged;
  }

  compareSignature(signature: Buffer): boolean {
    return isEqual(signature, this.signature);
  }

  compareDigest(digest: Buffer): boolean {
    const algorithm = DIGEST_BYTES.get(digest.length);
    if (algorithm === undefined) return false;
    const contents = [this.#signed, this.#logged];
    return contents.some((content) => isEqual(digest, createHash(algorithm).update(content).digest()));
  }

  /** Tells whether `key` made the signature. Keys of unsupported types made none (docs/specification/signatures.md 4.4). */
  verifySignature(key: KeyObject): boolean {
    return algorithmsOf(key).some((algorithm) => {
      try {
        return verify(algorithm, this.#signed, key, this.signature);
      } catch {
        return false;
      }
    });
  }
}

type ContentOfPackages = SignedEntity["signature"];

/** Tells whether keys of this type and size can be used. */
export function isSupported(key: KeyObject): boolean {
  return key.type === "public" && algorithmsOf(key).length > 0;
}

/** The digests to try with a key. Ed25519 has its own. */
function algorithmsOf({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): readonly (string | null)[] {
  const { namedCurve = "", modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (type === "ed25519") return [null];
  if (type === "ec") return CURVES.get(namedCurve) ?? [];
  return type === "rsa" && modulusLength >= MIN_RSA ? ["sha256"] : [];
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
