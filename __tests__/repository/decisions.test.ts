import { expect, test } from "@jest/globals";
import { readText, repositoryFiles } from "./repository.ts";

test("decisions are numbered without gaps, and their titles begin with the number", () => {
  const files = repositoryFiles().filter((path) => path.startsWith("docs/decisions/"));
  const numbers = files.map((path) => Number(/^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1]));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
  const titles = files.map((path) => Number(/^# (\d+)\. \S/.exec(readText(path))?.[1]));
  expect(titles).toEqual(numbers);
});
