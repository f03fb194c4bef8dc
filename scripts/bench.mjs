#!/usr/bin/env node
// @ts-check
// Times the built command line against a kustomize binary, on directories that it generates.
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeFleet, writeRoot, writeSmallOverlay } from "./bench-inputs.mjs";

const HELP = `Usage: npm run bench -- [PATH] [OPTION...]

Prints, for each directory: the median time of \`krm-render\`, that of kustomize, their ratio, and peak memory.

  PATH, --kustomize PATH  the binary to compare with (default: $KUSTOMIZE_BIN); without one only krm-render is timed
  --quick                 fewer runs, and only the sizes that take seconds
  --full                  also the size at which kustomize takes more than an hour
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kustomize: { type: "string", default: process.env.KUSTOMIZE_BIN ?? "" },
    quick: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const cli = join(dirname(import.meta.dirname), "dist/cli.js");
const given = positionals[0] ?? values.kustomize;
const kustomize = given === "" ? undefined : resolve(given);
const runs = values.quick ? 3 : 7;

/** Resources of one root, and how many runs of kustomize they are worth, whose cost is quadratic there. */
const SIZES = [
  { size: 300, theirRuns: 3 },
  { size: 1_000, theirRuns: values.quick ? 0 : 3 },
  { size: 3_000, theirRuns: values.quick ? 0 : 1 },
  { size: 30_000, theirRuns: values.full ? 1 : 0 },
].filter(({ size }) => !values.quick || size <= 3_000);

/** @typedef {{ ms: number, bytes: number }} Sample */

if (values.help) {
  process.stdout.write(HELP);
} else if (!existsSync(cli) || (kustomize !== undefined && !existsSync(kustomize))) {
  console.error(
    existsSync(cli) ? `there is no kustomize at ${kustomize}` : "dist/cli.js is missing: run `npm run build`",
  );
  process.exitCode = 2;
} else {
  const directory = mkdtempSync(join(tmpdir(), "krm-bench-"));
  try {
    await bench(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {string} directory */
async function bench(directory) {
  console.log(`node ${process.version}, median of ${runs} runs; kustomize: ${kustomize ?? "not given"}`);
  console.log(
    `${"".padEnd(34)}${["krm-render", "memory", "kustomize", "memory", "ratio"].map((text) => text.padStart(12)).join("")}`,
  );

  const small = writeSmallOverlay(join(directory, "small"));
  row("one small overlay", await ours(["build", small]), await theirs([small], runs));

  /** @type {Map<number, Sample>} */
  const bySize = new Map();
  for (const { size, theirRuns } of SIZES) {
    const root = writeRoot(join(directory, `root-${size}`), size);
    const mine = await ours(["build", root], size > 3_000 ? 3 : runs);
    bySize.set(size, mine);
    row(`one root of ${size} resources`, mine, await theirs([root], theirRuns));
  }
  const [large, huge] = [bySize.get(3_000), bySize.get(30_000)];
  if (large !== undefined && huge !== undefined) {
    console.log(`from 3000 to 30000 resources: ${(huge.ms / large.ms).toFixed(1)} times the time`);
  }

  const overlays = writeFleet(join(directory, "fleet"), 300);
  const out = join(directory, "out");
  const fleet = await ours(["render", "overlays/*", "--output-dir", out], Math.min(runs, 3), join(directory, "fleet"));
  row("300 overlays over 10 bases", fleet, await theirs(overlays, 1));
}

/** @param {string[]} args @param {number} [count] @param {string} [cwd] */
async function ours(args, count = runs, cwd) {
  return median(await sample(process.execPath, [cli, ...args], count, cwd));
}

/**
 * One run of kustomize for each directory.
 * @param {string[]} directories @param {number} count @returns {Promise<Sample | undefined>}
 */
async function theirs(directories, count) {
  if (kustomize === undefined || count === 0) return undefined;
  /** @type {Sample[]} */
  const samples = [];
  for (let run = 0; run < count; run++) {
    let total = { ms: 0, bytes: 0 };
    for (const directory of directories) {
      const [one] = await sample(kustomize, ["build", directory], 1);
      if (one !== undefined) total = { ms: total.ms + one.ms, bytes: Math.max(total.bytes, one.bytes) };
    }
    samples.push(total);
  }
  return median(samples);
}

/** @param {string} program @param {string[]} args @param {number} count @param {string} [cwd] @returns {Promise<Sample[]>} */
async function sample(program, args, count, cwd) {
  const samples = [];
  for (let run = 0; run < count; run++) samples.push(await runOnce(program, args, cwd));
  return samples;
}

/** @param {string} program @param {string[]} args @param {string} [cwd] @returns {Promise<Sample>} */
function runOnce(program, args, cwd) {
  return new Promise((done, fail) => {
    const sink = openSync("/dev/null", "w");
    const start = performance.now();
    const child = spawn(program, args, { cwd, stdio: ["ignore", sink, "pipe"] });
    let bytes = 0;
    const poll = setInterval(() => {
      bytes = Math.max(bytes, peakMemory(child.pid));
    }, 5);
    let errors = "";
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("error", fail);
    child.on("close", (status) => {
      const ms = performance.now() - start;
      clearInterval(poll);
      closeSync(sink);
      if (status === 0) done({ ms, bytes });
      else fail(new Error(`${program} ${args.join(" ")} failed with status ${status}: ${errors}`));
    });
  });
}

/** The most memory a process ever held, where the system tells (Linux). @param {number | undefined} pid */
function peakMemory(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** @param {Sample[]} samples @returns {Sample} */
function median(samples) {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return { ms: sorted[sorted.length >> 1] ?? 0, bytes: Math.max(...samples.map(({ bytes }) => bytes)) };
}

/** @param {string} name @param {Sample} mine @param {Sample | undefined} other */
function row(name, mine, other) {
  const cells = [time(mine.ms), memory(mine.bytes)];
  if (other === undefined) cells.push("-", "-", "-");
  else cells.push(time(other.ms), memory(other.bytes), `${(other.ms / mine.ms).toFixed(1)} x`);
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(12)).join(""));
}

/** @param {number} ms */
function time(ms) {
  return ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** @param {number} bytes */
function memory(bytes) {
  return bytes === 0 ? "?" : `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
