/** Names in a pull request with control characters never reach the terminal unescaped. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { configMap, type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const ESCAPE = "\u001b[2J\u001b]0;owned\u0007";
const NAME = `apps/${ESCAPE}\u202e\n::error::x`;
const SHOWN = "apps/\\u001b[2J\\u001b]0;owned\\u0007\\u202e\\u000a::error::x";

let repository: Directory;

beforeAll(() => {
  repository = temporaryDirectory({
    [`${NAME}/kustomization.yaml`]: `resources: [a.yaml, "${"\\e"}[31mred"]\n`,
    [`${NAME}/a.yaml`]: configMap("a", "one"),
    "fine/kustomization.yaml": "resources: [a.yaml]\n",
    "fine/a.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: "\\e[31mred\\r\\u202e"}\n`,
  });
  repository.git("init", "--quiet", "--initial-branch=main");
  repository.commit("all");
});

afterAll(() => repository.remove());

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be printed
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test.each([
  [["targets"]],
  [["render", "--output-dir", "out"]],
  [["diff", "--base", "HEAD", "--affected-only=false"]],
  [["diff", "--base", "HEAD", "--format", "markdown"]],
  [["diff", "--base", "HEAD", ESCAPE]],
  [["build", NAME]],
  [["build", ESCAPE]],
  [[ESCAPE]],
  [["build", `--${ESCAPE}`]],
])("%j prints no control character", async (args) => {
  const { stdout, stderr } = await krmRender(args, { cwd: repository.path });
  // Standard error may be the log of a workflow.
  expect(stderr).not.toMatch(/^\s*::|##\[/m);
  expect(`${stdout}${stderr}`).not.toBe("");
  expect(`${stdout}${stderr}`).not.toMatch(ACTING);
});

test("a target with any name is one line", async () => {
  const { stdout } = await krmRender(["targets"], { cwd: repository.path });
  expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([SHOWN, "fine", ""]);
});

test("control characters in a value are escaped in a patch, also with colours", async () => {
  repository.write({ "fine/a.yaml": configMap("a", "two") });
  const args = ["diff", "--base", "HEAD", "fine"];
  const { stdout } = await krmRender(args, { cwd: repository.path, env: { FORCE_COLOR: "1" } });
  expect(stdout).toContain("\\u202e");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are ours
  expect(stdout.replace(/\u001b\[\d+m/g, "")).not.toMatch(ACTING);
});
