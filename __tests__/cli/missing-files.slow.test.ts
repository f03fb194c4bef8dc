/** Files that are too large, and directories of submodules whose files are not there: what is said, and where. */
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { MAX_FILE_BYTES } from "../../src/sources/tree-problems.ts";
import { configMap, type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const made: Directory[] = [];
afterAll(() => {
  for (const directory of made) directory.remove();
});

function directoryOf(files: Record<string, string>): Directory {
  const directory = temporaryDirectory(files);
  made.push(directory);
  return directory;
}

const MIB = 1024 * 1024;
const LIMIT = MAX_FILE_BYTES / MIB;
const HINT = "  hint: Make it smaller, or leave it out of the kustomization.\n";

test.each([
  ["a generator", "configMapGenerator:\n- name: a\n  files:\n  - large\n", "4:5", "large"],
  ["a generator, with a key", "secretGenerator:\n- name: a\n  files:\n  - key=large\n", "4:5", "large"],
  ["a generator, by an env file", "configMapGenerator:\n- name: a\n  envs:\n  - large\n", "4:5", "large"],
  ["resources", "resources:\n- large\n", "2:3", "large"],
  ["patches", "patches:\n- path: large\n", "2:3", "large"],
  ["crds", "crds:\n- large\n", "2:3", "large"],
])("a file that is too large is named, with its size: %s", async (_, kustomization, place, name) => {
  const { path } = directoryOf({ "kustomization.yaml": kustomization, large: "" });
  truncateSync(join(path, "large"), MAX_FILE_BYTES + 7 * MIB);
  expect(await krmRender(["build"], { cwd: path })).toEqual({
    status: 1,
    stdout: "",
    stderr: `error: kustomization.yaml:${place}: ${name} is ${LIMIT + 7} MiB long; at most ${LIMIT} MiB of a file are read\n${HINT}`,
  });
});

test("a kustomization that is too large, by one byte", async () => {
  const { path } = directoryOf({ "kustomization.yaml": "" });
  truncateSync(join(path, "kustomization.yaml"), MAX_FILE_BYTES + 1);
  const { stderr } = await krmRender(["build"], { cwd: path });
  expect(stderr).toBe(
    `error: kustomization.yaml: is ${LIMIT + 0.1} MiB long; at most ${LIMIT} MiB of a file are read\n${HINT}`,
  );
});

describe("a submodule", () => {
  const modules = '[submodule "x"]\n\tpath = vendor/library\n\turl = https://host.example/library\n';

  test("that was not fetched, in the working tree", async () => {
    const directory = directoryOf({
      ".gitmodules": modules,
      "app/kustomization.yaml": "resources:\n- ../vendor/library/base\n",
      "file/kustomization.yaml": "resources:\n- ../vendor/library/a.yaml\n",
    });
    const { path } = directory;
    directory.git("init", "--quiet");
    mkdirSync(join(path, "vendor/library"), { recursive: true });
    const { stderr } = await krmRender(["build", "app"], { cwd: path });
    expect(stderr).toMatch(
      /^error: app\/kustomization\.yaml:2:3: vendor\/library\/base is in the submodule vendor\/library, whose files were not fetched/,
    );
    expect(stderr).toContain("  hint: Run `git submodule update --init --recursive`; with actions/checkout, set");
    const rendered = await krmRender(["render", "--output-dir", "out"], { cwd: path });
    expect(rendered.stderr).toContain("vendor/library/a.yaml is in the submodule vendor/library, whose files were not");
  });

  test("of a .gitmodules with a million empty lines, and a path with as many slashes", async () => {
    const long = "\n".repeat(1_000_000);
    const { path } = directoryOf({
      ".gitmodules": `${long}x\n\tpath = ${"/".repeat(1_000_000)}x\n${modules}`,
      "app/kustomization.yaml": "resources:\n- ../vendor/library/base\n",
    });
    mkdirSync(join(path, "vendor/library"), { recursive: true });
    const { stderr } = await krmRender(["build", "app"], { cwd: path });
    expect(stderr).toContain("is in the submodule vendor/library, whose files were not fetched");
  });

  test("of a revision", async () => {
    const directory = directoryOf({
      ".gitmodules": modules,
      "app/kustomization.yaml": "resources:\n- ../vendor/library/base\n",
    });
    const { path } = directory;
    directory.git("init", "--quiet", "--initial-branch=main");
    directory.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor/library`);
    directory.git("add", ".gitmodules", "app");
    directory.git("commit", "--quiet", "--message=first");
    writeFileSync(join(path, "a.yaml"), configMap("a"));
    mkdirSync(join(path, "vendor/library"), { recursive: true });
    directory.commit("second");
    const { stderr } = await krmRender(["diff", "--base", "HEAD", "--head", "HEAD", "--affected-only=false"], {
      cwd: path,
    });
    expect(stderr).toMatch(
      /app\/kustomization\.yaml:2:3: vendor\/library\/base is in the submodule vendor\/library, whose files are not part of HEAD \([0-9a-f]{7}\)/,
    );
    expect(stderr).toContain("  hint: Name it by the address of its own repository");
  });

  test("is not what an empty directory is, nor any missing one", async () => {
    const { path } = directoryOf({
      ".gitmodules": modules,
      "app/kustomization.yaml": "resources:\n- ../empty/base\n",
      "other/kustomization.yaml": "resources:\n- ../absent/base\n",
    });
    mkdirSync(join(path, "empty"));
    expect((await krmRender(["build", "app"], { cwd: path })).stderr).toContain("empty/base does not exist");
    expect((await krmRender(["build", "other"], { cwd: path })).stderr).toContain("absent/base does not exist");
  });
});
