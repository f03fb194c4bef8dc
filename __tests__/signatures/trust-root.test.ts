/** Trust roots: the embedded one, given ones, and files that are none. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { embeddedTrustRoot, readTrustRoot, type TrustRoot, verifySignatures } from "../../src/signatures/index.ts";
import { IDENTITY, ISSUER } from "./certificates.ts";
import { bundleMaterial, Instance, jsonBytes, type SignOptions, subjectOf } from "./instance.ts";
import type { Json } from "./log.ts";

const instance = new Instance();
const bytes = Buffer.from("kind: Catalog\n");
const policy = { identity: IDENTITY, issuer: ISSUER };

function verify(trustRoot: TrustRoot, by = instance, options: SignOptions = {}): Promise<unknown> {
  return verifySignatures(subjectOf(bytes), [bundleMaterial(by.bundle(bytes, options))], policy, trustRoot);
}

// docs/specification/signatures.md 6.1
describe("the embedded trust root", () => {
  test("is that of the public instance, as the package has it", async () => {
    const { instances } = await embeddedTrustRoot();
    expect(instances.map(({ tlogs }) => tlogs.map(({ baseUrl }) => baseUrl))).toEqual([
      ["https://rekor.sigstore.dev", "https://log2025-1.rekor.sigstore.dev"],
    ]);
    expect(instances[0]?.certificateAuthorities.map(({ uri }) => new URL(uri).hostname)).toEqual([
      "fulcio.sigstore.dev",
      "fulcio.sigstore.dev",
    ]);
    expect(instances[0]?.ctlogs.length).toBeGreaterThan(0);
  });
});

// docs/specification/signatures.md 6.2
describe("several instances, one a line", () => {
  const other = new Instance();
  let both: TrustRoot;
  beforeAll(async () => {
    both = await readTrustRoot(
      Buffer.concat([instance.trustBytes(), Buffer.from("\n"), other.trustBytes(), Buffer.from("\n")]),
    );
  });

  test("each vouches for its own signatures", async () => {
    expect(await verify(both)).toEqual({ ...policy, source: "the referrer" });
    expect(await verify(both, other)).toEqual({ ...policy, source: "the referrer" });
  });

  test("no two vouch together", async () => {
    const mixed = new Instance();
    Object.assign(mixed, { fulcio: instance.fulcio, certificateLog: instance.certificateLog, log: other.log });
    await expect(verify(both, mixed)).rejects.toThrow("inclusion promise could not be verified");
  });
});

// docs/specification/signatures.md 6.4
describe("an instance without logs", () => {
  const bare = jsonBytes({ ...instance.trustRoot(), tlogs: [], ctlogs: [] });
  const unlogged = { log: "none", promised: false } as const;

  test("needs a timestamp instead", async () => {
    expect(await verify(await readTrustRoot(bare), instance, { ...unlogged, stamped: true })).toEqual({
      ...policy,
      source: "the referrer",
    });
    await expect(verify(await readTrustRoot(bare), instance, unlogged)).rejects.toThrow("expected 1 timestamps, got 0");
    const late = { ...unlogged, stamped: true, delay: 601 };
    await expect(verify(await readTrustRoot(bare), instance, late)).rejects.toThrow(
      "Failed to verify certificate chain",
    );
  });

  test("does not take proofs of logs that it does not list", async () => {
    await expect(verify(await readTrustRoot(bare), instance, { stamped: true })).rejects.toThrow(
      "SCT verification failed",
    );
  });
});

test("an authority counts only while it is valid", async () => {
  const root = instance.trustRoot();
  const [first] = root["certificateAuthorities"] as Json[];
  const ended = {
    ...root,
    certificateAuthorities: [{ ...first, validFor: { start: "2021-01-01T00:00:00Z", end: "2024-05-01T11:59:59Z" } }],
  };
  await expect(verify(await readTrustRoot(jsonBytes(ended)))).rejects.toThrow("Failed to verify certificate chain");
});

// docs/specification/signatures.md 6.3
describe("a file that is no trust root is refused", () => {
  const root = instance.trustRoot();
  const [log] = root["tlogs"] as { publicKey: Json }[];
  const rows: [string, string, Uint8Array][] = [
    ["nothing", "Unexpected end of JSON input", Buffer.from("")],
    ["no JSON", "Unexpected token", Buffer.from("key")],
    ["no UTF-8", "The encoded data was not valid", Buffer.from([0xff])],
    ["null", "mediaType", jsonBytes({})],
    [
      "a bundle",
      "mediaType application/vnd.dev.sigstore.bundle.v0.3+json is not that of a trust root",
      jsonBytes(instance.bundle(bytes)),
    ],
    ["no authorities", "it has no certificateAuthorities", jsonBytes({ ...root, certificateAuthorities: [] })],
    [
      "nothing that knows the time",
      "it has neither tlogs nor timestampAuthorities",
      jsonBytes({ ...root, tlogs: [], timestampAuthorities: [] }),
    ],
    [
      "too many logs",
      "it has more than 64 authorities or logs",
      jsonBytes({ ...root, tlogs: Array.from({ length: 65 }, () => log) }),
    ],
    [
      "a log without a time",
      "an authority or log does not say since when it is valid",
      jsonBytes({ ...root, tlogs: [{ ...log, publicKey: { ...log?.publicKey, validFor: undefined } }] }),
    ],
    [
      "a log with a time that is none",
      "an authority or log does not say since when it is valid",
      jsonBytes({ ...root, tlogs: [{ ...log, publicKey: { ...log?.publicKey, validFor: { start: "once" } } }] }),
    ],
    [
      "a damaged key",
      "the trust root cannot be used: ",
      jsonBytes({ ...root, tlogs: [{ ...log, publicKey: { ...log?.publicKey, rawBytes: "AAAA" } }] }),
    ],
    ["a large file", "it is larger than 1 MiB", jsonBytes({ ...root, padding: " ".repeat(1024 * 1024) })],
    [
      "many instances",
      "it has more than 8 instances",
      Buffer.from(Array.from({ length: 9 }, () => JSON.stringify(root)).join("\n")),
    ],
  ];
  test.each(rows)("%s", async (_, reason, content) => {
    const thrown = await readTrustRoot(content).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(KrmError);
    const [diagnostic] = (thrown as KrmError).diagnostics;
    expect(diagnostic?.code).toBe("invalid-trust-root");
    expect(diagnostic?.message).toContain("the trust root cannot be used: ");
    expect(diagnostic?.message).toContain(reason);
    expect(diagnostic?.hint).toMatch(/^Give the file `trusted_root.json` of your Sigstore instance/);
  });
});
