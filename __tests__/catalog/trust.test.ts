/** Lines of trust; docs/specification/catalogs.md 3. */
import { describe, expect, test } from "@jest/globals";
import {
  parseCatalogReference,
  parseTrustLines,
  shownReference,
  trustedDigest,
  trustOf,
} from "../../src/catalog/index.ts";
import { grantFor } from "../../src/catalog/trust.ts";
import { HEX, OTHER_HEX, problemsOf } from "./documents.ts";

const SOURCE = { source: "trusted-catalogs" };
const lines = (...texts: string[]) => parseTrustLines(texts, { ...SOURCE, allowWildcards: true });

describe("lines", () => {
  test("empty lines and comments are left out", () => {
    expect(
      parseTrustLines(["", "  ", "# nothing", " a.yaml "], SOURCE).map(({ reference }) => reference.normal),
    ).toEqual(["a.yaml"]);
  });

  test.each([
    ["a.yaml", undefined],
    ["a.yaml key=keys/a.pub", { key: "keys/a.pub" }],
    [
      "a.yaml\tidentity=ci@acme.test   issuer=https://issuer.test",
      { identity: "ci@acme.test", issuer: "https://issuer.test" },
    ],
    ["a.yaml issuer=https://issuer.test?a=b identity=x", { identity: "x", issuer: "https://issuer.test?a=b" }],
  ])("%s demands a signature: %j", (text, signature) => {
    expect(lines(text)[0]?.signature).toEqual(signature);
  });

  test.each([
    ["a.yaml b.yaml", "has the unknown term `b.yaml`"],
    ["a.yaml =x", "has the unknown term `=x`"],
    ["a.yaml key=", "has an empty `key`"],
    ["a.yaml key=a key=b", "has `key` twice"],
    ["a.yaml key=a identity=b issuer=c", "has both a `key` and an identity"],
    ["a.yaml identity=b", "has an `identity` but no `issuer`"],
    ["a.yaml issuer=b", "has an `issuer` but no `identity`"],
    ["https://acme.test/*/c.yaml", "has a `*` that is not the end"],
    ["https://acme.test/a*", "has a `*` that is not the end"],
    ["catalogs/*", "has a `*` in a reference that is not an https address"],
    ["oci://registry.test/*", "names no repository"],
    ["http://acme.test/c.yaml", "in trusted-catalogs: http://acme.test/c.yaml has the scheme http"],
  ])("%s is refused", (text, problem) => {
    const [message = ""] = problemsOf(() => lines(text));
    expect(message).toMatch(/^(?:trust-line a line of trusted-catalogs|catalog-reference in trusted-catalogs: )/);
    expect(message).toContain(problem);
  });

  test("two lines for one reference are refused, unless they pin other contents", () => {
    expect(problemsOf(() => lines("a.yaml", "./a.yaml key=x"))[0]).toContain("trusts a.yaml twice");
    expect(lines("a.yaml", `a.yaml#sha256=${HEX}`)).toHaveLength(2);
  });

  test("a wildcard needs its switch", () => {
    const [message = ""] = problemsOf(() => parseTrustLines(["https://acme.test/k/*"], SOURCE));
    expect(message).toContain("trusts all files below https://acme.test/k/, which is not allowed");
    expect(message).toContain("--allow-catalog-wildcards");
  });
});

/** The grants as `by sha256`. */
function grants(reference: string, digest: string | undefined, ...texts: string[]): string[] {
  return trustOf(parseCatalogReference(reference), digest, lines(...texts)).map(
    ({ by, sha256, line }) => `${by} ${sha256 ?? "any"} ${shownReference(line.reference)}`,
  );
}

const A = "https://acme.test/k/a.yaml";

test.each([
  ["nothing is trusted", A, undefined, [], []],
  ["the same reference", A, undefined, [A], [`reference any ${A}`]],
  ["another spelling", "HTTPS://ACME.test:443/k/./a.yaml", undefined, [A], [`reference any ${A}`]],
  ["another query", `${A}?a`, undefined, [A], []],
  ["another case in the path", "https://acme.test/K/a.yaml", undefined, [A], []],
  ["a path below", `${A}/b`, undefined, [A], []],
  ["another tag", "oci://r.test/a:v2", undefined, ["oci://r.test/a:v1"], []],
  ["another ref", "git::https://g.test/a//c.yaml?ref=b", undefined, ["git::https://g.test/a//c.yaml?ref=a"], []],
  ["a line with a pin", A, undefined, [`${A}#sha256=${HEX}`], [`reference ${HEX} ${A}#sha256=${HEX}`]],
  ["a reference with a pin", `${A}#sha256=${HEX}`, undefined, [A], [`reference ${HEX} ${A}`]],
  ["pins that differ", `${A}#sha256=${HEX}`, undefined, [`${A}#sha256=${OTHER_HEX}`], []],
  ["a copy without its content", "a.yaml", undefined, [`${A}#sha256=${HEX}`], []],
  ["a copy with its content", "a.yaml", HEX, [`${A}#sha256=${HEX}`], [`content ${HEX} ${A}#sha256=${HEX}`]],
  ["a copy with other content", "a.yaml", OTHER_HEX, [`${A}#sha256=${HEX}`], []],
  [
    "a pinned copy",
    `https://b.test/a.yaml#sha256=${HEX}`,
    undefined,
    [`${A}#sha256=${HEX}`],
    [`content ${HEX} ${A}#sha256=${HEX}`],
  ],
  [
    "a pinned copy with another pin",
    `https://b.test/a.yaml#sha256=${OTHER_HEX}`,
    undefined,
    [`${A}#sha256=${HEX}`],
    [],
  ],
  ["a file below a wildcard", A, undefined, ["https://acme.test/k/*"], ["reference any https://acme.test/k/"]],
  [
    "a file far below a wildcard",
    "https://acme.test/k/b/c.yaml",
    undefined,
    ["https://acme.test/k/*"],
    ["reference any https://acme.test/k/"],
  ],
  ["the directory of a wildcard", "https://acme.test/k/", undefined, ["https://acme.test/k/*"], []],
  ["another host", "https://acme.test.evil.test/k/a.yaml", undefined, ["https://acme.test/*"], []],
  ["dots", "https://acme.test/k/../a.yaml", undefined, ["https://acme.test/k/*"], []],
  ["encoded dots", "https://acme.test/k/%2e%2e/a.yaml", undefined, ["https://acme.test/k/*"], []],
  ["encoded slashes", "https://acme.test/k/..%2fa.yaml", undefined, ["https://acme.test/k/*"], []],
  ["a query below a wildcard", `${A}?to=b`, undefined, ["https://acme.test/k/*"], []],
  ["an escape below a wildcard", "https://acme.test/k/a%21.yaml", undefined, ["https://acme.test/k/*"], []],
  ["escaped letters", "https://acme.test/%6b/%61%2Eyaml", undefined, [A], [`reference any ${A}`]],
  ...["%61.yaml", "A.yaml", "a.YAML"].map(
    (name) =>
      [
        `${name} does not escape the demand of a line by a wildcard`,
        `https://acme.test/k/${name}`,
        undefined,
        ["https://acme.test/k/*", `${A} key=a.pub`],
        name === "%61.yaml" ? [`reference any ${A}`, "reference any https://acme.test/k/"] : [],
      ] as const,
  ),
  [
    "nor one that is escaped there",
    `https://acme.test/k/a!.yaml`,
    undefined,
    ["https://acme.test/k/*", "https://acme.test/k/a%21.yaml key=a.pub"],
    [],
  ],
] as const)("%s", (_, reference, digest, texts, expected) => {
  expect(grants(reference, digest, ...texts)).toEqual(expected);
});

test.each([
  ["a line has it", A, [`${A}#sha256=${HEX}`], HEX],
  ["both have it", `${A}#sha256=${HEX}`, [`${A}#sha256=${HEX}`], HEX],
  ["a line has it for content elsewhere", `${A}#sha256=${HEX}`, [`b.yaml#sha256=${HEX}`], HEX],
  ["a line has it, and others allow it", `${A}#sha256=${HEX}`, [A, "https://acme.test/*", `b.yaml#sha256=${HEX}`], HEX],
  ["only the reference has it", `${A}#sha256=${HEX}`, [A], undefined],
  ["nothing has one", A, [A], undefined],
  ["two lines have two", A, [`${A}#sha256=${HEX}`, `${A}#sha256=${OTHER_HEX}`], undefined],
  ["another line allows any", A, [`${A}#sha256=${HEX}`, "https://acme.test/k/*"], undefined],
  ["nothing is trusted", `${A}#sha256=${HEX}`, [], undefined],
])("the digest is known if the content is trusted for it alone: %s", (_, reference, texts, expected) => {
  expect(trustedDigest(trustOf(parseCatalogReference(reference), undefined, lines(...texts)))).toBe(expected);
});

test("the most specific line decides: a pin, the reference, the content, a wildcard", () => {
  const [first, ...rest] = trustOf(
    parseCatalogReference(A),
    HEX,
    lines("https://acme.test/k/*", `b.yaml#sha256=${HEX}`, `${A} key=a.pub`, `${A}#sha256=${OTHER_HEX}`),
  );
  expect([first, ...rest].map((grant) => grant && shownReference(grant.line.reference))).toEqual([
    `${A}#sha256=${OTHER_HEX}`,
    A,
    `b.yaml#sha256=${HEX}`,
    "https://acme.test/k/",
  ]);
  // A wildcard does not lift the demand for a signature.
  const all = [first, ...rest].filter((grant) => grant !== undefined);
  expect(grantFor(all, HEX)?.line.signature).toEqual({ key: "a.pub" });
  expect(grantFor(all, OTHER_HEX)?.line.signature).toBeUndefined();
});
