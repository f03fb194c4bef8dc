import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { IssueComment } from "../../src/github/api.ts";
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

type Wanted = Partial<Omit<StickyComment, "text">> & { readonly text?: string };

function wanted({ text = "### one change\n", ...changes }: Wanted = {}): StickyComment {
  return { key: "ci/render", stamp: stampOf(10), pullRequest: 2, text: () => text, create: true, ...changes };
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

describe("while GitHub fails", () => {
  test("a lost answer creates no second comment, and the pull request is asked again before another try", async () => {
    server.fail({ operation: "issues/create-comment", status: 502, afterwards: true });
    server.fail({ operation: "issues/create-comment", status: 502 });
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "created" });
    expect(server.comments).toHaveLength(1);
  });

  test.each([
    ["create", []],
    ["update", [body("old")]],
  ])("another try to %s is not made when the pull request has moved on", async (action, present) => {
    for (const text of present) server.addComment(BOT, text);
    server.fail({ operation: `issues/${action}-comment`, status: 502 });
    const moving = { ...github, pullRequestHead: moveAfter(1) };
    expect(await postStickyComment(moving, wanted())).toMatchObject({
      outcome: "skipped",
      notes: [{ code: "head-moved-on" }],
    });
    expect(server.operations().filter((operation) => operation.endsWith(`${action}-comment`))).toHaveLength(1);
    expect(server.comments.map((comment) => comment.body)).toEqual(present);
  });

  test("nothing is written when it does not answer the question for the commit", async () => {
    server.fail({ operation: "pulls/get", status: 502, times: 9 });
    await expect(postStickyComment(github, wanted())).rejects.toMatchObject({ code: "github-unavailable" });
    expect(writes()).toEqual([]);
  });

  test("a newer run is not overwritten when the token may not read the pull request", async () => {
    const another = { run: 11, attempt: 1, head: "d".repeat(40) };
    server.addComment(BOT, `${formatMarker("ci/render", another)}\nnewer`);
    server.fail({ operation: "pulls/get", status: 403, message: "Resource not accessible" });
    expect(await postStickyComment(github, wanted())).toMatchObject({
      outcome: "skipped",
      notes: [{ code: "comment-is-newer" }],
    });
    expect(writes()).toEqual([]);
  });
});

describe("a comment of another commit", () => {
  test("is overwritten by the run of the present commit, also if a later run wrote it", async () => {
    const another = { run: 99, attempt: 1, head: "d".repeat(40) };
    const own = server.addComment(BOT, `${formatMarker("ci/render", another)}\n### one change\n`);
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "updated", comment: { id: own.id } });
    expect(own.body).toBe(body("### one change\n", 10));
  });

  test("is overwritten even if its text is the same: its marker names the commit", async () => {
    const former = { run: 9, attempt: 1 };
    const own = server.addComment(BOT, `${formatMarker("ci/render", former)}\n### one change\n`);
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "updated" });
    expect(own.body).toBe(body("### one change\n", 10));
  });
});

describe("a comment that", () => {
  test("was deleted after it was listed is created again", async () => {
    const own = server.addComment(BOT, body("old"));
    const deleting = { ...github, pullRequestHead: deleteAfter(own.id) };
    expect(await postStickyComment(deleting, wanted())).toMatchObject({ outcome: "created" });
    expect(server.comments.map((comment) => comment.body)).toEqual([body("### one change\n", 10)]);
  });

  test("was deleted after it was listed is not created again with `create: false`", async () => {
    const own = server.addComment(BOT, body("old"));
    const deleting = { ...github, pullRequestHead: deleteAfter(own.id) };
    expect(await postStickyComment(deleting, wanted({ create: false }))).toMatchObject({ outcome: "skipped" });
    expect(server.comments).toEqual([]);
  });

  test("the list does not show yet is not created twice", async () => {
    const late = { ...github, listComments: async () => [] };
    expect(await postStickyComment(late, wanted())).toMatchObject({ outcome: "created" });
    expect(server.comments).toHaveLength(1);
  });

  test("somebody hid is updated, and a notice says that it is hidden", async () => {
    server.addComment(BOT, body("old")).hidden = "outdated";
    const posted = await postStickyComment(github, wanted());
    expect(posted).toMatchObject({ outcome: "updated", notes: [{ code: "comment-hidden", severity: "notice" }] });
    expect(posted.notes[0]?.message).toMatch(/^the comment is up to date, but hidden \(outdated\): https:/);
    expect(await postStickyComment(github, wanted())).toMatchObject({ outcome: "unchanged", notes: [] });
  });

  test("another job of the run writes with the same key is left to it, with a warning", async () => {
    const own = server.addComment(BOT, body("old"));
    const updateComment = async (id: number, text: string) => {
      const updated = await github.updateComment(id, text);
      own.body = body("### of the other job", 10);
      return updated;
    };
    const posted = await postStickyComment({ ...github, updateComment }, wanted());
    expect(posted.notes).toMatchObject([
      { code: "comment-key-shared", severity: "warning", hint: expect.stringContaining("comment-key") },
    ]);
    expect(posted.notes[0]?.message).toMatch(
      /^comment not written: another job of this run writes it with the same key/,
    );
    expect(own.body).toBe(body("### of the other job", 10));
  });

  test("others change without end is left after a number of rounds, with a warning", async () => {
    server.addComment(BOT, body("old"));
    const undone = { ...github, updateComment: async (id: number) => (await github.getComment(id)) as IssueComment };
    const posted = await postStickyComment(undone, wanted());
    expect(posted).toMatchObject({ notes: [{ code: "comment-unsettled", severity: "warning" }] });
  });
});

test("a repository that was transferred is found by its number", async () => {
  const moved = await startGitHub({ head, isTransferred: true });
  const client = await connectGitHub({
    token: TOKEN,
    apiUrl: moved.url,
    owner: "Codertocat",
    repository: "Hello-World",
  });
  expect(await postStickyComment(client, wanted())).toMatchObject({ outcome: "created" });
  expect(await postStickyComment(client, wanted({ text: "other" }))).toMatchObject({ outcome: "updated" });
  await moved.close();
  expect(moved.comments.map((comment) => comment.body)).toEqual([body("other", 10)]);
  expect(moved.violations).toEqual([]);
});

test("an account that was renamed keeps its comments, by its number", async () => {
  const own = server.addComment(BOT, body("old"));
  const renamed = { ...github, viewer: async () => ({ login: "renamed[bot]", id: (await github.viewer())?.id }) };
  expect(await postStickyComment(renamed, wanted())).toMatchObject({ outcome: "updated", comment: { id: own.id } });
  const another = { ...github, viewer: async () => ({ login: BOT, id: 1 }) };
  expect(await postStickyComment(another, wanted({ text: "not mine" }))).toMatchObject({ outcome: "created" });
});

/** Answers for the commit: ours, and another one from the answer `count` on. */
function moveAfter(count: number): () => Promise<string> {
  let asked = 0;
  return async () => (asked++ < count ? head : "e".repeat(40));
}

/** Answers for the commit, and deletes a comment at the same time. */
function deleteAfter(id: number): () => Promise<string> {
  return async () => {
    const index = server.comments.findIndex((comment) => comment.id === id);
    if (index !== -1) server.comments.splice(index, 1);
    return head;
  };
}

test.each([403, 404])("the error message names the status %i", async (status) => {
  server.fail({ operation: "issues/list-comments", status });
  await expect(postStickyComment(github, wanted())).rejects.toThrow(new RegExp(`could not list .* ${status}`));
});
