/** Each attack of the threat model names the tests that hold its control, and these exist under its number. */
import { describe, expect, test } from "@jest/globals";
import { readText, repositoryFiles } from "./repository.ts";

const PAGE = "docs/internals/threat-model.md";
const ATTACKS = 39;

interface Attack {
  readonly number: number;
  /** The names of its four points, in order. */
  readonly points: readonly string[];
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

function attacksOf(page: string): Attack[] {
  return page
    .split(/^(?=### )/m)
    .slice(1)
    .map((section) => {
      const text = section.split(/^## /m)[0] ?? "";
      const [, tests = ""] = text.split("- **Tests.** ");
      return {
        number: Number(/^### 9\.(\d+) \S/.exec(text)?.[1]),
        points: [...text.matchAll(/^- \*\*(.+?)\.\*\*/gm)].map(([, name = ""]) => name),
        tests: tests.split(/;\s+(?=`)/).map((each) => {
          const [, file = "", title = ""] = /^`([^`]+)`:\s+([^]*)$/.exec(each.trim()) ?? [];
          return { file, title: title.replace(/\s+/g, " ") };
        }),
      };
    });
}

const attacks = attacksOf(readText(PAGE));

test("the page has all attacks in order, each with what it does, its control, the rest and tests", () => {
  expect(attacks.map(({ number }) => number)).toEqual(Array.from({ length: ATTACKS }, (_, index) => index + 1));
  for (const { points } of attacks) expect(points).toEqual(["Attack", "Control", "What remains", "Tests"]);
});

describe.each(attacks)("9.$number", ({ number, tests }) => {
  test.each(tests)("is held by $file: $title", ({ file, title }) => {
    expect(file).toMatch(/^__tests__\/.+\.test\.ts$/);
    expect(repositoryFiles()).toContain(file);
    // A longer number is another attack.
    expect(title).toMatch(new RegExp(`\\battack 9\\.${number}(?!\\d)`));
    // Only the answer: the text of a file would fill the screen.
    expect({ title, isThere: readText(file).includes(title) }).toEqual({ title, isThere: true });
  });
});

test("titles of tests name attacks of the page, in its form", () => {
  const wrong = repositoryFiles()
    .filter((path) => path.startsWith("__tests__/") && path.endsWith(".test.ts") && !path.includes("threat-model"))
    .flatMap((path) => {
      const titles = readText(path).matchAll(/\b(?:attack 9|C9)\.\d+/g);
      return [...titles].map(([name]) => `${path}: ${name}`);
    })
    .filter((each) => !attacks.some(({ number }) => each.endsWith(`: attack 9.${number}`)));
  expect(wrong).toEqual([]);
});
