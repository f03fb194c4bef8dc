/** `npm run conformance` as CI calls it, in a copy of the scripts with a program that stands for dist/cli.js. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { madeFile, readPin } from "../../scripts/conformance/cases.mjs";

const ROOT = dirname(dirname(import.meta.dirname));
const { kustomize } = readPin();

/** Prints the file `out`, or fails with the file `err`. */
const CLI = `const { existsSync, readFileSync } = require("node:fs");
if (existsSync("out")) process.stdout.write(readFileSync("out"));
else { process.stderr.write(readFileSync("err")); process.exitCode = 1; }
`;

const BUILD = { id: "s/build", files: { out: "a: 1\n" }, path: ".", flags: [], stdout: "a: 1\n" };
const ERROR = { id: "s/error", files: { err: "no x.yaml" }, path: ".", flags: [], error: "Error: no 'x.yaml'" };
const WRONG = { ...BUILD, id: "s/wrong", stdout: "a: 2\n" };

let top: string;
let made: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "krm-gate-"));
  cpSync(join(ROOT, "scripts/conformance"), join(top, "checkout/scripts/conformance"), { recursive: true });
  write("checkout/dist/cli.js", CLI);
  const numbers = { build: 1, error: 1 };
  write("checkout/conformance.json", JSON.stringify({ kustomize, made: numbers, upstream: numbers }));
  made = madeFile(kustomize.commit, { XDG_CACHE_HOME: join(top, "cache") });
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

function write(path: string, text: string) {
  const file = join(top, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function writeCases(path: string, cases: readonly object[]) {
  write(path, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

function gate(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(top, "checkout/scripts/conformance/main.mjs"), ...args],
    { env: { PATH: process.env["PATH"] ?? "", XDG_CACHE_HOME: join(top, "cache"), ...env }, encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

test.each([
  [{}, 0, "skipped: there are no conformance cases on this machine", ""],
  [{ CI: "" }, 0, "skipped: ", ""],
  [{ CI: "false" }, 0, "skipped: ", ""],
  [{ CI: "1" }, 1, "", "conformance: nothing is tested, since there are no conformance cases on this machine"],
  [{ CI: "true" }, 1, "", "conformance: nothing is tested"],
])("without cases and with %j, the status is %d and one line says what to do", (env, status, stdout, stderr) => {
  const run = gate(env);
  expect(run.status).toBe(status);
  expect(run.stdout.startsWith(stdout) && run.stderr.startsWith(stderr)).toBe(true);
  const line = run.stdout + run.stderr;
  expect(line).toContain("npm run conformance -- --from DIR");
  expect(line).toContain(kustomize.commit);
  expect(line.split("\n")).toHaveLength(2);
});

test("the gate fails if the given file of cases does not exist", () => {
  const { status, stderr } = gate({ KRM_CONFORMANCE_CASES: join(top, "gone.jsonl") });
  expect({ status, stderr }).toEqual({ status: 1, stderr: `conformance: ${join(top, "gone.jsonl")} does not exist\n` });
});

test("cases are taken from the argument, the environment, those made here, and a directory beside the checkout, in this order", () => {
  const where = (env: Record<string, string>, ...args: string[]) => gate(env, "--where", ...args).stdout.trim();
  expect(where({})).toBe("");
  writeCases("beside/conformance/upstream.jsonl", [BUILD]);
  expect(where({})).toBe(join(top, "beside/conformance/upstream.jsonl"));
  mkdirSync(dirname(made), { recursive: true });
  writeFileSync(made, "");
  expect(where({})).toBe(made);
  expect(where({ KRM_CONFORMANCE_CASES: "/named.jsonl" })).toBe("/named.jsonl");
  expect(where({ KRM_CONFORMANCE_CASES: "/named.jsonl" }, "/given.jsonl")).toBe("/given.jsonl");
});

test.each([
  ["enough", [BUILD, ERROR, WRONG], 0, ""],
  ["too few", [ERROR, WRONG], 1, "fewer cases pass than conformance.json says: 0 of 1 builds, 1 of 1 errors\n"],
  ["none", [], 1, "fewer cases pass than conformance.json says: 0 of 1 builds, 0 of 1 errors\n"],
])("%s of the cases pass", (_, cases, status, stderr) => {
  writeCases("cases.jsonl", cases);
  const run = gate({ CI: "1" }, join(top, "cases.jsonl"), "--failed");
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status, stderr });
  expect(run.stdout.includes("failed: s/wrong\n")).toBe(cases.length > 0);
});

test("--record raises the numbers of the set that ran", () => {
  writeCases(made.slice(top.length + 1), [BUILD, { ...BUILD, id: "s/more" }, WRONG]);
  expect(gate({}, "--record").status).toBe(1);
  expect(JSON.parse(readFileSync(join(top, "checkout/conformance.json"), "utf8"))).toEqual({
    kustomize,
    made: { build: 2, error: 1 },
    upstream: { build: 1, error: 1 },
  });
});

test("--show prints what differs", () => {
  writeCases("beside/conformance/upstream.jsonl", [WRONG]);
  const { status, stdout } = gate({}, "--show", "s/wrong");
  expect(status).toBe(1);
  expect(stdout).toContain("=== line 1 differs\n- a: 2\n- \n+ a: 1\n+ \nfailed\n");
  expect(gate({}, "--show", "s/gone").status).toBe(2);
});

test("--from accepts only a checkout of the recorded commit", () => {
  expect(gate({}, "--from", top)).toMatchObject({
    status: 1,
    stderr: `conformance: ${top} is not a checkout of kustomize: it has no go.work\n`,
  });
  const other = join(top, "other");
  write("other/go.work", "");
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", other, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "one");
  expect(gate({}, "--from", other)).toMatchObject({
    status: 1,
    stderr: `conformance: ${other} is at ${git("rev-parse", "HEAD")}; conformance.json wants ${kustomize.commit}\n`,
  });
  expect(gate({}, "cases.jsonl", "--from", other)).toMatchObject({
    status: 1,
    stderr: "conformance: --from makes the cases, so no file of cases can be given\n",
  });
});
