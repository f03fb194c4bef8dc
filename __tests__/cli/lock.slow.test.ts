/** `--lock-out` and `--locked` with a git server, a web server and helm; docs/specification/lock.md 3, 4. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { webChart } from "../helm/chart.ts";
import { HELM, helm, NO_HELM, serve, writeFiles } from "../helm/tools.ts";
import { commitAll, git, initRepository, writeContent } from "../sources/fixtures.ts";
import { type GitServer, gitServer } from "../sources/git-server.ts";
import { type HttpServer, httpServer } from "../store/http/http-server.ts";
import { unless } from "../unless.ts";
import { configMap, type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

let directory: Directory;
let served: string;
let server: GitServer;
let web: HttpServer;
let content = configMap("file");
let sha: string;

beforeAll(async () => {
  web = await httpServer({ "/file.yaml": (_, response) => void response.end(content) });
});
afterAll(() => web.close());

beforeEach(async () => {
  content = configMap("file");
  directory = temporaryDirectory();
  served = join(directory.path, "served");
  mkdirSync(join(served, "platform"), { recursive: true });
  sha = initRepository(join(served, "platform"), {
    files: { "base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": configMap("base") },
  });
  git(join(served, "platform"), "tag", "v1");
  server = await gitServer(served);
  const base = `${server.url}/platform//base?ref=v1`;
  directory.write({
    "repo/apps/one/kustomization.yaml": `resources:\n- ${base}\n- ${web.url}/file.yaml\n`,
    "repo/apps/two/kustomization.yaml": "namePrefix: two-\nresources: [../../shared]\n",
    "repo/apps/three/kustomization.yaml": "namePrefix: three-\nresources: [../../shared]\n",
    "repo/apps/four/kustomization.yaml": "namePrefix: four-\nresources: [../../shared]\n",
    "repo/shared/kustomization.yaml": `resources: ["${base}"]\n`,
  });
  git(join(directory.path, "repo"), "init", "-q", "-b", "main");
  commitAll(join(directory.path, "repo"), "first");
});

afterEach(async () => {
  await server.close();
  directory.remove();
});

function run(...args: string[]): Promise<Result> {
  return krmRender(args, {
    cwd: join(directory.path, "repo"),
    env: { XDG_CACHE_HOME: join(directory.path, "caches") },
  });
}

const render = (...args: string[]): Promise<Result> => run("render", "--output-dir", "../out", ...args);
const lockText = (): string => readFileSync(join(directory.path, "repo/krm-render.lock"), "utf8");

function moveBranchAndTag(): string {
  writeContent(join(served, "platform"), { files: { "base/a.yaml": configMap("moved") } });
  const moved = commitAll(join(served, "platform"), "second");
  git(join(served, "platform"), "tag", "--force", "v1");
  return moved;
}

describe("--lock-out", () => {
  test("names every remote source, its digest, and all targets that use it", async () => {
    const { status, stderr } = await render("--lock-out", "krm-render.lock");
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("error")]);
    expect(JSON.parse(lockText())).toEqual({
      version: 1,
      entries: [
        {
          kind: "git",
          ref: `${server.url}/platform?ref=v1`,
          digest: sha,
          // The shared directory is built once, and its uses count for each target all the same.
          usedBy: ["apps/four", "apps/one", "apps/three", "apps/two"],
        },
        {
          kind: "https",
          ref: `${web.url}/file.yaml`,
          digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          usedBy: ["apps/one"],
        },
      ],
    });
  });

  test("of build names the target from the top of the repository, as render does", async () => {
    await run("build", "apps/two", "--lock-out", "krm-render.lock");
    expect(JSON.parse(lockText()).entries).toMatchObject([{ kind: "git", digest: sha, usedBy: ["apps/two"] }]);
  });

  test("is not written if a target fails", async () => {
    directory.write({ "repo/broken/kustomization.yaml": "resources: [nothing.yaml]\n" });
    expect((await render("--lock-out", "krm-render.lock")).status).toBe(1);
    expect(lockText).toThrow("ENOENT");
  });
});

describe("--locked", () => {
  beforeEach(async () => {
    expect((await render("--lock-out", "krm-render.lock")).status).toBe(0);
  });

  test("passes while nothing has changed", async () => {
    expect(await run("build", "apps/one", "--locked")).toMatchObject({ status: 0 });
    expect(await render("--locked")).toMatchObject({ status: 0 });
    expect(await run("build", "apps/one", "--locked=krm-render.lock")).toMatchObject({ status: 0 });
  });

  test("passes for an address that is a repository and could be a file", async () => {
    directory.write({ "repo/apps/one/kustomization.yaml": `resources: ["${server.url}/platform/base"]\n` });
    initRepository(join(served, "platform/base"), { files: { "kustomization.yaml": "resources: []\n", a: "" } });
    const out = await run("build", "apps/one", "--lock-out", "krm-render.lock");
    const { status, stderr } = await run("build", "apps/one", "--locked");
    expect([out.status, status, stderr]).toEqual([0, 0, expect.not.stringContaining("lock")]);
    expect(JSON.parse(lockText()).entries).toMatchObject([{ kind: "git" }]);
  });

  test("refuses a tag that has moved, at the place of its address", async () => {
    const moved = moveBranchAndTag();
    const { status, stdout, stderr } = await run("build", "apps/one", "--locked");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      `error: apps/one/kustomization.yaml:2:3: git ${server.url}/platform?ref=v1 is ${moved}, and krm-render.lock has ${sha}`,
    );
  });

  test("refuses a file that has changed", async () => {
    content = configMap("changed");
    const { status, stderr } = await run("build", "apps/one", "--locked");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/kustomization\.yaml:3:3: https .* is sha256:/)]);
  });

  test("requests nothing that has no entry", async () => {
    directory.write({ "repo/apps/one/kustomization.yaml": `resources: ["${web.url}/other.yaml"]\n` });
    const before = web.requests.length;
    const { status, stderr } = await run("build", "apps/one", "--locked");
    expect([status, stderr]).toEqual([1, expect.stringContaining("other.yaml has no entry in krm-render.lock")]);
    expect(web.requests.length).toBe(before);
  });

  test("grants nothing: a file behind a digest is checked all the same", async () => {
    const wrong = "0".repeat(64);
    directory.write({ "repo/apps/one/kustomization.yaml": `resources: ["${web.url}/file.yaml#sha256=${wrong}"]\n` });
    const { status, stderr } = await run("build", "apps/one", "--locked");
    expect([status, stderr]).toEqual([1, expect.stringContaining("not the one of its reference")]);
  });

  test("notices entries that nothing uses any more", async () => {
    directory.write({ "repo/apps/one/kustomization.yaml": "resources: [../../shared]\n" });
    const { status, stderr } = await run("build", "apps/one", "--locked");
    expect([status, stderr]).toEqual([0, expect.stringContaining(`uses these entries of the lock: https ${web.url}`)]);
    expect(stderr).not.toContain("lock: git");
  });

  test("fails without a lock", async () => {
    const { status, stderr } = await run("build", "apps/one", "--locked=other.lock");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("error: other.lock: there is no lock, and --locked needs one"),
    ]);
  });

  test("fails for a lock that is not valid", async () => {
    directory.write({ "repo/krm-render.lock": '{\n  "version": 1,\n  "entries": 1\n}\n' });
    const { status, stderr } = await render("--locked");
    expect([status, stderr]).toEqual([1, expect.stringContaining("krm-render.lock:3:14: `entries` is not a list")]);
  });
});

describe("diff --locked", () => {
  const repo = (): string => join(directory.path, "repo");
  const diff = (...args: string[]): Promise<Result> =>
    run("diff", "apps/one", "--base", "HEAD~1", "--head", "HEAD", ...args);

  test("holds each side to the lock of its own revision", async () => {
    await render("--lock-out", "krm-render.lock");
    commitAll(repo(), "lock");
    writeContent(repo(), {
      files: { "apps/one/kustomization.yaml": `resources: ["${server.url}/platform//base?ref=v2"]\n` },
    });
    git(join(served, "platform"), "tag", "v2");
    await run("build", "apps/one", "--lock-out", "krm-render.lock");
    commitAll(repo(), "use v2");
    // The lock of the head lacks what the base uses, and the reverse.
    const { status, stderr } = await diff("--locked");
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("no entry")]);
    expect((await diff("--locked", "--head", "HEAD~1")).status).toBe(0);
  });

  test("fails for a head that uses more than its lock has", async () => {
    await render("--lock-out", "krm-render.lock");
    commitAll(repo(), "lock");
    directory.write({ "repo/apps/one/kustomization.yaml": `resources: ["${server.url}/platform//base?ref=main"]\n` });
    commitAll(repo(), "use main");
    const { status, stderr } = await diff("--locked");
    expect([status, stderr]).toEqual([1, expect.stringContaining("platform?ref=main has no entry in krm-render.lock")]);
  });

  test("compares with a base that has no lock, and says so", async () => {
    await render("--lock-out", "krm-render.lock");
    commitAll(repo(), "lock");
    const { status, stderr } = await diff("--locked");
    expect([status, stderr]).toEqual([0, expect.stringContaining("has no lock, so nothing that it uses is checked")]);
  });

  test("fails for a head without a lock", async () => {
    commitAll(repo(), "no lock");
    const { status, stderr } = await diff("--locked");
    expect([status, stderr]).toEqual([1, expect.stringContaining("krm-render.lock: there is no lock")]);
  });
});

unless(NO_HELM, describe)("charts", () => {
  let charts: Awaited<ReturnType<typeof serve>>;
  const build = (...args: string[]): Promise<Result> =>
    run("build", "chart", "--enable-helm", "--helm-command", HELM as string, ...args);
  const pack = (more: Record<string, string> = {}): void => {
    const packed = join(directory.path, "packed");
    writeFiles(join(directory.path, "source"), webChart("web/", more));
    mkdirSync(packed, { recursive: true });
    helm("package", join(directory.path, "source/web"), "--destination", packed);
    helm("repo", "index", packed);
  };

  beforeEach(async () => {
    pack();
    charts = await serve(join(directory.path, "packed"));
    directory.write({
      "repo/chart/kustomization.yaml": `helmCharts:\n- name: web\n  releaseName: r\n  version: ~1.2\n  repo: ${charts.url}\n`,
    });
  });
  afterEach(() => charts.close());

  test("are locked by their content", async () => {
    expect((await build("--lock-out", "krm-render.lock")).stderr).toBe("");
    expect(JSON.parse(lockText()).entries).toMatchObject([
      { kind: "chart", ref: `${charts.url}/web?version=~1.2`, usedBy: ["chart"] },
    ]);
    expect((await build("--locked")).status).toBe(0);
    pack({ "templates/more.yaml": configMap("more") });
    // docs/specification/helm-charts.md 5.6: the store has the chart of the lock, so nobody is asked for it.
    charts.requests.length = 0;
    expect([(await build("--locked")).status, charts.requests]).toEqual([0, []]);
    rmSync(join(directory.path, "caches"), { recursive: true });
    const { status, stderr } = await build("--locked");
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/chart web: chart .* is sha256:.*krm-render\.lock has/),
    ]);
  });
});
