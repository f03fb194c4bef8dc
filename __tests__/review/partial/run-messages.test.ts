/** What several runs say beside their parts of the report. */
import { describe, expect, test } from "@jest/globals";
import type { Diagnostic } from "../../../src/diagnostics.ts";
import { joinMessages, type RunMessages } from "../../../src/review/index.ts";

const say = (message: string): Diagnostic => ({ code: "said", severity: "notice", message });
const told = (part: Partial<RunMessages>): { told: RunMessages } => ({
  told: { logged: [], before: [], after: [], catalogs: [], ...part },
});

describe("what runs say", () => {
  test("is told once, in the order of the first that says it", () => {
    const [a, b, c] = ["a", "b", "c"].map(say) as [Diagnostic, Diagnostic, Diagnostic];
    const joined = joinMessages([
      told({ before: [b, a], catalogs: [["y", "1"]] }),
      {},
      told({
        logged: [a],
        before: [a, c],
        after: [c],
        catalogs: [
          ["x", "2"],
          ["y", "1"],
        ],
      }),
    ]);
    expect(joined).toEqual({
      logged: [a],
      before: [b, a, c],
      after: [c],
      catalogs: [
        ["y", "1"],
        ["x", "2"],
      ],
    });
  });

  test("is refused if a catalog changed between them: their functions are not the same", () => {
    const parts = ["sha256:1", "sha256:2"].map((digest) => told({ catalogs: [["oci://r.example/c:v1", digest]] }));
    expect(() => joinMessages(parts)).toThrow(
      "the catalog oci://r.example/c:v1 was sha256:1 in one part, and sha256:2 in another",
    );
  });
});
