/** Signatures by keys: which types, which files, and what a log entry then means. */
import { generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { readTrustRoot, type TrustRoot, verifySignatures } from "../../src/signatures/index.ts";
import { ec, ed25519, type KeyPair, pem } from "./certificates.ts";
import { bundleMaterial, Instance, publicPem, type SignOptions, subjectOf } from "./instance.ts";

const instance = new Instance();
const bytes = Buffer.from("kind: Catalog\n");
const rsa = (modulusLength: number): KeyPair => generateKeyPairSync("rsa", { modulusLength });
let trustRoot: TrustRoot;
beforeAll(async () => {
  trustRoot = await readTrustRoot(instance.trustBytes());
});

async function verify(bundle: unknown, key: Uint8Array): Promise<unknown> {
  try {
    return await verifySignatures(subjectOf(bytes, "REF"), [bundleMaterial(bundle)], { key }, trustRoot);
  } catch (thrown) {
    if (thrown instanceof KrmError) return `${thrown.code}: ${thrown.diagnostics[0]?.message}`;
    throw thrown;
  }
}

const sign = (keys: KeyPair, options: SignOptions = {}): unknown =>
  instance.bundle(bytes, { bare: true, log: "none", keys, ...options });

describe("each type of key is verified, and notices another one of its type", () => {
  const rows: [string, () => KeyPair, string | null][] = [
    ["ECDSA P-256", () => ec(), "sha256"],
    ["ECDSA P-384", () => ec("P-384"), "sha256"],
    ["ECDSA P-384 with its digest", () => ec("P-384"), "sha384"],
    ["ECDSA P-521", () => ec("P-521"), "sha512"],
    ["RSA", () => rsa(2048), "sha256"],
    ["Ed25519", ed25519, null],
  ];
  // docs/specification/signatures.md 4.4
  test.each(rows)("%s", async (_, make, digest) => {
    const [keys, others] = [make(), make()];
    for (const form of ["message", "dsse"] as const) {
      expect(await verify(sign(keys, { digest, form }), publicPem(keys))).toEqual({
        key: true,
        source: "the referrer",
      });
      const refused =
        "signature-invalid: the signature of REF was refused: at the referrer: it is not valid: signature verification failed";
      expect(await verify(sign(keys, { digest, form }), publicPem(others))).toBe(refused);
    }
  });

  test("a digest that does not belong to the key is refused", async () => {
    const keys = ec();
    expect(await verify(sign(keys, { digest: "sha1" }), publicPem(keys))).toMatch("signature verification failed");
  });
});

describe("a file that is no usable key is refused", () => {
  const keys = ec();
  const text = (value: string | Buffer): Uint8Array => Buffer.from(value);
  const rows: [string, string, Uint8Array][] = [
    ["nothing", "the key is not one public key in PEM", text("")],
    [
      "a private key",
      "the key is not one public key in PEM",
      text(keys.privateKey.export({ type: "pkcs8", format: "pem" })),
    ],
    ["a certificate", "the key is not one public key in PEM", text(pem(instance.root.raw))],
    ["two keys", "the key is not one public key in PEM", Buffer.concat([publicPem(keys), publicPem(keys)])],
    [
      "a damaged key",
      "the key is not one public key in PEM: its content is malformed",
      text("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"),
    ],
    ["a short key", "keys of the type rsa with this size or curve cannot be used", publicPem(rsa(1024))],
    [
      "a key of an unusual curve",
      "keys of the type ec with this size or curve cannot be used",
      publicPem(ec("secp256k1")),
    ],
    [
      "a key that cannot sign",
      "keys of the type x25519 with this size or curve cannot be used",
      publicPem(generateKeyPairSync("x25519")),
    ],
  ];
  // docs/specification/signatures.md 2.4, 4.4
  test.each(rows)("%s", async (_, message, key) => {
    expect(await verify(sign(keys), key)).toBe(`invalid-signature-policy: ${message}`);
  });
});

// docs/specification/signatures.md 5.4
test("no log entry is needed, but one that is there must be right", async () => {
  const keys = ec();
  const accepted = { key: true, source: "the referrer" };
  expect(await verify(sign(keys, { log: 1 }), publicPem(keys))).toEqual(accepted);
  expect(await verify(sign(keys, { log: 2 }), publicPem(keys))).toEqual(accepted);
  const foreign = new Instance().bundle(bytes, { bare: true, keys });
  expect(await verify(foreign, publicPem(keys))).toMatch("it is not valid: inclusion promise could not be verified");
});

test("a signature by an identity is none by a key", async () => {
  const keys = ec();
  expect(await verify(instance.bundle(bytes, { keys }), publicPem(keys))).toMatch(
    "it was made by an identity, not with a key",
  );
});
