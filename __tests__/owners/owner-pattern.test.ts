import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { matchesOwnerPattern, parseOwnerPattern } from "../../src/owners/owner-pattern.ts";
import { OwnerRules } from "../../src/owners/rules.ts";

const FREE = { spend: () => undefined };

function matches(pattern: string, path: string): boolean {
  const parsed = parseOwnerPattern(pattern);
  return parsed !== undefined && matchesOwnerPattern(parsed, path.split("/"), FREE);
}

describe("a pattern", () => {
  test.each<[pattern: string, matching: string, others: string]>([
    ["*", "a a/b a/b/c .github/x", ""],
    ["/*", "a .a", "a/b a/b/c"],
    ["*.js", "x.js a/x.js a.js/b a/b/x.js", "x.ts x.js.map"],
    ["docs", "docs docs/a a/docs a/docs/b/c", "doc docs.md a/docs.md"],
    ["docs/", "docs/a a/docs/b a/docs/b/c", "docs a/docs docs.md"],
    ["/docs/", "docs/a docs/a/b", "docs a/docs/b"],
    ["/docs", "docs docs/a", "a/docs docsx"],
    ["docs/*", "docs/a docs/.x", "docs docs/a/b a/docs/b"],
    ["docs/**", "docs/a docs/a/b", "docs a/docs/b"],
    ["docs/**/", "docs/a/b docs/a/b/c", "docs docs/a"],
    ["docs/*.md", "docs/a.md", "docs/a/b.md a/docs/a.md docs/a.mdx"],
    ["docs/*/x", "docs/a/x docs/a/x/y", "docs/x docs/a/b/x"],
    ["apps/*/", "apps/a/b apps/a/b/c", "apps apps/a"],
    ["**/logs", "logs logs/a build/logs/a a/b/logs", "logs2 a/logs2"],
    ["a/**/b", "a/b a/b/c a/x/b a/x/y/b/c", "b a a/x c/a/b"],
    ["a/**/*", "a/b a/b/c", "a b/a/c"],
    ["**", "a a/b", ""],
    ["/**", "a a/b", ""],
    ["a?c", "abc x/abc/d", "ac abbc a/c"],
    ["a\\*b", "a*b", "ab axb"],
    ["my\\ file", "my file a/my file", "my"],
    ["app/\\[id\\]/", "app/[id]/page.tsx", "app/i/page.tsx"],
    ["A/B", "A/B", "a/b A/b"],
    ["caf\u00e9", "", "cafe"],
  ])("%s", (pattern, matching, others) => {
    const split = (list: string) => list.split(/ (?!file)/).filter((path) => path !== "");
    expect(split(matching).filter((path) => !matches(pattern, path))).toEqual([]);
    expect(split(others).filter((path) => matches(pattern, path))).toEqual([]);
  });

  test.each(["!a", "\\#a", "a[bc]", "a]", "***/a", "a\\", "/", "//", "a//b", ""])("%j is none", (pattern) => {
    expect(parseOwnerPattern(pattern)).toBeUndefined();
  });
});

const directory = mkdtempSync(join(tmpdir(), "krm-owners-"));
afterAll(() => rmSync(directory, { recursive: true }));

const name = fc.constantFrom("a", "b", "ab", "ba", "aab");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const step = fc.oneof(name, fc.constantFrom("**", "*", "a*", "*b", "?", "a?", "*a*", "\\a", "a**b"));
const pattern = fc
  .tuple(fc.constantFrom("", "/"), fc.array(step, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "/"))
  .map(([start, steps, end]) => `${start}${steps.join("/")}${end}`);

describe("patterns as git reads them", () => {
  test("match the same files, but for a last star", () => {
    execFileSync("git", ["init", "--quiet", directory]);
    const cases = fc
      .sample(fc.tuple(pattern, fc.uniqueArray(path, { minLength: 8, maxLength: 8 })), 400)
      .filter(([text]) => !/(?:^|\/)\*$/.test(text));
    cases.forEach(([text], index) => {
      mkdirSync(join(directory, String(index)));
      writeFileSync(join(directory, String(index), ".gitignore"), `${text}\n`);
    });
    const asked = cases.flatMap(([, paths], index) => paths.map((each) => `${index}/${each}`));
    const input = asked.join("\0");
    const output = execFileSync("git", ["check-ignore", "--no-index", "--stdin", "-z"], { cwd: directory, input });
    const wanted = new Set(output.toString().split("\0").slice(0, -1));
    expect(wanted.size).toBeGreaterThan(300);
    const wrong = cases.flatMap(([text, paths], index) =>
      paths.filter((each) => matches(text, each) !== wanted.has(`${index}/${each}`)).map((each) => [text, each]),
    );
    expect(wrong).toEqual([]);
  });
});

test("the last rule that matches is found as by a look at each rule", () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 12 }), path, (patterns, file) => {
      const rules = patterns.flatMap((text, index) => {
        const parsed = parseOwnerPattern(text);
        return parsed === undefined ? [] : [{ pattern: parsed, owners: [`@${index}`] }];
      });
      const names = file.split("/");
      const wanted = rules.findLast((rule) => matchesOwnerPattern(rule.pattern, names, FREE));
      expect(new OwnerRules(rules).find(names, FREE)?.owners).toEqual(wanted?.owners);
    }),
    { numRuns: 2000 },
  );
});
