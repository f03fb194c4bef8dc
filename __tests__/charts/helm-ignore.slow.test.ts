/** The rules of `.helmignore`; docs/specification/helm-charts.md 10.2. The answers are those of helm 3.22 and 4.3. */
import { describe, expect, test } from "@jest/globals";
import { parseHelmIgnore, withInertIgnoreFile } from "../../src/charts/helm-ignore.ts";
import { growth } from "../work.ts";

/** The paths among these that are left out. A slash at the end stands for a directory. */
function left(rules: string, paths: string): string {
  const ignores = parseHelmIgnore(rules);
  if (ignores === undefined) return "refused";
  return paths
    .split(" ")
    .filter((path) => ignores(path.replace(/\/$/, ""), path.endsWith("/")))
    .join(" ");
}

describe("a rule", () => {
  test.each<[rules: string, paths: string, left: string]>([
    ["", "a templates/.a templates/a templates/b/.c", "templates/.a"],
    ["*.txt", "a.txt b/c.txt d.txt/ e.md", "a.txt b/c.txt d.txt/"],
    ["# *.txt\n\n  *.md  \n", "a.txt a.md", "a.md"],
    ["\ufeffa", "a b", "a"],
    ["ci/", "ci/ ci a/ci/ a/ci", "ci/ a/ci/"],
    ["/ci", "ci ci/ a/ci", "ci ci/"],
    ["ci/*.yaml", "ci/a.yaml ci/b/a.yaml a/ci/a.yaml", "ci/a.yaml"],
    ["/ci/", "ci/ ci", "ci/"],
    ["a?c", "abc a/c aéc abbc", "abc aéc"],
    ["[a-c]*.md", "a.md bird.md d.md", "a.md bird.md"],
    ["\\#x", "#x x", "#x"],
    // A negated rule leaves out all that it does not match, and takes nothing in again.
    ["!*.yaml", "a.yaml a.md b/", "a.md b/"],
    ["!keep/", "keep keep/ other/", "keep other/"],
    ["a.yaml\n!*.yaml", "a.yaml b.yaml", "a.yaml"],
    ["a/**", "a/b", "refused"],
    ["[a", "a", "refused"],
    ["a\\", "a", "refused"],
  ])("%j", (rules, paths, expected) => {
    expect(left(rules, paths)).toBe(expected);
  });

  test("is applied in time in proportion to the number of files", async () => {
    const rules = parseHelmIgnore("*a*b*c*\nx/*/y\n");
    const ratio = await growth(2000, (size) => {
      for (let at = 0; at < size; at++) rules?.(`templates/aabbaa${at}`, false);
    });
    expect(ratio).toBeLessThan(3);
  });

  test("may not take too long", () => {
    const rules = parseHelmIgnore(`${"*a".repeat(100)}b\n`.repeat(1000));
    const tooLong = (): void => {
      for (let at = 0; at < 100_000; at++) rules?.("a".repeat(4000), false);
    };
    expect(tooLong).toThrow(expect.objectContaining({ code: "directory-too-large" }));
  });
});

// helm applies the file to all below the directory that it gets, also to charts in `charts`.
describe("a .helmignore that would leave out what belongs to the chart becomes empty", () => {
  const textOf = (files: Record<string, string>): string => {
    const given = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
    return Buffer.from(withInertIgnoreFile(given).get(".helmignore") ?? "none").toString();
  };
  test.each<[rules: string, file: string, isKept: boolean]>([
    ["*.txt", "a.md", true],
    ["*.txt", "charts/red/a.txt", false],
    ["tests/", "charts/red/templates/tests/deep/a.yaml", false],
    ["/tests/", "charts/red/templates/tests/a.yaml", true],
    ["**", "a.txt", true],
    [".helmignore", "a.txt", true],
  ])("%j, %s", (rules, file, isKept) => {
    expect(textOf({ ".helmignore": rules, [file]: "" })).toBe(isKept ? rules : "");
  });
});
