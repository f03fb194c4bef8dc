// @ts-check
// Makes the cases from a checkout of kustomize. Its tests run once with a recorder added by an overlay. Then kustomize, built
// from the same checkout, builds each recorded input; its output or error is what the case expects.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeOverlay } from "./overlay.mjs";
import { inputOf } from "./recorded.mjs";
import { mapParallel, runCase } from "./run.mjs";

/** @typedef {import("./cases.mjs").Case} Case */
/** @typedef {import("./run.mjs").Input} Input */
/** @typedef {import("./recorded.mjs").Recorded} Recorded */
/** @typedef {({ input: Input } | { leftOut: string }) & { id: string, test: Recorded }} Candidate */

/** Tests that only run containers, or clone repositories before they build. */
const SKIPPED_TESTS = "^(TestFnContainer|TestRemoteLoad)";
const TEST_PACKAGES = ["api/krusty", "api/filters/replacement", "api/filters/patchstrategicmerge"];
const NAMED_AT_MOST = 3;
const GO_TIMEOUT_MS = 1_200_000;

/**
 * Makes the cases and writes them to a file.
 *
 * @param {string} from a checkout of kustomize
 * @param {string} commit the commit that must be checked out
 * @param {string} file
 * @returns {Promise<string[]>} lines that say what was made and what was left out
 * @throws {Error} if the checkout is at another commit or has changes, or if Go fails
 */
export async function makeCases(from, commit, file) {
  checkCheckout(from, commit);
  const checkout = realpathSync(from);
  const work = mkdtempSync(join(realpathSync(tmpdir()), "krm-conformance-"));
  try {
    const go = goIn(checkout, work);
    const kustomize = join(work, "kustomize");
    go(["build", "-buildvcs=false", "-o", kustomize, "./kustomize"]);
    const found = recordTests(checkout, work, go);
    const home = join(work, "home");
    mkdirSync(home);
    const judged = await mapParallel(found, (candidate) => expectation(candidate, kustomize, home));
    const { cases, reasons, notes } = collect(judged);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
    renameSync(`${file}.new`, file);
    const leftOut = [...reasons].sort(([a], [b]) => compare(a, b)).map(([reason, ids]) => leftOutLine(reason, ids));
    return [`${cases.length} cases made of ${found.length} builds in ${file}`, ...leftOut, ...notes];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} reason @param {string[]} ids */
function leftOutLine(reason, ids) {
  const named = ids.length > NAMED_AT_MOST ? "" : ` (${ids.join(", ")})`;
  return `left out ${ids.length}: ${reason}${named}`;
}

/** @param {string} from @param {string} commit */
function checkCheckout(from, commit) {
  if (!existsSync(join(from, "go.work"))) throw new Error(`${from} is not a checkout of kustomize: it has no go.work`);
  const git = (/** @type {string[]} */ ...args) => output("git", ["-C", from, ...args], {}).trim();
  const head = git("rev-parse", "HEAD");
  if (head !== commit) throw new Error(`${from} is at ${head}; conformance.json wants ${commit}`);
  // Go adds lines to go.work.sum.
  const changes = git("status", "--porcelain", "--", ".", ":!go.work.sum");
  if (changes !== "") throw new Error(`${from} has changes, but cases are made from the commit alone:\n${changes}`);
}

/**
 * Returns a function that runs Go in the checkout. Go uses a copy of go.work, because it writes go.work.sum next to it.
 *
 * @param {string} checkout @param {string} work
 */
function goIn(checkout, work) {
  const text = readFileSync(join(checkout, "go.work"), "utf8");
  writeFileSync(join(work, "go.work"), text.replace(/^(\s*(?:use )?)\.\//gm, `$1${checkout}/`));
  const sums = join(checkout, "go.work.sum");
  if (existsSync(sums)) copyFileSync(sums, join(work, "go.work.sum"));
  const GOTOOLCHAIN = process.env.GOTOOLCHAIN || "auto";
  const env = { ...process.env, GOWORK: join(work, "go.work"), GOFLAGS: "", CGO_ENABLED: "0", GOTOOLCHAIN };
  return (/** @type {string[]} */ args, extra = {}, failing = false) =>
    output("go", args, { cwd: checkout, env: { ...env, ...extra }, timeout: GO_TIMEOUT_MS }, failing);
}

/**
 * @param {string} program @param {string[]} args @param {import("node:child_process").SpawnSyncOptions} options
 * @param {boolean} [failing] whether status 1 counts as success
 */
function output(program, args, options, failing = false) {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    ...options,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined) throw new Error(`${program} cannot be run: ${error.message}`, { cause: error });
  if (status === 0 || (failing && status === 1)) return stdout;
  throw new Error(`${program} ${args.slice(0, 2).join(" ")} ended with ${status}:\n${stderr || stdout.slice(-4000)}`);
}

/**
 * Runs the tests of kustomize with the recorder. Many fail, because the overlay refuses the network, helm and plugins.
 *
 * @param {string} checkout @param {string} work @param {ReturnType<typeof goIn>} go
 * @returns {Candidate[]}
 */
function recordTests(checkout, work, go) {
  const laidOver = join(work, "overlay");
  const records = join(work, "records");
  const temporary = join(work, "tmp");
  for (const directory of [laidOver, records, temporary]) mkdirSync(directory);
  const overlay = writeOverlay(checkout, laidOver);
  const plugins = readdirSync(join(checkout, "plugin/builtin")).map((name) => `plugin/builtin/${name}`);
  const packages = [...TEST_PACKAGES, ...plugins].map((path) => `./${path}`);
  // One test at a time, so that the recorder can assign each build to its test.
  const flags = ["-overlay", overlay, "-vet=off", "-count=1", "-parallel=1", "-skip", SKIPPED_TESTS];
  const printed = go(["test", ...flags, ...packages], { TMPDIR: temporary, KRM_CONFORMANCE_RECORDS: records }, true);
  if (/\[(?:build|setup) failed\]/.test(printed)) throw new Error(`the tests of kustomize do not build:\n${printed}`);
  return readdirSync(records)
    .map((name) => readFileSync(join(records, name), "utf8"))
    .sort()
    .flatMap((text) => text.trim().split("\n"))
    .map((line) => {
      const test = /** @type {Recorded} */ (JSON.parse(line));
      return { ...inputOf(test, checkout), test };
    });
}

/**
 * Builds an input with kustomize, and makes a case of it, or gives the reason why it is left out.
 *
 * @param {Candidate} candidate
 * @param {string} kustomize the program
 * @param {string} home an empty directory
 * @returns {Promise<{ id: string, leftOut: string } | { made: Case, differs: boolean }>}
 */
async function expectation(candidate, kustomize, home) {
  const { id, test } = candidate;
  if ("leftOut" in candidate) return { id, leftOut: candidate.leftOut };
  const { input } = candidate;
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, HOME: home };
  const { status, stdout, stderr, directory } = await runCase(input, [kustomize], env);
  // A plugin or a filter alone does less than a build, so its result may differ from that of the program.
  const differs = status === 0 ? test.Output !== stdout : test.Error === null;
  if (differs && test.Kind === "build") return { id, leftOut: "the test gets something else than the program" };
  if (status === 0) {
    if (stdout.includes(directory)) return { id, leftOut: "its output holds absolute paths" };
    return { made: { id, ...input, stdout }, differs };
  }
  const error = errorOf(stderr, directory);
  if (status !== 1 || error === "") return { id, leftOut: "the program ends with no error message" };
  if (error.includes(tmpdir())) return { id, leftOut: "its error holds random paths" };
  return { made: { id, ...input, error }, differs };
}

/**
 * An error without warnings, and without paths and pointers that differ between runs.
 *
 * @param {string} stderr @param {string} directory the directory of the build
 */
export function errorOf(stderr, directory) {
  return (/^Error: [^]*/m.exec(stderr)?.[0] ?? "")
    .replaceAll(directory, "{{ROOT}}")
    .replace(/\b0x[0-9a-f]{6,}\b/g, "0xPOINTER")
    .trim();
}

/**
 * Sorts cases by name and leaves out those that repeat another one. If a test builds several times, a number follows the name.
 * Numbers are in the order of the directories, because a test may take its builds from a Go map, whose order changes.
 *
 * @param {({ id: string, leftOut: string } | { made: Case, differs: boolean })[]} judged
 */
export function collect(judged) {
  /** @type {Case[]} */
  const cases = [];
  /** @type {Map<string, string[]>} */
  const reasons = new Map();
  const seen = new Set();
  /** @type {Map<string, number>} */
  const names = new Map();
  let differing = 0;
  const leaveOut = (/** @type {string} */ id, /** @type {string} */ reason) =>
    reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  const sorted = judged.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  for (const one of sorted) {
    if ("leftOut" in one) {
      leaveOut(one.id, one.leftOut);
      continue;
    }
    const { id, ...content } = one.made;
    const key = JSON.stringify(content);
    if (seen.has(key)) {
      leaveOut(id, "it repeats another build");
      continue;
    }
    seen.add(key);
    const times = (names.get(id) ?? 0) + 1;
    names.set(id, times);
    cases.push({ id: times === 1 ? id : `${id}#${times}`, ...content });
    if (one.differs) differing++;
  }
  const notes = [`${differing} of a plugin or filter differ from the test's result, since a build does more`];
  return { cases, reasons, notes };
}

/** @param {{ id: string, leftOut: string } | { made: Case, differs: boolean }} one */
const keyOf = (one) => ("made" in one ? `${one.made.id}\0${one.made.path}` : one.id);

/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
