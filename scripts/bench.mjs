#!/usr/bin/env node
// @ts-check
// Times the built command line against a kustomize binary, on directories that it generates.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseAllDocuments } from "yaml";
import { benchCompositions } from "./bench-compositions.mjs";
import { benchFunctions } from "./bench-functions.mjs";
import { writeCrds, writeFleet, writeRoot, writeSmallOverlay } from "./bench-inputs.mjs";
import { line, median, output, row, sample } from "./bench-measure.mjs";
import { benchStarlark } from "./bench-starlark.mjs";

const HELP = `Usage: npm run bench -- [PATH] [OPTION...]

Prints for each directory: the median time of \`krm-render\` with its spread (smallest to largest), the time of kustomize,
the factor by which krm-render is faster, and peak memory. The floor is the time that Node needs to start, to read the
files, and to parse and write their content as JSON: about the least that is possible with Node for a large build.
Compositions are consolidated and printed, not built.
Functions are executables, and containers if docker is available. The last table times Starlark programs.

  --node PATH             the Node to run on (default: $NODE24_BIN, else the Node that runs this script)
  PATH, --kustomize PATH  the binary to compare with (default: $KUSTOMIZE_BIN); without one only krm-render is timed
  --starlark PATH         the interpreter in Go to compare with (default: $STARLARK_BIN)
  --quick                 fewer runs, and only the sizes that take seconds
  --full                  also the size at which kustomize takes more than an hour
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kustomize: { type: "string", default: process.env.KUSTOMIZE_BIN ?? "" },
    node: { type: "string", default: process.env.NODE24_BIN || process.execPath },
    starlark: { type: "string", default: process.env.STARLARK_BIN ?? "" },
    quick: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const cli = join(dirname(import.meta.dirname), "dist/cli.js");
const given = positionals[0] ?? values.kustomize;
const kustomize = given === "" ? undefined : resolve(given);
const runs = values.quick ? 3 : 7;

/** Numbers of resources of one root, and of runs of kustomize, whose time grows with the square of the resources. */
const SIZES = [
  { size: 300, theirRuns: 3 },
  { size: 1_000, theirRuns: values.quick ? 0 : 3 },
  { size: 3_000, theirRuns: values.quick ? 0 : 1 },
  { size: 30_000, theirRuns: values.full ? 1 : 0 },
].filter(({ size }) => !values.quick || size <= 3_000);

const CRD_BYTES = 12_000_000;

/** A program that reads the files of a list, and parses and writes a JSON file. */
const FLOOR = `
const { readFileSync, writeFileSync } = require("node:fs");
const [list, json] = process.argv.slice(2);
for (const file of list ? readFileSync(list, "utf8").split("\\n") : []) readFileSync(file, "utf8");
if (json) writeFileSync("/dev/stdout", JSON.stringify(JSON.parse(readFileSync(json, "utf8"))));
`;

/** @typedef {import("./bench-measure.mjs").Sample} Sample */
/** @typedef {import("./bench-measure.mjs").Figure} Figure */

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
  const version = (await output(values.node, ["--version"])).trim();
  console.log(`node ${version}, median of ${runs} runs; kustomize: ${kustomize ?? "not given"}`);
  const titles = ["krm-render", "spread", "memory", "kustomize", "spread", "memory", "ratio", "floor"];
  console.log(line("", titles));

  const small = writeSmallOverlay(join(directory, "small"));
  // The first run stores the compiled program in the user's cache.
  await ours(["build", small], 1);
  row(
    "one small overlay",
    await ours(["build", small], 3 * runs),
    await theirs([small], 3 * runs),
    await floor(directory),
  );

  /** @type {Map<number, Figure>} */
  const bySize = new Map();
  for (const { size, theirRuns } of SIZES) {
    const root = writeRoot(join(directory, `root-${size}`), size);
    const mine = await ours(["build", root], size > 3_000 ? 3 : runs);
    bySize.set(size, mine);
    const least = size > 3_000 ? undefined : await floor(directory, root);
    row(`one root of ${size} resources`, mine, await theirs([root], theirRuns), least);
  }
  const [large, huge] = [bySize.get(3_000), bySize.get(30_000)];
  if (large !== undefined && huge !== undefined) {
    console.log(`from 3000 to 30000 resources: ${(huge.ms / large.ms).toFixed(1)} times the time`);
  }

  const crds = writeCrds(join(directory, "crds"), CRD_BYTES);
  row("12 MB of CRDs", await ours(["build", crds]), await theirs([crds], 3), await floor(directory, dirname(crds)));

  const overlays = writeFleet(join(directory, "fleet"), 300);
  const out = join(directory, "out");
  const fleet = await ours(["render", "overlays/*", "--output-dir", out], runs, join(directory, "fleet"));
  row("300 overlays over 10 bases", fleet, await theirs(overlays, 1));

  await benchCompositions({ ours, floor: (root) => floor(directory, root), directory });

  await benchFunctions({ ours, theirs, directory, runs: values.quick ? 1 : 3 });
  await benchStarlark({ node: values.node, binary: values.starlark, directory, runs: values.quick ? 1 : 3 });
}

/**
 * Times the least work that Node can do for the files below `root`, or just its start if there is no `root`.
 * @param {string} directory for temporary files @param {string} [root]
 */
async function floor(directory, root) {
  const script = join(directory, "floor.cjs");
  writeFileSync(script, FLOOR);
  if (root === undefined) return median(await sample(values.node, [script], 3 * runs));
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));
  const files = names.map((name) => join(root, name));
  const list = join(directory, "floor.txt");
  writeFileSync(list, files.join("\n"));
  const json = join(directory, "floor.json");
  const documents = files.flatMap((file) => parseAllDocuments(readFileSync(file, "utf8")).map((one) => one.toJS()));
  writeFileSync(json, JSON.stringify(documents));
  return median(await sample(values.node, [script, list, json], runs));
}

/** @param {string[]} args @param {number} [count] @param {string} [cwd] */
async function ours(args, count = runs, cwd) {
  return median(await sample(values.node, [cli, ...args], count, cwd));
}

/**
 * Times one run of kustomize for each directory.
 * @param {string[]} directories @param {number} count @param {string[]} [flags] @returns {Promise<Figure | undefined>}
 */
async function theirs(directories, count, flags = []) {
  if (kustomize === undefined || count === 0) return undefined;
  /** @type {Sample[]} */
  const samples = [];
  for (let run = 0; run < count; run++) {
    let total = { ms: 0, cpu: 0, bytes: 0 };
    for (const directory of directories) {
      const [one] = await sample(kustomize, ["build", ...flags, directory], 1);
      if (one !== undefined)
        total = { ms: total.ms + one.ms, cpu: total.cpu + one.cpu, bytes: Math.max(total.bytes, one.bytes) };
    }
    samples.push(total);
  }
  return median(samples);
}
