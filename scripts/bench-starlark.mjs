#!/usr/bin/env node
// @ts-check
// Times programs in Starlark here against the interpreter in Go, whose path is given or in $STARLARK_BIN.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const ROOT = dirname(import.meta.dirname);
const RUNS = 5;

/** Bodies of a function `work(n)`, and how often each runs its loop. */
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

const binary = process.argv[2] ?? process.env.STARLARK_BIN;
const directory = mkdtempSync(join(tmpdir(), "bench-starlark-"));
try {
  await bundle();
  console.log(`node ${process.version}, median of ${RUNS} runs; starlark-go: ${binary ?? "not given"}`);
  console.log(`${"".padEnd(22)}${["here", "starlark-go", "ratio"].map((text) => text.padStart(14)).join("")}`);
  const ratios = Object.entries(PROGRAMS).map(([name, [count, body]]) => row(name, Number(count), String(body)));
  const known = ratios.filter((ratio) => ratio !== undefined);
  if (known.length > 0) {
    const mean = Math.exp(known.reduce((sum, ratio) => sum + Math.log(ratio), 0) / known.length);
    console.log(`geometric mean: ${mean.toFixed(2)} times the time of starlark-go`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** A program that runs a file and prints for how many milliseconds. */
async function bundle() {
  const room = "./src/functions/starlark";
  const contents = `
    import { readFileSync } from "node:fs";
    import { CORE } from "${room}/dialect.ts";
    import { LIMITS } from "${room}/meter.ts";
    import { run } from "${room}/program.ts";
    const limits = { ...LIMITS, steps: Infinity, bytes: Infinity };
    const text = readFileSync(process.argv[2], "utf8");
    const start = performance.now();
    const { failures } = run(text, CORE, limits, { given: () => new Map(), read: () => {} });
    console.log(failures.length > 0 ? JSON.stringify(failures) : performance.now() - start);
  `;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: "ts" },
    outfile: join(directory, "run.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
}

/**
 * @param {string} name
 * @param {number} count
 * @param {string} body
 */
function row(name, count, body) {
  const file = join(directory, "program.star");
  writeFileSync(file, `def work(n):\n${body.replace(/^/gm, "    ")}\n\nprint(work(${count}))\n`);
  const ours = median(() =>
    Number(execFileSync(process.execPath, [join(directory, "run.mjs"), file], { encoding: "utf8" })),
  );
  const theirs = binary === undefined ? undefined : median(() => timed(binary, file));
  const ratio = theirs === undefined ? undefined : ours / theirs;
  const cells = [milliseconds(ours), theirs === undefined ? "" : milliseconds(theirs), ratio?.toFixed(2) ?? ""];
  console.log(`${name.padEnd(22)}${cells.map((text) => text.padStart(14)).join("")}`);
  return ratio;
}

/**
 * @param {string} program
 * @param {string} file
 */
function timed(program, file) {
  const start = performance.now();
  const { status, stderr } = spawnSync(program, [file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}

/** @param {() => number} measure */
function median(measure) {
  return Array.from({ length: RUNS }, measure).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
}

/** @param {number} value */
function milliseconds(value) {
  return `${value.toFixed(0)} ms`;
}
