/** Plugins of a plugin directory from the command line: where each command finds them, and how it runs them. */
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const PLUGIN = "plugin/example.com/v1/plug/Plug";
const FILES = {
  "app/kustomization.yaml": "generators: [config.yaml]\n",
  "app/config.yaml": "apiVersion: example.com/v1\nkind: Plug\nmetadata:\n  name: plug\n",
  "app/word": "before",
};
const SCRIPT = `#!/bin/sh
printf 'apiVersion: v1\\ndata:\\n  word: %s\\nkind: ConfigMap\\nmetadata:\\n  name: made\\n' "$(cat word)$SUFFIX"
`;
const ON = ["--enable-alpha-plugins"];
const made: Directory[] = [];

function directoryOf(files: Record<string, string> = {}): Directory {
  const directory = temporaryDirectory({ ...FILES, ...files });
  made.push(directory);
  return directory;
}

/** A plugin directory outside of the rendered directory, as users have it. */
function homeOf(files: Record<string, string> = { [PLUGIN]: SCRIPT }): string {
  const directory = directoryOf(files);
  for (const path of Object.keys(files)) chmodSync(join(directory.path, path), 0o755);
  return directory.path;
}

afterEach(() => {
  for (const directory of made.splice(0)) directory.remove();
});

const output = (word: string): string =>
  `apiVersion: v1\ndata:\n  word: ${word}\nkind: ConfigMap\nmetadata:\n  name: made\n`;

describe("build", () => {
  test.each([
    ["KUSTOMIZE_PLUGIN_HOME", PLUGIN, "plugin"],
    ["XDG_CONFIG_HOME", `kustomize/${PLUGIN}`, ""],
    ["HOME", `.config/kustomize/${PLUGIN}`, ""],
  ])("runs what it finds by $%s (docs/specification/legacy-plugins.md 1.2, 1.4)", async (name, path, value) => {
    const { path: cwd } = directoryOf();
    const env = { [name]: join(homeOf({ [path]: SCRIPT }), value), SUFFIX: "-x" };
    const found = { status: 0, stdout: output("before"), stderr: "" };
    expect(await krmRender(["build", "app", ...ON], { cwd, env })).toEqual(found);
    const inherited = await krmRender(["build", "app", ...ON, "--inherit-env", "SUFFIX"], { cwd, env });
    expect(inherited.stdout).toBe(output("before-x"));
  });

  test("names --enable-alpha-plugins where it is missing (docs/specification/legacy-plugins.md 1.4)", async () => {
    const { path: cwd } = directoryOf();
    const home = homeOf({ [PLUGIN]: "#!/bin/sh\ntouch ran\n" });
    const env = { KUSTOMIZE_PLUGIN_HOME: join(home, "plugin") };
    for (const options of [[], ["--enable-exec"], ["--kustomize-binary", "kustomize"]]) {
      const { status, stdout, stderr } = await krmRender(["build", "app", ...options], { cwd, env });
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /app\/config\.yaml:1:1: external plugins disabled; .*'Plug'\n {2}hint: .*--enable-alpha-plugins/,
      );
    }
    expect(existsSync(join(cwd, "app/ran"))).toBe(false);
  });

  test("a Go plugin needs --kustomize-binary, a path from cwd (docs/specification/legacy-plugins.md 4.4)", async () => {
    const { path: cwd } = directoryOf({ kustomize: `#!/bin/sh\nprintf '${output("go").replaceAll("\n", "\\n")}'\n` });
    chmodSync(join(cwd, "kustomize"), 0o755);
    const env = { KUSTOMIZE_PLUGIN_HOME: join(homeOf({ [`${PLUGIN}.so`]: "" }), "plugin") };
    const { status, stderr } = await krmRender(["build", "app", ...ON], { cwd, env });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /app\/config\.yaml:1:1: .*the Go plugin of Plug\.v1\.example\.com, .*\n {2}hint: .*--kustomize-binary/,
    );
    expect(await krmRender(["build", "app", ...ON, "--kustomize-binary", "kustomize"], { cwd, env })).toEqual({
      status: 0,
      stdout: output("go"),
      stderr: "",
    });
  });

  test("an executable of a group, with a notice (docs/specification/legacy-plugins.md 3.1, 3.3)", async () => {
    const { path: cwd } = directoryOf({ "app/config.yaml": "groupVersion: team.example.com\nkind: Plug\n" });
    const home = homeOf({ "kustomize/plugins/team.example.com": `${SCRIPT}[ "$1" = generate ] || exit 127\n` });
    const { status, stdout, stderr } = await krmRender(["build", "app", ...ON], {
      cwd,
      env: { XDG_CONFIG_HOME: home },
    });
    expect([status, stdout]).toEqual([0, output("before")]);
    expect(stderr).toMatch(/^notice: app\/config\.yaml:1:1: .*KEP-993/);
  });
});

test("diff runs it on both sides, the base in a copy (docs/specification/executables.md 3.1)", async () => {
  const directory = directoryOf();
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("first");
  directory.write({ "app/word": "after" });
  const env = { KUSTOMIZE_PLUGIN_HOME: join(homeOf(), "plugin") };
  const { status, stdout, stderr } = await krmRender(["diff", "--base", "HEAD", ...ON], { cwd: directory.path, env });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^-  word: before$/m);
  expect(stdout).toMatch(/^\+  word: after$/m);
});
