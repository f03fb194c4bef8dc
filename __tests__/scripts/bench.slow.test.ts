import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { krmRender } from "../cli/terminal.ts";
import { distFile } from "../dist.ts";

const ROOT = dirname(dirname(import.meta.dirname));

test("the directories of the benchmark build, and use the features that they time", () => {
  const top = mkdtempSync(join(tmpdir(), "krm-bench-"));
  try {
    const script = [
      'import * as inputs from "./scripts/bench-inputs.mjs";',
      "const [top] = process.argv.slice(1);",
      "const fleet = inputs.writeFleet(`${top}/fleet`, 12);",
      "const paths = [inputs.writeSmallOverlay(`${top}/small`), inputs.writeRoot(`${top}/root`, 120), fleet[11]];",
      "paths.push(inputs.writeCrds(`${top}/crds`, 1_000_000));",
      "console.log(JSON.stringify(paths));",
    ].join("\n");
    const made = spawnSync(process.execPath, ["--input-type=module", "--eval", script, top], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const counts = (JSON.parse(made.stdout) as string[]).map((path) => {
      const { stdout } = spawnSync(process.execPath, [distFile("cli.js"), "build", path], { encoding: "utf8" });
      const count = (pattern: RegExp) => stdout.match(pattern)?.length ?? 0;
      return [
        count(/^kind: CustomResourceDefinition$/gm),
        count(/^kind: Deployment$/gm),
        count(/^kind: Service$/gm),
        count(/image: registry\.example\/app:2\.0\.0$/gm),
        count(/memory: 256Mi$/gm),
        count(
          /(?:configMapRef|configMap|configMapKeyRef):\n(?: +key: LOG_LEVEL\n)? +name: prod-settings-[a-z0-9]{10}$/gm,
        ),
      ];
    });
    expect(counts).toEqual([
      [0, 1, 1, 1, 1, 3],
      [0, 120, 0, 120, 120, 360],
      [0, 10, 10, 10, 10, 30],
      [2, 0, 0, 0, 0, 0],
    ]);
  } finally {
    rmSync(top, { recursive: true });
  }
});

test("the compositions of the benchmark have the entries that it names, on five levels of imports", () => {
  const top = mkdtempSync(join(tmpdir(), "krm-bench-"));
  try {
    const script = [
      'import { benchCompositions } from "./scripts/bench-compositions.mjs";',
      "const [directory] = process.argv.slice(1);",
      "const figure = { ms: 1, least: 1, most: 1, bytes: 0 };",
      "const ours = async (args) => (console.log(args.join(' ')), figure);",
      "await benchCompositions({ ours, floor: async () => figure, directory });",
    ].join("\n");
    const node = ["--input-type=module", "--eval", script, top];
    const made = spawnSync(process.execPath, node, { cwd: ROOT, encoding: "utf8" });
    expect(made.stderr).toBe("");
    const [, , path = ""] = /^view (composition) (.*-200.*)$/m.exec(made.stdout) ?? [];
    const args = [distFile("cli.js"), "view", "composition", path, "-o", "json"];
    const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
    const { entries } = JSON.parse(stdout) as { entries: { imports: unknown[]; overrides: unknown[]; name: string }[] };
    expect(entries).toHaveLength(1000);
    expect(Math.max(...entries.map(({ imports }) => imports.length))).toBe(5);
    expect(entries.filter(({ overrides }) => overrides.length > 0)).toHaveLength(199);
    expect(entries[1]?.name).toBe("objects-1");
  } finally {
    rmSync(top, { recursive: true });
  }
});

test("the directories with functions build, and each target runs its function", async () => {
  const top = mkdtempSync(join(tmpdir(), "krm-bench-"));
  try {
    const script = [
      'import * as inputs from "./scripts/bench-function-inputs.mjs";',
      "const [top] = process.argv.slice(1);",
      'const targets = inputs.writeFunctionTargets(`${top}/few`, 2, { exec: { path: "./fn" } });',
      'const [image] = inputs.writeFunctionTargets(`${top}/image`, 1, { container: { image: "a:v1" } });',
      "console.log(JSON.stringify([...targets, inputs.writeEchoed(`${top}/echo`, 40), image]));",
    ].join("\n");
    const node = ["--input-type=module", "--eval", script, top];
    const made = spawnSync(process.execPath, node, { cwd: ROOT, encoding: "utf8" });
    const [first, second, echoed, image] = JSON.parse(made.stdout) as [string, string, string, string];
    const flags = ["build", "--enable-alpha-plugins", "--enable-exec"];
    const results = await Promise.all([first, second, echoed].map((path) => krmRender([...flags, path])));
    expect(results.map(({ stdout }) => stdout.match(/^ {2}name: prod-app-[\d-]+$/gm)?.length)).toEqual([10, 10, 40]);
    expect(results[0]?.stdout).not.toBe(results[1]?.stdout);
    // Every object has passed through the function.
    for (const path of [first, echoed]) {
      writeFileSync(join(path, "fn"), "#!/bin/sh\nexec sed s/info/changed/\n");
      expect((await krmRender([...flags, path])).stdout).toContain("level: changed");
    }
    expect(readFileSync(join(image, "config.yaml"), "utf8")).toContain(String.raw`{\"image\":\"a:v1\"}`);
  } finally {
    rmSync(top, { recursive: true });
  }
});

test("the Starlark programs end without an error", () => {
  const top = mkdtempSync(join(tmpdir(), "krm-bench-"));
  try {
    const script = [
      'import { benchStarlark } from "./scripts/bench-starlark.mjs";',
      "const [directory] = process.argv.slice(1);",
      'await benchStarlark({ node: process.execPath, binary: "", directory, runs: 1, share: 0.001 });',
    ].join("\n");
    const node = ["--input-type=module", "--eval", script, top];
    const { stdout, stderr } = spawnSync(process.execPath, node, { cwd: ROOT, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout.match(/^\w.* ms +[\d.]+ M +- +-$/gm)).toHaveLength(8);
  } finally {
    rmSync(top, { recursive: true });
  }
});

test("the benchmark of reviews changes what it says", () => {
  distFile("cli.js");
  const script = join(ROOT, "scripts/bench-review.mjs");
  const { stdout, stderr } = spawnSync(process.execPath, [script, "--small"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^1,000 overlays, 10 affected .* of rendering all, /m);
  expect(stdout).toMatch(/^a tag in 1,000 overlays .* 1 rows, at most 1$/m);
  expect(stdout).toMatch(/^10 clusters, one leaf changed .* of rendering all, /m);
  expect(stdout).toMatch(/^3,000 objects, validated .* of rendering, /m);
  expect(stdout).toMatch(/^80 Kustomizations, one changed .* s /m);
  expect(stdout.match(/^(?:[\d,.]+|a) .* s .* MiB/gm)).toHaveLength(25);
});
