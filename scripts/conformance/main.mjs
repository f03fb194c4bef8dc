#!/usr/bin/env node
// @ts-check
// Makes cases from kustomize's own tests, and runs dist/cli.js on them. The cases are not part of this repository.
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { findCases, inCi, madeFile, pinFile, raised, readCases, readPin, root, shortfall } from "./cases.mjs";
import { makeCases } from "./make.mjs";
import { description, table } from "./report.mjs";
import { mapParallel, passes, runCase } from "./run.mjs";

const HELP = `Usage: npm run conformance -- [CASES] [OPTION...]

Runs the cases of CASES with dist/cli.js and prints how many pass, by suite. Fails when fewer pass than conformance.json
says. Without CASES it runs $KRM_CONFORMANCE_CASES, else the cases that --from made, else conformance/upstream.jsonl in
a directory beside this checkout. Without any, it fails if CI is set.

  --from DIR    first make the cases from DIR, a checkout of kustomize at the commit in conformance.json (needs Go)
  --show ID     run one case and print what differs
  --failed      list the cases that fail
  --record      raise the numbers in conformance.json to those of this run
  --where       print the file of the cases, or nothing, and stop
`;

const command = [process.execPath, join(root, "dist/cli.js")];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: "string" },
    show: { type: "string" },
    failed: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    where: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const pin = readPin();
const made = madeFile(pin.kustomize.commit, process.env);

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`conformance: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the exit status */
async function main() {
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (values.from !== undefined) {
    if (positionals.length > 0) throw new Error("--from makes the cases, so no file of cases can be given");
    for (const line of await makeCases(values.from, pin.kustomize.commit, made)) console.log(line);
  }
  const given = values.from === undefined ? positionals[0] : made;
  const file = findCases({ given, env: process.env, made, parent: dirname(root) });
  if (values.where) {
    if (file !== undefined) console.log(file);
    return 0;
  }
  if (file === undefined) return withoutCases();
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  const cases = readCases(file);
  if (values.show !== undefined) return show(cases, values.show);
  return runAll(cases, file === made ? "made" : "upstream");
}

function withoutCases() {
  const { repository, commit } = pin.kustomize;
  const remedy = `npm run conformance -- --from DIR makes them from a checkout of ${repository} at ${commit}`;
  if (!inCi(process.env)) {
    console.log(`skipped: there are no conformance cases on this machine; ${remedy}`);
    return 0;
  }
  console.error(`conformance: nothing is tested, since there are no conformance cases on this machine; ${remedy}`);
  return 1;
}

/** @param {import("./cases.mjs").Case[]} cases @param {"made" | "upstream"} set */
async function runAll(cases, set) {
  const start = performance.now();
  const results = await mapParallel(cases, async (one) => ({
    id: one.id,
    isError: one.error !== undefined,
    passed: passes(one, await runCase(one, command)),
  }));
  const { total, text } = table(results);
  console.log(text);
  const failed = results.filter(({ passed }) => !passed).map(({ id }) => id);
  if (values.failed) for (const id of failed.sort()) console.log(`failed: ${id}`);
  console.log(`${cases.length} cases in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (values.record) {
    const recorded = { ...pin, [set]: raised(total, pin[set]) };
    writeFileSync(pinFile, `${JSON.stringify(recorded, null, 2)}\n`);
  }
  const problem = shortfall(total, pin[set]);
  if (problem === undefined) return 0;
  console.error(problem);
  return 1;
}

/** @param {import("./cases.mjs").Case[]} cases @param {string} id */
async function show(cases, id) {
  const wanted = cases.find((one) => one.id === id);
  if (wanted === undefined) {
    console.error(`no case is called ${id}`);
    return 2;
  }
  const outcome = await runCase(wanted, command);
  const passed = passes(wanted, outcome);
  console.log(description(wanted, outcome));
  console.log(passed ? "passed" : "failed");
  return passed ? 0 : 1;
}
