/** `krm-render init` and `krm-render doctor`, as a new user runs them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const WORKFLOW = ".github/workflows/krm-render.yaml";
const FILES = {
  "apps/web/base/kustomization.yaml": "resources: [map.yaml]\n",
  "apps/web/base/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n",
  "apps/web/prod/kustomization.yaml": "resources: [../base]\n",
};

const made: Directory[] = [];
afterEach(() => {
  for (const directory of made.splice(0)) directory.remove();
});

function repository(files: Record<string, string> = FILES): Directory {
  const directory = temporaryDirectory(files);
  made.push(directory);
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("begin");
  return directory;
}

const filesIn = ({ path }: Directory): string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith(".git/") && name !== ".git")
    .sort();

describe("init", () => {
  test("changes nothing without --write, and shows a patch that git applies", async () => {
    const directory = repository();
    const before = filesIn(directory);
    const { status, stdout, stderr } = await krmRender(["init"], { cwd: directory.path });
    expect([status, filesIn(directory)]).toEqual([0, before]);
    expect(stderr).toContain("1 target: apps/web/prod. It includes 1 other kustomization.");
    expect(stderr).toContain("It builds as it is.");
    expect(stderr).toContain("Nothing is written yet.");
    execFileSync("git", ["apply", "-"], { cwd: directory.path, input: stdout });
    expect(existsSync(join(directory.path, WORKFLOW))).toBe(true);
  });

  test("writes what it showed, and nothing when it runs again", async () => {
    const directory = repository({
      ...FILES,
      "a.yaml":
        "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec: {source: {path: apps/web/base}}\n",
    });
    const shown = await krmRender(["init"], { cwd: directory.path });
    const { status, stdout } = await krmRender(["init", "--write"], { cwd: join(directory.path, "apps") });
    expect([status, stdout]).toEqual([0, shown.stdout]);
    for (const path of [WORKFLOW, ".krm-render.yaml"]) {
      const text = readFileSync(join(directory.path, path), "utf8");
      expect(stdout).toContain(text.replaceAll(/^/gm, "+").replace(/\+$/, ""));
    }
    directory.git("add", "--all");
    const again = await krmRender(["init", "--write"], { cwd: directory.path });
    expect([again.status, again.stdout, directory.git("diff", "--stat")]).toEqual([0, "", ""]);
    expect(directory.git("ls-files", "--others")).toBe("");
    expect(again.stderr).toContain(`${WORKFLOW} runs krm-render, and needs no change.`);
  });

  test("never overwrites a file", async () => {
    const directory = repository({ ...FILES, [WORKFLOW]: "on: push\njobs: {}\n" });
    const { status, stdout, stderr } = await krmRender(["init", "--write"], { cwd: directory.path });
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toContain(`${WORKFLOW}: the file exists and does not run krm-render, so it is left as it is`);
    expect(readFileSync(join(directory.path, WORKFLOW), "utf8")).toBe("on: push\njobs: {}\n");
  });

  test("writes through no link", async () => {
    const directory = repository();
    const elsewhere = temporaryDirectory();
    made.push(elsewhere);
    symlinkSync(elsewhere.path, join(directory.path, ".github"));
    const { status, stderr } = await krmRender(["init", "--write"], { cwd: directory.path });
    expect(status).toBe(1);
    expect(stderr).toContain(".github is no directory, so nothing is written below it");
    expect(readdirSync(elsewhere.path)).toEqual([]);
  });

  test("says what is in its way where .github is a file", async () => {
    const directory = repository({ ...FILES, ".github": "" });
    expect((await krmRender(["init"], { cwd: directory.path })).status).toBe(0);
    const { status, stderr } = await krmRender(["init", "--write"], { cwd: directory.path });
    expect(status).toBe(1);
    expect(stderr).toContain(".github is no directory, so nothing is written below it");
    expect(stderr).not.toContain("defect");
  });

  test("writes through no link that leads nowhere", async () => {
    const directory = repository();
    mkdirSync(join(directory.path, ".github/workflows"), { recursive: true });
    symlinkSync(join(directory.path, "elsewhere"), join(directory.path, WORKFLOW));
    const { stdout } = await krmRender(["init", "--write"], { cwd: directory.path });
    expect([stdout, existsSync(join(directory.path, "elsewhere"))]).toEqual(["", false]);
  });

  test("says what cannot be rendered, and what that takes", async () => {
    const directory = repository({
      "charts/kustomization.yaml": "helmCharts: [{name: c, repo: https://charts.example.com, version: 1.0.0}]\n",
      "remote/kustomization.yaml": "resources:\n- https://github.com/a/b?ref=v1\n",
      "broken/kustomization.yaml": "resources: [absent.yaml]\n",
    });
    const { status, stdout, stderr } = await krmRender(["init"], { cwd: directory.path });
    expect(status).toBe(0);
    expect(stderr).toContain("0 of 3 targets build as they are. The others:");
    expect(stderr).toMatch(/ {4}charts needs helm: the action inflates charts of the repository\n/);
    expect(stderr).toMatch(
      / {4}remote needs other repositories: the action fetches what the default branch uses over https\n/,
    );
    expect(stderr).toMatch(/ {4}1 has a mistake: broken\/kustomization.yaml:1:\d+: /);
    // What the default branch uses is fetched by default.
    expect(stdout).not.toContain("remote: public");
  });

  test("builds deployments as Flux does, and ends no sentence with two dots", async () => {
    const flux = (name: string, path: string): string =>
      `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}}\nspec:\n  path: ${path}\n  sourceRef: {kind: GitRepository, name: flux-system}\n`;
    const directory = repository({
      "kustomization.yaml": "resources:\n- https://github.com/a/b?ref=v1\n",
      "apps/web/kustomization.yaml": "resources: [../../shared/map.yaml]\n",
      "shared/map.yaml": FILES["apps/web/base/map.yaml"],
      "clusters/prod/web.yaml": flux("web", "./apps/web"),
      "clusters/prod/top.yaml": flux("top", "./"),
    });
    const { stdout, stderr } = await krmRender(["init", "--write"], { cwd: directory.path });
    expect(stderr).toContain(
      "2 deployments of Flux in 1 cluster: prod, from clusters/prod/top.yaml, clusters/prod/web.yaml.\n",
    );
    expect(stderr).toContain("1 of 2 Kustomizations is rendered as Flux applies it. The others:\n");
    const needs = "needs other repositories: the action fetches what the default branch uses over https\n";
    expect(stderr).toContain(`flux://prod/flux-system/top ${needs}`);
    expect(stderr).not.toMatch(/\.\.\n/);
    expect(stdout).not.toContain(".krm-render.yaml");
    const { stdout: told } = await krmRender(["doctor"], { cwd: directory.path });
    expect(told).toContain(`ok       the target "flux://prod/flux-system/top" ${needs}`);
    expect(told).not.toMatch(/\bremote\b/);
  });

  test("a directory without kustomizations", async () => {
    const directory = repository({ "README.md": "x\n" });
    const { status, stdout, stderr } = await krmRender(["init", "--write"], { cwd: directory.path });
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("there is nothing to render");
  });
});

describe("doctor", () => {
  test("has no problem with a repository that init has set up", async () => {
    const directory = repository();
    directory.git("remote", "add", "origin", directory.path);
    directory.git("fetch", "--quiet", "origin");
    directory.git("remote", "set-head", "origin", "--auto");
    await krmRender(["init", "--write"], { cwd: directory.path });
    const { status, stdout, stderr } = await krmRender(["doctor"], { cwd: directory.path });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("ok       the base origin/main is in the clone\n");
    expect(stdout).toContain(`ok       ${WORKFLOW} has the permissions and steps that it needs\n`);
    expect(stdout).toContain("ok       1 target, which builds as it is\n");
  });

  test("finds the base of a repository without origin, as diff does", async () => {
    const directory = repository();
    const { stdout } = await krmRender(["doctor"], { cwd: directory.path });
    expect(stdout).toContain("ok       the base main is in the clone\n");
    directory.git("branch", "--move", "main", "trunk");
    const { stdout: told } = await krmRender(["doctor"], { cwd: directory.path });
    expect(told).toMatch(/^warning {2}the clone does not know the default branch of origin.*\n.*`diff --base`\.$/m);
  });

  test("finds the base of a clone of one branch when its remedies are followed", async () => {
    const origin = repository();
    origin.git("checkout", "--quiet", "-b", "topic");
    origin.commit("change");
    origin.git("checkout", "--quiet", "main");
    const home = temporaryDirectory();
    made.push(home);
    home.git("clone", "--quiet", "--depth=1", "--branch=topic", `file://${origin.path}`, "clone");
    const cwd = join(home.path, "clone");
    const about = async (): Promise<string> => {
      const { stdout } = await krmRender(["doctor"], { cwd });
      return /^.*(?:the clone |the base ).*\n(?: .*\n)?/m.exec(stdout)?.[0] ?? "";
    };
    for (const problem of ["does not know the default branch of origin", "lacks the base origin/main"]) {
      const told = await about();
      expect(told).toContain(problem);
      execFileSync("sh", ["-c", /Run `([^`]*)`/.exec(told)?.[1] ?? "false"], { cwd, stdio: "pipe" });
    }
    expect(await about()).toBe("ok       the base origin/main is in the clone\n");
  });

  test("fails for a mistake, with what to do", async () => {
    const directory = repository({ ...FILES, ".krm-render.yaml": "dangrs: {}\n" });
    const { status, stdout } = await krmRender(["doctor"], { cwd: directory.path });
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^problem {2}\.krm-render\.yaml:1:1: unknown field "dangrs".*\n {9}Did you mean `dangers`\?$/m,
    );
  });

  test("outside of a repository", async () => {
    const directory = temporaryDirectory();
    made.push(directory);
    const { status, stdout } = await krmRender(["doctor"], {
      cwd: directory.path,
      env: { GIT_CEILING_DIRECTORIES: "/" },
    });
    expect(status).toBe(1);
    expect(stdout).toContain("problem  this is no git repository\n");
    expect(stdout).toContain("problem  there are no targets");
  });

  test("in a step of a pull request from a fork, in a shallow clone", async () => {
    const origin = repository();
    const base = origin.git("rev-parse", "HEAD");
    const head = origin.commit("change");
    const clone = temporaryDirectory();
    made.push(clone);
    clone.git("clone", "--quiet", "--depth=1", `file://${origin.path}`, "repository");
    const sides = { head: { sha: head, repo: { id: 2 } }, base: { sha: base, ref: "main" } };
    const event = { pull_request: { number: 7, ...sides }, repository: { id: 1 } };
    writeFileSync(join(clone.path, "event.json"), JSON.stringify(event));
    const env = {
      GITHUB_ACTIONS: "true",
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: join(clone.path, "event.json"),
      GITHUB_WORKSPACE: join(clone.path, "repository"),
    };
    const { stdout } = await krmRender(["doctor"], { cwd: join(clone.path, "repository"), env });
    expect(stdout).toContain(
      `ok       the clone lacks the base main (${base.slice(0, 7)}), or the history up to it; the action fetches it\n`,
    );
    expect(stdout).toContain("warning  the pull request comes from a fork");
    expect(stdout).toContain("ok       this step has no token");
  });
});
