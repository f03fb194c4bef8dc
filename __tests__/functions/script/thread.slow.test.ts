/**
 * Runs Starlark programs by the shipped bundles: in a thread that is ended in time
 * (docs/specification/starlark.md 5 and docs/specification/function-limits.md 2.1).
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { directoryOf, leaveNothing } from "../workshop.ts";
import { each, scriptFiles } from "./scripts.ts";

leaveNothing();

const ROOT = join(import.meta.dirname, "../../..");
/** Writes the bundles of dist/ into the directory of its last argument. */
const BUNDLE = `import { mkdirSync, writeFileSync } from "node:fs";
import { bundle } from ${JSON.stringify(join(ROOT, "scripts/bundle.mjs"))};
const to = process.argv.at(-1);
mkdirSync(to + "/dist");
for (const [path, text] of await bundle(${JSON.stringify(ROOT)})) if (path.startsWith("dist/")) writeFileSync(to + "/" + path, text);
`;

let files: Record<string, string>;
beforeAll(async () => {
  const { readFileSync, readdirSync } = await import("node:fs");
  const to = directoryOf({});
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", BUNDLE, to], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  files = Object.fromEntries(
    readdirSync(join(to, "dist")).map((name) => [`dist/${name}`, readFileSync(join(to, "dist", name), "utf8")]),
  );
});

function run(source: string, ...flags: string[]) {
  const cwd = directoryOf({ ...files, ...scriptFiles("transformers", source) });
  const args = ["dist/cli.js", "build", "--enable-alpha-plugins", ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8", timeout: 50_000 });
  return { status, stdout, stderr };
}

test("a program changes the output", () => {
  const { status, stdout, stderr } = run(`${each('r["x"] = "y"')}print("here")`, "--enable-star");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "fn.star: here\n" });
  expect(stdout.match(/^x: "?y"?$/gm)).toHaveLength(3);
});

test("a program that takes too long is ended (docs/specification/starlark.md 5.2)", () => {
  const source = "def f():\n  for i in range(1000000000): pass\nf()";
  const { status, stdout, stderr } = run(source, "--enable-star", "--function-timeout", "1ms");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^error: fn\.star: .* failed: the program did not end within 0\.001 s/);
});

test("a program does not start if it is not allowed", () => {
  expect(run('fail("started")')).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("--enable-star"),
  });
});
