/** What `--output` and `--output-dir` replace, and what a full disk leaves; docs/specification/command-line.md 2.1, 2.2. */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { writeResourceFiles } from "../../src/cli/commands/build-output.ts";
import { writeOrReplace } from "../../src/cli/commands/output-file.ts";
import type { CreateFile } from "../../src/render/index.ts";
import { smallDisk } from "../small-disk.ts";
import { NO_PROC, unless } from "../unless.ts";
import { configMap, krmRender, temporaryDirectory } from "./terminal.ts";

let cwd: string;

beforeEach(() => {
  const directory = temporaryDirectory({
    "base/kustomization.yaml": "resources: [a.yaml, b.yaml]\n",
    "base/a.yaml": configMap("a"),
    "base/b.yaml": configMap("b"),
    "outside/precious": "kept",
  });
  cwd = directory.path;
  made.push(() => directory.remove());
});
const made: (() => void)[] = [];
afterAll(() => {
  for (const remove of made) remove();
});

const textOf = (path: string): string => readFileSync(join(cwd, path), "utf8");
const both = `${configMap("a")}---\n${configMap("b")}`;

describe("symlinks", () => {
  test("of the name of a file are replaced", async () => {
    symlinkSync("outside/precious", join(cwd, "out.yaml"));
    expect(await krmRender(["build", "base", "-o", "out.yaml"], { cwd })).toMatchObject({ status: 0, stderr: "" });
    expect([textOf("outside/precious"), textOf("out.yaml")]).toEqual(["kept", both]);
    expect(lstatSync(join(cwd, "out.yaml")).isSymbolicLink()).toBe(false);
  });

  test("that lead to nothing make no file elsewhere", async () => {
    symlinkSync("outside/new", join(cwd, "out.yaml"));
    await krmRender(["build", "base", "-o", "out.yaml"], { cwd });
    expect(textOf("out.yaml")).toBe(both);
    expect(readdirSync(join(cwd, "outside"))).toEqual(["precious"]);
  });

  test("in a directory are replaced, and a pipe there is not waited for", async () => {
    mkdirSync(join(cwd, "out"));
    symlinkSync("../outside/precious", join(cwd, "out/v1_configmap_a.yaml"));
    execFileSync("mkfifo", [join(cwd, "out/v1_configmap_b.yaml")]);
    expect(await krmRender(["build", "base", "-o", "out"], { cwd })).toMatchObject({ status: 0, stderr: "" });
    expect(textOf("outside/precious")).toBe("kept");
    expect(textOf("out/v1_configmap_a.yaml")).toBe(configMap("a"));
    expect(textOf("out/v1_configmap_b.yaml")).toBe(configMap("b"));
  });

  test("in the output directory of render are not followed, and cost their target only", async () => {
    mkdirSync(join(cwd, "out"));
    symlinkSync("../outside", join(cwd, "out/apps"));
    mkdirSync(join(cwd, "apps/web"), { recursive: true });
    writeFileSync(join(cwd, "apps/web/kustomization.yaml"), "resources: [a.yaml]\n");
    writeFileSync(join(cwd, "apps/web/a.yaml"), configMap("web"));
    const { status, stderr } = await krmRender(["render", "--output-dir", "out"], { cwd });
    expect(status).toBe(1);
    expect(stderr).toContain("apps in the output directory is a symbolic link");
    expect(stderr).toContain("1 of 2 targets were rendered; failed: apps/web\n");
    expect(textOf("out/base.yaml")).toBe(both);
    expect(readdirSync(join(cwd, "outside"))).toEqual(["precious"]);
    const { targets } = JSON.parse(textOf("out/report.json")) as { targets: { path: string; status: string }[] };
    expect(targets.map(({ path, status: of }) => `${path} ${of}`)).toEqual(["apps/web failed", "base rendered"]);
  });

  test("of the system, such as /dev/stdout, are written to", () => {
    const before = statSync("/dev/null").rdev;
    writeOrReplace("/dev/null", "x");
    expect(statSync("/dev/null").rdev).toBe(before);
  });
});

unless(NO_PROC, test)("an output directory below /proc is an error", async () => {
  const { status, stderr } = await krmRender(["render", "--output-dir", "/proc/krm-render/out"], { cwd });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("the output directory /proc/krm-render/out cannot be created: ENOENT"),
  ]);
});

test("the permissions of a file stay", async () => {
  writeFileSync(join(cwd, "out.yaml"), "old", { mode: 0o600 });
  await krmRender(["build", "base", "-o", "out.yaml"], { cwd });
  expect(statSync(join(cwd, "out.yaml")).mode & 0o777).toBe(0o600);
});

describe("a file that can be written, but not replaced", () => {
  const refuse: CreateFile = () => {
    throw Object.assign(new Error("EACCES: permission denied, open 'x'"), { code: "EACCES" });
  };

  test.each(["a much longer text", "x"])("gets the new text: %s", (text) => {
    const path = join(cwd, "out.yaml");
    writeFileSync(path, "old text");
    writeOrReplace(path, text, refuse);
    expect(textOf("out.yaml")).toBe(text);
  });

  test("gets a text in chunks from its start, although the first attempt has read some of it", () => {
    const path = join(cwd, "out.yaml");
    writeFileSync(path, "old text that is longer");
    writeOrReplace(path, () => ["one ", "two"], refuse);
    expect(textOf("out.yaml")).toBe("one two");
  });

  test("that is new cannot be written at all", () => {
    expect(() => writeOrReplace(join(cwd, "new.yaml"), "x", refuse)).toThrow(
      "new.yaml: cannot be written: EACCES: permission denied",
    );
  });
});

describe("a full disk", () => {
  const room = 75;
  const disk: CreateFile = (path, bytes) => {
    writeFileSync(path, bytes.subarray(0, room), { flag: "wx" });
    if (bytes.length <= room) return;
    throw Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), { code: "ENOSPC" });
  };

  test("keeps the file that was there", () => {
    const path = join(cwd, "out.yaml");
    writeFileSync(path, "old");
    expect(() => writeOrReplace(path, both, disk)).toThrow(
      "out.yaml: cannot be written: ENOSPC: no space left on device\n  hint: Free some space",
    );
    expect(textOf("out.yaml")).toBe("old");
    expect(readdirSync(cwd).sort()).toEqual(["base", "out.yaml", "outside"]);
  });

  test("does not prevent the objects that still fit", () => {
    const out = join(cwd, "out");
    mkdirSync(out);
    const object = (name: string, data = "") => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name,
      namespace: "",
      baseName: name,
      yaml: configMap(name, data),
      value: () => ({}),
    });
    const objects = [object("a"), object("large", "x".repeat(100)), object("z")];
    expect(() => writeResourceFiles(objects, out, disk)).toThrow(/v1_configmap_large\.yaml: cannot be written: ENOSPC/);
    expect(readdirSync(out)).toEqual(["v1_configmap_a.yaml", "v1_configmap_z.yaml"]);
    expect(textOf("out/v1_configmap_z.yaml")).toBe(configMap("z"));
  });

  const { place: out, lack } = smallDisk(200);

  unless(lack, test)("of this machine: no part of a file, and everything that fits", async () => {
    const data = "x".repeat(300_000);
    writeFileSync(join(cwd, "base/large.yaml"), configMap("large", data));
    writeFileSync(join(cwd, "base/kustomization.yaml"), "resources: [large.yaml, a.yaml, b.yaml]\n");
    writeFileSync(join(out, "all.yaml"), "old");
    expect(await krmRender(["build", "base", "-o", join(out, "all.yaml")], { cwd })).toMatchObject({ status: 1 });
    expect(readFileSync(join(out, "all.yaml"), "utf8")).toBe("old");

    const objects = await krmRender(["build", "base", "-o", out], { cwd });
    expect(objects.stderr).toMatch(/^error: .*v1_configmap_large\.yaml: cannot be written: ENOSPC.*\n {2}hint: /);
    expect(readdirSync(out)).toEqual(["all.yaml", "v1_configmap_a.yaml", "v1_configmap_b.yaml"]);

    mkdirSync(join(cwd, "small"));
    writeFileSync(join(cwd, "small/kustomization.yaml"), "resources: [a.yaml]\n");
    writeFileSync(join(cwd, "small/a.yaml"), configMap("small"));
    const { status, stderr } = await krmRender(["render", "--output-dir", out], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining("1 of 2 targets were rendered; failed: base\n")]);
    expect(readFileSync(join(out, "small.yaml"), "utf8")).toBe(configMap("small"));
    expect(readFileSync(join(out, "report.json"), "utf8")).toContain('"output-unwritable"');
  });
});
