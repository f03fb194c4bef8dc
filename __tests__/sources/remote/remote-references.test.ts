import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isAddress, isRemote, parseGitReference } from "../../../src/sources/remote/remote-references.ts";

describe("isRemote", () => {
  it("says what the readers of addresses say", () => {
    const parts = [
      ..."https:// http:// ssh:// git:: file:// github.com GitHub.com git@ example.org gitlab _git .git".split(" "),
      ..."/ // : @ ? # = ref .. . base a".split(" "),
    ];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 7 }).map((list) => list.join(""));
    fc.assert(
      fc.property(text, (entry) => {
        expect(isRemote(entry)).toBe(isAddress(entry) || parseGitReference(entry) !== undefined);
      }),
      { numRuns: 2000 },
    );
  });
});
