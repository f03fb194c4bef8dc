/** `.krm-render.yaml` on the command line: where it counts, that options win, and what `config` prints. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { withSettings } from "../../src/cli/settings.ts";
import { configMap, type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const FILE = ".krm-render.yaml";
const kustomization = "resources: [map.yaml]\n";
const SHOP = {
  "apps/a/kustomization.yaml": kustomization,
  "apps/a/map.yaml": configMap("a", "one"),
  "apps/b/kustomization.yaml": kustomization,
  "apps/b/map.yaml": configMap("b", "one"),
};
/** A kustomization that is only read without a restriction, and that names an image that nothing has. */
const LAX = {
  "shared/map.yaml": configMap("shared"),
  "apps/lax/kustomization.yaml": "resources: [../../shared/map.yaml]\nimages: [{name: absent, newTag: x}]\n",
};

const made: Directory[] = [];
afterEach(() => {
  for (const directory of made.splice(0)) directory.remove();
});

function repository(files: Record<string, string>): Directory {
  const directory = temporaryDirectory(files);
  made.push(directory);
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("begin");
  return directory;
}

const targetsOf = (stdout: string): string[] => stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);

describe("targets", () => {
  test("of the file are listed, and arguments win", async () => {
    const { path: cwd } = repository({ ...SHOP, [FILE]: "targets: [apps/*, '!apps/b']\n" });
    expect(targetsOf((await krmRender(["targets"], { cwd })).stdout)).toEqual(["apps/a"]);
    expect(targetsOf((await krmRender(["targets", "apps/b"], { cwd })).stdout)).toEqual(["apps/b"]);
  });

  test("are relative to the top, wherever the command runs", async () => {
    const { path } = repository({ ...SHOP, [FILE]: "targets: apps/b\n" });
    expect(targetsOf((await krmRender(["targets"], { cwd: `${path}/apps/a` })).stdout)).toEqual(["apps/b"]);
  });

  test("count for what has changed", async () => {
    const directory = repository({ ...SHOP, [FILE]: "targets: apps/b\n" });
    directory.write({ "apps/a/map.yaml": configMap("a", "two"), "apps/b/map.yaml": configMap("b", "two") });
    const { stdout } = await krmRender(["targets", "--changed-since", "HEAD"], { cwd: directory.path });
    expect(targetsOf(stdout)).toEqual(["apps/b"]);
  });

  test("count through a link within the repository, and a link that leads nowhere is told by each command", async () => {
    const directory = repository({ ...SHOP, "conf/krm.yaml": "targets: apps/b\n" });
    const cwd = directory.path;
    symlinkSync("conf/krm.yaml", join(cwd, FILE));
    directory.commit("link");
    directory.write({ "apps/a/map.yaml": configMap("a", "two"), "apps/b/map.yaml": configMap("b", "two") });
    directory.commit("change");
    expect(targetsOf((await krmRender(["targets"], { cwd })).stdout)).toEqual(["apps/b"]);
    const since = ["targets", "--changed-since", "HEAD~1", "--head", "HEAD"];
    expect(targetsOf((await krmRender(since, { cwd })).stdout)).toEqual(["apps/b"]);
    directory.git("rm", "--quiet", "conf/krm.yaml");
    directory.commit("nowhere");
    for (const command of [["targets"], ["config"], ["doctor"], since]) {
      const { status, stdout, stderr } = await krmRender(command, { cwd });
      expect(status).toBe(1);
      expect(stdout + stderr).toContain(".krm-render.yaml: is a link that leads to no file of the repository");
    }
  });

  test("fail for a file with mistakes", async () => {
    const { path: cwd } = repository({ ...SHOP, [FILE]: "target: apps/b\n" });
    const { status, stderr } = await krmRender(["targets"], { cwd });
    expect([status, stderr]).toEqual([
      1,
      'error: .krm-render.yaml:1:1: unknown field "target" in this configuration\n  hint: Did you mean `targets`?\n',
    ]);
  });
});

test("fail-on of the file is about the step, and not the option about the results of functions", () => {
  const settings = new Map([
    ["fail-on", { values: ["never"] }],
    ["strict", { values: ["true"] }],
  ]);
  const filled = withSettings({ arguments: [], value: () => undefined, values: () => [], has: () => false }, settings);
  expect([filled.value("fail-on"), filled.has("strict")]).toEqual([undefined, true]);
});

describe("render", () => {
  test("takes targets, the load restrictor and strictness from the file, and options win", async () => {
    const { path: cwd } = repository({
      ...SHOP,
      ...LAX,
      [FILE]: "targets: apps/lax\nload-restrictor: LoadRestrictionsNone\nstrict: true\n",
    });
    const strict = await krmRender(["render", "--output-dir", "out"], { cwd });
    expect([strict.status, strict.stderr.includes("absent")]).toEqual([1, true]);
    const lax = await krmRender(["render", "--output-dir", "out", "--strict=false"], { cwd });
    expect(lax.status).toBe(0);
    const option = "--load-restrictor=LoadRestrictionsRootOnly";
    const restricted = await krmRender(["render", "--output-dir", "out", "--strict=false", option], { cwd });
    expect(restricted.status).toBe(1);
  });

  test("build does not read the file", async () => {
    const { path: cwd } = repository({
      ...SHOP,
      ...LAX,
      [FILE]: "nonsense: 1\nload-restrictor: LoadRestrictionsNone\n",
    });
    expect((await krmRender(["build", "apps/a"], { cwd })).status).toBe(0);
    expect((await krmRender(["build", "apps/lax"], { cwd })).status).toBe(1);
  });
});

describe("diff", () => {
  const changed = { "apps/a/map.yaml": configMap("a", "two"), "apps/b/map.yaml": configMap("b", "two") };
  const pathsIn = (stdout: string): string[] =>
    (JSON.parse(stdout) as { targets: { path: string }[] }).targets.map(({ path }) => path);
  const diff = (cwd: string, ...more: string[]) =>
    krmRender(["diff", "--base", "HEAD", "--format", "json", ...more], { cwd });

  test("takes targets from the head, and arguments win", async () => {
    const directory = repository({ ...SHOP, [FILE]: "targets: apps/a\n" });
    directory.write({ ...changed, [FILE]: "targets: apps/b\n" });
    expect(pathsIn((await diff(directory.path)).stdout)).toEqual(["apps/b"]);
    expect(pathsIn((await diff(directory.path, "apps/a")).stdout)).toEqual(["apps/a"]);
  });

  test("takes the gate from the base, and options win", async () => {
    const claim = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: x}\nspec: {}\n";
    const directory = repository({
      "a/kustomization.yaml": kustomization,
      "a/map.yaml": claim,
      [FILE]: "fail-on-danger: high\n",
    });
    directory.write({ "a/map.yaml": configMap("x"), [FILE]: "fail-on-danger: never\n" });
    expect((await diff(directory.path)).status).toBe(1);
    expect((await diff(directory.path, "--fail-on-danger", "never")).status).toBe(0);
    directory.write({ "other.yaml": "fail-on-danger: never\n" });
    expect((await diff(directory.path, "--configuration", "other.yaml")).status).toBe(0);
  });
});

describe("config", () => {
  test.each([false, true])("prints what is set with its place; all settings: %s", async (isAll) => {
    const directory = repository({
      ...SHOP,
      [FILE]:
        "strict: true\nisolate-functions: require\nfunction-timeout: 2m\ndangers:\n  silence:\n  - {rule: removed-pvc, reason: moved}\n",
    });
    directory.write({ [FILE]: "strict: false\ntargets:\n- apps/a\n- apps/b\n" });
    const { status, stdout } = await krmRender(["config", ...(isAll ? ["--all"] : [])], {
      cwd: directory.path,
      env: {
        INPUT_REMOTE: "public",
        "INPUT_OUTPUT-DIR": "krm-render-report",
        INPUT_SETTINGS: "total-timeout: 2h\nisolate-functions: never\nfunction-timeout: 1m\n",
      },
    });
    const base = `main (${directory.git("rev-parse", "--short=7", "HEAD")})`;
    expect(status).toBe(0);
    const rows = stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(rows).toEqual(
      expect.arrayContaining([
        ["targets", "apps/a, apps/b", `${FILE}:3 of the working tree`],
        ["strict", "true", expect.stringMatching(new RegExp(`^${FILE}:1 of main`))],
        ["remote", "public", "workflow"],
        ["total-timeout", "2h", "workflow"],
        ["isolate-functions", "require", expect.stringMatching(new RegExp(`^${FILE}:2 of main`))],
        ["function-timeout", "1m", "workflow"],
        ["dangers.silence", "removed-pvc: moved", expect.stringMatching(new RegExp(`^${FILE}:6 of main`))],
      ]),
    );
    const defaults = [
      ["timeout", "5m", "default"],
      ["artifact-name", "-", "default"],
      ["output-dir", "krm-render-report", "default"],
    ];
    expect(rows).toEqual((isAll ? expect : expect.not).arrayContaining(defaults));
    expect(stdout.includes("settings have their defaults: `krm-render config --all` prints them.\n")).toBe(!isAll);
    expect(base).toMatch(/^main/);
  });

  test("says which edits do not count before they are merged", async () => {
    const base = "fail-on: never\nstrict: true\ndangers:\n  silence:\n  - {rule: removed-pvc, reason: moved}\n";
    const directory = repository({ ...SHOP, [FILE]: base });
    const edited = "targets: apps/a\nfail-on: warning\nredact: /data/a\nnoise: {off: [checksums]}\n";
    directory.write({ [FILE]: `${edited}dangers: {levels: {removed-pvc: low}}\n` });
    const { stdout } = await krmRender(["config"], { cwd: directory.path });
    const [inForce = "", pending = ""] = stdout.split("\nNot in force before it is merged:\n");
    expect(inForce).toMatch(/^targets +apps\/a +\.krm-render\.yaml:1 of the working tree$/m);
    expect(inForce).toMatch(/^fail-on +never +\.krm-render\.yaml:1 of main/m);
    const rows = pending.split("\n").map((line) => line.split(/ {2,}/));
    const place = (line: number): unknown => expect.stringMatching(new RegExp(`^${FILE}:${line} of the working tree$`));
    expect(rows.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))).toEqual([
      [""],
      ["dangers.levels", "added: removed-pvc: low", `${FILE} of the working tree`],
      ["dangers.silence", "removed: removed-pvc: moved", expect.stringMatching(/:5 of main/)],
      ["fail-on", "changed: warning", place(2)],
      ["noise", "added: checksums", `${FILE} of the working tree`],
      ["redaction", "added: /data/a", place(3)],
      ["strict", "removed: true", expect.stringMatching(/:2 of main/)],
    ]);
    const asJson = await krmRender(["config", "--format", "json", "--privileged"], { cwd: directory.path });
    const { pending: all } = JSON.parse(asJson.stdout) as { pending: { name: string }[] };
    expect(all.map(({ name }) => name)).toContain("targets");
  });

  test("a default that the workflow itself sets counts before the file", async () => {
    const { path: cwd } = repository({ ...SHOP, [FILE]: "fail-on: never\n" });
    const { stdout } = await krmRender(["config"], { cwd, env: { "INPUT_FAIL-ON": "error" } });
    expect(stdout).toMatch(/^fail-on +error +workflow$/m);
    const { status, stderr } = await krmRender(["config"], {
      cwd,
      env: { "INPUT_FAIL-ON": "error", INPUT_SETTINGS: "fail-on: never" },
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining("fail-on: it is also set under the input settings")]);
  });

  test("prints no token", async () => {
    const { path: cwd } = repository(SHOP);
    const { stdout } = await krmRender(["config"], { cwd, env: { "INPUT_GITHUB-TOKEN": "ghs_secret" } });
    expect(stdout).toMatch(/^github-token +\(set\) +workflow$/m);
    expect(stdout).not.toContain("ghs_secret");
  });

  test("as JSON, and all of the base where it is privileged", async () => {
    const directory = repository({ ...SHOP, [FILE]: "targets: apps/a\n" });
    directory.write({ [FILE]: "targets: apps/b\n" });
    const targets = async (...more: string[]) => {
      const { stdout } = await krmRender(["config", "--format", "json", ...more], { cwd: directory.path });
      const { version, settings } = JSON.parse(stdout) as {
        version: number;
        settings: { name: string; value: string[] }[];
      };
      return [version, settings.find(({ name }) => name === "targets")?.value];
    };
    expect(await targets()).toEqual([1, ["apps/b"]]);
    expect(await targets("--privileged")).toEqual([1, ["apps/a"]]);
  });

  test("tells mistakes, and fails", async () => {
    const { path: cwd } = repository({ ...SHOP, [FILE]: "remote: true\n" });
    const { status, stderr } = await krmRender(["config"], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain("`remote` cannot be set in this file: only the workflow says what may run or be reached");
  });

  test("outside of a repository", async () => {
    const directory = temporaryDirectory({ ...SHOP, [FILE]: "strict: true\n" });
    made.push(directory);
    const { status, stdout, stderr } = await krmRender(["config"], {
      cwd: directory.path,
      env: { GIT_CEILING_DIRECTORIES: "/" },
    });
    expect([status, stderr]).toEqual([0, "no base is found, so the files at hand count for everything\n"]);
    expect(stdout).toMatch(/^strict +true +\.krm-render\.yaml:1 of /m);
  });
});
