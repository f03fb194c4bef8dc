/** Which revisions of a repository are found, for what is deployed from them. */
import { afterAll, describe, expect, test } from "@jest/globals";
import { openRepository, repositoryHistory } from "../../src/sources/index.ts";
import { commitAll, GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "./fixtures.ts";

const temporary = temporaryDirectories();

describe("a revision", () => {
  const directory = temporary();
  const first = initRepository(directory, { files: { a: "1" } });
  writeContent(directory, { files: { a: "2" } });
  const second = commitAll(directory, "second");
  git(directory, "checkout", "-q", "-b", "current");
  git(directory, "tag", "v1", first);
  git(directory, "tag", "-a", "v2.1", "-m", "annotated", second);
  git(directory, "tag", "web/1.1.0", second);
  git(directory, "update-ref", "refs/remotes/origin/stage", first);
  git(directory, "update-ref", "refs/heads/stage", second);
  git(directory, "update-ref", "refs/heads/local", second);
  git(directory, "update-ref", "refs/heads/v1", second);
  const repository = openRepository(directory, { env: GIT_ENV });
  const history = repositoryHistory(() => repository);
  afterAll(async () => (await repository).close());

  test.each([
    ["a branch of origin, and not that of the clone", "stage", first],
    ["the same with its whole name", "refs/heads/stage", first],
    ["a branch that only the clone has", "local", second],
    ["a tag, and not the branch of its name", "v1", first],
    ["a tag with its whole name", "refs/tags/v1", first],
    ["the id of a commit", first, first],
    ["the beginning of one", first.slice(0, 8), first],
  ])("can be %s", async (_, revision, commit) => {
    const found = await history.find(revision);
    expect(found?.commit).toBe(commit);
    expect(found?.tree.display("/a")).toBe(`a?ref=${revision}`);
  });

  test.each(["gone", "HEAD~1", "--all", "^stage"])("cannot be %s", async (revision) => {
    await expect(history.find(revision)).rejects.toThrow(`this clone has no revision "${revision}"`);
  });

  test.each([
    ["*", "", "v2.1", second],
    ["1.x", "", "v1", first],
    ["1.x", "web/", "web/1.1.0", second],
    ["3.x", "", undefined, undefined],
  ])("can be the newest tag in %s, with the prefix %j", async (range, prefix, tag, commit) => {
    const found = await history.newest({ range, prefix });
    expect(found?.commit).toBe(commit);
    expect(found?.tree.display("/a")).toBe(tag && `a?ref=${tag}`);
  });

  test("cannot be the newest tag of a shallow clone, which may lack some", async () => {
    const shallow = temporary();
    git(shallow, "clone", "-q", "--depth=1", `file://${directory}`, ".");
    const clone = openRepository(shallow, { env: GIT_ENV });
    const newest = repositoryHistory(() => clone).newest({ range: "1.x", prefix: "" });
    await expect(newest).rejects.toThrow("this clone is shallow, and may lack tags in the range 1.x");
    (await clone).close();
  });

  test("the branch that is checked out is known", async () => expect(await history.branch()).toBe("current"));
});
