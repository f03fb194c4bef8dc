/**
 * The README's workflow under act, an independent runner: the first run creates the comment, the second one updates
 * it. The variable ACT_BIN names act's program; the test is skipped without it.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub, TOKEN } from "../github/loopback/server.ts";
import { createRepository, git, type TestRepository } from "./repository.ts";
import { CHANGE, configMap, SHOP } from "./shop.ts";

jest.setTimeout(180_000);
const ROOT = dirname(dirname(import.meta.dirname));
const ACT = process.env.ACT_BIN;

/** The first workflow of the README that uses the action, changed to use the action of this checkout. */
function readmeWorkflow(): string {
  const blocks = readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/^```ya?ml\n(.*?)^```$/gms);
  const uses = /uses: [\w.-]+\/krm-render@\S+/;
  const workflow = [...blocks].map(([, block = ""]) => block).find((block) => uses.test(block));
  if (workflow === undefined) throw new Error("README.md has no workflow that uses the action");
  return workflow.replace(uses, "uses: ./");
}

interface ActRun {
  readonly code: number | null;
  readonly log: string;
}

/** In place of actions/upload-artifact, which cannot be fetched everywhere: copies what it would upload. */
function keepingAction(directory: string): string {
  return `name: keep
inputs: { name: { required: true }, path: { required: true } }
runs:
  using: composite
  steps:
    - shell: bash
      env: { NAME: "\${{ inputs.name }}", FROM: "\${{ inputs.path }}" }
      run: cp -r "$FROM" "${directory}/$NAME"
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Act keeps all of its files below `home`. */
async function runAct(act: string, workspace: string, home: string, apiUrl: string): Promise<ActRun> {
  const options = {
    platform: "ubuntu-latest=-self-hosted",
    eventpath: join(home, "event.json"),
    env: `GITHUB_API_URL=${apiUrl}`,
    secret: `GITHUB_TOKEN=${TOKEN}`,
    "cache-server-addr": "127.0.0.1",
    "cache-server-path": join(home, "cache"),
    "artifact-server-addr": "127.0.0.1",
    "artifact-server-path": join(home, "artifacts"),
    "artifact-server-port": String(await freePort()),
    "local-repository": `actions/upload-artifact@v7=${join(home, "keep")}`,
    "action-cache-path": join(home, "actions"),
  };
  const args = ["pull_request", ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])];
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  const env = { PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  return new Promise((resolve, reject) => {
    const child = spawn(act, args, { cwd: workspace, env });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, log: Buffer.concat(chunks).toString() }));
  });
}

function underAct(act: string): void {
  let repository: TestRepository;
  let server: LoopbackGitHub;
  let home: string;
  let workspace: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "act-"));
    // An empty one: without any, act asks a question.
    mkdirSync(join(home, ".config", "act"), { recursive: true });
    writeFileSync(join(home, ".config", "act", "actrc"), "");
    mkdirSync(join(home, "keep"));
    mkdirSync(join(home, "kept"));
    writeFileSync(join(home, "keep", "action.yml"), keepingAction(join(home, "kept")));
    repository = createRepository({ ...SHOP, ".github/workflows/preview.yml": readmeWorkflow() });
    server = await startGitHub();
  });
  afterAll(async () => {
    await server.close();
    repository.remove();
    rmSync(home, { recursive: true, force: true });
  });
  afterEach(() => expect(server.violations).toEqual([]));

  /** Pushes to the pull request, and runs its workflow with act on a checkout of it. */
  async function push(base: string, head: string): Promise<ActRun> {
    server.setHead(head);
    workspace = repository.checkout("refs/heads/topic", 0);
    // Act reads the name of the repository from the URL of `origin`.
    git(workspace, "remote", "set-url", "origin", "https://github.com/Codertocat/Hello-World");
    cpSync(join(ROOT, "action.yml"), join(workspace, "action.yml"));
    cpSync(distFile(), join(workspace, "dist"), { recursive: true });
    writeFileSync(join(home, "event.json"), JSON.stringify(pullRequestEvent({ base, head })));
    return runAct(act, workspace, home, server.url);
  }

  test("the README's workflow creates the comment, then updates it", async () => {
    const base = repository.commit("main", { "README.md": "words" });
    const first = await push(base, repository.commit("topic", CHANGE));
    expect({ ...first, log: first.code === 0 ? "" : first.log }).toEqual({ code: 0, log: "" });
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toContain("registry.example/web");
    expect(server.comments[0]?.body).not.toContain("size: large");
    expect(readdirSync(join(home, "kept", "krm-render"))).toEqual(
      expect.arrayContaining(["report.html", "report.json"]),
    );

    rmSync(join(home, "kept", "krm-render"), { recursive: true });
    const second = await push(
      base,
      repository.commit("topic", { "apps/legacy/config.yaml": configMap("legacy", "size: large") }),
    );
    expect({ ...second, log: second.code === 0 ? "" : second.log }).toEqual({ code: 0, log: "" });
    expect(server.comments).toHaveLength(1);
    expect(server.comments[0]?.body).toContain("size: large");
    expect(server.operations().filter((operation) => /create|update/.test(operation))).toEqual([
      "issues/create-comment",
      "issues/update-comment",
    ]);
  });
}

if (ACT) {
  describe("under act", () => {
    underAct(ACT);
  });
} else {
  process.stderr.write("skipped: the README's workflow under act, since ACT_BIN does not name act's program\n");
  test("the README has a workflow that can be run under act", () => {
    expect(readmeWorkflow()).toContain("uses: ./");
  });
}
