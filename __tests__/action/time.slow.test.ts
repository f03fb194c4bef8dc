/** The time of the built action: its log says where it goes, and `total-timeout` bounds all of it. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent, pushEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type Files, git, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";
import { CHANGE, SHOP } from "./shop.ts";

jest.setTimeout(120_000);

let repository: TestRepository;
let start: string;
let server: LoopbackGitHub;

beforeAll(() => {
  repository = createRepository(SHOP);
  start = repository.commit("main", { "README.md": "words" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

/** A target with a function that sleeps. */
function sleeper(target: string, seconds: number): Files {
  return {
    [`${target}/kustomization.yaml`]: "generators:\n- sleep.yaml\n",
    [`${target}/sleep.yaml`]:
      'apiVersion: example.com/v1\nkind: Sleep\nmetadata:\n  name: sleep\n  annotations:\n    config.kubernetes.io/function: "exec: {path: ./sleep.sh}"\n',
    [`${target}/sleep.sh`]: `#!/bin/sh\nsleep ${seconds}\necho '{apiVersion: config.kubernetes.io/v1, kind: ResourceList, items: []}'\n`,
  };
}

const FUNCTIONS = { plugins: "alpha, exec" };

async function propose(branch: string, files: Files, inputs: Record<string, string>): Promise<StepResult> {
  const head = repository.commit(branch, files);
  server.setHead(head);
  return runStep({
    workspace: repository.checkout(`refs/heads/${branch}`, 0),
    event: "pull_request",
    payload: pullRequestEvent({ base: start, head }),
    apiUrl: server.url,
    with: inputs,
  });
}

test("the log says what the run is doing, names slow targets, and where the time went", async () => {
  const result = await propose("slow", { ...CHANGE, ...sleeper("slow%0A::error::x", 1.2) }, FUNCTIONS);
  expect(result).toMatchObject({ code: 0 });
  const lines = result.log.split("\n");
  const phases = [
    "fetching the commits that are missing",
    "planning which targets to render",
    "rendering and comparing 3 targets",
    "looking for the causes of the changes",
    "writing the report",
    "posting the comment",
  ];
  expect(lines.filter((line) => phases.includes(line))).toEqual(phases);
  const group = lines.findIndex((line) => line.startsWith("::group::"));
  expect(lines[group]).toMatch(/^::group::\d targets? took longer than a second$/);
  expect(lines.slice(group, lines.indexOf("::endgroup::")).join("\n")).toMatch(/^\d+\.\d s {2}slow%0A::error::x$/m);
  const time = lines.find((line) => line.startsWith("time: ")) ?? "";
  expect(time.replaceAll(/\d+\.\d/g, "N")).toBe(
    "time: N s (starting N s, fetching N s, planning N s, rendering N s, comparing N s, writing N s, causes N s, closing N s, posting N s, finishing N s)",
  );
});

test("a function that does not end takes no more than the time of the run, and the other targets are reported", async () => {
  const inputs = { ...FUNCTIONS, "total-timeout": "8s" };
  const result = await propose("endless", { ...CHANGE, ...sleeper("endless", 600) }, inputs);
  expect(result.code).toBe(1);
  expect(result.outputs).toMatchObject({ failed: "true", "targets-failed": "1", "targets-changed": "2" });
  expect(server.comments[0]?.body).toContain("endless");
  expect(server.comments[0]?.body).toContain("registry.example/web");
});

/** A git server that takes connections, and never answers. */
async function silentServer(): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const silent: Server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  return {
    port: (silent.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        silent.close(() => resolve());
      }),
  };
}

test("a remote that never answers takes no more than the time of the run, and the other targets are reported", async () => {
  const silent = await silentServer();
  const files = { "remote/kustomization.yaml": `resources:\n- https://127.0.0.1:${silent.port}/all.yaml\n` };
  const inputs = { remote: "127.0.0.1", "total-timeout": "8s" };
  const result = await propose("remote", { ...CHANGE, ...files }, inputs);
  await silent.close();
  expect(result.code).toBe(1);
  expect(result.outputs).toMatchObject({ "targets-failed": "1", "targets-changed": "2" });
  expect(result.commands.map(({ properties }) => properties["title"])).toEqual(["run-timeout"]);
  expect(server.comments[0]?.body).toContain("registry.example/web");
});

/** A git that never answers the questions for objects; it tells the number of the process that asks. */
function stuckGit(): { readonly path: string; readonly worker: () => number | undefined } {
  const directory = mkdtempSync(join(repository.directory, "git-"));
  const asked = join(directory, "asked");
  const script = `#!/bin/sh\nfor each; do test "$each" = --batch && { echo $PPID > ${asked}; exec sleep 600; }; done\nPATH=\${PATH#*:} exec git "$@"\n`;
  writeFileSync(join(directory, "git"), script, { mode: 0o755 });
  const worker = () => (existsSync(asked) ? Number(readFileSync(asked, "utf8")) || undefined : undefined);
  return { path: `${directory}:${process.env["PATH"]}`, worker };
}

test.each([
  ["planning that never ends", false, "run-timeout: .*2 seconds, is over while planning which targets to render"],
  ["a worker that does not answer while it plans", true, "process-lost: .*did not answer for 30 seconds and was ended"],
])("%s takes no more than the time of the run", async (_, isStopped, message) => {
  const stuck = stuckGit();
  const head = repository.commit(`stuck-${isStopped}`, CHANGE);
  const old = `<!-- krm-render id=Preview/render run=90.1 head=${"a".repeat(40)} -->\nold`;
  server.addComment("github-actions[bot]", old);
  server.setHead(head);
  const result = await runStep({
    workspace: repository.checkout(`refs/heads/stuck-${isStopped}`, 0),
    event: "pull_request",
    payload: pullRequestEvent({ base: start, head }),
    apiUrl: server.url,
    with: { "total-timeout": "2s" },
    env: { PATH: stuck.path },
    onStart() {
      if (!isStopped) return;
      const timer = setInterval(() => {
        const worker = stuck.worker();
        if (worker === undefined) return;
        clearInterval(timer);
        process.kill(worker, "SIGSTOP");
      }, 50);
    },
  });
  expect(result.code).toBe(1);
  expect(
    result.commands.map(({ name, properties, message: text }) => `${name} ${properties["title"]}: ${text}`),
  ).toEqual([expect.stringMatching(`^error ${message}`)]);
  // A comment of an earlier commit does not stay as it was.
  expect(server.comments.map(({ body }) => body === old)).toEqual([false]);
});

test("a release whose planning never ends takes no more than the time of the run", async () => {
  const head = repository.commit("stuck-release", CHANGE);
  const result = await runStep({
    workspace: repository.checkout("refs/heads/stuck-release", 0),
    event: "push",
    payload: pushEvent({ before: start, after: head }),
    ref: "refs/heads/main",
    sha: head,
    apiUrl: server.url,
    with: { mode: "release", "total-timeout": "2s" },
    env: { PATH: stuckGit().path },
  });
  expect(result.code).toBe(1);
  expect(result.commands.map(({ properties, message }) => `${properties["title"]}: ${message}`)).toEqual([
    expect.stringMatching(/^run-timeout: .*2 seconds, is over while planning which targets to render/),
  ]);
});

test("a git server that never answers takes no more than the time of the run", async () => {
  const silent = await silentServer();
  const head = repository.commit("shallow", CHANGE);
  const workspace = repository.checkout("refs/heads/shallow", 1);
  git(workspace, "remote", "set-url", "origin", `http://127.0.0.1:${silent.port}/repository`);
  server.setHead(head);
  const result = await runStep({
    workspace,
    event: "pull_request",
    payload: pullRequestEvent({ base: start, head }),
    apiUrl: server.url,
    with: { "total-timeout": "2s" },
  });
  await silent.close();
  expect(result.code).toBe(1);
  expect(result.commands.filter(({ name }) => name === "error").map(({ message }) => message)).toEqual([
    expect.stringContaining("the time for the whole run, 2 seconds, is over while fetching the commits"),
  ]);
  expect(result.log).toMatch(/^time: \d+\.\d s \(starting /m);
  expect(result.log).toContain("still fetching the commits that are missing");
});
