// @ts-check
// Runs a program on the input of a case, and judges its output.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { mentionsCulprit } from "./culprit.mjs";

/** A build that hangs must not hang the run. */
const TIMEOUT_MS = 60_000;

/** @typedef {Omit<import("./cases.mjs").Case, "id">} Input */
/** @typedef {{ status: number | null, stdout: string, stderr: string, directory: string }} Outcome */

/**
 * Writes the files of a case to a new directory and runs `build` there.
 *
 * @param {Input} input
 * @param {string[]} command the program and its first arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Outcome>}
 */
export function runCase(input, command, env = process.env) {
  return withFiles(input, (directory, args) => run(directory, [...command, ...args], env));
}

/**
 * Writes the files of a case to a new directory, and builds there.
 *
 * @param {Input} input
 * @param {(directory: string, args: string[]) => Promise<Omit<Outcome, "directory">>} build
 * @returns {Promise<Outcome>}
 */
export async function withFiles(input, build) {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), "krm-conformance-"));
  try {
    for (const [path, text] of Object.entries(input.files)) write(directory, path, text);
    for (const [path, data] of Object.entries(input.binary ?? {})) write(directory, path, Buffer.from(data, "base64"));
    for (const path of input.executable ?? []) chmodSync(join(directory, path), 0o755);
    return { directory, ...(await build(directory, ["build", input.path, ...input.flags])) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {string} directory @param {string} path @param {string | Buffer} content */
function write(directory, path, content) {
  const target = resolve(directory, path);
  if (!target.startsWith(directory + sep)) throw new Error(`a case has a file outside its root: ${path}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** @param {string} cwd @param {string[]} command @param {NodeJS.ProcessEnv} env */
function run(cwd, [program = "", ...args], env) {
  return new Promise(
    (/** @type {(outcome: { status: number | null, stdout: string, stderr: string }) => void} */ done, fail) => {
      const child = spawn(program, args, { cwd, env, timeout: TIMEOUT_MS, stdio: ["ignore", "pipe", "pipe"] });
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
    },
  );
}

/**
 * Whether an outcome agrees with kustomize: the same bytes, or an error message that names the same culprit.
 *
 * @param {{ stdout?: string, error?: string }} expected
 * @param {{ status: number | null, stdout: string, stderr: string }} outcome
 */
export function passes(expected, { status, stdout, stderr }) {
  if (expected.error === undefined) return status === 0 && stdout === expected.stdout;
  const message = stderr
    .split("\n")
    .filter((line) => !line.startsWith("warning: "))
    .join("\n")
    .trim();
  if (status !== 1 || stdout !== "" || message === "") return false;
  if (message.includes("unexpected: ") || /^\s+at .*:\d+:\d+\)?$/m.test(message)) return false;
  return mentionsCulprit(message, expected.error);
}

/**
 * Processes all items, as many at a time as there are processors. The results are in the order of the items.
 *
 * @template T, R
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
export async function mapParallel(items, work) {
  /** @type {R[]} */
  const results = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const [index, item] of queue) results[index] = await work(item);
    }),
  );
  return results;
}
