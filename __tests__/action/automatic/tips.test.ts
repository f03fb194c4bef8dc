/** The branches whose tips decide what `remote: auto` fetches. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readTips } from "../../../src/action/automatic/index.ts";
import { readEvent } from "../../../src/github/event.ts";
import { openRepository, type Repository } from "../../../src/sources/index.ts";
import { forkEvent, pushEvent } from "../../github/loopback/payloads.ts";
import { commitAll, GIT_ENV, git, initRepository, temporaryDirectories } from "../../sources/fixtures.ts";

const temporary = temporaryDirectories();
const BRANCHES = ["main", "release/1", "release/2/fix", "old"];
let repository: Repository;
let first: string;

beforeAll(async () => {
  const origin = temporary();
  first = initRepository(origin, { files: { a: "b" } });
  for (const name of BRANCHES.slice(1)) {
    git(origin, "checkout", "-q", "-b", name);
    commitAll(origin, name);
  }
  const clone = temporary();
  git(clone, "clone", "-q", origin, ".");
  repository = await openRepository(clone, { env: GIT_ENV });
});
afterAll(() => repository.close());

async function labels(
  ref: string,
  branches: readonly string[],
  standard: unknown = "main",
): Promise<readonly string[]> {
  const payload = forkEvent({ base: first, head: first });
  payload.pull_request.base.ref = ref;
  payload.repository.default_branch = standard;
  const trees = await readTips(repository, { comparison: readEvent("pull_request", payload, {}), payload }, branches);
  return trees.map(({ label }) => label.replace(/ \([0-9a-f]{7}\)$/, ""));
}

describe("attack 9.35: a change for a branch", () => {
  test.each<[ref: string, branches: readonly string[], expected: readonly string[]]>([
    ["main", [], ["main"]],
    ["main", ["*"], ["main"]],
    ["old", [], ["main"]],
    ["old", ["release/*", "ol", "oldest", "old/*"], ["main"]],
    ["old", ["old"], ["main", "old"]],
    ["release/1", ["release/*"], ["main", "release/1"]],
    ["release/2/fix", ["release/*"], ["main", "release/2/fix"]],
    ["release/2/fix", ["release/*/fix"], ["main", "release/2/fix"]],
    ["release/1", ["release/*/fix", "*/2", "release*1*1"], ["main"]],
    ["release/1", ["*1"], ["main", "release/1"]],
  ])("%s, where the workflow names %j", async (ref, branches, expected) => {
    expect(await labels(ref, branches)).toEqual(expected);
  });
});

test("an event without a default branch, and branches that are not there, are errors", async () => {
  await expect(labels("main", [], null)).rejects.toMatchObject({ code: "invalid-event" });
  await expect(labels("main", [], "gone")).rejects.toMatchObject({ code: "unknown-revision" });
  await expect(labels("main", [], "--upload-pack=x")).rejects.toMatchObject({ code: "unknown-revision" });
});

test("other events count by their branch", async () => {
  const payload = pushEvent({ before: first, after: first, ref: "refs/heads/old" });
  const trees = await readTips(repository, { comparison: readEvent("push", payload, {}), payload }, ["old"]);
  expect(trees.map(({ label }) => label.slice(0, -10))).toEqual(["main", "old"]);
});
