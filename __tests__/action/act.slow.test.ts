/**
 * The workflows of our pages under act, an independent runner, with the action of this checkout. The variable ACT_BIN names act's
 * program; the tests are skipped without it. What act does not do, and these tests do not show:
 *
 * - It starts nothing by itself: no merge queue, no schedule, and no `workflow_run` after another run. The tests start each workflow.
 * - It enforces no `permissions` and no `concurrency`. A test of the pages compares permissions with what the steps need.
 * - It has no service that keeps artifacts for other runs. Another action stands in for actions/upload-artifact, and the
 *   server of the test gives out what it kept, as GitHub's API does. Within a run, another one stands in for actions/download-artifact.
 * - It installs nothing: `npm install` of krm-render finds that of this checkout.
 * - It signs nothing. Another action stands in for actions/attest, and a script for the program `gh`.
 * - It answers actions/checkout itself, by copying the tree as it is, whatever `fetch-depth` and `persist-credentials` say.
 * - It has no job summaries, no check runs of jobs, and no GitHub Enterprise Server. The workflow for that is the one for pull requests.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { zip } from "../bundle/zip.ts";
import { startBlobs } from "../github/loopback/blobs.ts";
import {
  dispatchEvent,
  eventExample,
  forkEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pushEvent,
  workflowRunEvent,
} from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { type Act, type ActRun, documentedWorkflow, isStartedBy, openAct } from "./act.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { CHANGE, configMap, SHOP } from "./shop.ts";

jest.setTimeout(180_000);
const ACT = findProgram("ACT_BIN");
const PAGE = "docs/guide/workflows.md";
const PULL = { number: 7, state: "open", branch: "changes" } as const;
const FORK = "stranger/fork";
/** The number that act gives each run. */
const RUN = 1;

/** The files of an artifact, as actions/upload-artifact packs them. */
function filesBelow(directory: string): { name: string; contents: Buffer; streamed: true }[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return paths.map((path) => ({ name: relative(directory, path), contents: readFileSync(path), streamed: true }));
}

function underAct(program: string): void {
  let repository: TestRepository;
  let server: LoopbackGitHub;
  let act: Act;
  let commits: { base: string; head: string; production: string };

  beforeAll(() => {
    act = openAct(program);
    repository = createRepository(SHOP);
    const production = repository.commit("production", {});
    const base = repository.commit("main", { "README.md": "words" });
    commits = { base, head: repository.commit("topic", CHANGE), production };
    repository.openPullRequest(commits.head);
  });
  afterAll(() => {
    repository.remove();
    act.close();
  });
  beforeEach(async () => {
    server = await startGitHub({ head: commits.head });
  });
  afterEach(async () => {
    await server.close();
    for (const name of readdirSync(act.kept)) rmSync(join(act.kept, name), { recursive: true });
    expect(server.violations).toEqual([]);
  });

  function start(event: string, payload: unknown, workflow: string, ref = "refs/heads/topic"): Promise<ActRun> {
    return act.run({ event, payload, workflow, workspace: repository.checkout(ref, 0), apiUrl: server.url });
  }

  /** What the run kept; its log is the message if it failed. */
  function reportOf(run: ActRun, artifact: string): Record<string, Record<string, unknown>> {
    expect({ ...run, log: run.code === 0 ? "" : run.log }).toEqual({ code: 0, log: "" });
    return JSON.parse(readFileSync(join(act.kept, artifact, "report.json"), "utf8"));
  }

  test("the README's workflow creates the comment, then updates it", async () => {
    const workflow = documentedWorkflow("README.md");
    const first = await start("pull_request", pullRequestEvent(commits), workflow);
    reportOf(first, "krm-render");
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toContain("registry.example/web");
    expect(server.comments[0]?.body).not.toContain("size: large");

    rmSync(join(act.kept, "krm-render"), { recursive: true });
    const head = repository.commit("again", {
      ...CHANGE,
      "apps/legacy/config.yaml": configMap("legacy", "size: large"),
    });
    server.setHead(head);
    const second = await start("pull_request", pullRequestEvent({ ...commits, head }), workflow, "refs/heads/again");
    reportOf(second, "krm-render");
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toContain("size: large");
    expect(server.operations().filter((operation) => /create|update/.test(operation))).toEqual([
      "issues/create-comment",
      "issues/update-comment",
    ]);
  });

  test("pull_request: comments, and keeps the report", async () => {
    const run = await start("pull_request", pullRequestEvent(commits), documentedWorkflow(PAGE));
    expect(reportOf(run, "krm-render")).toMatchObject({ head: { sha: commits.head }, base: { sha: commits.base } });
    expect(server.comments).toHaveLength(1);
  });

  test("pull_request on many machines: a matrix renders, and a last job comments", async () => {
    const workflow = documentedWorkflow("docs/guide/many-machines.md");
    // A change of a few seconds is not worth more than one machine.
    expect(workflow).toContain("--shards auto");
    const two = workflow.replace("--shards auto", "--shards 2");
    const run = await start("pull_request", pullRequestEvent(commits), two);
    expect(reportOf(run, "krm-render")).toMatchObject({ head: { sha: commits.head }, base: { sha: commits.base } });
    const shards = [1, 2].map(() => expect.stringMatching(/^shard-\w+$/));
    expect(readdirSync(act.kept).sort()).toEqual(["krm-render", ...shards]);
    expect(server.comments).toHaveLength(1);
  });

  test("pull_request with a check: comments, and writes a check run", async () => {
    const workflow = documentedWorkflow(PAGE, (text) => text.includes("check: true"));
    const run = await start("pull_request", pullRequestEvent(commits), workflow);
    expect({ ...run, log: run.code === 0 ? "" : run.log }).toEqual({ code: 0, log: "" });
    expect(server.operations()).toEqual(expect.arrayContaining(["checks/create", "issues/create-comment"]));
  });

  test("pull_request_target: comments, with the code of the base", async () => {
    const workflow = documentedWorkflow(PAGE, isStartedBy("pull_request_target"));
    const run = await start("pull_request_target", pullRequestEvent(commits), workflow, "refs/heads/main");
    expect({ ...run, log: run.code === 0 ? "" : run.log }).toEqual({ code: 0, log: "" });
    expect(server.comments).toHaveLength(1);
    expect(run.log).toContain("privileged-event");
  });

  test("issue_comment: renders the head of the pull request when a member asks for it", async () => {
    const workflow = documentedWorkflow(PAGE, isStartedBy("issue_comment"));
    server.pulls.push({ ...PULL, sha: commits.head, repository: FORK, base: commits.base });
    const asked = (by: string, body = "/render") => {
      const payload = eventExample("issue_comment", ({ action }) => action === "created");
      payload["issue"] = { ...payload["issue"], number: PULL.number, pull_request: { url: "" } };
      payload["comment"] = { ...payload["comment"], body, author_association: by };
      return start("issue_comment", payload, workflow, "refs/heads/main");
    };
    for (const run of [await asked("NONE"), await asked("MEMBER", "/render please")]) {
      expect([run.code, run.log.includes("krm-render"), server.requests]).toEqual([0, false, []]);
    }
    const run = await asked("MEMBER");
    expect({ ...run, log: run.code === 0 ? "" : run.log }).toEqual({ code: 0, log: "" });
    expect(server.comments).toMatchObject([{ issue: 7, body: expect.stringContaining("registry.example/web") }]);
  });

  test("two workflows: the first renders a fork's change without rights, the second comments", async () => {
    const readOnly = await startGitHub({ head: commits.head, readOnly: true });
    const first = documentedWorkflow(PAGE, (text) => text.includes("comment: never"));
    const workspace = repository.checkout("refs/pull/2/merge", 0);
    const payload = forkEvent(commits);
    const rendered = await act.run({
      event: "pull_request",
      payload,
      workflow: first,
      workspace,
      apiUrl: readOnly.url,
    });
    await readOnly.close();
    expect(reportOf(rendered, "krm-render-report")).toMatchObject({ head: { sha: commits.head } });
    expect(readOnly.requests).toEqual([]);

    const blobs = await startBlobs((id) => github.artifacts.find((artifact) => artifact.id === id)?.bytes);
    const github = await startGitHub({ head: commits.head, blobUrl: blobs.url });
    try {
      const { branch } = PULL;
      github.pulls.push({ ...PULL, sha: commits.head, repository: FORK, base: commits.base });
      github.mergeBases.set(`${commits.base}...${commits.head}`, commits.base);
      const bytes = zip(filesBelow(join(act.kept, "krm-render-report")));
      github.artifacts.push({ id: 501, run: RUN, name: "krm-render-report", bytes });
      const second = await act.run({
        event: "workflow_run",
        payload: workflowRunEvent({ run: RUN, head: commits.head, branch, repository: FORK }),
        workflow: documentedWorkflow(PAGE, isStartedBy("workflow_run")),
        workspace: repository.checkout("refs/heads/main", 0),
        apiUrl: github.url,
      });
      expect({ ...second, log: second.code === 0 ? "" : second.log }).toEqual({ code: 0, log: "" });
      expect(github.comments).toMatchObject([{ issue: 7, body: expect.stringContaining("registry.example/web") }]);
      expect(second.log).not.toMatch(/base-(?:differs|unchecked)/);
      expect(github.violations).toEqual([]);
    } finally {
      await github.close();
      await blobs.close();
    }
  });

  test("merge_group: renders the group, and writes no comment", async () => {
    const workflow = documentedWorkflow(PAGE, isStartedBy("merge_group"));
    const run = await start("merge_group", mergeGroupEvent(commits), workflow);
    expect({ ...run, log: run.code === 0 ? "" : run.log }).toEqual({ code: 0, log: "" });
    expect(run.log).toContain(`head ${commits.head}`);
    expect(run.log).toContain(`base ${commits.base}`);
    expect(server.requests).toEqual([]);
  });

  test("push: shows what the push changed, and asks GitHub nothing", async () => {
    const workflow = documentedWorkflow(PAGE, isStartedBy("push"));
    const payload = pushEvent({ before: commits.base, after: commits.head, ref: "refs/heads/main" });
    const report = reportOf(await start("push", payload, workflow), "krm-render");
    expect(report).toMatchObject({ head: { sha: commits.head }, base: { sha: commits.base } });
    expect(server.requests).toEqual([]);
  });

  test("push of a tag: releases an archive that actions/attest can take, as a draft that is published last", async () => {
    const workflow = documentedWorkflow(PAGE, (text) => text.includes("mode: release"));
    const payload = pushEvent({ before: "0".repeat(40), after: commits.head, ref: "refs/tags/v1.2.3" });
    const run = await start("push", payload, workflow);
    expect({ ...run, log: run.code === 0 ? "" : run.log }).toEqual({ code: 0, log: "" });
    const archive = "release/Hello-World-v1.2.3.tar.gz";
    expect(act.calls().map((call) => call.split(" "))).toEqual([
      ["release", "create", "v1.2.3", "--draft", "--verify-tag", "--generate-notes", "--title", "v1.2.3"],
      ["release", "upload", "v1.2.3", archive, `${archive}.sha256`, "release/statement.intoto.json"],
      ["release", "edit", "v1.2.3", "--draft=false"],
    ]);
    expect(server.requests).toEqual([]);
  });

  test("schedule: renders all targets, and compares with another branch", async () => {
    const workflow = documentedWorkflow(PAGE, isStartedBy("schedule"));
    const payload = { schedule: "17 3 * * *", repository: dispatchEvent()["repository"] };
    const run = await start("schedule", payload, workflow);
    expect({ ...run, log: run.code === 0 ? "" : run.log }).toEqual({ code: 0, log: "" });
    expect(run.log).toContain(`base ${commits.production}`);
    expect(run.log).toContain("rendering and comparing 3 targets");
    expect(server.requests).toEqual([]);
  });

  test("workflow_dispatch: compares the revisions that were asked for", async () => {
    const workflow = documentedWorkflow(PAGE, isStartedBy("workflow_dispatch"));
    const payload = { ...dispatchEvent(), inputs: { base: "production", head: "" } };
    const report = reportOf(await start("workflow_dispatch", payload, workflow), "krm-render");
    expect(report).toMatchObject({ head: { sha: commits.head }, base: { sha: commits.production } });
    expect(server.requests).toEqual([]);
  });
}

unless(lackOf("ACT_BIN"), describe)("under act", () => {
  underAct(ACT as string);
});
