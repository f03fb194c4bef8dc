/** Signatures as cosign stores them beside an image. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import {
  readTrustRoot,
  type SignatureMaterial,
  type SignaturePolicy,
  type TrustRoot,
  verifySignatures,
} from "../../src/signatures/index.ts";
import { ec, IDENTITY, ISSUER, pem, sha256 } from "./certificates.ts";
import { Instance, publicPem, type SignOptions, simpleSigning, subjectOf } from "./instance.ts";
import type { Json } from "./log.ts";

const instance = new Instance();
const manifest = Buffer.from('{"schemaVersion":2}');
const digest = sha256(manifest).toString("hex");
const policy = { identity: IDENTITY, issuer: ISSUER };
const keys = ec();
let trustRoot: TrustRoot;
beforeAll(async () => {
  trustRoot = await readTrustRoot(instance.trustBytes());
});

type Signed = Omit<Extract<SignatureMaterial, { kind: "cosign" }>, "kind" | "source">;

async function verify(signed: Signed, wanted: SignaturePolicy = policy): Promise<unknown> {
  const { name, sha256: digestOnly } = subjectOf(manifest, "registry.test/acme/paint");
  try {
    const found = [{ kind: "cosign" as const, ...signed, source: "sha256-1.sig" }];
    return await verifySignatures({ name, sha256: digestOnly }, found, wanted, trustRoot);
  } catch (thrown) {
    if (thrown instanceof KrmError) return thrown.diagnostics[0]?.message;
    throw thrown;
  }
}

describe("a valid signature is accepted", () => {
  const byKey: SignaturePolicy = { key: publicPem(keys) };
  const rows: [string, SignOptions, SignaturePolicy][] = [
    ["by an identity", {}, policy],
    ["by an identity, with two times", { stamped: true }, policy],
    ["by a key, logged", { bare: true, keys }, byKey],
    ["by a key, not logged", { bare: true, keys, log: "none" }, byKey],
    ["by a key that also has a certificate", { keys, log: "none" }, byKey],
  ];
  // docs/specification/signatures.md 3.6, 5.4
  test.each(rows)("%s", async (_, options, wanted) => {
    const signer = "key" in wanted ? { key: true } : wanted;
    expect(await verify(instance.cosign(manifest, options), wanted)).toEqual({ ...signer, source: "sha256-1.sig" });
  });
});

describe("a signature is refused", () => {
  const annotation = (name: string, value: string | undefined): Signed => {
    const { payload, annotations } = instance.cosign(manifest);
    if (value === undefined) annotations.delete(name);
    else annotations.set(name, value);
    return { payload, annotations };
  };
  const entry = (change: (log: { Payload: Json }) => void): Signed => {
    const { payload, annotations } = instance.cosign(manifest);
    const log = JSON.parse(annotations.get("dev.sigstore.cosign/bundle") ?? "");
    change(log);
    annotations.set("dev.sigstore.cosign/bundle", JSON.stringify(log));
    return { payload, annotations };
  };
  const rows: [string, string, () => Signed][] = [
    [
      "of another manifest",
      "it is a signature of something else: its payload names another digest",
      () => instance.cosign(manifest, { payload: simpleSigning("0".repeat(64)) }),
    ],
    [
      "of another kind of document",
      "its payload is no signature of cosign",
      () => instance.cosign(manifest, { payload: simpleSigning(digest, "atomic container signature") }),
    ],
    [
      "whose payload was swapped",
      "it is not valid: digest mismatch",
      () => ({
        ...instance.cosign(manifest),
        payload: Buffer.from(JSON.stringify({ ...simpleSigning(digest), optional: {} })),
      }),
    ],
    [
      "whose payload is no JSON",
      "the payload is not JSON in UTF-8",
      () => ({ ...instance.cosign(manifest), payload: Buffer.from("critical") }),
    ],
    [
      "without a signature",
      "the signature is not base64",
      () => annotation("dev.cosignproject.cosign/signature", undefined),
    ],
    [
      "in base64 that no encoder writes",
      "the signature is not base64",
      () => annotation("dev.cosignproject.cosign/signature", "AAA"),
    ],
    [
      "without a certificate",
      "it was made with a key, not by an identity",
      () => annotation("dev.sigstore.cosign/certificate", undefined),
    ],
    [
      "with two certificates",
      "its certificate is not one block of PEM",
      () => annotation("dev.sigstore.cosign/certificate", pem(instance.fulcio.raw) + pem(instance.root.raw)),
    ],
    [
      "without a log entry",
      "it is not valid: expected 1 timestamps, got 0",
      () => annotation("dev.sigstore.cosign/bundle", undefined),
    ],
    [
      "with a log entry that is no JSON",
      "the log entry is not JSON in UTF-8",
      () => annotation("dev.sigstore.cosign/bundle", "entry"),
    ],
    [
      "with a log entry of another time",
      "it is not valid: inclusion promise could not be verified",
      () => entry(({ Payload }) => Object.assign(Payload, { integratedTime: Number(Payload["integratedTime"]) + 1 })),
    ],
    [
      "with a log entry without a time",
      "a log entry has a malformed number",
      () => entry(({ Payload }) => delete Payload["integratedTime"]),
    ],
    [
      "with a log entry of no log",
      "the log entry names no log",
      () => entry(({ Payload }) => Object.assign(Payload, { logID: "1" })),
    ],
    [
      "with a wrong timestamp",
      "it is malformed",
      () => annotation("dev.sigstore.cosign/rfc3161timestamp", '{"SignedRFC3161Timestamp":"AAAA"}'),
    ],
  ];
  // docs/specification/signatures.md 3.6
  test.each(rows)("%s", async (_, reason, make) => {
    expect(await verify(make())).toMatch(
      `the signature of registry.test/acme/paint was refused: at sha256-1.sig: ${reason}`,
    );
  });

  test("by another key", async () => {
    const signed = instance.cosign(manifest, { bare: true, log: "none" });
    expect(await verify(signed, { key: publicPem(keys) })).toMatch("it is not valid: signature verification failed");
  });

  test("by the right key, with the log entry of another one", async () => {
    const mine = instance.cosign(manifest, { bare: true, keys });
    const theirs = instance.cosign(manifest, { bare: true });
    mine.annotations.set("dev.sigstore.cosign/bundle", theirs.annotations.get("dev.sigstore.cosign/bundle") ?? "");
    expect(await verify(mine, { key: publicPem(keys) })).toMatch("it is not valid: signature mismatch");
  });
});
