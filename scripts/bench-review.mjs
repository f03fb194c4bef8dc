#!/usr/bin/env node
// @ts-check
// Times `krm-render diff` of the built command line on repositories that it makes, against the bounds that reviews keep.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { sample } from "./bench-measure.mjs";
import {
  checkOut,
  writeBases,
  writeClusters,
  writeHome,
  writeManyChanges,
  writeNewCrds,
  writeSets,
  writeTag,
} from "./bench-review-inputs.mjs";

const HELP = `Usage: npm run bench:review -- [OPTION...]

Prints the time, the time of processors and the peak memory of reviews, and fails if one of them does not keep its bound. Ratios
are of the times of processors, so that other programs on the machine do not count.

  --node PATH   the Node to run on (default: $NODE24_BIN, else the Node that runs this script)
  --flate PATH  flate, to time it beside the review of a cluster of Flux (default: $FLATE_BIN, else it is not timed)
  --small       a hundredth of each size, to see that it works; the bounds do not count
`;

const { values } = parseArgs({
  options: {
    node: { type: "string", default: process.env.NODE24_BIN || process.execPath },
    flate: { type: "string", default: process.env.FLATE_BIN },
    small: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const MIB = 1024 * 1024;
const ALL = ["--affected-only=false"];
const NONE = { ms: 0, cpu: 0, bytes: 0 };
const REVISIONS = ["diff", "--base", "HEAD~1", "--head", "HEAD"];
const cli = join(dirname(import.meta.dirname), "dist/cli.js");
const scale = values.small ? 0.01 : 1;

if (values.help) {
  process.stdout.write(HELP);
} else if (existsSync(cli)) {
  const top = mkdtempSync(join(tmpdir(), "krm-bench-"));
  try {
    await bench(top);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
} else {
  console.error("dist/cli.js is missing: run `npm run build`");
  process.exitCode = 2;
}

/** @param {string} top */
async function bench(top) {
  const output = join(top, "report");
  const at = (/** @type {string} */ name) => join(top, name);

  writeBases(at("bases"), 1_000 * scale, Math.max(2, 100 * scale));
  const affected = await typical(() => review(at("bases"), "json", output));
  const both = await renderBoth(at("bases"), join(top, "manifests"));
  show("1,000 overlays, 10 affected", affected, bound("of rendering all", ratio(affected, both), 0.2));
  show("1,000 overlays, both rendered", both);
  show("1,000 overlays, all compared", await review(at("bases"), "json", output, ALL));

  writeTag(at("tag"), 1_000 * scale);
  const tag = await review(at("tag"), "json", output);
  const { figures } = JSON.parse(readFileSync(output, "utf8"));
  show("a tag in 1,000 overlays", tag, bound("rows", figures.groups, 1));

  // Five objects in each.
  writeTag(at("checked"), 600 * scale);
  checkOut(at("checked"), "main");
  const rendering = [cli, "render", "--output-dir", join(top, "checked-manifests")];
  const rendered = await typical(() => run(rendering, at("checked")));
  // The first run of a command keeps its compiled code, as those of the others have done by now.
  await run([cli, "validate"], at("checked"));
  const validated = await typical(() => run([cli, "validate"], at("checked")));
  show("3,000 objects, rendered", rendered);
  show("3,000 objects, validated", validated, bound("of rendering", ratio(validated, rendered), 1.3));

  writeNewCrds(at("crds"), 200 * scale, 4_300_000 * scale);
  for (const format of ["json", "patch", "markdown", "html"]) {
    const crds = await review(at("crds"), format, output);
    show(`4.3 MB of CRDs, 200 x, ${format}`, crds, bound("MiB", crds.bytes / MIB, 1024));
  }
  writeNewCrds(at("fewer-crds"), 100 * scale, 2_000_000 * scale);
  const fewer = await review(at("fewer-crds"), "json", output);
  show("2 MB of CRDs, 100 x, json", fewer, bound("s", fewer.ms / 1000, 50));

  writeClusters(at("cluster"), 1, 200 * scale);
  writeClusters(at("clusters"), 10, 200 * scale);
  const cluster = await review(at("cluster"), "json", output, ALL);
  const clusters = await review(at("clusters"), "json", output, ALL);
  const leaf = await typical(() => review(at("clusters"), "json", output));
  const allLeaves = await renderBoth(at("clusters"), join(top, "deployments"));
  show("a cluster of 200 Kustomizations", cluster);
  show("10 clusters of 200", clusters, bound("of one", ratio(clusters, cluster), 12));
  show("10 clusters, all compared", clusters, bound("MiB", clusters.bytes / MIB, 2048));
  show("10 clusters, one leaf changed", leaf, bound("of rendering all", ratio(leaf, allLeaves), 0.2));
  show("10 clusters, both rendered", allLeaves);

  const [many, few, each] = values.small ? [2, 1, 3] : [20, 2, 25];
  writeSets(at("few-sets"), few, each, "bases");
  writeSets(at("sets"), many, each, "bases");
  writeSets(at("overlay"), many, each, "overlay");
  writeSets(at("template"), many, each, "template");
  const ofFew = await review(at("few-sets"), "json", output);
  const ofMany = await review(at("sets"), "json", output);
  show("50 Applications of 2 sets, all", ofFew);
  show("500 Applications of 20 sets, all", ofMany, bound("of 50", ratio(ofMany, ofFew), 12));
  show("500 Applications of 20 sets, all", ofMany, bound("MiB", ofMany.bytes / MIB, 2048));
  const overlay = await typical(() => review(at("overlay"), "json", output));
  show("500 Applications, one overlay", overlay, bound("of all", ratio(overlay, ofMany), 0.2));
  const template = await review(at("template"), "json", output);
  // That of the set itself, and that of what its Applications render.
  const rows = JSON.parse(readFileSync(output, "utf8")).figures.groups;
  show("500 Applications, one template", template, bound("rows", rows, 2));

  writeHome(at("home"), 80);
  checkOut(at("home"), "main");
  const own = await review(at("home"), "json", output);
  show("80 Kustomizations, one changed", own);
  show("80 Kustomizations, all compared", await review(at("home"), "json", output, ALL));
  if (values.flate === undefined) console.log("flate diff ks: not timed, because FLATE_BIN is not set");
  else {
    const args = ["diff", "ks", "--base=HEAD~1", "--path=flux/cluster", "--no-progress", `--cache-dir=${at("cache")}`];
    const [flate = NONE] = await sample(values.flate, args, 1, at("home"));
    show("flate diff ks, one changed", flate, `${Number((flate.ms / own.ms).toPrecision(3))} times as long`);
  }

  writeManyChanges(at("half"), 5_000 * scale);
  writeManyChanges(at("full"), 10_000 * scale);
  const half = await review(at("half"), "json", output);
  const full = await review(at("full"), "json", output);
  show("5,000 changed objects", half);
  // A run has costs that do not grow; what is left may grow a little faster, as memory does.
  show("10,000 changed objects", full, bound("of 5,000", ratio(full, half), 2.4));
}

/** @param {string} cwd @param {string} format @param {string} output @param {string[]} [more] */
async function review(cwd, format, output, more = []) {
  const args = [cli, ...REVISIONS, "--format", format, "--output", output, ...more];
  return run(args, cwd);
}

/** Renders all targets of both commits. @param {string} cwd @param {string} output */
async function renderBoth(cwd, output) {
  checkOut(cwd, "HEAD~1");
  const before = await run([cli, "render", "--output-dir", output], cwd);
  checkOut(cwd, "main");
  const after = await run([cli, "render", "--output-dir", output], cwd);
  return { ms: before.ms + after.ms, cpu: before.cpu + after.cpu, bytes: Math.max(before.bytes, after.bytes) };
}

/** @param {string[]} args @param {string} cwd */
async function run(args, cwd) {
  const [one = NONE] = await sample(values.node, args, 1, cwd);
  return one;
}

/** Short runs differ by a fifth: the one in the middle of three by the time of processors. @param {() => Promise<Sample>} once */
async function typical(once) {
  const runs = [await once(), await once(), await once()];
  return runs.sort((a, b) => a.cpu - b.cpu || a.ms - b.ms)[1] ?? NONE;
}

/** @typedef {import("./bench-measure.mjs").Sample} Sample */

/** @param {Sample} one @param {Sample} other */
function ratio(one, other) {
  return other.cpu === 0 ? one.ms / other.ms : one.cpu / other.cpu;
}

/** @param {string} unit @param {number} value @param {number} most */
function bound(unit, value, most) {
  const isKept = value <= most || values.small;
  if (!isKept) process.exitCode = 1;
  return `${Number(value.toPrecision(3))} ${unit}, at most ${most}${isKept ? "" : ": NOT KEPT"}`;
}

/** @param {string} name @param {Sample} figure @param {string} [result] */
function show(name, { ms, cpu, bytes }, result = "") {
  const texts = [`${(ms / 1000).toFixed(2)} s`, `${(cpu / 1000).toFixed(2)} s`, `${(bytes / MIB).toFixed(0)} MiB`];
  const cells = texts.map((text) => text.padStart(10));
  console.log(`${name.padEnd(34)}${cells.join("")}   ${result}`.trimEnd());
}
