#!/usr/bin/env node
// @ts-check
// Runs the built command line on kustomize's own test inputs: one JSON document a line with
//   id (suite/test), files (path → text), binary (path → base64), executable (paths), path (directory to build), flags,
//   and either stdout (the exact bytes) or error (what kustomize says on standard error).
// The cases are not part of this repository; without them there is nothing to run.
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { mentionsCulprit } from "./conformance-culprit.mjs";

const HELP = `Usage: npm run conformance -- [CASES] [OPTION...]

Runs the cases of CASES (default: $KRM_CONFORMANCE_CASES, else conformance/upstream.jsonl in a directory beside
this checkout) with dist/cli.js and prints how many pass, by suite. Fails when fewer pass than conformance.json says.

  --show ID     run one case and print what differs
  --failed      list the cases that fail
  --record      raise the numbers in conformance.json to those of this run
  --where       print the file of the cases, or nothing, and stop
`;

/** A build that hangs must not hang the run. */
const TIMEOUT_MS = 60_000;

const root = dirname(import.meta.dirname);
const cli = join(root, "dist/cli.js");
const recordFile = join(root, "conformance.json");

/** @typedef {{ id: string, files: Record<string, string>, binary?: Record<string, string>, executable?: string[],
 *   path: string, flags: string[], stdout?: string, error?: string }} Case */
/** @typedef {{ status: number | null, stdout: string, stderr: string }} Outcome */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: "string" },
    failed: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    where: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const file = findCases(positionals[0]);
if (values.help) {
  process.stdout.write(HELP);
} else if (values.where) {
  if (file !== undefined) console.log(file);
} else if (file === undefined) {
  console.log("skipped: the conformance cases are not on this machine (set KRM_CONFORMANCE_CASES to their file)");
} else {
  const cases = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => /** @type {Case} */ (JSON.parse(line)));
  process.exitCode = values.show === undefined ? await runAll(cases) : await show(cases, values.show);
}

/** @param {string | undefined} given */
function findCases(given) {
  const named = given ?? process.env.KRM_CONFORMANCE_CASES;
  if (named !== undefined && named !== "") return resolve(named);
  const parent = dirname(root);
  return readdirSync(parent)
    .map((name) => join(parent, name, "conformance/upstream.jsonl"))
    .find((path) => existsSync(path));
}

/** @param {Case[]} cases */
async function runAll(cases) {
  /** @type {Map<string, { build: number, builds: number, error: number, errors: number }>} */
  const suites = new Map();
  /** @type {string[]} */
  const failed = [];
  const queue = [...cases];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const passed = passes(next, await runCase(next));
        const name = next.id.split("/")[0] ?? "";
        const suite = suites.get(name) ?? { build: 0, builds: 0, error: 0, errors: 0 };
        suites.set(name, suite);
        if (next.error === undefined) suite.builds++;
        else suite.errors++;
        if (!passed) failed.push(next.id);
        else if (next.error === undefined) suite.build++;
        else suite.error++;
      }
    }),
  );

  const total = { build: 0, builds: 0, error: 0, errors: 0 };
  console.log(`${"suite".padEnd(44)}${"build".padStart(10)}${"error".padStart(10)}`);
  for (const [name, suite] of [...suites].sort(([a], [b]) => (a < b ? -1 : 1))) {
    printRow(name, suite);
    for (const key of /** @type {const} */ (["build", "builds", "error", "errors"])) total[key] += suite[key];
  }
  printRow("all", total);
  if (values.failed) for (const id of failed.sort()) console.log(`failed: ${id}`);
  console.log(`${cases.length} cases in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return judge(total);
}

/** @param {string} name @param {{ build: number, builds: number, error: number, errors: number }} row */
function printRow(name, { build, builds, error, errors }) {
  const cells = [builds === 0 ? "" : `${build}/${builds}`, errors === 0 ? "" : `${error}/${errors}`];
  console.log(name.padEnd(44) + cells.map((cell) => cell.padStart(10)).join(""));
}

/** @param {{ build: number, error: number }} passed */
function judge({ build, error }) {
  const recorded = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, "utf8")) : { build: 0, error: 0 };
  if (values.record) {
    const raised = { build: Math.max(build, recorded.build), error: Math.max(error, recorded.error) };
    writeFileSync(recordFile, `${JSON.stringify(raised, null, 2)}\n`);
  }
  if (build >= recorded.build && error >= recorded.error) return 0;
  console.error(
    `fewer cases pass than conformance.json says: ${build} of ${recorded.build} builds, ${error} of ${recorded.error} errors`,
  );
  return 1;
}

/** @param {Case[]} cases @param {string} id */
async function show(cases, id) {
  const wanted = cases.find((candidate) => candidate.id === id);
  if (wanted === undefined) {
    console.error(`no case is called ${id}`);
    return 2;
  }
  const outcome = await runCase(wanted);
  const passed = passes(wanted, outcome);
  for (const [path, text] of Object.entries(wanted.files)) console.log(`--- ${path}\n${text}`);
  console.log(`=== build ${wanted.path} ${wanted.flags.join(" ")}: status ${outcome.status}`);
  if (wanted.stdout !== undefined) printDifference(wanted.stdout, outcome.stdout);
  else console.log(`expected the error: ${wanted.error}`);
  if (outcome.stderr !== "") console.log(`=== standard error\n${outcome.stderr}`);
  console.log(passed ? "passed" : "failed");
  return passed ? 0 : 1;
}

/** Both texts around their first difference: enough to see what is wrong. @param {string} expected @param {string} actual */
function printDifference(expected, actual) {
  const left = expected.split("\n");
  const right = actual.split("\n");
  const first = left.findIndex((line, index) => line !== right[index]);
  if (first < 0 && left.length === right.length) return;
  const at = first < 0 ? left.length : first;
  console.log(`=== line ${at + 1} differs`);
  for (const line of left.slice(Math.max(0, at - 5), at)) console.log(`  ${line}`);
  for (const line of left.slice(at, at + 12)) console.log(`- ${line}`);
  for (const line of right.slice(at, at + 12)) console.log(`+ ${line}`);
}

/** @param {Case} wanted @param {Outcome} outcome */
function passes(wanted, { status, stdout, stderr }) {
  if (wanted.error === undefined) return status === 0 && stdout === wanted.stdout;
  const message = stderr
    .split("\n")
    .filter((line) => !line.startsWith("warning: "))
    .join("\n")
    .trim();
  if (status !== 1 || stdout !== "" || message === "") return false;
  if (message.includes("unexpected: ") || /^\s+at .*:\d+:\d+\)?$/m.test(message)) return false;
  return mentionsCulprit(message, wanted.error);
}

/** @param {Case} wanted @returns {Promise<Outcome>} */
async function runCase(wanted) {
  const directory = mkdtempSync(join(tmpdir(), "krm-conformance-"));
  try {
    for (const [path, text] of Object.entries(wanted.files)) write(directory, path, text);
    for (const [path, data] of Object.entries(wanted.binary ?? {})) write(directory, path, Buffer.from(data, "base64"));
    for (const path of wanted.executable ?? []) chmodSync(join(directory, path), 0o755);
    return await runCli(directory, ["build", wanted.path, ...wanted.flags]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {string} directory @param {string} path @param {string | Buffer} content */
function write(directory, path, content) {
  const target = resolve(directory, path);
  if (!target.startsWith(`${directory}/`)) throw new Error(`a case wants to write outside of its root: ${path}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** @param {string} cwd @param {string[]} args @returns {Promise<Outcome>} */
function runCli(cwd, args) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd,
      timeout: TIMEOUT_MS,
      stdio: ["ignore", "pipe", "pipe"],
    });
    /** @type {Buffer[]} */
    const out = [];
    /** @type {Buffer[]} */
    const err = [];
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => err.push(chunk));
    child.on("error", fail);
    child.on("close", (status) => {
      done({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}
