/** Remote resources in the built action: which ones a pull request can make it fetch. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { forkEvent, pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { initRepository } from "../sources/fixtures.ts";
import { type GitServer, gitServer } from "../sources/git-server.ts";
import { certificates } from "../store/http/certificates.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

const place = mkdtempSync(join(tmpdir(), "krm-remote-"));
const authority = join(place, "ca.pem");
let repository: TestRepository;
let github: LoopbackGitHub;
let backend: GitServer;
let front: Server;
let sha: string;

beforeAll(async () => {
  mkdirSync(join(place, "served/org/app"), { recursive: true });
  sha = initRepository(join(place, "served/org/app"), {
    files: {
      "base/kustomization.yaml": "resources: [cm.yaml]\n",
      "base/cm.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-elsewhere\n",
    },
  });
  backend = await gitServer(join(place, "served"));
  front = await startTls(backend.url);
  repository = createRepository({ "app/kustomization.yaml": "resources: []\nnamePrefix: a-\n" });
});

beforeEach(async () => {
  (backend.requests as unknown[]).length = 0;
  github = await startGitHub();
});
afterEach(() => github.close());

afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await backend.close();
  repository.remove();
  rmSync(place, { recursive: true });
});

/** A TLS server in front of the one for plain HTTP. */
async function startTls(url: string): Promise<Server> {
  const { ca, ...tls } = certificates();
  writeFileSync(authority, ca);
  const server = createServer(tls, (incoming, outgoing) => {
    const { method, headers } = incoming;
    const forwarded = request(url + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

let proposals = 0;

/** A pull request whose base and head both include a remote resource; the head adds a name prefix. */
async function propose(
  address: string,
  inputs: Readonly<Record<string, string>>,
  { event = "pull_request", payloadOf = pullRequestEvent, env = {}, depth = 0 }: Partial<Circumstances> = {},
): Promise<StepResult> {
  const kustomization = `resources:\n- ${address}\n`;
  proposals++;
  const base = repository.commit(`base-${proposals}`, { "app/kustomization.yaml": kustomization });
  const head = repository.commit(`base-${proposals}`, {
    "app/kustomization.yaml": `${kustomization}namePrefix: new-\n`,
  });
  github.setHead(head);
  return runStep({
    workspace: repository.checkout(`refs/heads/base-${proposals}`, depth),
    event,
    payload: payloadOf({ base, head }),
    apiUrl: github.url,
    with: inputs,
    env: { GIT_SSL_CAINFO: authority, NODE_EXTRA_CA_CERTS: authority, RUNNER_TOOL_CACHE: join(place, "tools"), ...env },
  });
}

interface Circumstances {
  readonly event: string;
  readonly payloadOf: typeof pullRequestEvent;
  readonly env: Readonly<Record<string, string>>;
  readonly depth: number;
}

const annotations = ({ commands }: StepResult): string[] =>
  commands
    .filter(({ name }) => ["error", "warning", "notice"].includes(name))
    .map(({ name, message }) => `${name}: ${message}`);

const serverUrl = (): string => `https://127.0.0.1:${(front.address() as AddressInfo).port}`;

describe("a remote resource is fetched", () => {
  test("not if the workflow says so", async () => {
    const result = await propose(`${serverUrl()}/org/app//base?ref=${sha}`, { remote: "false" });
    expect(annotations(result).join("\n")).toContain("cannot be fetched: remote sources are disabled");
    expect(backend.requests).toEqual([]);
    expect(existsSync(join(place, "tools"))).toBe(false);
  });

  test.each([
    ["a private host", "SERVER/org/app//base", { remote: "public" }, "is not on the public network"],
    ["a file server on a private host", "SERVER/org/app.yaml", { remote: "public" }, "is not on the public network"],
    ["plain HTTP", "PLAIN/org/app//base", { remote: "public, 127.0.0.1" }, "the protocol http is not"],
    ["the runner's disk", "file://DISK/org/app//base", { remote: "public, 127.0.0.1" }, "the protocol file"],
  ])("not from %s", async (_, address, inputs, message) => {
    const text = address
      .replace("SERVER", serverUrl())
      .replace("PLAIN", backend.url)
      .replace("DISK", join(place, "served"));
    const result = await propose(text, inputs);
    expect(annotations(result).join("\n")).toContain(message);
    expect(backend.requests).toEqual([]);
  });

  test("not for a stranger in a run with secrets", async () => {
    const result = await propose(
      `${serverUrl()}/org/app//base`,
      { remote: "public, 127.0.0.1" },
      { event: "pull_request_target", payloadOf: forkEvent },
    );
    expect(annotations(result)).toContainEqual(
      expect.stringMatching(/^error: the input remote is refused: on pull_request_target/),
    );
    expect([result.code, backend.requests]).toEqual([1, []]);
    expect(result.outputs["report-dir"]).not.toBe("");
  });

  test("again for a stranger, who gets nothing from the owner's store", async () => {
    const address = `${serverUrl()}/org/app//base?ref=${sha}`;
    const inputs = { remote: "public, 127.0.0.1" };
    await propose(address, inputs);
    const before = backend.requests.length;
    await propose(address, inputs);
    expect(backend.requests.length).toBe(before);
    await propose(address, inputs, { payloadOf: forkEvent });
    expect(backend.requests.length).toBeGreaterThan(before);
  });

  test("once for base and head, where the workflow allows it", async () => {
    const result = await propose(`${serverUrl()}/org/app//base`, { remote: "public, 127.0.0.1" });
    expect([result.code, result.outputs["targets-changed"]]).toEqual([0, "1"]);
    expect(readFileSync(result.outputs["diff-path"] ?? "", "utf8")).toContain("+  name: new-from-elsewhere");
    expect(backend.requests.filter(({ url }) => url.includes("info/refs"))).toHaveLength(1);
    expect(annotations(result)).toEqual([expect.stringMatching(/^notice: .* can change without a change here/)]);
    expect(existsSync(join(place, "tools/krm-render/v1/git"))).toBe(true);
  });

  test("and the reports neither link to it nor mention that it is not pinned", async () => {
    const result = await propose(`${serverUrl()}/org/app//base`, { remote: "public, 127.0.0.1" });
    const markdown = readFileSync(result.outputs["markdown-path"] ?? "", "utf8");
    expect(markdown).toContain("from-elsewhere");
    expect(markdown).not.toContain(`](${serverUrl()}`);
    expect(markdown).not.toContain("may change without");
    expect(readFileSync(result.outputs["html-path"] ?? "", "utf8")).not.toContain(`href="${serverUrl()}`);
  });
});

describe("attack 9.35: by default, a remote resource", () => {
  /** What stands for it in the comment of a target that is not rendered. */
  const reasonOf = (result: StepResult): string => annotations(result).join("\n");
  const onMain = (entry: string): void =>
    void repository.commit("main", { "main/kustomization.yaml": `resources:\n- ${entry}\n` });
  const forBranch = (commits: { base: string; head: string }) => {
    const payload = forkEvent(commits);
    payload.pull_request.base.ref = `base-${proposals}`;
    return payload;
  };

  afterEach(() => {
    onMain("nothing.yaml");
    expect(backend.requests).toEqual([]);
  });

  test.each([0, 1])("that the default branch does not use is named, and needs the input (depth %d)", async (depth) => {
    const result = await propose(`${serverUrl()}/org/app//base?ref=${sha}`, {}, { payloadOf: forkEvent, depth });
    expect(reasonOf(result)).toContain("needs remote: ");
    expect(reasonOf(result)).toMatch(
      /org\/app is not fetched: no target of main \([0-9a-f]{7}\) uses the repository https:\/\/127\.0\.0\.1:\d+\/org\/app/,
    );
    expect(reasonOf(result)).toContain("hint: It is fetched once a change that uses it is merged.");
  });

  test.each([0, 1])("that it uses is fetched, from the public network only (depth %d)", async (depth) => {
    onMain(`${serverUrl()}/org/app//other?ref=v0`);
    const result = await propose(`${serverUrl()}/org/app//base?ref=${sha}`, {}, { payloadOf: forkEvent, depth });
    expect(reasonOf(result)).toMatch(/needs remote: .* 127\.0\.0\.1 is not on the public network/);
  });

  test("that only the branch uses for which the change is counts if the workflow names that branch", async () => {
    const address = `${serverUrl()}/org/app//base?ref=${sha}`;
    const inputs = (branch: string) => ({ settings: `auto-branches: ["release/*", "${branch}"]` });
    const unnamed = await propose(address, inputs("trunk-*"), { payloadOf: forBranch });
    expect(reasonOf(unnamed)).toContain("is not fetched: no target of main (");
    const named = await propose(address, inputs("base-*"), { payloadOf: forBranch });
    expect(reasonOf(named)).toContain("127.0.0.1 is not on the public network");
  });

  test("is not fetched on an event whose runs have secrets", async () => {
    onMain(`${serverUrl()}/org/app//base`);
    const result = await propose(`${serverUrl()}/org/app//base`, {}, { event: "pull_request_target" });
    expect(reasonOf(result)).toContain("is not fetched: `remote: auto` is off on pull_request_target");
  });

  test.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])("is not fetched behind a proxy: %s", async (name) => {
    onMain(`${serverUrl()}/org/app//base`);
    const result = await propose(`${serverUrl()}/org/app//base`, {}, { env: { [name]: "http://127.0.0.1:9" } });
    expect(reasonOf(result)).toContain(`is not fetched: \`remote: auto\` is off, because ${name} is set`);
  });

  test("is not fetched by ssh, or with a user", async () => {
    for (const address of [
      "ssh://git@127.0.0.1/org/app//base",
      `${serverUrl().replace("//", "//me@")}/org/app//base`,
    ]) {
      onMain(address);
      expect(reasonOf(await propose(address, {}))).toContain(
        "`remote: auto` fetches plain https addresses only, and none with a user",
      );
    }
  });
});

test("a run without an address starts no more git by default than with remote: false, and one with an address few", async () => {
  const programs = join(place, "programs");
  const calls = join(place, "calls");
  mkdirSync(programs, { recursive: true });
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(join(programs, "git"), `#!/bin/sh\necho call >> ${calls}\nexec ${real} "$@"\n`, { mode: 0o755 });
  const callsOf = async (entry: string, inputs: Readonly<Record<string, string>>): Promise<number> => {
    writeFileSync(calls, "");
    await propose(entry, inputs, { env: { PATH: `${programs}:${process.env["PATH"]}` } });
    return readFileSync(calls, "utf8").split("\n").length - 1;
  };
  const without = await callsOf("nothing.yaml", { remote: "false" });
  expect(without).toBeGreaterThan(0);
  expect(await callsOf("nothing.yaml", {})).toBe(without);
  expect((await callsOf(`${serverUrl()}/org/app//base`, {})) - without).toBeLessThanOrEqual(2);
});
