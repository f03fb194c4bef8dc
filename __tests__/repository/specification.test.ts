/** The specification: its pages have the form that README.md there describes, and every citation of a rule resolves. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import {
  citations,
  citationsIn,
  codeFiles,
  linksIn,
  type Page,
  pages,
  parsePage,
  unresolved,
  untested,
} from "../../scripts/specification.mjs";
import { ROOT, readText } from "./repository.ts";

const DIRECTORY = "docs/specification";
const PAGES = pages();
const README = readText(`${DIRECTORY}/README.md`);

/** The mistakes in the form of a page, one line each. */
function faults({ title, sections, rules }: Page): string[] {
  const found: string[] = [];
  if (title === undefined) found.push("the first line is no title");
  if (sections.length === 0) found.push("there is no section");
  for (const [index, { number }] of sections.entries()) {
    if (number !== String(index + 1)) found.push(`section ${number} stands where ${index + 1} belongs`);
  }
  let section = 0;
  let last = 0;
  for (const { number, line, text } of rules) {
    const around = sections.filter((one) => one.line < line).length;
    last = around === section ? last + 1 : 1;
    section = around;
    if (number !== `${section}.${last}`) found.push(`rule ${number} stands where ${section}.${last} belongs`);
    if (text === "") found.push(`rule ${number} says nothing`);
  }
  for (const { number } of sections) {
    if (!rules.some((rule) => rule.number.startsWith(`${number}.`))) found.push(`section ${number} has no rule`);
  }
  return found;
}

describe("pages", () => {
  test.each(PAGES.map((page) => [page.name, page] as const))("%s has numbers without gaps", (_, page) => {
    expect(faults(page)).toEqual([]);
  });

  test.each(PAGES.map(({ name }) => name))("%s says at its beginning what it is good for", (name) => {
    expect(readText(`${DIRECTORY}/${name}`).split("\n\n")[1]).toMatch(/^After reading this page you /);
  });

  test.each(PAGES.map(({ name }) => name))("README.md lists %s", (name) => {
    expect(README).toContain(`](${name})`);
  });

  test.each(["README.md", ...PAGES.map(({ name }) => name)])("%s cites rules that exist", (name) => {
    const text = readText(`${DIRECTORY}/${name}`);
    const cited = [...linksIn(name, text), ...citationsIn(name, text)];
    expect(cited.flatMap((citation) => unresolved(PAGES, citation))).toEqual([]);
  });

  test("mistakes in the form of a page are found", () => {
    const text = "Title\n## 1 One\n**1.1** a\n**1.1** b\n**1.4** c\n## 3 Two\n**2.1**\n";
    expect(faults(parsePage("page.md", text))).toEqual([
      "the first line is no title",
      "section 3 stands where 2 belongs",
      "rule 1.1 stands where 1.2 belongs",
      "rule 1.4 stands where 1.3 belongs",
      "rule 2.1 says nothing",
      "section 3 has no rule",
    ]);
  });
});

describe("citations", () => {
  test.each([
    ["loading.md 2.1", ["2.1"]],
    ["loading.md 2.1 (d).", ["2.1"]],
    ["loading.md 2, 3.1 and 3.3", ["2", "3.1", "3.3"]],
    ["loading.md 1.2 to 1.4, 3.1", ["1.2", "1.3", "1.4", "3.1"]],
    ["loading.md 1 to 3", ["1", "2", "3"]],
    ["loading.md\n * 1.2,\n * 1.4 */", ["1.2", "1.4"]],
    ["loading.md. 2 files", []],
  ])("%j is read", (text, numbers) => {
    expect(citationsIn("file.ts", `/** A ${DIRECTORY}/${text}`)).toEqual([
      { file: "file.ts", line: 1, page: "loading.md", numbers },
    ]);
  });

  test("citations of rules that do not exist are found", () => {
    const cited = citationsIn("file.ts", [`${DIRECTORY}/`, `${DIRECTORY}/`].join("loading.md 1.1, 9.9, 99 ") + "no.md");
    expect(cited.flatMap((citation) => unresolved(PAGES, citation))).toEqual([
      "loading.md 9.9",
      "loading.md 99",
      "no.md",
    ]);
  });

  test("in the code and in the tests resolve", () => {
    const wrong = citations().flatMap((citation) =>
      unresolved(PAGES, citation).map((what) => `${citation.file}:${citation.line}: ${what}`),
    );
    expect(wrong.filter((line) => !line.startsWith("__tests__/repository/specification.test.ts:"))).toEqual([]);
  });

  test("cite no document outside the repository", () => {
    const absent = /(?<![\w/.-])(?:engine|functions)\.md\b|(?<![\w.-])[A-G]\d{1,2}\.\d{1,2}[a-z]?\b/;
    const found = codeFiles().flatMap(({ file, text }) =>
      text.split("\n").flatMap((line, index) => {
        const [match] = absent.exec(line) ?? [];
        return match === undefined ? [] : [`${file}:${index + 1}: ${match}`];
      }),
    );
    expect(found.filter((line) => !line.startsWith("__tests__/repository/specification.test.ts:"))).toEqual([]);
  });

  test("the citation of a section counts for all of its rules", () => {
    const page = parsePage("page.md", "# T\n## 1 One\n**1.1** a\n**1.2** b\n## 2 Two\n**2.1** c\n**2.2** d\n");
    const cite = (text: string, file = "__tests__/a.ts"): string[] =>
      untested([page], citationsIn(file, `${DIRECTORY}/page.md${text}`)).flatMap(({ rules }) =>
        rules.map(({ number }) => number),
      );
    expect(cite(" 1, 2.2")).toEqual(["2.1"]);
    expect(cite("")).toEqual([]);
    expect(cite(" 1", "src/a.ts")).toEqual(["1.1", "1.2", "2.1", "2.2"]);
  });
});

test("rules without a test are counted, and listed by the program", () => {
  const open = untested(PAGES, citations()).filter(({ rules }) => rules.length > 0);
  const counts = open.map(({ page, rules }) => `${page.name} ${rules.length}/${page.rules.length}`);
  process.stderr.write(`rules that no test cites (node scripts/specification.mjs lists them): ${counts.join(", ")}\n`);
  const listed = execFileSync(process.execPath, [`${ROOT}/scripts/specification.mjs`], { encoding: "utf8" });
  const expected = open.flatMap(({ page, rules }) => rules.map(({ number }) => `${DIRECTORY}/${page.name} ${number}`));
  expect([...listed.matchAll(/^\S+ [\d.]+/gm)].map(([rule]) => rule)).toEqual(expected);
});
