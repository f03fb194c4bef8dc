/** The public key of a trust line. */
import { createPublicKey, type KeyObject } from "node:crypto";
import { failure } from "../diagnostics.ts";
import { isSupported } from "./signed-content.ts";

/** The largest public key, in bytes. */
const MAX_KEY = 16 * 1024;

/**
 * Reads the key of a trust line: one public key in PEM (docs/specification/signatures.md 2.4, 4.4).
 *
 * @throws KrmError `invalid-signature-policy`
 */
export function readPublicKey(bytes: Uint8Array): KeyObject {
  const text = Buffer.from(bytes).toString("latin1").trim();
  const hint =
    "Give the file with the public key, such as `cosign.pub`. Keys of the types ECDSA, RSA with 2048 bits or more, and Ed25519 can be used.";
  const invalid = (problem: string, cause?: unknown) => failure("invalid-signature-policy", problem, { hint, cause });
  // Node would also take a private key, and derive the public one.
  if (bytes.length > MAX_KEY || !/^-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----$/.test(text))
    throw invalid("the key is not one public key in PEM");
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch (thrown) {
    throw invalid("the key is not one public key in PEM: its content is malformed", thrown);
  }
  const type = key.asymmetricKeyType ?? "unknown";
  if (!isSupported(key)) throw invalid(`keys of the type ${type} with this size or curve cannot be used`);
  return key;
}
