import { posix } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { assertNormalised, childOf, nameOf, parentOf } from "../../src/sources/paths.ts";
import { compareBytewise } from "../../src/text/index.ts";

function isAccepted(path: string): boolean {
  try {
    assertNormalised(path);
    return true;
  } catch {
    return false;
  }
}

describe("paths of a tree", () => {
  const segment = fc.string({ unit: fc.constantFrom("a", ".", "é", "😀", "\uffff", "\n"), minLength: 1, maxLength: 3 });

  test("are called normalised if and only if normalising changes nothing", () => {
    const path = fc.array(fc.oneof(segment, fc.constant("")), { maxLength: 5 }).map((all) => `/${all.join("/")}`);
    fc.assert(
      fc.property(path, (candidate) => {
        const normal = posix.normalize(candidate) === candidate && (candidate === "/" || !candidate.endsWith("/"));
        expect(isAccepted(candidate)).toBe(normal);
      }),
      { numRuns: 2000 },
    );
  });

  test("can be split into parent and name, and joined again", () => {
    const names = fc.array(segment, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, (all) => {
        const path = `/${all.join("/")}`;
        expect([childOf(parentOf(path), nameOf(path)), parentOf(path)]).toEqual([path, posix.dirname(path)]);
      }),
    );
  });

  test("the top is its own parent", () => {
    expect([parentOf("/"), nameOf("/")]).toEqual(["/", ""]);
  });

  test("are ordered by their bytes in UTF-8", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "é", "\ud7ff", "\ue000", "\uffff", "😀", "𐀀"),
      maxLength: 4,
    });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytewise(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { numRuns: 2000 },
    );
  });
});
