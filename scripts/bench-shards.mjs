#!/usr/bin/env node
// @ts-check
// Measures what 2, 4 and 8 shards of one plan gain on this machine, and simulates 10,000 overlays on 256 machines.
//   npm run bench:shards -- [--overlays 400] [--startup 25]
// The shards run one after the other, so that they do not share the cores. Processor time tells whether the work grows with the
// number of shards: other programs on the machine change only the other figures. --startup is what a machine takes before krm-render
// starts, in seconds: until the runner starts, and for the checkout.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    overlays: { type: "string", default: "400" },
    startup: { type: "string", default: "25" },
  },
});
const cli = join(dirname(import.meta.dirname), "dist/cli.js");
const overlays = Number(values.overlays);
const startup = Number(values.startup);
const LARGE = 10_000;
const MACHINES = 256;
/** What each program runs: it notes its processor time, in microseconds. */
const RECORDER = `import { appendFileSync } from "node:fs";
process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  appendFileSync(process.env.BENCH_USAGE, \`\${userCPUTime + systemCPUTime}\\n\`);
});`;

const top = mkdtempSync(join(tmpdir(), "krm-bench-shards-"));
try {
  const one = join(top, "one");
  makeRepository(one, overlays);
  const usage = join(top, "usage");
  process.env["NODE_OPTIONS"] = `--import=data:text/javascript,${encodeURIComponent(RECORDER)}`;
  process.env["BENCH_USAGE"] = usage;
  const whole = timed(() => diff(one, ["--output-dir", join(top, "out-1")]));
  console.log(`${overlays} overlays, all affected`);
  console.log("shards   longest      join       sum   processor   speed-up   with start-up");
  print(1, [whole], whole, processorSeconds(usage));
  let joined = 0;
  for (const count of [2, 4, 8]) {
    const { shards } = divide(one, ["--shards", String(count)]);
    const times = shards.map((shard, at) =>
      timed(() => diff(one, ["--shard", shard, "--output-dir", join(top, `out-${count}-${at}`)])),
    );
    const parts = shards.map((_, at) => join(top, `out-${count}-${at}`));
    joined = timed(() => run(one, ["merge", ...parts, "--output-dir", join(top, `merged-${count}`)]));
    print(count, times, whole, processorSeconds(usage), joined);
  }
  simulate(JSON.parse(readFileSync(join(top, "out-1/times.json"), "utf8")).targets, whole, joined);
} finally {
  rmSync(top, { recursive: true, force: true });
}

/** The processor time of the programs that ended since it was asked last. @param {string} file */
function processorSeconds(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  rmSync(file);
  return lines.reduce((sum, line) => sum + Number(line), 0) / 1e6;
}

/** @param {number} count @param {number[]} times @param {number} whole @param {number} processor */
function print(count, times, whole, processor, joined = 0) {
  const longest = Math.max(...times);
  const taken = longest + joined;
  const sum = times.reduce((total, time) => total + time, 0) + joined;
  // The job that divides, those that render, and the one that joins start one after the other.
  const started = taken + (count === 1 ? 1 : 3) * startup;
  const cells = [
    String(count).padStart(6),
    `${longest.toFixed(2)} s`.padStart(9),
    `${joined.toFixed(2)} s`.padStart(9),
    `${sum.toFixed(2)} s`.padStart(9),
    `${processor.toFixed(2)} s`.padStart(11),
    (whole / taken).toFixed(2).padStart(10),
    `${started.toFixed(0)} s`.padStart(15),
  ];
  console.log(cells.join(" "));
}

/** Makes the plan of many overlays, and adds up times that are like those that were measured. */
function simulate(
  /** @type {{ path: string, seconds: number }[]} */ measured,
  /** @type {number} */ whole,
  /** @type {number} */ joined,
) {
  const large = join(top, "large");
  makeRepository(large, LARGE);
  const mean = whole / measured.length;
  const work = measured.reduce((sum, { seconds }) => sum + seconds, 0) / measured.length;
  const targets = Array.from({ length: LARGE }, (_, at) => ({
    path: `overlays/o${at}`,
    // Wall times of targets overlap within a run, so they are scaled to what the whole run took.
    seconds: ((measured[at % measured.length]?.seconds ?? 0) / work) * mean,
  }));
  const file = join(top, "times.json");
  writeFileSync(file, JSON.stringify({ version: 1, targets }));
  let shards = 0;
  const planning = timed(() => {
    shards = divide(large, ["--shards", String(MACHINES), "--costs", file]).shards.length;
  });
  // The longest first, as the plan does it.
  const loads = Array.from({ length: shards }, () => 0);
  for (const { seconds } of targets.toSorted((a, b) => b.seconds - a.seconds)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + seconds;
  }
  const longest = Math.max(...loads);
  const all = loads.reduce((sum, load) => sum + load, 0);
  // It takes time that is linear in the changes.
  const joining = (joined * LARGE) / overlays;
  const total = 3 * startup + 2 * planning + longest + joining;
  console.log(
    `simulated: ${LARGE} overlays on ${shards} machines: the plan takes ${planning.toFixed(1)} s, in the first job and in each ` +
      `shard; the longest shard renders for ${longest.toFixed(1)} s (mean ${(all / shards).toFixed(1)} s), and the last job joins for ${joining.toFixed(0)} s; ` +
      `with ${startup} s until each of three jobs in a row has started: ${total.toFixed(0)} s, instead of ${(startup + planning + all).toFixed(0)} s`,
  );
}

/** @param {string} directory @param {number} count */
function makeRepository(directory, count) {
  const put = (/** @type {string} */ path, /** @type {string} */ text) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  const parts = Array.from({ length: 20 }, (_, at) => `part-${at}.yaml`);
  const base = (/** @type {string} */ level) =>
    `resources: [${parts.join(", ")}]\nconfigMapGenerator: [{name: level, literals: [level=${level}]}]\n`;
  for (const part of parts) {
    const name = part.replace(".yaml", "");
    const container = `{name: web, image: "registry.example/${name}:1", envFrom: [{configMapRef: {name: level}}]}`;
    const template = `{metadata: {labels: {app: ${name}}}, spec: {containers: [${container}]}}`;
    put(
      `base/${part}`,
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\nspec:\n  selector: {matchLabels: {app: ${name}}}\n  template: ${template}\n`,
    );
  }
  put("base/kustomization.yaml", base("info"));
  for (let at = 0; at < count; at++)
    put(`overlays/o${at}/kustomization.yaml`, `resources: [../../base]\nnamePrefix: o${at}-\nnamespace: n${at}\n`);
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args], { cwd: directory });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message=base");
  put("base/kustomization.yaml", base("debug"));
  git("commit", "--quiet", "--all", "--message=head");
}

/** @param {string} cwd @param {string[]} args */
function divide(cwd, args) {
  const text = run(cwd, ["targets", "--changed-since", "HEAD~1", "--head", "HEAD", ...args]);
  return { shards: /** @type {string[]} */ (JSON.parse(text).shard) };
}

/** @param {string} cwd @param {string[]} args */
function diff(cwd, args) {
  run(cwd, ["diff", "--base", "HEAD~1", "--head", "HEAD", ...args]);
}

/** @param {string} cwd @param {string[]} args */
function run(cwd, args) {
  const options = { cwd, encoding: /** @type {const} */ ("utf8"), maxBuffer: 2 ** 30 };
  return execFileSync(process.execPath, [cli, ...args], { ...options, stdio: ["ignore", "pipe", "ignore"] });
}

/** @param {() => void} work @returns seconds */
function timed(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
