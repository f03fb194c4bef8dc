import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { connectGitHub, type GitHub, markOutdated, postStickyComment } from "../../src/github/index.ts";
import { formatMarker } from "../../src/github/marker.ts";
import { outdatedBody } from "../../src/github/outdated-comment.ts";
import { type LoopbackGitHub, startGitHub, TOKEN } from "./loopback/server.ts";

const BOT = "github-actions[bot]";
const [former, head, next] = ["a", "b", "c"].map((digit) => digit.repeat(40)) as [string, string, string];
const runUrl = "https://github.com/o/r/actions/runs/11/attempts/1";
let server: LoopbackGitHub;
let github: GitHub;

beforeEach(async () => {
  server = await startGitHub({ head });
  const clock = { now: () => 0, sleep: async () => {}, random: () => 0 };
  github = await connectGitHub({ token: TOKEN, apiUrl: server.url, owner: "o", repository: "r", clock });
});

afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});

const marker = (commit: string | undefined) => formatMarker("k", { run: 10, attempt: 1, head: commit });
const failed = (commit = head) => ({ key: "k", stamp: { run: 11, attempt: 1, head: commit }, pullRequest: 2, runUrl });

test("names both commits and the run in front of the text, once", async () => {
  const own = server.addComment(BOT, `${marker(former)}\n### one change\n\n| a |`);
  expect(await markOutdated(github, failed())).toMatchObject({ outcome: "marked", comment: { id: own.id } });
  const marked = own.body;
  expect(marked).toBe(
    `${marker(former)}
<!-- krm-render outdated head=${head} run=11.1 -->
> [!WARNING]
> **This review is outdated.** It is of commit ${former}. The pull request is at ${head} now, and [the review of that](${runUrl}) failed.

### one change

| a |`,
  );
  expect(await markOutdated(github, failed())).toMatchObject({ outcome: "unchanged" });
  server.setHead(next);
  expect(await markOutdated(github, failed(next))).toMatchObject({ outcome: "marked" });
  expect(own.body).toBe(marked.replaceAll(head, next));
});

test("goes when the commit is rendered after all", async () => {
  const own = server.addComment(BOT, `${marker(former)}\nold`);
  await markOutdated(github, failed());
  const stamp = { run: 11, attempt: 2, head };
  await postStickyComment(github, { key: "k", stamp, pullRequest: 2, text: () => "new", create: true });
  expect(own.body).toBe(`${formatMarker("k", stamp)}\nnew`);
});

test("goes when the branch goes back to the commit of the comment", async () => {
  const own = server.addComment(BOT, `${marker(former)}\nold`);
  await markOutdated(github, failed());
  server.setHead(former);
  const stamp = { run: 12, attempt: 1, head: former };
  await postStickyComment(github, { key: "k", stamp, pullRequest: 2, text: () => "old", create: true });
  expect(own.body).toBe(`${formatMarker("k", stamp)}\nold`);
});

test.each([
  ["of this commit", BOT, () => `${marker(head)}\ntext`],
  ["of another key", BOT, () => `${formatMarker("other", { run: 10, attempt: 1, head: former })}\ntext`],
  ["of somebody else", "octocat", () => `${marker(former)}\ntext`],
])("leaves a comment %s alone", async (_name, author, text) => {
  const comment = server.addComment(author, text());
  expect(await markOutdated(github, failed())).toMatchObject({ outcome: "none", notes: [] });
  expect(comment.body).toBe(text());
});

test("writes nothing when the pull request has moved on, or GitHub does not tell", async () => {
  server.addComment(BOT, `${marker(former)}\ntext`);
  server.setHead(next);
  const moved = await markOutdated(github, failed());
  expect(moved).toMatchObject({ outcome: "skipped", notes: [{ code: "outdated-not-marked", severity: "notice" }] });
  expect(moved.notes[0]?.message).toContain("moved on to ccccccc");
  server.fail({ operation: "pulls/get", status: 404 });
  expect(await markOutdated(github, failed())).toMatchObject({ outcome: "skipped" });
  expect(server.operations()).not.toContain("issues/update-comment");
});

test("marks a comment of a former version, and every copy", async () => {
  server.addComment(BOT, `${marker(undefined)}\nfirst`);
  server.addComment(BOT, `${marker(former)}\nsecond`);
  await markOutdated(github, failed());
  expect(server.comments[0]?.body).toContain("It is of an earlier commit. The pull request is at");
  expect(server.comments[1]?.body).toContain(`It is of commit ${former}.`);
});

test("keeps the limit of a comment: a text that does not fit goes as a whole", async () => {
  const long = `| ${"x".repeat(65_300)} |`;
  const own = server.addComment(BOT, `${marker(former)}\n${long}`);
  expect(await markOutdated(github, failed())).toMatchObject({ outcome: "marked" });
  expect(own.body).toMatch(/failed\.\n\nThe review was too long to keep it here\.$/);
  const fits = `| ${"x".repeat(64_900)} |`;
  const comment = { id: 1, url: "u", body: "", author: undefined, hidden: undefined };
  expect(outdatedBody({ comment, stamp: { run: 1, attempt: 1, head: former }, text: fits }, failed())).toContain(fits);
});

test("survives GitHub's line ends", () => {
  const comment = { id: 1, url: "u", body: "", author: undefined, hidden: undefined };
  const own = { comment, stamp: { run: 10, attempt: 1, head: former }, text: "### one\r\n\r\ntwo" };
  const once = outdatedBody(own, failed());
  const text = once.slice(once.indexOf("\n") + 1).replaceAll("\n", "\r\n");
  const twice = outdatedBody({ ...own, text }, failed(next));
  expect(twice.match(/outdated head=/g)).toHaveLength(1);
  expect(twice).toMatch(/failed\.\n\n### one\n\r?\n?two$|failed\.\n\n### one\s+two$/);
});
