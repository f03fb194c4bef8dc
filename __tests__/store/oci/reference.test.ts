import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../../src/diagnostics.ts";
import { parseOciReference, referenceText, wantedOf } from "../../../src/store/oci/reference.ts";

const HEX = "ab".repeat(32);
const DIGEST = `sha256:${HEX}`;

// docs/specification/oci.md 1.1 to 1.4
describe("O11: references", () => {
  test.each([
    ["alpine", "docker.io/library/alpine", "latest"],
    ["alpine:3.22", "docker.io/library/alpine:3.22", "3.22"],
    ["org/app", "docker.io/org/app", "latest"],
    ["docker.io/alpine", "docker.io/library/alpine", "latest"],
    ["index.docker.io/org/app", "docker.io/org/app", "latest"],
    ["ghcr.io/org/app:v1", "ghcr.io/org/app:v1", "v1"],
    ["GHCR.io/org/app", "ghcr.io/org/app", "latest"],
    ["localhost/app", "localhost/app", "latest"],
    ["localhost:5000/app:v1", "localhost:5000/app:v1", "v1"],
    ["app:5000/x", "app:5000/x", "latest"],
    ["127.0.0.1:5000/a/b/c", "127.0.0.1:5000/a/b/c", "latest"],
    ["[::1]:5000/a", "[::1]:5000/a", "latest"],
    [`app@${DIGEST}`, `docker.io/library/app@${DIGEST}`, DIGEST],
    [`ghcr.io/a/b:v1@${DIGEST}`, `ghcr.io/a/b:v1@${DIGEST}`, DIGEST],
    ["oci://registry.example/a:V_1.2-x", "registry.example/a:V_1.2-x", "V_1.2-x"],
    ["oci://LOCALHOST/a", "localhost/a", "latest"],
    ["ghcr.io/a__b/c-d.e--f", "ghcr.io/a__b/c-d.e--f", "latest"],
  ])("%s is %s", (text, whole, wanted) => {
    const reference = parseOciReference(text);
    expect(referenceText(reference)).toBe(whole);
    expect(wantedOf(reference)).toBe(wanted);
    expect(parseOciReference(whole)).toEqual(reference);
  });

  test.each([
    ["", /it names no repository/],
    ["ghcr.io/", /it names no repository/],
    ["oci://ghcr.io", /it names no repository/],
    ["oci://host/a", /neither a dot nor a port/],
    ["ghcr.io/Org/app", /a repository has no upper case/],
    ["Org/app", /a repository has no upper case/],
    ["App", /a repository has no upper case/],
    ["ghcr.io/a//b", /letters, digits/],
    ["ghcr.io/../b", /letters, digits/],
    ["ghcr.io/a_/b", /letters, digits/],
    ["ghcr.io/a___b", /letters, digits/],
    ["ghcr.io/-a", /letters, digits/],
    [`ghcr.io/${"a".repeat(256)}`, /letters, digits/],
    ["ghcr.io/a:", /a tag has/],
    ["ghcr.io/a:.x", /a tag has/],
    ["ghcr.io/a:-x", /a tag has/],
    [`ghcr.io/a:${"x".repeat(129)}`, /a tag has/],
    ["ghcr.io/a:b:c", /a tag has/],
    ["ghcr.io/a@sha256:abc", /its digest must be/],
    [`ghcr.io/a@sha256:${HEX.toUpperCase()}`, /its digest must be/],
    [`ghcr.io/a@sha512:${HEX}${HEX}`, /its digest must be/],
    [`ghcr.io/a@${DIGEST}@${DIGEST}`, /two @/],
    ["user:pw@ghcr.io/a", /its digest must be/],
    ["ghcr.io:99999/a", /is not a host/],
    ["[::g]/a", /is not a host/],
    ["gh_cr.io/a", /is not a host/],
    ["https://ghcr.io/a", /is not a host/],
    ["ghcr.io/a?x=1", /letters, digits/],
    ["ghcr.io/a b", /letters, digits/],
    ["ghcr.io/a\n", /letters, digits/],
  ])("%j is none", (text, message) => {
    expect(() => parseOciReference(text)).toThrow(message);
  });

  test("a place goes into the problem", () => {
    const parse = (): unknown => parseOciReference("A", { file: "catalog.yaml", line: 3 });
    expect(parse).toThrow(/^catalog.yaml:3: "A" is not a reference/);
  });

  test("any text is a reference that is read back, or is refused", () => {
    const parts = fc.constantFrom(
      "a",
      "A",
      ".",
      ":",
      "/",
      "@",
      "-",
      "_",
      "5000",
      "localhost",
      DIGEST,
      "ghcr.io",
      "[::1]",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (chosen) => {
        try {
          const reference = parseOciReference(chosen.join(""));
          expect(parseOciReference(referenceText(reference))).toEqual(reference);
          expect(new URL(`https://${reference.registry}/v2/${reference.repository}`).host).not.toBe("");
        } catch (error) {
          if (!(error instanceof KrmError)) throw error;
        }
      }),
    );
  });
});
