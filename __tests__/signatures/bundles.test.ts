/** Sigstore bundles: which ones are valid, for whom, and what is said about the others. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { embeddedTrustRoot, readTrustRoot, type TrustRoot, verifySignatures } from "../../src/signatures/index.ts";
import { authority, ec, extension, IDENTITY, ISSUER, ISSUER_STRING, ISSUER_TEXT, SIGNED_AT } from "./certificates.ts";
import { implicit, octets, oid, sequence, utf8 } from "./der.ts";
import { bundleMaterial, Instance, type SignOptions, subjectOf } from "./instance.ts";
import type { Json } from "./log.ts";

const instance = new Instance();
const bytes = Buffer.from("apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\n");
const subject = subjectOf(bytes);
const policy = { identity: IDENTITY, issuer: ISSUER };
let trustRoot: TrustRoot;
beforeAll(async () => {
  trustRoot = await readTrustRoot(instance.trustBytes());
});

async function verify(bundle: unknown, wanted = policy, of = subject): Promise<unknown> {
  try {
    return await verifySignatures(of, [bundleMaterial(bundle)], wanted, trustRoot);
  } catch (thrown) {
    if (thrown instanceof KrmError) return thrown.message.replace("oci://registry.test/acme/functions", "REF");
    throw thrown;
  }
}

const accepted = { ...policy, source: "the referrer" };

describe("a valid bundle is accepted", () => {
  const rows: [string, SignOptions][] = [
    ["version 0.1", { version: "0.1" }],
    ["version 0.2", { version: "0.2" }],
    ["version 0.3", {}],
    ["an envelope that log 1 has as dsse", { form: "dsse" }],
    ["an envelope that log 1 has as intoto", { form: "intoto" }],
    ["bytes in log 2, which has no time", { log: 2, stamped: true }],
    ["an envelope in log 2", { log: 2, stamped: true, form: "dsse" }],
    ["two times", { stamped: true }],
    ["a signature of cosign 3", { form: "dsse", predicateType: "https://sigstore.dev/cosign/sign/v1" }],
    ["provenance 0.2", { form: "dsse", predicateType: "https://slsa.dev/provenance/v0.2" }],
    ["the issuer as bare text", { issuerIn: "text" }],
    ["the issuer as a string", { issuerIn: "string" }],
    ["the first second", { delay: 0 }],
    ["the last second", { delay: 600 }],
    ["a key of P-384", { keys: ec("P-384") }],
    ["a key of P-384 with its digest", { keys: ec("P-384"), digest: "sha384" }],
  ];
  // docs/specification/signatures.md 3.4, 3.5, 4, 5.1
  test.each(rows)("%s", async (_, options) => {
    expect(await verify(instance.bundle(bytes, options))).toEqual(accepted);
  });

  test("an email address", async () => {
    const wanted = { identity: "dev@acme.test", issuer: "https://accounts.acme.test" };
    expect(await verify(instance.bundle(bytes, wanted), wanted)).toEqual({ ...wanted, source: "the referrer" });
  });
});

// Bare text may look like the beginning of elements that reach far.
test("a certificate with all that GitHub says about a run is accepted", async () => {
  const texts = [
    "push",
    "8843d7f92416211de9ebb963ff4ce28125932878",
    "Release 0123456789",
    "acme/functions",
    "refs/tags/v1",
  ];
  const strings = ["https://github.com/acme", "github-hosted", "1234567", "public", `${IDENTITY}/attempts/1`];
  const moreExtensions = [
    ...texts.map((text, index) => extension(`1.3.6.1.4.1.57264.1.${index + 2}`, Buffer.from(text))),
    ...strings.map((text, index) => extension(`1.3.6.1.4.1.57264.1.${index + 9}`, utf8(text))),
  ];
  expect(await verify(instance.bundle(bytes, { moreExtensions }))).toEqual(accepted);
});

describe("a bundle is refused", () => {
  const rows: [string, string, () => unknown][] = [
    [
      "of other bytes",
      "it is a signature of something else: its digest differs",
      () => instance.bundle(Buffer.from("other")),
    ],
    [
      "with a statement about others",
      "it is a signature of something else: no subject has this digest",
      () => instance.bundle(Buffer.from("other"), { form: "dsse" }),
    ],
    [
      "with a statement that a test failed",
      "it signs a statement of the type https://in-toto.io/attestation/test-result/v0.1, which does not count as a signature",
      () => instance.bundle(bytes, { form: "dsse", predicateType: "https://in-toto.io/attestation/test-result/v0.1" }),
    ],
    [
      "with an envelope of something else",
      "it signs text/plain, not an in-toto statement",
      () => instance.bundle(bytes, { form: "dsse", payloadType: "text/plain" }),
    ],
    [
      "after the certificate expired",
      "it is not valid: Failed to verify certificate chain",
      () => instance.bundle(bytes, { delay: 601 }),
    ],
    [
      "before the certificate was valid",
      "it is not valid: Failed to verify certificate chain",
      () => instance.bundle(bytes, { delay: -1 }),
    ],
    [
      "without a log entry",
      "it is not valid: expected 1 timestamps, got 0",
      () => instance.bundle(bytes, { log: "none" }),
    ],
    [
      "with a timestamp instead of a log entry",
      "it is not valid: expected 1 tlog entries, got 0",
      () => instance.bundle(bytes, { log: "none", stamped: true }),
    ],
    [
      "with a log entry that has no time",
      "it is not valid: expected 1 timestamps, got 0",
      () => instance.bundle(bytes, { log: 2 }),
    ],
    [
      "without the promise of the certificate log",
      "it is not valid: expected 1 SCTs, got 0",
      () => instance.bundle(bytes, { promised: false }),
    ],
    ["of another instance", "it is not valid: Failed to verify certificate chain", () => new Instance().bundle(bytes)],
    [
      "of an authority that is not trusted",
      "it is not valid: Failed to verify certificate chain",
      () => forge((other) => Object.assign(other, { log: instance.log, certificateLog: instance.certificateLog })),
    ],
    [
      "of a log that is not trusted",
      "it is not valid: inclusion promise could not be verified",
      () =>
        forge((other) => Object.assign(other, { fulcio: instance.fulcio, certificateLog: instance.certificateLog })),
    ],
    [
      "of a certificate log that is not trusted",
      "it is not valid: SCT verification failed",
      () => forge((other) => Object.assign(other, { fulcio: instance.fulcio, log: instance.log })),
    ],
    [
      "of a timestamp authority that is not trusted",
      "it is not valid: timestamp could not be verified",
      () =>
        forge(
          (other) =>
            Object.assign(other, {
              fulcio: instance.fulcio,
              log: instance.log,
              certificateLog: instance.certificateLog,
            }),
          { stamped: true },
        ),
    ],
    [
      "with a certificate for servers",
      "its certificate is not for signing code",
      () => instance.bundle(bytes, { usage: "1.3.6.1.5.5.7.3.1" }),
    ],
    ["made with a key", "it was made with a key, not by an identity", () => instance.bundle(bytes, { bare: true })],
    [
      "with two names",
      "its certificate names not exactly one email address or URI",
      () => instance.bundle(bytes, { moreNames: [implicit(1, Buffer.from("dev@acme.test"))] }),
    ],
    [
      "with two issuers",
      "its certificate names two issuers",
      () =>
        instance.bundle(bytes, {
          issuerIn: "text",
          moreExtensions: [extension(ISSUER_STRING, utf8("https://evil.test"))],
        }),
    ],
    [
      "with an issuer twice",
      "its certificate has an extension twice",
      () => instance.bundle(bytes, { moreExtensions: [extension(ISSUER_TEXT, Buffer.from(ISSUER))] }),
    ],
    [
      "with no issuer",
      "its certificate does not say who identified the signer",
      () => instance.bundle(bytes, { issuerIn: "none" }),
    ],
    [
      "with a name outside of ASCII",
      "a name in its certificate is empty or not printable ASCII",
      () => instance.bundle(bytes, { identity: IDENTITY.replace("acme", "acm\u00e5") }),
    ],
    [
      "of a version to come",
      "it is a bundle of an unknown version",
      () => ({ ...instance.bundle(bytes), mediaType: "application/vnd.dev.sigstore.bundle.v0.9+json" }),
    ],
    ["with nothing in it", "it is no complete bundle: invalid bundle", () => ({})],
    ["that is no object", "it is malformed", () => null],
  ];
  // docs/specification/signatures.md 3.4, 3.5, 4, 5
  test.each(rows)("%s", async (_, reason, make) => {
    const head = "the signature of REF was refused: at the referrer: ";
    expect(await verify(make())).toMatch(`${head}${reason}\n  hint: Somebody changed or replaced it`);
  });

  function forge(change: (other: Instance) => unknown, options: SignOptions = {}): Json {
    const other = new Instance();
    change(other);
    return other.bundle(bytes, options);
  }
});

describe("a certificate that the instance did not issue for signing is refused", () => {
  test("of an authority", async () => {
    const bundle = instance.bundle(bytes);
    material(bundle)["certificate"] = { rawBytes: instance.fulcio.raw.toString("base64") };
    expect(await verify(bundle)).toMatch("it is signed with the certificate of an authority");
  });

  test("signed by itself", async () => {
    const other = new Instance();
    Object.assign(other, {
      fulcio: authority("intermediate"),
      log: instance.log,
      certificateLog: instance.certificateLog,
    });
    expect(await verify(other.bundle(bytes))).toMatch("Failed to verify certificate chain");
  });

  test("with trailing bytes, or lengths that DER forbids", async () => {
    const bundle = instance.bundle(bytes);
    const raw = Buffer.from((material(bundle)["certificate"] as { rawBytes: string }).rawBytes, "base64");
    material(bundle)["certificate"] = { rawBytes: Buffer.concat([raw, Buffer.from([0])]).toString("base64") };
    expect(await verify(bundle)).toMatch("its certificate is not in DER");
    const long = Buffer.concat([Buffer.from([0x30, 0x83, 0]), raw.subarray(2)]);
    material(bundle)["certificate"] = { rawBytes: long.toString("base64") };
    expect(await verify(bundle)).toMatch("its certificate is not in DER");
  });

  test("with more than a certificate has", async () => {
    const bundle = instance.bundle(bytes);
    const raw = Buffer.from((material(bundle)["certificate"] as { rawBytes: string }).rawBytes, "base64");
    const more = sequence(raw.subarray(4), octets());
    material(bundle)["certificate"] = { rawBytes: more.toString("base64") };
    expect(await verify(bundle)).toMatch("its certificate is not in DER");
  });

  // The packages would read on behind each of the texts of bytes, and in each again: for hours.
  test("that takes long to read", async () => {
    const bundle = instance.bundle(bytes);
    material(bundle)["certificate"] = { rawBytes: branching(60).toString("base64") };
    expect(await verify(bundle)).toMatch("it contains DER with too many elements");
    const deep = Array.from({ length: 3000 }).reduce((inner: Buffer) => sequence(inner), octets());
    material(bundle)["certificate"] = { rawBytes: deep.toString("base64") };
    expect(await verify(bundle)).toMatch("it contains DER with too many elements");
  });

  test("far too large", async () => {
    const bundle = instance.bundle(bytes, {
      moreExtensions: [extension("1.2.3", sequence(oid("1.2"), Buffer.alloc(20_000)))],
    });
    expect(await verify(bundle)).toMatch("its certificate is too large");
  });
});

describe("the log entry must be that of this signature", () => {
  const entryOf = (bundle: Json): Json => (material(bundle)["tlogEntries"] as Json[])[0] as Json;
  const swapped = (from: Json, to: Json): Json => {
    material(to)["tlogEntries"] = material(from)["tlogEntries"];
    return to;
  };

  test("and not of another one", async () => {
    const [one, two] = [instance.bundle(bytes), instance.bundle(bytes)];
    expect(await verify(swapped(one, two))).toMatch("it is not valid: signature mismatch");
  });

  // docs/specification/signatures.md 5.3
  test.each(["message", "dsse", "intoto"] as const)("and of this signer (%s)", async (form) => {
    const keys = ec();
    const mine = instance.bundle(bytes, { form, keys });
    const theirs = instance.bundle(bytes, {
      form,
      keys,
      identity: "dev@acme.test",
      issuer: "https://accounts.acme.test",
    });
    // The same key in two certificates: the entry of one does not count for the other.
    const body = JSON.parse(Buffer.from(String(entryOf(mine)["canonicalizedBody"]), "base64").toString());
    const other = JSON.parse(Buffer.from(String(entryOf(theirs)["canonicalizedBody"]), "base64").toString());
    for (const [place, field] of [
      [body.spec.signature, "publicKey"],
      [body.spec.signatures?.[0], "verifier"],
      [body.spec.content?.envelope.signatures[0], "publicKey"],
    ] as const) {
      const source = other.spec.signature ?? other.spec.signatures?.[0] ?? other.spec.content.envelope.signatures[0];
      if (place?.[field] !== undefined) place[field] = source[field];
    }
    material(mine)["tlogEntries"] = [instance.log.entry(body, SIGNED_AT)];
    expect(await verify(mine)).toMatch("a log entry records another signer");
  });

  test("and of a kind that is known", async () => {
    const bundle = instance.bundle(bytes);
    material(bundle)["tlogEntries"] = [instance.log.entry({ apiVersion: "0.0.1", kind: "rpm", spec: {} }, SIGNED_AT)];
    expect(await verify(bundle)).toMatch("it is not valid: unsupported kind: rpm");
  });

  test("and both of its proofs must hold", async () => {
    const bundle = instance.bundle(bytes);
    delete entryOf(bundle)["inclusionPromise"];
    expect(await verify(bundle)).toMatch("expected 1 timestamps, got 0");
    const proof = instance.bundle(bytes);
    (entryOf(proof)["inclusionProof"] as Json)["hashes"] = [];
    expect(await verify(proof)).toMatch("it is not valid: invalid hash count");
  });
});

describe("hostile sizes and patterns end at once", () => {
  const proofOf = (bundle: Json): Json => (material(bundle)["tlogEntries"] as Json[])[0]?.["inclusionProof"] as Json;
  const rows: [string, string, (bundle: Json) => void][] = [
    [
      "many log entries",
      "it has more than 8 log entries or timestamps",
      (bundle) => {
        material(bundle)["tlogEntries"] = Array.from(
          { length: 9 },
          () => (material(bundle)["tlogEntries"] as Json[])[0],
        );
      },
    ],
    [
      "many timestamps",
      "it has more than 8 log entries or timestamps",
      (bundle) => {
        material(bundle)["timestampVerificationData"] = {
          rfc3161Timestamps: Array.from({ length: 9 }, () => ({ signedTimestamp: "AA==" })),
        };
      },
    ],
    [
      "a large timestamp",
      "a timestamp is too large",
      (bundle) => {
        material(bundle)["timestampVerificationData"] = {
          rfc3161Timestamps: [{ signedTimestamp: Buffer.alloc(70_000).toString("base64") }],
        };
      },
    ],
    [
      "a timestamp in many brackets",
      "it contains DER with too many elements",
      (bundle) => {
        material(bundle)["timestampVerificationData"] = {
          rfc3161Timestamps: [{ signedTimestamp: Buffer.alloc(60_000, 0x30).toString("base64") }],
        };
      },
    ],
    [
      "many hashes",
      "a log entry has too many hashes",
      (bundle) => {
        proofOf(bundle)["hashes"] = Array.from({ length: 65 }, () => "AAAA");
      },
    ],
    [
      "a number of many digits",
      "a log entry has a malformed number",
      (bundle) => {
        proofOf(bundle)["treeSize"] = "9".repeat(20);
      },
    ],
    [
      "a negative number",
      "a log entry has a malformed number",
      (bundle) => {
        proofOf(bundle)["logIndex"] = "-1";
      },
    ],
    [
      "a long checkpoint",
      "the checkpoint of a log entry is too long",
      (bundle) => {
        proofOf(bundle)["checkpoint"] = { envelope: `a\n1\nAAAA\n\n${"a".repeat(20_000)}\n` };
      },
    ],
    [
      "a checkpoint of a tree with many digits",
      "the checkpoint of a log entry is malformed",
      (bundle) => {
        proofOf(bundle)["checkpoint"] = { envelope: `a\n${"9".repeat(9000)}\nAAAA\n\n\u2014 rekor.test AAAAAAAA\n` };
      },
    ],
    // The package takes the name for a regular expression, and would look for a match for years.
    [
      "a signer that is a pattern",
      "a checkpoint has a malformed signature",
      (bundle) => {
        const { envelope } = proofOf(bundle)["checkpoint"] as { envelope: string };
        proofOf(bundle)["checkpoint"] = { envelope: envelope.replace("\u2014 rekor.test", "\u2014 ((((.+)+)+)+)+!") };
      },
    ],
    [
      "a document of more than 1 MiB",
      "the bundle is larger than 1 MiB",
      (bundle) => {
        bundle["padding"] = " ".repeat(1024 * 1024);
      },
    ],
  ];
  // docs/specification/signatures.md 5.2
  test.each(rows)("%s", async (_, reason, change) => {
    const bundle = instance.bundle(bytes);
    change(bundle);
    expect(await verify(bundle)).toMatch(reason);
  });
});

test("without the bytes, a statement counts, and a signature of bytes does not", async () => {
  const { name, sha256 } = subject;
  expect(await verify(instance.bundle(bytes, { form: "dsse" }), policy, { name, sha256 })).toEqual(accepted);
  expect(await verify(instance.bundle(bytes), policy, { name, sha256 })).toMatch(
    "it signs the bytes, of which only the digest is known",
  );
});

test("bytes that do not have the digest are a defect", async () => {
  await expect(verify(instance.bundle(bytes), policy, { ...subject, sha256: "0".repeat(64) })).rejects.toThrow(
    "is that of other bytes",
  );
});

test("the public instance does not vouch for another one", async () => {
  const embedded = await embeddedTrustRoot();
  const refused = verifySignatures(subject, [bundleMaterial(instance.bundle(bytes))], policy, embedded);
  await expect(refused).rejects.toThrow("Failed to verify certificate chain");
});

function material(bundle: Json): Json {
  return bundle["verificationMaterial"] as Json;
}

/** Texts of bytes, in each of which an element begins that reaches to the end of all. */
function branching(count: number): Buffer {
  const parts = Array.from({ length: count }, (_, index) => [0x04, 2, 0x30, 4 * (count - index - 1)]);
  return Buffer.from([0x30, 0x81, 4 * count, ...parts.flat()]);
}
