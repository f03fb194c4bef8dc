/** How the work grows with patterns and with their files. */
import { describe, expect, test } from "@jest/globals";
import { artifactTree, memoryTree } from "../../../src/sources/index.ts";
import { growth } from "../../work.ts";
import { filesOf } from "./cases.ts";

describe("patterns", () => {
  const nested = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`d${index}/.sourceignore`, `!f${index}`]));

  test.each<[about: string, (size: number) => [Record<string, string>, string]]>([
    ["patterns with many stars", (size) => [{ [`${"a".repeat(50)}c`]: "" }, `${"a*".repeat(size)}b`]],
    ["paths with many stars", (size) => [{ [`${"a/".repeat(50)}c`]: "" }, `${"**/a/".repeat(size)}b`]],
    ["many patterns", (size) => [{ a: "" }, "!x*\n".repeat(size)]],
    ["many files of patterns", (size) => [nested(size), "#"]],
    ["many files of patterns below what is ignored", (size) => [nested(size), "#\n!f0"]],
  ])("costs no more than linearly: %s", async (_, make) => {
    const factor = await growth(400, (size) => {
      const [files, ignore] = make(size);
      return filesOf(artifactTree(memoryTree(files), ignore));
    });
    expect(factor).toBeLessThan(2.5);
  });
});
