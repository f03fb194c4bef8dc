/** References to catalogs; docs/specification/catalogs.md 2. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  distinctReferences,
  isPinned,
  type PathReference,
  parseCatalogReference,
  referrerOf,
  resolveReference,
  shownReference,
  withPath,
} from "../../src/catalog/index.ts";
import { HEX, OTHER_HEX, problemsOf } from "./documents.ts";

const COMMIT = "c".repeat(40);

test.each([
  ["catalog.yaml", "path", "catalog.yaml"],
  ["./a/../b//catalog.yaml", "path", "b/catalog.yaml"],
  ["../catalog.yaml", "path", "../catalog.yaml"],
  ["/etc/catalog.yaml", "path", "/etc/catalog.yaml"],
  ["C:/catalog.yaml", "path", "C:/catalog.yaml"],
  ["HTTPS://Acme.TEST:443/a/./b/../catalog.yaml", "https", "https://acme.test/a/catalog.yaml"],
  ["https://acme.test:8443/c.yaml?publisher=a,b", "https", "https://acme.test:8443/c.yaml?publisher=a,b"],
  ["https://acme.test/%2e%2e/c.yaml", "https", "https://acme.test/c.yaml"],
  ["https://user-guide.%74est/cla%73%73%2Dv1%2eyaml?a=%7e%2f", "https", "https://user-guide.test/class-v1.yaml?a=~%2F"],
  ["https://acme.test/%2573.yaml", "https", "https://acme.test/%2573.yaml"],
  ["https://acme.test/é%c3%a9%21!.yaml", "https", "https://acme.test/%C3%A9%C3%A9%21!.yaml"],
  ["https://Bücher.test/c.yaml", "https", "https://xn--bcher-kva.test/c.yaml"],
  ["git::https://git.test/%61%2f//c%61t.yaml", "git", "git::https://git.test/a%2F//c%61t.yaml"],
  [
    "git::https://Git.Test:443/a/b//c/../catalog.yaml?ref=main",
    "git",
    "git::https://git.test/a/b//catalog.yaml?ref=main",
  ],
  ["git::https://git.test/a/b.git//catalog.yaml", "git", "git::https://git.test/a/b.git//catalog.yaml"],
  ["git::https://git.test/a//c.yaml?version=v1", "git", "git::https://git.test/a//c.yaml?ref=v1"],
  ["ssh://git@Git.Test:22/a/b//c.yaml?ref=v1", "git", "git::ssh://git@git.test/a/b//c.yaml?ref=v1"],
  ["git::ssh://git.test:2222/a//c.yaml", "git", "git::ssh://git.test:2222/a//c.yaml"],
  ["git@Git.test:a/b.git//c.yaml?ref=v1", "git", "git::git@git.test:a/b.git//c.yaml?ref=v1"],
  ["oci://Registry.Test:443/a/b:v1", "oci", "oci://registry.test/a/b:v1"],
  ["oci://registry.test:5000/a", "oci", "oci://registry.test:5000/a:latest"],
  [`oci://registry.test/a:v1@sha256:${HEX}`, "oci", `oci://registry.test/a@sha256:${HEX}`],
])("%s is a %s reference", (text, kind, normal) => {
  const reference = parseCatalogReference(text);
  expect([reference.kind, reference.normal, reference.sha256]).toEqual([kind, normal, undefined]);
  expect(parseCatalogReference(normal).normal).toBe(normal);
  const pinned = parseCatalogReference(`${text}#sha256=${HEX.toUpperCase()}`);
  expect([pinned.normal, pinned.sha256]).toEqual([normal, HEX]);
  expect(shownReference(pinned)).toBe(`${normal}#sha256=${HEX}`);
});

test.each([
  ["", "a reference to a catalog is empty"],
  ["a b", "contains blanks, backslashes or control characters"],
  ["a\\b", "contains blanks, backslashes or control characters"],
  ["a\u0000b", "contains blanks"],
  ["x".repeat(5000), "has more than 4096 characters"],
  ["catalog.yaml#v1", "has no digest after its `#`"],
  [`catalog.yaml#sha256=${HEX.slice(1)}`, "has no digest after its `#`"],
  [`catalog.yaml#sha256=${HEX}#sha256=${HEX}`, "has no digest after its `#`"],
  ["catalog.yaml?ref=v1", "is a path, but has a `ref`"],
  ["github.com/a/b//c.yaml?ref=v1", "is a path, but has a `ref`"],
  ["http://acme.test/c.yaml", "has the scheme http, which catalogs do not have"],
  ["file:///etc/c.yaml", "has the scheme file"],
  ["git::file:///a//c.yaml", "is not the address of a git repository"],
  ["git::http://git.test/a//c.yaml", "is not the address of a git repository"],
  ["git::ext::sh -c x", "contains blanks"],
  ["git::ext::sh//c.yaml", "is not the address of a git repository"],
  ["git::-u@git.test:a//c.yaml", "is not the address of a git repository"],
  ["git::git@-oProxyCommand=x:a//c.yaml", "is not the address of a git repository"],
  ["git::git@git.test:-a//c.yaml", "is not the address of a git repository"],
  ["git::ssh://-oProxyCommand=x/a//c.yaml", "is not the address of a git repository"],
  ["git::https://git.test/a", "names no file of its repository"],
  ["git::https://git.test/a//", "names no file of its repository"],
  ["git::https://git.test/a//b/", "names no file of its repository"],
  ["git::https://git.test/a//../c.yaml", "leads out of its repository"],
  ["git::https://git.test/a//c.yaml?ref=--upload-pack=x", "has an invalid `ref`"],
  ["git::https://git.test/a//c.yaml?ref=a..b", "has an invalid `ref`"],
  ["git::https://git.test/a//c.yaml?ref=", "has an invalid `ref`"],
  ["git::https://git.test/a//c.yaml?ref=a&ref=b", "has a query that is not one `ref`"],
  ["git::https://git.test/a//c.yaml?depth=1", "has a query that is not one `ref`"],
  ["https://acme.test/a//c.yaml?ref=v1", "has an empty part in its path"],
  ["https:///", "is not an address"],
  ["https://acme.test./c.yaml", "has a host that ends in a dot"],
  ["git::https://git.test.:443/a//c.yaml", "has a host that ends in a dot"],
  ["oci://registry.test./a", "names no registry"],
  ["https://acme.test/%%37%33.yaml", "has a `%` that begins no escape"],
  ["https://acme.test/a.yaml?b=%7", "has a `%` that begins no escape"],
  ["oci://", "names no registry"],
  ["oci://-a/b", "names no registry"],
  ["oci://registry.test/", "names no repository"],
  ["oci://registry.test/A:v1", "names no repository"],
  ["oci://registry.test/../a:v1", "names no repository"],
  ["oci://registry.test/a:v 1", "contains blanks"],
  ["oci://registry.test/a:v1:v2", "has an invalid tag"],
  ["oci://registry.test/a@sha256:00", "has an invalid digest after its `@`"],
])("%j is refused", (text, problem) => {
  const [message = ""] = problemsOf(() => parseCatalogReference(text, { file: "k.yaml", line: 2, column: 3 }));
  expect(message).toMatch(/^catalog-reference k.yaml:2:3: /);
  expect(message).toContain(problem);
  expect(message).toContain("hint:");
});

test("credentials are refused, and no message repeats them", () => {
  for (const text of ["https://user:secret@acme.test/c.yaml", "git::https://secret@git.test/a//c.yaml"]) {
    const [message = ""] = problemsOf(() => parseCatalogReference(text));
    expect(message).toContain("contains credentials");
    expect(message).not.toContain("secret");
  }
  const [ssh = ""] = problemsOf(() => parseCatalogReference("git::ssh://user:secret@git.test/a//c.yaml"));
  expect(ssh).toMatch(/is not the address of a git repository/);
  expect(ssh).not.toContain("secret");
  expect(
    shownReference(parseCatalogReference("https://acme.test/c.yaml?a=b&X-Amz-Signature=secret&token=secret")),
  ).toBe("https://acme.test/c.yaml?a=b&X-Amz-Signature=***&token=***");
});

test("parsing any text gives a reference whose normal form is stable, or an error", () => {
  const part = fc.constantFrom(
    "https://",
    "git::",
    "ssh://",
    "oci://",
    "a",
    "//",
    "/",
    "..",
    ":",
    "@",
    "?ref=",
    "v1",
    "#sha256=",
    HEX,
    "%2f",
    "%2E",
    "%73",
    "%25",
    "%",
    "*",
    "A.b",
    "-",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
      const text = parts.join("");
      const problems = problemsOf(() => {
        const { normal, kind } = parseCatalogReference(text);
        const again = parseCatalogReference(normal);
        expect([again.normal, again.kind]).toEqual([normal, kind]);
      });
      for (const problem of problems) expect(problem).toMatch(/^catalog-reference /);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["catalog.yaml", true],
  ["https://acme.test/c.yaml", false],
  ["https://acme.test/aggregate/latest.yaml?publisher=a", false],
  [`https://acme.test/c.yaml#sha256=${HEX}`, true],
  ["git::https://git.test/a//c.yaml", false],
  ["git::https://git.test/a//c.yaml?ref=main", false],
  [`git::https://git.test/a//c.yaml?ref=${COMMIT}`, true],
  [`git::https://git.test/a//c.yaml?ref=${COMMIT.slice(1)}`, false],
  [`git::https://git.test/a//c.yaml?ref=main#sha256=${HEX}`, true],
  ["oci://registry.test/a:v1", false],
  [`oci://registry.test/a@sha256:${HEX}`, true],
  [`oci://registry.test/a:v1#sha256=${HEX}`, true],
])("K16: %s is pinned: %s", (text, expected) => {
  expect(isPinned(parseCatalogReference(text))).toBe(expected);
});

describe("relative references", () => {
  const resolved = (text: string, from: string): string =>
    resolveReference(parseCatalogReference(text), referrerOf(parseCatalogReference(from))).normal;

  test.each([
    ["c.yaml", "catalog/top.yaml", "catalog/c.yaml"],
    ["../c.yaml", "a/b/top.yaml", "a/c.yaml"],
    ["/abs/c.yaml", "a/top.yaml", "/abs/c.yaml"],
    ["../c.yaml", "git::https://git.test/a//b/top.yaml?ref=v1", "git::https://git.test/a//c.yaml?ref=v1"],
    ["https://acme.test/c.yaml", "git::https://git.test/a//top.yaml", "https://acme.test/c.yaml"],
    ["oci://registry.test/a:v1", "https://acme.test/top.yaml", "oci://registry.test/a:v1"],
  ])("%s in %s", (text, from, expected) => {
    expect(resolved(text, from)).toBe(expected);
  });

  test.each([
    ["../c.yaml", "git::https://git.test/a//top.yaml", "leads out of its repository"],
    ["/c.yaml", "git::https://git.test/a//top.yaml", "leads out of its repository"],
    ["c.yaml", "https://acme.test/top.yaml", "is a path, but the file that names it has no directory"],
    ["c.yaml", "oci://registry.test/a:v1", "is a path, but the file that names it has no directory"],
  ])("%s in %s is refused", (text, from, problem) => {
    expect(problemsOf(() => resolved(text, from))[0]).toContain(problem);
  });

  // A base may be named in any spelling; a line of trust has one.
  test.each([
    ["https://Git.Test:443/a.git", "git::https://git.test/a.git//b/c.yaml?ref=v1"],
    ["git@Git.test:a/b", "git::git@git.test:a/b//b/c.yaml?ref=v1"],
    ["ssh://git@git.test:22/a", "git::ssh://git@git.test/a//b/c.yaml?ref=v1"],
    ["file:///srv/a", "git::file:///srv/a//b/c.yaml?ref=v1"],
    ["http://git.test/a", "git::http://git.test/a//b/c.yaml?ref=v1"],
  ])("c.yaml in a base of %s", (repository, expected) => {
    const from = { kind: "git", repository, directory: "b", ref: "v1" } as const;
    const found = resolveReference(parseCatalogReference(`c.yaml#sha256=${HEX}`), from);
    expect([found.normal, found.sha256]).toEqual([expected, HEX]);
  });

  test("a path keeps its pin when it is resolved or followed", () => {
    const reference = parseCatalogReference(`link.yaml#sha256=${HEX}`) as PathReference;
    const inside = resolveReference(reference, { kind: "directory", path: "apps/shop" });
    expect(shownReference(inside)).toBe(`apps/shop/link.yaml#sha256=${HEX}`);
    expect(shownReference(withPath(reference, "catalog/./real.yaml"))).toBe(`catalog/real.yaml#sha256=${HEX}`);
  });
});

test("references are unique by place and pin", () => {
  const texts = [
    "a.yaml",
    "./a.yaml",
    `a.yaml#sha256=${HEX}`,
    `a.yaml#sha256=${OTHER_HEX}`,
    "oci://r/a",
    "oci://r/a:latest",
  ];
  const unique = distinctReferences(texts.map((text) => parseCatalogReference(text)));
  expect(unique.map(shownReference)).toEqual(["a.yaml", texts[2], texts[3], "oci://r/a:latest"]);
});
