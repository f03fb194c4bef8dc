import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { type Comparison, readEvent } from "../../src/github/event.ts";
import {
  allExamples,
  dispatchEvent,
  eventExample,
  forkEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pushEvent,
} from "./loopback/payloads.ts";

const base = "b".repeat(40);
const head = "c".repeat(40);
const merge = "d".repeat(40);
const zeros = "0".repeat(40);
const environment = { GITHUB_SHA: merge, GITHUB_REF: "refs/pull/2/merge" };

describe("pull_request", () => {
  test("compares the head of the branch, not the merge, with the merge base", () => {
    expect(readEvent("pull_request", pullRequestEvent({ base, head }), environment)).toEqual({
      kind: "pull-request",
      number: 2,
      head: { sha: head, label: "#2", reason: "pull request head" },
      base: { rule: "merge-base", sha: base, label: "main" },
      fromFork: false,
      readOnly: undefined,
      notes: [],
    });
  });

  test.each(["opened", "reopened", "closed", "labeled", "ready_for_review"])("works for %s", (action) => {
    const comparison = readEvent("pull_request", pullRequestEvent({ base, head }, action), environment);
    expect(comparison).toMatchObject({ kind: "pull-request", number: 2, head: { sha: head } });
  });

  test("has a read-only token for a fork, a deleted fork and Dependabot", () => {
    const readOnly = (comparison: Comparison) => (comparison.kind === "pull-request" ? comparison.readOnly : "none");
    const fork = forkEvent({ base, head });
    expect(readOnly(readEvent("pull_request", fork, environment))).toBe("fork");
    fork.pull_request.head.repo = null;
    expect(readOnly(readEvent("pull_request", fork, environment))).toBe("fork");
    const dependabot = { ...environment, GITHUB_ACTOR: "dependabot[bot]" };
    expect(readOnly(readEvent("pull_request", pullRequestEvent({ base, head }), dependabot))).toBe("dependabot");
  });

  test.each(["pull_request_review", "pull_request_review_comment"])("%s is read as pull_request is", (event) => {
    const payload = eventExample(event);
    Object.assign(payload.pull_request.head, { sha: head });
    Object.assign(payload.pull_request.base, { sha: base });
    const number = payload.pull_request.number;
    expect(readEvent(event, payload, environment)).toMatchObject({ kind: "pull-request", number, head: { sha: head } });
  });

  test("pull_request_target, whose token can write, yields a warning", () => {
    const comparison = readEvent("pull_request_target", forkEvent({ base, head }), environment);
    expect(comparison).toMatchObject({ kind: "pull-request", readOnly: undefined });
    expect(comparison.notes).toMatchObject([{ code: "privileged-event", severity: "warning" }]);
  });
});

describe("push", () => {
  test("compares with the commit before the push", () => {
    expect(readEvent("push", pushEvent({ before: base, after: head }), environment)).toEqual({
      kind: "commits",
      head: { sha: head, label: "topic", reason: "pushed commit" },
      base: { rule: "commit", sha: base, label: "topic", reason: "before the push" },
      notes: [],
    });
  });

  test("of a new branch compares with the merge base with the default branch", () => {
    const comparison = readEvent("push", pushEvent({ before: zeros, after: head }), environment);
    expect(comparison).toMatchObject({ base: { rule: "merge-base-with-branch", branch: "main" } });
  });

  test("of an annotated tag renders the commit, not the tag", () => {
    const event = pushEvent({ before: zeros, after: base, ref: "refs/tags/v1" });
    event.head_commit.id = head;
    expect(readEvent("push", event, environment)).toMatchObject({ head: { sha: head, label: "v1" } });
  });

  test("that deletes a branch compares nothing", () => {
    const event = eventExample("push", (payload) => payload.deleted === true);
    expect(readEvent("push", event, environment)).toMatchObject({
      kind: "nothing",
      notes: [{ code: "ref-deleted", message: "simple-tag was deleted: nothing to render" }],
    });
  });
});

test("merge_group compares the commits of the queue", () => {
  expect(readEvent("merge_group", mergeGroupEvent({ base, head }), environment)).toMatchObject({
    kind: "commits",
    head: { sha: head, reason: "merge group head" },
    base: { rule: "commit", sha: base, label: "main" },
  });
});

test("workflow_dispatch compares its commit with the merge base with the default branch", () => {
  const manual = { GITHUB_SHA: head, GITHUB_REF: "refs/heads/topic" };
  expect(readEvent("workflow_dispatch", dispatchEvent(), manual)).toEqual({
    kind: "commits",
    head: { sha: head, label: "topic", reason: "commit of the workflow_dispatch event" },
    base: { rule: "merge-base-with-branch", branch: "main" },
    notes: [],
  });
});

test.each(["schedule", "issue_comment", "workflow_run", "release"])(
  "%s says that there will be no comment",
  (event) => {
    const comparison = readEvent(event, {}, environment);
    expect(comparison).toMatchObject({ kind: "commits", base: undefined, head: { sha: merge } });
    expect(comparison.notes).toMatchObject([{ code: "event-without-pull-request", severity: "notice" }]);
    expect(comparison.notes[0]?.message).toContain(event);
  },
);

test("each example of GitHub has its comparison, and nothing is left out of one", () => {
  const kinds = new Map<string, Set<string>>();
  for (const [name, payload] of allExamples()) {
    const { kind } = readEvent(name, payload, { GITHUB_SHA: merge, GITHUB_REF: "refs/heads/main" });
    kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
  }
  const withPullRequest = [...kinds].filter(([, found]) => found.has("pull-request")).map(([name]) => name);
  expect(withPullRequest.sort()).toEqual(["pull_request", "pull_request_review", "pull_request_review_comment"]);
  expect(kinds.get("push")).toEqual(new Set(["commits", "nothing"]));
  expect([...kinds.values()].filter(({ size }) => size !== 1)).toHaveLength(1);
  expect(kinds.size).toBeGreaterThan(50);
});

describe("a payload without a required field is refused", () => {
  const withoutNumber = pullRequestEvent({ base, head });
  withoutNumber.pull_request.number = "2";
  const withOption = pullRequestEvent({ base, head: "--upload-pack=evil" });
  test.each([
    ["pull_request", {}, /no pull request number/],
    ["pull_request", null, /no pull request number/],
    ["pull_request", { __proto__: { pull_request: { number: 1 } } }, /no pull request number/],
    ["pull_request", withoutNumber, /no pull request number/],
    ["pull_request", withOption, /no commit at pull_request.head.sha/],
    ["push", {}, /no commit after the push/],
    ["push", [], /no commit after the push/],
    ["merge_group", { merge_group: { head_sha: head } }, /no commit at merge_group.base_sha/],
  ])("%s %#", (event, payload, message) => {
    const read = () => readEvent(event, payload, environment);
    expect(read).toThrow(KrmError);
    expect(read).toThrow(message);
  });

  test("a run without a commit", () => {
    expect(() => readEvent("schedule", {}, {})).toThrow(/GITHUB_SHA/);
  });
});
