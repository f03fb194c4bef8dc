/**
 * The conformance cases, where they are on this machine, in this process: the engine from its sources. `npm run conformance` runs them
 * with dist/cli.js.
 */
import { dirname } from "node:path";
import { expect, test } from "@jest/globals";
import { findCases, madeFile, readCases, readPin, root, shortfall } from "../../scripts/conformance/cases.mjs";
import { passes, withFiles } from "../../scripts/conformance/run.mjs";
import { krmRender } from "../cli/terminal.ts";
import { unless } from "../unless.ts";

const pin = readPin();
const made = madeFile(pin.kustomize.commit, process.env);
const file = findCases({ given: undefined, env: process.env, made, parent: dirname(root) });
const lack = file === undefined ? "there are no conformance cases: see `npm run conformance -- --help`" : undefined;

unless(lack, test)(
  "as many cases pass as conformance.json says",
  async () => {
    const passed = { build: 0, error: 0 };
    for (const one of readCases(file ?? "")) {
      const outcome = await withFiles(one, (cwd, args) => krmRender(args, { cwd }));
      if (passes(one, outcome)) passed[one.error === undefined ? "build" : "error"]++;
    }
    expect(shortfall(passed, file === made ? pin.made : pin.upstream)).toBeUndefined();
  },
  300_000,
);
