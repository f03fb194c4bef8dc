#!/usr/bin/env node
// @ts-check
// Times Starlark programs in our interpreter and in the one in Go, whose path is an argument or in $STARLARK_BIN.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { line } from "./bench-measure.mjs";

const ROOT = dirname(import.meta.dirname);

/** Bodies of a function `work(n)`, each with the number of iterations `n`. */
const PROGRAMS = {
  "integer arithmetic": [
    2_000_000,
    "t = 0\nfor i in range(n):\n    t += (i * 3 + 7) % 11 - i // 4\n    if t > 1000: t -= 1000\nreturn t",
  ],
  "large integers": [200_000, "t = 1\nfor i in range(n): t = (t * 6364136223846793005 + i) % (1 << 64)\nreturn t"],
  lists: [1_000_000, "x = []\nfor i in range(n):\n    x.append(i)\n    x[i // 2] = x[i] + 1\nreturn len(x)"],
  dicts: [
    1_000_000,
    'd = {}\nfor i in range(n):\n    k = "k%d" % (i % 1000)\n    d[k] = d.get(k, 0) + i\nreturn len(d)',
  ],
  strings: [
    500_000,
    's = ""\nt = 0\nfor i in range(n):\n    s = "name-" + str(i)\n    t += len(s.replace("-", "/").split("/")[1].upper())\nreturn t',
  ],
  calls: [
    1_000_000,
    "def add(a, b = 1, *, c = 2): return a + b + c\ndef two(a, b): return a - b\nt = 0\nfor i in range(n): t = two(add(t, c = i), i)\nreturn t",
  ],
  comprehensions: [
    200_000,
    "t = 0\nfor i in range(n): t += len([x * 2 for x in range(10) if x % 3]) + len({x: i for x in range(3)})\nreturn t",
  ],
  resources: [
    20_000,
    'items = [{"kind": "Deployment", "metadata": {"name": "d%d" % i}, "spec": {"replicas": i, "containers": [{"name": "c", "image": "a:1"}]}} for i in range(n)]\nfor r in items:\n    m = r["metadata"]\n    m.setdefault("labels", {})["app"] = m["name"]\n    for c in r["spec"]["containers"]:\n        if c["image"].startswith("a:"): c["image"] = "registry.example.com/" + c["image"]\nreturn len(str(items))',
  ],
};

if (process.argv[1] === import.meta.filename) {
  const directory = mkdtempSync(join(tmpdir(), "bench-starlark-"));
  try {
    const binary = process.argv[2] ?? process.env.STARLARK_BIN ?? "";
    await benchStarlark({ node: process.execPath, binary, directory, runs: 5 });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Prints a row for each program, with the steps per second as our limits count them, and then the mean.
 * @param {object} bench
 * @param {string} bench.node the Node to run on
 * @param {string} bench.binary starlark-go; if empty, only ours is timed
 * @param {string} bench.directory for temporary files
 * @param {number} bench.runs
 * @param {number} [bench.share] the share of the iterations to run, for a quick test
 */
export async function benchStarlark({ node, binary, directory, runs, share = 1 }) {
  const runner = join(directory, "starlark.mjs");
  await bundle(runner);
  console.log(`\nStarlark, median of ${runs} runs; starlark-go: ${binary || "not given"}`);
  console.log(line("", ["here", "steps/s", "starlark-go", "ratio"]));
  const ratios = Object.entries(PROGRAMS).map(([name, [count, body]]) => {
    const file = join(directory, "program.star");
    writeFileSync(
      file,
      `def work(n):\n${String(body).replace(/^/gm, "    ")}\n\nprint(work(${Number(count) * share}))\n`,
    );
    const ours = median(runs, () => ran(node, runner, file));
    const theirs = binary === "" ? undefined : median(runs, () => timed(binary, file));
    const ratio = theirs === undefined ? undefined : theirs.ms / ours.ms;
    const speed = `${((ours.steps / ours.ms) * 1e-3).toFixed(1)} M`;
    const compared =
      theirs === undefined ? ["-", "-"] : [milliseconds(theirs.ms), `${(theirs.ms / ours.ms).toFixed(2)} x`];
    console.log(line(name, [milliseconds(ours.ms), speed, ...compared]));
    return ratio;
  });
  const known = ratios.filter((ratio) => ratio !== undefined);
  if (known.length === 0) return;
  const mean = Math.exp(known.reduce((sum, ratio) => sum + Math.log(ratio), 0) / known.length);
  console.log(`geometric mean: ${mean.toFixed(2)} times the speed of starlark-go`);
}

/** Builds a program that runs a file, and prints the milliseconds and steps that it takes. @param {string} outfile */
async function bundle(outfile) {
  const room = "./src/starlark";
  const contents = `
    import { readFileSync } from "node:fs";
    import { CORE } from "${room}/dialect.ts";
    import { LIMITS } from "${room}/values/meter.ts";
    import { run } from "${room}/program.ts";
    const limits = { ...LIMITS, steps: Infinity, bytes: Infinity };
    const text = readFileSync(process.argv[2], "utf8");
    const start = performance.now();
    const { failures, steps } = run(text, CORE, limits, { given: new Map(), read: () => {} });
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    console.log(performance.now() - start, steps);
  `;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
}

/** @param {string} node @param {string} runner @param {string} file */
function ran(node, runner, file) {
  const [ms = Number.NaN, steps = Number.NaN] = execFileSync(node, [runner, file], { encoding: "utf8" })
    .split(" ")
    .map(Number);
  return { ms, steps };
}

/** Includes the start of the process, which takes some milliseconds. @param {string} program @param {string} file */
function timed(program, file) {
  const start = performance.now();
  const { status, stderr } = spawnSync(program, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { ms: performance.now() - start, steps: 0 };
}

/** @param {number} runs @param {() => { ms: number, steps: number }} measure */
function median(runs, measure) {
  const sorted = Array.from({ length: runs }, measure).sort((a, b) => a.ms - b.ms);
  return sorted[sorted.length >> 1] ?? { ms: Number.NaN, steps: Number.NaN };
}

/** @param {number} value */
function milliseconds(value) {
  return `${value.toFixed(0)} ms`;
}
