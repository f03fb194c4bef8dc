/** Every change of a part that counts makes a signature invalid. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../src/diagnostics.ts";
import {
  readTrustRoot,
  type SignatureMaterial,
  type SignaturePolicy,
  type TrustRoot,
  verifySignatures,
} from "../../src/signatures/index.ts";
import { ec, IDENTITY, ISSUER } from "./certificates.ts";
import { bundleMaterial, Instance, publicPem, subjectOf } from "./instance.ts";
import type { Json } from "./log.ts";

const instance = new Instance();
const bytes = Buffer.from("kind: Catalog\n");
const policy = { identity: IDENTITY, issuer: ISSUER };
let trustRoot: TrustRoot;
beforeAll(async () => {
  trustRoot = await readTrustRoot(instance.trustBytes());
});

async function isAccepted(material: SignatureMaterial, wanted: SignaturePolicy = policy): Promise<boolean> {
  try {
    await verifySignatures(subjectOf(bytes), [material], wanted, trustRoot);
    return true;
  } catch (thrown) {
    if (thrown instanceof KrmError) return false;
    throw thrown;
  }
}

type Path = readonly (string | number)[];

/** The leaves of a document, with their paths. */
function leaves(value: unknown, path: Path = []): { path: Path; leaf: string }[] {
  if (typeof value !== "object" || value === null) return [{ path, leaf: String(value) }];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: Path, leaf: unknown): unknown {
  if (key === undefined) return leaf;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  return Object.assign(copy, { [key]: replaced((value as Record<string, unknown>)[key], rest, leaf) });
}

/** Parts that nobody signs, and that decide nothing: names for people, versions, and what is
 * computed from other parts. */
const INSIGNIFICANT = /^mediaType$|keyid$|hint$|inclusionProof\/(?:treeSize|rootHash)$|certificates\/1\/rawBytes$/;

/** For an entry without a promise, the log signs its place in the tree, and nothing that is beside it. */
const BESIDE_PROOF = /tlogEntries\/0\/(?:logId\/keyId|logIndex)$/;

/** Only the innermost part of a timestamp is signed. Its test is below. */
const TIMESTAMP = /signedTimestamp$/i;

/** Changes one byte of text in base64, or one character of another text, so that it means something else. */
function changed(leaf: string, at: number, by: number): string {
  const raw = Buffer.from(leaf, "base64");
  const isEncoded = raw.length > 8 && raw.toString("base64") === leaf;
  const content = isEncoded ? raw : Buffer.from(leaf, "utf8");
  // The signatures of a checkpoint follow an empty line. Their test is below.
  const note = content.indexOf("\n\n");
  const index = at % (note < 0 ? content.length : note);
  if (isEncoded) content[index] = (content[index] ?? 0) ^ by;
  else content[index] = 0x21 + (((content[index] ?? 0) + by) % 94);
  return isEncoded ? content.toString("base64") : content.toString("utf8");
}

function significantLeaves(bundle: unknown): { path: Path; leaf: string }[] {
  const all = leaves(bundle);
  const isPromised = all.some(({ path }) => path.includes("inclusionPromise"));
  return all.filter(({ path }) => {
    const name = path.join("/");
    return !INSIGNIFICANT.test(name) && (isPromised || !BESIDE_PROOF.test(name));
  });
}

const change = { at: fc.nat({ max: 5000 }), by: fc.integer({ min: 1, max: 93 }), leaf: fc.nat({ max: 1000 }) };

describe("a bundle", () => {
  const makes: [string, () => unknown][] = [
    ["of bytes, version 0.1", () => instance.bundle(bytes, { version: "0.1" })],
    ["of bytes, version 0.3", () => instance.bundle(bytes)],
    ["of a statement", () => instance.bundle(bytes, { form: "dsse" })],
    ["in log 2, with a timestamp", () => instance.bundle(bytes, { log: 2, stamped: true })],
    ["with two times", () => instance.bundle(bytes, { stamped: true })],
  ];

  // docs/specification/signatures.md 5.1
  test.each(makes)("%s", async (_, make) => {
    const bundle = make();
    const significant = significantLeaves(bundle).filter(({ path }) => !TIMESTAMP.test(path.join("/")));
    expect(await isAccepted(bundleMaterial(bundle))).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.record(change), async ({ at, by, leaf: number }) => {
        const { path, leaf } = significant[number % significant.length] as { path: Path; leaf: string };
        const text = changed(leaf, at, by);
        fc.pre(text !== leaf);
        expect([path.join("/"), await isAccepted(bundleMaterial(replaced(bundle, path, text)))]).toEqual([
          path.join("/"),
          false,
        ]);
      }),
      { numRuns: 40 },
    );
  });

  test("is refused with values of other types", async () => {
    for (const options of [{}, { form: "dsse" }, { log: 2, stamped: true }] as const) {
      const bundle = instance.bundle(bytes, options);
      for (const { path } of significantLeaves(bundle)) {
        for (const value of [null, true, -1, "", {}, [[]], { toString: 1 }]) {
          const other = replaced(bundle, path, value);
          expect([path.join("/"), value, await isAccepted(bundleMaterial(other))]).toEqual([
            path.join("/"),
            value,
            false,
          ]);
        }
      }
    }
  });

  test("is refused without any of its significant parts", async () => {
    for (const options of [{}, { form: "dsse" }, { log: 2, stamped: true }] as const) {
      const bundle = instance.bundle(bytes, options);
      for (const { path } of significantLeaves(bundle)) {
        const less = replaced(bundle, path.slice(0, -1), "") as object;
        const parent = path.slice(0, -1).reduce((at: unknown, key) => (at as Record<string, unknown>)[key], bundle);
        const { [String(path.at(-1))]: removed, ...others } = parent as Record<string, unknown>;
        const without = Array.isArray(parent) ? less : replaced(bundle, path.slice(0, -1), others);
        expect([path.join("/"), removed !== undefined, await isAccepted(bundleMaterial(without))]).toEqual([
          path.join("/"),
          true,
          false,
        ]);
      }
    }
  });
});

test("a checkpoint with another signature is refused", async () => {
  const bundle = instance.bundle(bytes, { log: 2, stamped: true });
  const path = ["verificationMaterial", "tlogEntries", 0, "inclusionProof", "checkpoint", "envelope"];
  const envelope = leaves(bundle).find((one) => one.path.at(-1) === "envelope")?.leaf ?? "";
  const [head = "", encoded = ""] = envelope.split(/(?<=\u2014 \S+ )/);
  for (const at of [0, 3, 4, 30, 67]) {
    const raw = Buffer.from(encoded, "base64");
    raw[at] = (raw[at] ?? 0) ^ 1;
    const other = replaced(bundle, path, `${head}${raw.toString("base64")}\n`);
    expect([at, await isAccepted(bundleMaterial(other))]).toEqual([at, false]);
  }
});

describe("a timestamp", () => {
  const stamps = (bundle: Json): Json => bundle["verificationMaterial"] as Json;

  test("of another signature is refused", async () => {
    const [one, two] = [0, 1].map(() => instance.bundle(bytes, { log: 2, stamped: true })) as [Json, Json];
    stamps(one)["timestampVerificationData"] = stamps(two)["timestampVerificationData"];
    expect(await isAccepted(bundleMaterial(one))).toBe(false);
  });

  test("is refused after a change of its time, of what it is about, or of its signature", async () => {
    const bundle = instance.bundle(bytes, { log: 2, stamped: true });
    const path = ["verificationMaterial", "timestampVerificationData", "rfc3161Timestamps", 0, "signedTimestamp"];
    const leaf = leaves(bundle).find((one) => TIMESTAMP.test(one.path.join("/")))?.leaf ?? "";
    const raw = Buffer.from(leaf, "base64");
    // The imprint and the time follow each other; the signature is at the end.
    const time = raw.indexOf("20240501120005Z");
    for (const at of [time - 4, time + 3, time + 13, raw.length - 4]) {
      const other = Buffer.from(raw);
      other[at] = (other[at] ?? 0) ^ 1;
      expect([at - time, await isAccepted(bundleMaterial(replaced(bundle, path, other.toString("base64"))))]).toEqual([
        at - time,
        false,
      ]);
    }
  });
});

describe("a signature of cosign", () => {
  const keys = ec();
  const makes: [string, Parameters<Instance["cosign"]>[1], SignaturePolicy][] = [
    ["by an identity", { stamped: true }, policy],
    ["by a key", { bare: true, keys, log: 1 }, { key: publicPem(keys) }],
  ];

  test.each(makes)("%s", async (_, options, wanted) => {
    const { payload, annotations } = instance.cosign(bytes, options);
    const names = [...annotations.keys()].filter((name) => !/chain$|timestamp$/.test(name));
    const at = (signed: typeof payload, list: ReadonlyMap<string, string>): Promise<boolean> =>
      isAccepted({ kind: "cosign", payload: signed, annotations: list, source: "tag" }, wanted);
    expect(await at(payload, annotations)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.record(change), async ({ at: index, by, leaf }) => {
        const other = Buffer.from(payload);
        other[index % payload.length] = 0x21 + (((other[index % payload.length] ?? 0) + by) % 94);
        expect(other.equals(payload) || !(await at(other, annotations))).toBe(true);
        const name = names[leaf % names.length] as string;
        expect([
          name,
          await at(payload, new Map([...annotations, [name, tampered(annotations.get(name) ?? "", index, by)]])),
        ]).toEqual([name, false]);
      }),
      { numRuns: 40 },
    );
  });

  /** Changes base64, PEM, or one leaf of a document. */
  function tampered(text: string, index: number, by: number): string {
    if (text.startsWith("{")) {
      const document = JSON.parse(text);
      const found = leaves(document);
      const { path, leaf } = found[index % found.length] as { path: Path; leaf: string };
      return JSON.stringify(replaced(document, path, changed(leaf, index, by)));
    }
    if (!text.startsWith("-----")) return changed(text, index, by);
    const [head = "", body = "", tail = ""] = text.split(/(?<=BEGIN CERTIFICATE-----\n)|(?=-----END)/);
    return head + changed(body.replaceAll("\n", ""), index, by) + "\n" + tail;
  }
});
