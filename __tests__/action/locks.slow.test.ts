/** The inputs `locked` and `lock-out` of the built action: each side is held to the lock of its own revision. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import { type LoopbackGitHub, startGitHub } from "../github/loopback/server.ts";
import { initRepository } from "../sources/fixtures.ts";
import { type GitServer, gitServer } from "../sources/git-server.ts";
import { certificates } from "../store/http/certificates.ts";
import { catalog } from "./catalog-shop.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

const place = mkdtempSync(join(tmpdir(), "krm-locks-"));
const certificate = join(place, "ca.pem");
const requests: string[] = [];
let repository: TestRepository;
let server: LoopbackGitHub;
let backend: GitServer;
let front: Server;
let topics = 0;
/** The lock that the action writes for the repository. */
let lock: string;

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n";

beforeAll(async () => {
  mkdirSync(join(place, "served/org/base"), { recursive: true });
  const sha = initRepository(join(place, "served/org/base"), {
    files: {
      "kustomization.yaml": "resources: [cm.yaml]\n",
      "cm.yaml": CONFIG_MAP.replace("web", "from-git"),
    },
  });
  const { ca, ...tls } = certificates();
  writeFileSync(certificate, ca);
  backend = await gitServer(join(place, "served"));
  front = createServer(tls, (incoming, outgoing) => {
    requests.push(incoming.url ?? "");
    if (incoming.url === "/web.yaml") return void outgoing.end(CONFIG_MAP);
    const { method, headers } = incoming;
    const forwarded = request(backend.url + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    return void incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = `https://127.0.0.1:${(front.address() as AddressInfo).port}`;
  repository = createRepository({
    ...catalog(),
    "app/kustomization.yaml": `catalogs: [../catalog/functions.yaml]
resources:
- ${address}/web.yaml
- ${address}/org/base?ref=${sha}
transformers: [function.yaml]
`,
    "app/function.yaml": "apiVersion: fn.example.com/v1\nkind: SetOwner\nmetadata:\n  name: fn\n",
  });
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await backend.close();
  repository.remove();
  rmSync(place, { recursive: true });
});
beforeEach(async () => {
  requests.length = 0;
  server = await startGitHub();
});
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});

interface Review {
  /** Changes of the base, and those of the pull request. */
  readonly base?: Files;
  readonly head?: Files;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: string;
  readonly prepare?: (workspace: string) => void;
}

async function review({ base = {}, head = {}, inputs = {}, event = "pull_request", prepare }: Review) {
  const branch = `topic-${++topics}`;
  const before = repository.commit(branch, base);
  const after = repository.commit(branch, { "README.md": `${topics}`, ...head });
  server.setHead(after);
  const workspace = repository.checkout(`refs/heads/${branch}`, 0);
  prepare?.(workspace);
  const result = await runStep({
    workspace,
    event,
    payload: pullRequestEvent({ base: before, head: after }),
    apiUrl: server.url,
    // A new machine for each run.
    env: {
      GIT_SSL_CAINFO: certificate,
      NODE_EXTRA_CA_CERTS: certificate,
      RUNNER_TOOL_CACHE: mkdtempSync(join(place, "tools-")),
    },
    with: { remote: "127.0.0.1", "trusted-catalogs": "catalog/functions.yaml", ...inputs },
  });
  return { ...result, workspace };
}

/** Without the notice that a file at an address can change: the lock is what holds it. */
const annotations = ({ commands }: StepResult): string[] =>
  commands
    .filter(({ message }) => !message.includes("can change without a change here"))
    .map(({ name, message }) => `${name}: ${message}`);

/** The lock with a change of the entry of one kind. */
function changed(kind: string, change: (entry: { digest: string }) => { digest: string }[]): Files {
  const { version, entries } = JSON.parse(lock) as { version: number; entries: { kind: string; digest: string }[] };
  expect(entries.map((entry) => entry.kind)).toContain(kind);
  const next = entries.flatMap((entry) => (entry.kind === kind ? change(entry) : [entry]));
  return { "krm-render.lock": JSON.stringify({ version, entries: next }) };
}

const otherDigest = (entry: { digest: string }) => [
  { ...entry, digest: entry.digest.replace(/[0-9a-f]+$/, (digits) => "0".repeat(digits.length)) },
];
const LOCKED = { locked: "true" };
/** Also where nothing changes. */
const ALL_LOCKED = { ...LOCKED, "affected-only": "false" };

test("lock-out writes what the head uses from elsewhere", async () => {
  const { code, workspace } = await review({ inputs: { "lock-out": "krm-render-report/krm-render.lock" } });
  expect(code).toBe(0);
  lock = readFileSync(join(workspace, "krm-render-report/krm-render.lock"), "utf8");
  const { entries } = JSON.parse(lock) as { entries: { kind: string; usedBy: string[] }[] };
  expect(entries.map(({ kind, usedBy }) => [kind, usedBy])).toEqual([
    ["catalog", ["app"]],
    ["git", ["app"]],
    ["https", ["app"]],
    ["starlark", ["app"]],
  ]);
});

describe("locked", () => {
  test("accepts what is in the lock of each side", async () => {
    const result = await review({ base: { "krm-render.lock": lock }, inputs: LOCKED });
    expect([result.code, annotations(result)]).toEqual([0, []]);
  });

  test("reads a lock at another path", async () => {
    const result = await review({ base: { "locks/all.json": lock }, inputs: { locked: "locks/all.json" } });
    expect([result.code, annotations(result)]).toEqual([0, []]);
  });

  test.each(["catalog", "git", "https", "starlark"])("refuses another digest: %s", async (kind) => {
    const result = await review({
      base: { "krm-render.lock": lock },
      head: changed(kind, otherDigest),
      inputs: LOCKED,
    });
    expect(result.code).toBe(1);
    expect(annotations(result)).toEqual([
      expect.stringMatching(
        new RegExp(`^error: \\S+:\\d+:\\d+: (?:.*\\n)*?.*${kind} \\S+ is \\S+, and .*krm-render\\.lock has`),
      ),
    ]);
  });

  test.each(["git", "starlark"])("fails for what both sides find replaced: %s", async (kind) => {
    const result = await review({ base: changed(kind, otherDigest), inputs: ALL_LOCKED });
    expect([result.code, result.outputs["targets-failed"]]).toEqual([1, "1"]);
    expect(annotations(result)).toEqual([expect.stringMatching(/^error: .* is \S+, and .*krm-render\.lock has/s)]);
  });

  test("an entry that the change removes does not hide that what it locked was replaced", async () => {
    const base = changed("https", otherDigest);
    const result = await review({ base, head: changed("https", () => []), inputs: LOCKED });
    expect(result.code).toBe(1);
    expect(annotations(result)).toEqual([expect.stringMatching(/^error: .*has no entry in/s)]);
  });

  test("requests nothing that the lock does not have", async () => {
    const files = changed("https", () => []);
    const { code } = await review({ base: files, inputs: ALL_LOCKED });
    // Both sides fail alike, so nothing is new.
    expect(code).toBe(0);
    expect(requests).not.toContain("/web.yaml");
    expect(server.comments[0]?.body).toContain("has no entry in");
  });

  test("is a notice for a base without a lock", async () => {
    const result = await review({ head: { "krm-render.lock": lock }, inputs: LOCKED });
    expect(result.code).toBe(0);
    expect(annotations(result)).toEqual([expect.stringMatching(/^notice: .*has no lock, so nothing that it uses is/s)]);
    expect(server.comments[0]?.body).toMatch(
      /^> - \*\*4 pins of `catalog [^`]*`, .*git https.*, .*web\.yaml` and 1 more added\*\* · /m,
    );
  });

  test("shows an edited pin in the box, and what can no longer be compared does not pass the gate", async () => {
    const result = await review({
      base: changed("https", otherDigest),
      head: { "krm-render.lock": lock },
      inputs: { ...LOCKED, "fail-on-danger": "high" },
    });
    const body = server.comments[0]?.body ?? "";
    expect(body).toMatch(/^### 1 target is rendered at the head only · 1 edit of what may run/m);
    expect(body).toMatch(
      /^> - \*\*pin of `https https:\S+\/web\.yaml` changed\*\*: digest `sha256:0{16}…` → `sha256:[0-9a-f]{16}…` · /m,
    );
    expect(result.code).toBe(1);
    expect(annotations(result).filter((each) => each.startsWith("error"))).toEqual([
      expect.stringMatching(/^error: what this change removes from 1 target could not be judged/),
    ]);
  });

  test("fails for a head without a lock", async () => {
    const result = await review({
      base: { "krm-render.lock": lock },
      head: { "krm-render.lock": null },
      inputs: LOCKED,
    });
    expect(result.code).toBe(1);
    expect(annotations(result)).toEqual([expect.stringMatching(/^error: .*there is no lock, and the input locked/s)]);
  });

  test("mentions entries that nothing uses", async () => {
    const unused = changed("https", (entry) => [entry, { ...entry, ref: "https://example.com/old.yaml" } as never]);
    const result = await review({ base: unused, inputs: ALL_LOCKED });
    expect([result.code, annotations(result)]).toEqual([0, [expect.stringMatching(/^notice: .*old\.yaml/s)]]);
  });

  test("grants nothing: a catalog in the lock is not trusted by it", async () => {
    const result = await review({
      base: { "krm-render.lock": lock },
      inputs: { ...ALL_LOCKED, "trusted-catalogs": "" },
    });
    expect(result.outputs["failed"]).toBe("true");
    expect(server.comments[0]?.body).toContain("is not trusted");
  });
});

describe("on an event with secrets that strangers can cause", () => {
  const inputs = { ...LOCKED, "functions-on-privileged-events": "true" };
  const event = "pull_request_target";

  test("the head is held to the lock of the base", async () => {
    const accepted = await review({
      base: { "krm-render.lock": lock },
      head: changed("https", otherDigest),
      inputs,
      event,
    });
    expect([accepted.code, annotations(accepted).filter((each) => each.startsWith("error"))]).toEqual([0, []]);
    const refused = await review({
      base: changed("https", otherDigest),
      head: { "krm-render.lock": lock },
      inputs,
      event,
    });
    expect(refused.outputs["targets-failed"]).toBe("1");
  });

  test("a lock that only the head has does not count", async () => {
    const result = await review({ head: { "krm-render.lock": lock }, inputs, event });
    expect(result.code).toBe(1);
    expect(annotations(result)).toEqual([expect.stringMatching(/^error: .*there is no lock/s)]);
  });
});

describe("lock-out", () => {
  test("writes nothing if a target fails", async () => {
    const head = { "app/kustomization.yaml": "resources: [absent.yaml]\n" };
    const { log, workspace } = await review({ head, inputs: { "lock-out": "out.lock" } });
    expect(log).toContain("the lock is not written, because a target fails");
    expect(() => readFileSync(join(workspace, "out.lock"))).toThrow("ENOENT");
  });

  test.each([
    ["../out.lock", "is neither in the workspace nor in the output directory"],
    [".git/out.lock", "belongs to git"],
    ["link/out.lock", "has the symbolic link link in its path"],
    [".", "contains the workspace"],
  ])("refuses %s", async (file, problem) => {
    const result = await review({
      inputs: { "lock-out": file },
      prepare: (workspace) => symlinkSync("/tmp", join(workspace, "link")),
    });
    expect(result.code).toBe(1);
    expect(annotations(result)).toEqual([expect.stringContaining(`the file "${file}" ${problem}`)]);
  });
});

test.each([
  ["/etc/passwd", "is not a file of the repository"],
  ["../krm-render.lock", "is not a file of the repository"],
  ["yes/", "is not a file of the repository"],
])("locked: %s is invalid", async (locked, problem) => {
  const result = await review({ inputs: { locked } });
  expect(annotations(result)).toEqual([expect.stringContaining(problem)]);
});
