/** Each rule of dangers has a page, and each page a rule. */
import { expect, test } from "@jest/globals";
import { RULES } from "../../src/review/dangers/index.ts";
import { readText, repositoryFiles } from "./repository.ts";

const PAGES = repositoryFiles().filter((path) => path.startsWith("docs/dangers/"));

test("each page belongs to a rule", () => {
  expect(PAGES).toEqual(RULES.map(({ id }) => `docs/dangers/${id}.md`).sort());
});

test.each(RULES)("$id is described with its level", ({ id, level }) => {
  const page = readText(`docs/dangers/${id}.md`);
  expect(/^# .*/.exec(page)?.[0]).toContain(id);
  expect(page.toLowerCase()).toContain(level);
  expect(page).toContain("../guide/dangers.md");
});

test.each(RULES)("the table of docs/guide/dangers.md has $id", ({ id, level, summary }) => {
  expect(readText("docs/guide/dangers.md")).toContain(`| [\`${id}\`](../dangers/${id}.md) | ${level} | ${summary} |`);
});
