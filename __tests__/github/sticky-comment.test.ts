import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { connectGitHub, type GitHub } from "../../src/github/index.ts";
import { formatMarker } from "../../src/github/marker.ts";
import { postStickyComment, type StickyComment } from "../../src/github/sticky-comment.ts";
import { type LoopbackGitHub, startGitHub, TOKEN } from "./loopback/server.ts";

const BOT = "github-actions[bot]";
const head = "c".repeat(40);
let server: LoopbackGitHub;
let github: GitHub;

beforeEach(async () => {
  server = await startGitHub({ head, pageSize: 2 });
  const clock = { now: () => 0, sleep: async () => {}, random: () => 0 };
  github = await connectGitHub({ token: TOKEN, apiUrl: server.url, owner: "o", repository: "r", clock });
});

afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});

function stampOf(run: number, attempt = 1) {
  return { run, attempt, head };
}

function wanted(changes: Partial<StickyComment> = {}): StickyComment {
  return { key: "ci/render", stamp: stampOf(10), pullRequest: 2, text: "### one change\n", create: true, ...changes };
}

function body(text: string, run = 9, key = "ci/render"): string {
  return `${formatMarker(key, stampOf(run))}\n${text}`;
}

function writes(): string[] {
  return server.operations().filter((operation) => /create|update|delete/.test(operation));
}

describe("a comment", () => {
  test("is created, updated when different, and left alone when not", async () => {
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "created" });
    const second = wanted({ stamp: stampOf(11), text: "### two changes\n" });
    expect(await postStickyComment(github, second)).toMatchObject({ outcome: "updated" });
    const third = wanted({ stamp: stampOf(12), text: "### two changes\n" });
    expect(await postStickyComment(github, third)).toMatchObject({ outcome: "unchanged" });
    expect(writes()).toEqual(["issues/create-comment", "issues/update-comment"]);
    expect(server.comments.map((comment) => comment.body)).toEqual([body("### two changes\n", 11)]);
  });

  test("does not ask for the account of the token when no comment has the marker", async () => {
    server.addComment("octocat", "nice work");
    await postStickyComment(github, wanted());
    const list = "issues/list-comments";
    expect(server.operations()).toEqual([list, "pulls/get", "issues/create-comment", list]);
  });

  test("is found after two pages of others", async () => {
    for (let count = 0; count < 4; count++) server.addComment("octocat", `comment ${count}`);
    const own = server.addComment(BOT, body("old"));
    server.addComment("octocat", "last");
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "updated", comment: { id: own.id } });
    expect(server.comments).toHaveLength(6);
  });

  test("is not updated for line ends, trailing space, or the run that it links to", async () => {
    server.addComment(BOT, body("### one\r\n[run](https://github.com/o/r/actions/runs/9)\r\n\r\n"));
    const text = "### one\n[run](https://github.com/o/r/actions/runs/10)\n";
    expect(await postStickyComment(github, wanted({ text }))).toMatchObject({ outcome: "unchanged" });
    const another = text.replace("runs/10", "runs/8");
    expect(await postStickyComment(github, wanted({ text: another }))).toMatchObject({ outcome: "updated" });
  });

  test("is not created with `create: false`, but an existing one is updated", async () => {
    const nothing = wanted({ create: false });
    expect(await postStickyComment(github, nothing)).toEqual({ outcome: "skipped", comment: undefined, notes: [] });
    server.addComment(BOT, body("### old"));
    expect(await postStickyComment(github, nothing)).toMatchObject({ outcome: "updated" });
  });

  test("is found by its key next to a comment of another job", async () => {
    const other = server.addComment(BOT, body("other", 9, "ci/other"));
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "created" });
    expect(other.body).toBe(body("other", 9, "ci/other"));
  });
});

describe("comments of others", () => {
  test.each(["octocat", "github-actions", "renovate[bot]"])(
    "%s may copy the marker, and nothing happens to it",
    async (login) => {
      const planted = server.addComment(login, body("trust me"));
      expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "created" });
      expect(planted.body).toBe(body("trust me"));
      expect(server.comments).toHaveLength(2);
    },
  );

  test("stay when GitHub does not tell the account; those of github-actions[bot] count as ours", async () => {
    server.fail({ operation: "graphql", status: 404 });
    const planted = server.addComment("octocat", body("trust me"));
    const own = server.addComment(BOT, body("old"));
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "updated", comment: { id: own.id } });
    expect(planted.body).toBe(body("trust me"));
  });

  test("stay when they are of github-actions[bot] and the token is a person's", async () => {
    const people = await startGitHub({ head, viewer: "octocat", token: "ghp_x" });
    const person = await connectGitHub({ token: "ghp_x", apiUrl: people.url, owner: "o", repository: "r" });
    people.addComment(BOT, body("of a bot"));
    const own = people.addComment("octocat", body("old"));
    expect(await postStickyComment(person, wanted())).toMatchObject({ outcome: "updated", comment: { id: own.id } });
    await people.close();
    expect(people.violations).toEqual([]);
  });
});

describe("two comments of ours", () => {
  test("become one: the oldest stays, and a notice names the deleted one", async () => {
    const oldest = server.addComment(BOT, body("first"));
    const copy = server.addComment(BOT, body("second"));
    const posted = await postStickyComment(github, wanted());
    expect(posted).toMatchObject({ outcome: "updated", comment: { id: oldest.id } });
    expect(posted.notes).toMatchObject([{ code: "duplicate-comment", severity: "notice" }]);
    expect(posted.notes[0]?.message).toContain(`issuecomment-${copy.id}`);
    expect(server.comments.map(({ id }) => id)).toEqual([oldest.id]);
  });

  test("stay when one cannot be deleted, with a warning", async () => {
    server.addComment(BOT, body("first"));
    server.addComment(BOT, body("second"));
    server.fail({ operation: "issues/delete-comment", status: 403 });
    const posted = await postStickyComment(github, wanted());
    expect(posted).toMatchObject({ outcome: "updated", notes: [{ code: "duplicate-comment", severity: "warning" }] });
    expect(server.comments).toHaveLength(2);
  });
});

describe("an old run", () => {
  test("does not overwrite the comment of a newer one", async () => {
    server.addComment(BOT, body("newer", 11));
    const posted = await postStickyComment(github, wanted());
    expect(posted).toMatchObject({ outcome: "skipped", notes: [{ code: "comment-is-newer", severity: "notice" }] });
    expect(writes()).toEqual([]);
  });

  test("does not write when the pull request has moved on", async () => {
    server.setHead("e".repeat(40));
    const posted = await postStickyComment(github, wanted());
    expect(posted).toMatchObject({ outcome: "skipped", comment: undefined, notes: [{ code: "head-moved-on" }] });
    expect(posted.notes[0]?.message).toContain("eeeeeee");
    expect(writes()).toEqual([]);
  });

  test("writes when GitHub does not tell the head of the pull request", async () => {
    server.fail({ operation: "pulls/get", status: 404 });
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "created" });
  });
});

test.each([403, 404])("the error message names the status %i", async (status) => {
  server.fail({ operation: "issues/list-comments", status });
  await expect(postStickyComment(github, wanted())).rejects.toThrow(new RegExp(`could not list .* ${status}`));
});
