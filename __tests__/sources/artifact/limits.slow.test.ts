/** Patterns and trees that want to take long. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { artifactTree, memoryTree } from "../../../src/sources/index.ts";
import { filesOf, packed } from "./cases.ts";

describe("bad input", () => {
  test.each<[about: string, Record<string, string>, string | undefined, message: string]>([
    ["many patterns", { ".sourceignore": "a\n".repeat(100_001), a: "" }, undefined, "are too many"],
    ["many patterns of the source", { a: "" }, "a\n".repeat(100_001), "are too many"],
    ["long files", { ".sourceignore": `#\n`.repeat(9_000_000), a: "" }, undefined, "are too long"],
    [
      "names and patterns that take long",
      { [`/${"a".repeat(3000)}`]: "" },
      `*${"a".repeat(1500)}b\n`.repeat(2000),
      "take too long to apply",
    ],
  ])("is refused: %s", async (_, files, ignore, message) => {
    await expect(packed({ files: [], ignores: files, specIgnore: ignore ?? null })).rejects.toMatchObject({
      diagnostics: [{ code: "source-ignore-too-large", message: expect.stringContaining(message) }],
    });
  });

  test("is never an error of the program", async () => {
    const bytes = fc.uint8Array({ maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.string(), async (file, ignore) => {
        await filesOf(artifactTree(memoryTree({ ".sourceignore": file, "a/b": "", "é/[": "" }), ignore));
      }),
    );
  });
});
