/**
 * The report of `diff` for each scenario, as it is recorded in `reports/`, and its comment, as in `reviews/`. KRM_RECORD=1 writes
 * both again. The reviews are without links, so that a person can compare two versions of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { markdownReport } from "../../../src/report/index.ts";
import { RULES } from "../../../src/review/dangers/index.ts";
import { isSilenced, parseReport, type Report } from "../../../src/review/index.ts";
import { VERSION } from "../../../src/version.ts";
import { type Directory, krmRender, temporaryDirectory } from "../../cli/terminal.ts";
import { unless } from "../../unless.ts";
import { readableJson } from "./readable-json.ts";
import { branchesOf, commitSides } from "./repository.ts";
import { type Files, type Scenario, tables } from "./scenario.ts";

const REPORTS = join(import.meta.dirname, "reports");
const REVIEWS = join(import.meta.dirname, "reviews");
const record = process.env.KRM_RECORD === "1";

describe.each(tables())("%s", (table, scenarios) => {
  let directory: Directory;

  beforeAll(() => {
    directory = temporaryDirectory();
    directory.git("init", "--quiet", "--initial-branch=main");
    commitSides(directory.path, Object.fromEntries(scenarios.map((scenario) => [nameOf(scenario), scenario])));
  });

  afterAll(() => directory.remove());

  for (const scenario of scenarios) {
    const { title, lack } = scenario;
    unless(lack, test)(title, async () => {
      const text = await reportOf(scenario);
      // The pages of dangers are linked in this version.
      const review = markdownReport(parseReport(text)).text.replaceAll(`/blob/v${VERSION}/`, "/blob/v0/");
      const file = reportFile(table, scenario);
      const reviewOf = reviewFile(table, scenario);
      if (record) {
        for (const each of [file, reviewOf]) mkdirSync(dirname(each), { recursive: true });
        writeFileSync(file, readableJson(JSON.parse(text)));
        writeFileSync(reviewOf, review);
      }
      const { never, dangers } = scenario;
      if (dangers !== undefined) expect(dangersOf(JSON.parse(text) as Report)).toEqual(dangers);
      const others =
        never.length === 0
          ? []
          : [await reportOf(scenario, "markdown"), await reportOf(scenario, "html"), await reportOf(scenario, "patch")];
      for (const output of [text, ...others]) expect(never.filter((word) => output.includes(word))).toEqual([]);
      expect(existsSync(file)).toBe(true);
      expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(file, "utf8")));
      expect(review).toBe(existsSync(reviewOf) ? readFileSync(reviewOf, "utf8") : "");
    });
  }

  async function reportOf(scenario: Scenario, format = "json"): Promise<string> {
    const options = [...place(scenario), "--format", format, ...scenario.arguments];
    const { status, stdout, stderr } = await krmRender(["diff", ...options], { cwd: directory.path });
    const { exit } = scenario;
    expect({ status, stderr: status === exit ? "" : stderr }).toEqual({ status: exit, stderr: "" });
    return stdout;
  }

  /** Puts the files where the command looks for them, and returns the options that say so. */
  function place(scenario: Scenario): string[] {
    const { sides, base, head } = scenario;
    const branches = branchesOf(nameOf(scenario));
    switch (sides) {
      case "commits":
        return ["--base", branches.base, "--head", branches.head];
      case "working tree":
        directory.git("checkout", "--quiet", "--force", "--detach", branches.base);
        directory.git("clean", "--quiet", "-xdff");
        for (const path of base.keys()) rmSync(join(directory.path, path));
        write(head);
        return ["--base", branches.base];
      case "manifests":
        for (const side of ["before", "after"]) rmSync(join(directory.path, side), { recursive: true, force: true });
        write(base, "before");
        write(head, "after");
        return ["--from", "before", "--to", "after"];
    }
  }

  function write(files: Files, below = "."): void {
    directory.write(Object.fromEntries([...files].map(([path, { text }]) => [join(below, path), text])));
  }
});

test.each([
  ["report", REPORTS, reportFile],
  ["review", REVIEWS, reviewFile],
] as const)("each recorded %s belongs to a scenario", (_what, directory, fileOf) => {
  const known = tables().flatMap(([table, scenarios]) => scenarios.map((scenario) => fileOf(table, scenario)));
  const recorded = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(recorded.sort()).toEqual(known.sort());
});

test("each rule of dangers has a scenario in which it finds something", () => {
  const found = new Set(
    tables().flatMap(([, scenarios]) =>
      scenarios.flatMap(({ dangers = [] }) => dangers.map((danger) => danger.replace(/^\(|:.*$/g, ""))),
    ),
  );
  expect(RULES.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
});

function dangersOf({ dangers }: Report): string[] {
  return dangers.map((danger) => {
    const text = `${danger.id}:${danger.level}`;
    return isSilenced(danger) ? `(${text})` : text;
  });
}

function reportFile(table: string, scenario: Scenario): string {
  return join(REPORTS, table, `${nameOf(scenario)}.json`);
}

function reviewFile(table: string, scenario: Scenario): string {
  return join(REVIEWS, table, `${nameOf(scenario)}.md`);
}

/** The title, as the name of a file and of branches. */
function nameOf({ title }: Scenario): string {
  return title.replaceAll(/[^\w.]+/g, "-");
}
