/** `pin` with a git server, a web server, helm and kustomize; docs/specification/lock.md 5.3, 5.6, 5.7. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { webChart } from "../helm/chart.ts";
import { HELM, helm, NO_HELM, serve, writeFiles } from "../helm/tools.ts";
import { findProgram, lackOf } from "../programs.ts";
import { commitAll, git, initRepository, writeContent } from "../sources/fixtures.ts";
import { type GitServer, gitServer } from "../sources/git-server.ts";
import { type HttpServer, httpServer, text } from "../store/http/http-server.ts";
import { unless } from "../unless.ts";
import { configMap, type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

const KUSTOMIZE = findProgram("KUSTOMIZE_BIN");
const compared = unless(lackOf("KUSTOMIZE_BIN"), test);

let directory: Directory;
let served: string;
let server: GitServer;
let web: HttpServer;
let sha: string;
let before: string;

beforeAll(async () => {
  web = await httpServer({ "/file.yaml": text(configMap("file")) });
});
afterAll(() => web.close());

beforeEach(async () => {
  directory = temporaryDirectory();
  served = join(directory.path, "served");
  mkdirSync(join(served, "platform.git"), { recursive: true });
  sha = initRepository(join(served, "platform.git"), {
    files: { "base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": configMap("base") },
  });
  git(join(served, "platform.git"), "tag", "v1");
  git(join(served, "platform.git"), "config", "uploadpack.allowAnySHA1InWant", "true");
  server = await gitServer(served);
  before = `# The shop.\nresources:\n- ${server.url}/platform.git//base?ref=v1   # of the platform team\n- ${web.url}/file.yaml\n`;
  directory.write({ "repo/app/kustomization.yaml": before });
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

const path = (): string => join(directory.path, "repo/app/kustomization.yaml");
const content = (): string => readFileSync(path(), "utf8");
const pinnedText = (): string => before.replace("?ref=v1   # of", `?ref=${sha}   # v1; of`);

test("pin writes commits, and the lock, and nothing else", async () => {
  chmodSync(path(), 0o640);
  const result = await run("pin", "app");
  expect(result).toEqual({
    status: 0,
    stdout: "krm-render.lock\napp/kustomization.yaml\n",
    stderr: "2 files written\n",
  });
  expect(content()).toBe(pinnedText());
  expect(statSync(path()).mode & 0o777).toBe(0o640);
  expect(JSON.parse(readFileSync(join(directory.path, "repo/krm-render.lock"), "utf8")).entries).toMatchObject([
    { kind: "git", ref: `${server.url}/platform.git?ref=${sha}`, digest: sha, usedBy: ["app"] },
    { kind: "https", ref: `${web.url}/file.yaml`, usedBy: ["app"] },
  ]);
  expect(git(join(directory.path, "repo"), "status", "--porcelain")).toBe(
    " M app/kustomization.yaml\n?? krm-render.lock",
  );
});

test("what pin has written builds with --locked, and is fixed", async () => {
  await run("pin", "app");
  writeContent(join(served, "platform.git"), { files: { "base/a.yaml": configMap("moved") } });
  commitAll(join(served, "platform.git"), "second");
  git(join(served, "platform.git"), "tag", "--force", "v1");
  const built = await run("build", "app", "--locked");
  expect(built).toMatchObject({ status: 0, stdout: expect.stringContaining("name: base") });
  expect(await run("pin", "--check", "app")).toEqual({ status: 0, stdout: "", stderr: "nothing moves\n" });
  expect(await run("pin", "app")).toEqual({ status: 0, stdout: "", stderr: "nothing to write\n" });
});

test("--check lists what moves, asks nobody and writes nothing", async () => {
  const requests = web.requests.length;
  const result = await run("pin", "--check", "app");
  expect(result).toEqual({
    status: 1,
    stdout:
      `app/kustomization.yaml:3:3: ${server.url}/platform.git//base?ref=v1 is named neither by a commit nor in the lock\n` +
      `app/kustomization.yaml:4:3: ${web.url}/file.yaml is named neither by a commit nor in the lock\n`,
    stderr: "2 references move\n",
  });
  expect([server.requests.length, web.requests.length - requests]).toEqual([0, 0]);
  expect(content()).toBe(before);
});

test("a reference that cannot be resolved keeps all files as they are", async () => {
  directory.write({
    "repo/app/kustomization.yaml": before.replace("file.yaml", "none.yaml"),
  });
  const { status, stdout, stderr } = await run("pin", "app");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^error: app\/kustomization\.yaml:4:3: .*none\.yaml/);
  expect(content()).toBe(before.replace("file.yaml", "none.yaml"));
  expect(git(join(directory.path, "repo"), "status", "--porcelain", "krm-render.lock")).toBe("");
});

test("a file that cannot be edited fails the command, and the others are written", async () => {
  directory.write({
    "repo/app/kustomization.yaml": `x: &a ${server.url}/platform.git//base?ref=v1\nresources: [*a, ../b]\n`,
  });
  directory.write({ "repo/b/kustomization.yaml": `resources:\n- ${server.url}/platform.git//base?ref=v1\n` });
  const { status, stdout, stderr } = await run("pin", "app");
  expect([status, stdout]).toEqual([1, "b/kustomization.yaml\n"]);
  expect(stderr).toContain("cannot be edited: an alias stands for it");
});

test("programs beside a catalog get their digests", async () => {
  const catalog = (sha256: string): string =>
    `kind: Catalog\napiVersion: config.kubernetes.io/v1alpha1\nspec:\n  krmFunctions:\n  - group: example.com\n    names: {kind: Tool}\n    versions:\n    - name: v1\n      runtime:\n        exec:\n          path: tool.sh${sha256}\n`;
  const tool = "#!/bin/sh\ncat\n";
  directory.write({
    "repo/app/kustomization.yaml": "catalogs: [../catalogs/c.yaml]\n",
    "repo/catalogs/c.yaml": catalog(""),
    "repo/catalogs/tool.sh": tool,
  });
  const written = (): string => readFileSync(join(directory.path, "repo/catalogs/c.yaml"), "utf8");
  expect(await run("pin", "--check", "app")).toMatchObject({
    status: 1,
    stdout: "catalogs/c.yaml:11:11: the executable catalogs/tool.sh has no digest\n",
  });
  expect(await run("pin", "app")).toMatchObject({ status: 0, stdout: "catalogs/c.yaml\n" });
  expect(written()).toBe(catalog(`\n          sha256: ${createHash("sha256").update(tool).digest("hex")}`));
  expect(await run("pin", "--check", "app")).toEqual({ status: 0, stdout: "", stderr: "nothing moves\n" });

  directory.write({ "repo/catalogs/c.yaml": catalog("").replace("tool.sh", "none.sh") });
  const { status, stderr } = await run("pin", "app");
  expect(status).toBe(1);
  expect(stderr).toMatch(/^error: catalogs\/c\.yaml:11:\d+: catalogs\/none\.sh, which a catalog names, does not exist/);
});

describe("with kustomize", () => {
  const kustomize = async (): Promise<string> => {
    const args = ["build", join(directory.path, "repo/app")];
    return (await promisify(execFile)(KUSTOMIZE as string, args)).stdout;
  };

  compared("the pinned file builds to the same bytes", async () => {
    const expected = await kustomize();
    await run("pin", "app");
    expect(content()).toBe(pinnedText());
    expect(await kustomize()).toBe(expected);
    expect((await run("build", "app")).stdout).toBe(expected);
  });

  // docs/specification/lock.md 5.3: kustomize asks the server for a file with this name.
  compared("a digest behind the address of a file breaks the build, so pin writes none", async () => {
    const digest = "0".repeat(64);
    directory.write({ "repo/app/kustomization.yaml": `resources:\n- ${web.url}/file.yaml#sha256=${digest}\n` });
    await expect(kustomize()).rejects.toThrow("404");
    expect(web.requests.at(-1)).not.toBe("/file.yaml");
  });
});

unless(NO_HELM, test)(
  "a range of a chart becomes the version that helm selects, and its digest goes to the lock",
  async () => {
    const packed = join(directory.path, "packed");
    mkdirSync(packed);
    writeFiles(join(directory.path, "source"), webChart("web/"));
    for (const version of ["1.2.3", "1.3.0", "2.0.0"]) {
      helm("package", join(directory.path, "source/web"), "--destination", packed, "--version", version);
    }
    helm("repo", "index", packed);
    const charts = await serve(packed);
    const chart = (version: string): string =>
      `helmCharts:\n- name: web\n  repo: ${charts.url}\n  version: ${version}\n  releaseName: r\n`;
    directory.write({ "repo/app/kustomization.yaml": chart("^1.2.0") });
    expect((await run("pin", "app")).status).toBe(0);
    expect(content()).toBe(chart("1.3.0 # ^1.2.0"));
    const build = await run("build", "app", "--locked", "--enable-helm", "--helm-command", HELM as string);
    expect(build).toMatchObject({ status: 0, stderr: "" });
    await charts.close();
  },
);
