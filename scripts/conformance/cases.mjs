// @ts-check
// Defines the form of a conformance case, and finds the cases on this machine.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * One build: its input, and the output or the error of kustomize.
 *
 * @typedef {object} Case
 * @property {string} id suite/test
 * @property {Record<string, string>} files path → text, below an empty directory
 * @property {Record<string, string>} [binary] path → base64, likewise
 * @property {string[]} [executable] paths that need the x bit
 * @property {string} path the directory to build, relative to the root
 * @property {string[]} flags of `build`
 * @property {string} [stdout] the exact bytes of a build that succeeds
 * @property {string} [error] standard error of a build that fails, without warnings; `{{ROOT}}` replaces the root
 */

/** @typedef {{ build: number, error: number }} Numbers the number of builds and errors that pass */
/** @typedef {{ kustomize: { repository: string, commit: string }, made: Numbers, upstream: Numbers }} Pin */

export const root = dirname(dirname(import.meta.dirname));
const pinFile = join(root, "conformance.json");

/** @returns {Pin} the revision of kustomize that cases are made from, and how many cases of each set must pass */
export function readPin() {
  return JSON.parse(readFileSync(pinFile, "utf8"));
}

export { pinFile };

/**
 * The file of the cases that these scripts make from a revision. Its name contains a digest of the scripts: a changed script
 * may make other cases.
 *
 * @param {string} commit
 * @param {NodeJS.ProcessEnv} env
 */
export function madeFile(commit, env) {
  const hash = createHash("sha256");
  for (const name of ["make.mjs", "overlay.mjs", "recorded.mjs", "run.mjs", "recorder"]) hash.update(sourceOf(name));
  const cache = env.XDG_CACHE_HOME || join(env.HOME || homedir(), ".cache");
  return join(cache, "krm-render/conformance", `${commit.slice(0, 12)}-${hash.digest("hex").slice(0, 8)}.jsonl`);
}

/** @param {string} name of a file or directory beside this file @returns {string} */
function sourceOf(name) {
  const path = join(import.meta.dirname, name);
  if (name.includes(".")) return readFileSync(path, "utf8");
  return readdirSync(path)
    .sort()
    .map((file) => readFileSync(join(path, file), "utf8"))
    .join("");
}

/**
 * Finds the cases to run: the given file, else the cases that were made here, else those in a directory beside the checkout.
 *
 * @param {{ given: string | undefined, env: NodeJS.ProcessEnv, made: string, parent: string }} where
 * @returns {string | undefined}
 */
export function findCases({ given, env, made, parent }) {
  const named = given ?? env.KRM_CONFORMANCE_CASES;
  if (named !== undefined && named !== "") return resolve(named);
  if (existsSync(made)) return made;
  return readdirSync(parent)
    .map((name) => join(parent, name, "conformance/upstream.jsonl"))
    .find((path) => existsSync(path));
}

/** @param {string} file @returns {Case[]} */
export function readCases(file) {
  const text = readFileSync(file, "utf8").trim();
  return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line));
}

/**
 * Returns a message if fewer cases pass than recorded; undefined otherwise.
 *
 * @param {Numbers} passed @param {Numbers} recorded
 */
export function shortfall(passed, recorded) {
  if (passed.build >= recorded.build && passed.error >= recorded.error) return undefined;
  return (
    "fewer cases pass than conformance.json says: " +
    `${passed.build} of ${recorded.build} builds, ${passed.error} of ${recorded.error} errors`
  );
}

/** @param {Numbers} passed @param {Numbers} recorded @returns {Numbers} the higher one of each, so that recorded numbers never fall */
export function raised(passed, recorded) {
  return { build: Math.max(passed.build, recorded.build), error: Math.max(passed.error, recorded.error) };
}

/** Whether the scripts run in CI. @param {NodeJS.ProcessEnv} env */
export function inCi({ CI }) {
  return CI !== undefined && CI !== "" && CI !== "false";
}
