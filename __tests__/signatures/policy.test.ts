/** Whom a trust line names, and what is said about signatures by others, by nobody, or by many. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import {
  checkIdentity,
  readTrustRoot,
  type SignatureMaterial,
  type TrustRoot,
  verifySignatures,
} from "../../src/signatures/index.ts";
import { ec, IDENTITY, ISSUER } from "./certificates.ts";
import { bundleMaterial, Instance, publicPem, subjectOf } from "./instance.ts";

const instance = new Instance();
const bytes = Buffer.from("kind: Catalog\n");
const WORKFLOW = "https://github.com/acme/functions/.github/workflows/release.yml";
let trustRoot: TrustRoot;
beforeAll(async () => {
  trustRoot = await readTrustRoot(instance.trustBytes());
});

async function verify(
  materials: readonly SignatureMaterial[],
  policy: Parameters<typeof verifySignatures>[2],
): Promise<unknown> {
  try {
    return await verifySignatures(subjectOf(bytes, "REF"), materials, policy, trustRoot);
  } catch (thrown) {
    if (thrown instanceof KrmError) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
}

describe("an identity of a trust line", () => {
  const rows: [boolean, string, string][] = [
    [true, IDENTITY, IDENTITY],
    [true, `${WORKFLOW}@refs/tags/v*`, `${WORKFLOW}@refs/tags/v1.2.3`],
    [true, `${WORKFLOW}@refs/tags/*`, `${WORKFLOW}@refs/tags/release/1`],
    [true, `${WORKFLOW}@refs/heads/main*`, `${WORKFLOW}@refs/heads/main`],
    [false, `${WORKFLOW}@refs/tags/v*`, `${WORKFLOW}@refs/tags/w1`],
    [false, `${WORKFLOW}@refs/tags/v*`, `${WORKFLOW}@refs/heads/v1`],
    [false, `${WORKFLOW}@refs/tags/v*`, `${WORKFLOW}@refs/pull/1/merge`],
    [false, `${WORKFLOW}@refs/tags/v*`, `https://evil.test/?${WORKFLOW}@refs/tags/v1`],
    [false, `${WORKFLOW}@refs/tags/v1`, `${WORKFLOW}@refs/tags/v1.2.3`],
    [false, `${WORKFLOW}@refs/tags/v1`, `x${WORKFLOW}@refs/tags/v1`],
    [false, `${WORKFLOW}@refs/tags/v1`, `${WORKFLOW}@refs/tags/V1`],
    [false, `${WORKFLOW}@refs/tags/v1.2`, `${WORKFLOW}@refs/tags/v1x2`],
    [false, "dev@acme.test", "adev@acme.test"],
  ];
  // docs/specification/signatures.md 2.2, 2.3
  test.each(rows)("%s: %s and %s", async (matches, identity, found) => {
    const result = await verify([bundleMaterial(instance.bundle(bytes, { identity: found }))], {
      identity,
      issuer: ISSUER,
    });
    const accepted = { identity: found, issuer: ISSUER, source: "the referrer" };
    const outcome = typeof result === "string" ? result.split(":")[0] : result;
    expect(outcome).toEqual(matches ? accepted : "signature-identity");
  });

  test.each([`${ISSUER}/`, "https://token.actions.githubusercontent.co", ISSUER.toUpperCase()])(
    "issuer %s is another one",
    async (issuer) => {
      expect(await verify([bundleMaterial(instance.bundle(bytes))], { identity: IDENTITY, issuer })).toMatch(
        "signature-identity: ",
      );
    },
  );
});

describe("a trust line is refused", () => {
  const pattern = "where none is allowed, because strangers could then choose an identity that matches";
  const rows: [string, string, string][] = [
    ["", ISSUER, "identity is empty, so nobody could sign"],
    [IDENTITY, "", "issuer is empty, so nobody could sign"],
    ["a b", ISSUER, "identity a b has a blank, or a character that is not ASCII"],
    ["\u0430cme@acme.test", ISSUER, "identity \u0430cme@acme.test has a blank, or a character that is not ASCII"],
    [IDENTITY, "https://*.acme.test", "issuer https://*.acme.test has a `*`, but an issuer is compared exactly"],
    ["i".repeat(2049), ISSUER, "identity is longer than 2048 characters"],
    ...[
      "*",
      "*@acme.test",
      "dev@*",
      "https://github.com/acme/*",
      "https://github.com/*/x/.github/workflows/a.yml@refs/tags/v1",
      "https://*@refs/tags/*",
      `${WORKFLOW}@*`,
      `${WORKFLOW}@refs/*`,
      `${WORKFLOW}@refs/pull/*`,
      `${WORKFLOW}@refs/tags/*/x`,
      `${WORKFLOW}@refs/tags/v*.*`,
      `${WORKFLOW.replace("https", "http")}@refs/tags/v*`,
    ].map((identity): [string, string, string] => [identity, ISSUER, `identity ${identity} has a \`*\` ${pattern}`]),
  ];
  // docs/specification/signatures.md 2.1, 2.3
  test.each(rows)("identity=%s issuer=%s", async (identity, issuer, message) => {
    expect(() => checkIdentity(identity, issuer)).toThrow(message);
    expect(await verify([], { identity, issuer })).toMatch("invalid-signature-policy: ");
  });
});

describe("messages", () => {
  const policy = { identity: IDENTITY, issuer: ISSUER };

  // docs/specification/signatures.md 1.2
  test("without a signature", async () => {
    expect(await verify([], policy)).toBe(
      `signature-missing: REF is not signed, but the trust line demands a signature by identity=${IDENTITY} issuer=${ISSUER}\n` +
        "  hint: Sign it, for example with `cosign sign` for what is in a registry, or with `cosign sign-blob --bundle FILE.sigstore.json FILE` for a file.",
    );
    expect(await verify([], { key: publicPem(ec()) })).toMatch(/demands a signature with its key\n/);
  });

  test("by another identity", async () => {
    const other = { identity: "eve@evil.test", issuer: "https://accounts.evil.test" };
    expect(await verify([bundleMaterial(instance.bundle(bytes, other))], policy)).toBe(
      `signature-identity: REF is signed by identity=eve@evil.test issuer=https://accounts.evil.test, not by identity=${IDENTITY} issuer=${ISSUER}\n` +
        "  hint: If this signer is the right one, correct `identity=` and `issuer=` in the trust line. Otherwise do not use it.",
    );
  });

  test("by many others", async () => {
    const many = Array.from({ length: 7 }, (_, index) =>
      bundleMaterial(instance.bundle(bytes, { identity: `${index}@evil.test` })),
    );
    expect(await verify(many, policy)).toMatch(/0@evil\.test.*4@evil\.test issuer=\S+; and 2 more, not by/);
  });

  test("refused ones, with the place of each", async () => {
    const refused = [bundleMaterial({}, "one"), bundleMaterial(null, "two")];
    expect(await verify(refused, policy)).toBe(
      "signature-invalid: each of the 2 signatures of REF was refused: at one: it is no complete bundle: invalid bundle; at two: it is malformed\n" +
        "  hint: Somebody changed or replaced it, or it comes from another Sigstore instance than those of the trust root. Sign the artifact again, or give the right trust root.",
    );
  });
});

// docs/specification/signatures.md 1.1, 1.3
test("one right signature suffices, wherever it is among the first 32", async () => {
  const policy = { identity: IDENTITY, issuer: ISSUER };
  const wrong = Array.from({ length: 31 }, (_, index) => bundleMaterial({}, `wrong ${index}`));
  const foreign = bundleMaterial(instance.bundle(bytes, { identity: "eve@evil.test" }), "foreign");
  const right = bundleMaterial(instance.bundle(bytes), "right");
  const accepted = { ...policy, source: "right" };
  expect(await verify([foreign, right], policy)).toEqual(accepted);
  expect(await verify([...wrong, right], policy)).toEqual(accepted);
  expect(await verify([...wrong, bundleMaterial({}), right], policy)).toMatch(
    /was refused: at wrong 0: .*; and 27 more; only the first 32 of 33 signatures count\n/,
  );
  expect(await verify([...wrong, foreign, right], policy)).toMatch(
    /signed by identity=eve@evil.test .* only the first 32 of 33 signatures count\n/,
  );
});
