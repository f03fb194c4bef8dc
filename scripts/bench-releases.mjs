#!/usr/bin/env node
// @ts-check
// Times reviews of HelmReleases by the built command line against helm itself, on a repository that it makes.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { sample } from "./bench-measure.mjs";
import { writeNewVersion, writeReleases } from "./bench-release-inputs.mjs";
import { checkOut } from "./bench-review-inputs.mjs";

const HELP = `Usage: npm run bench:releases -- [OPTION...]

Prints the time, the time of processors and the peak memory of reviews of 60 HelmReleases over 12 charts, and fails if one of them does not
keep its bound. Ratios are of the times of processors, so that other programs on the machine do not count. Of several runs, the one with the
least time of processors counts.

  --node PATH    the Node to run on (default: $NODE24_BIN, else the Node that runs this script)
  --helm PATH    the helm to compare with, and to run (default: $HELM_BIN, else helm)
  --flate PATH   flate, to time it beside (default: $FLATE_BIN, else it is not timed)
  --runs N       how often each is run (default: 3)
  --small        six releases of two charts, to see that it works; the bounds do not count
`;

const { values } = parseArgs({
  options: {
    node: { type: "string", default: process.env.NODE24_BIN || process.execPath },
    helm: { type: "string", default: process.env.HELM_BIN || "helm" },
    flate: { type: "string", default: process.env.FLATE_BIN },
    runs: { type: "string", default: "3" },
    small: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const MIB = 1024 * 1024;
const SIZE = values.small ? { releases: 6, charts: 2 } : { releases: 60, charts: 12 };
const DIFF = ["diff", "--base", "HEAD~1", "--head", "HEAD", "--format", "json"];
const cli = join(dirname(import.meta.dirname), "dist/cli.js");

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
  const store = join(top, "cache");
  process.env.XDG_CACHE_HOME = store;
  const empty = () => rmSync(join(store, "krm-render/v1"), { recursive: true, force: true });
  const full = () => {};
  const [one, bumped, fleet] = [join(top, "one"), join(top, "bumped"), join(top, "fleet")];
  const releases = writeReleases(one, SIZE);
  checkOut(one, "main");

  const all = await helm(one, top, releases);
  show(`helm template of ${SIZE.releases}, two at a time`, all);
  const output = join(top, "manifests");
  const render = ["render", "--output-dir", output];
  const fresh = await krm(one, render, empty);
  show(
    "render all, empty store",
    fresh,
    bound("of helm", ratio(fresh, all), 1.3),
    bound("MiB", fresh.bytes / MIB, 1024),
  );
  const kept = await krm(one, render, full);
  show("render all, all kept", kept, `${rounded(ratio(kept, all))} of helm`);

  const node = await least(values.node, ["-e", ""], top);
  const twice = await helm(
    one,
    top,
    [releases[0], releases[0]].flatMap((each) => each ?? []),
  );
  const start = { ms: node.ms + twice.ms, cpu: node.cpu + twice.cpu, bytes: 0 };
  show("Node's start, and helm for two sides", start);
  const changed = await krm(one, DIFF, empty);
  show("a value of one, empty store", changed, bound("of Node and helm", ratio(changed, start), 3));
  const again = await krm(one, DIFF, full);
  show("a value of one, all kept", again, `${rounded(ratio(again, start))} of Node and helm`);
  writeNewVersion(bumped, SIZE);
  const version = await krm(bumped, DIFF, empty);
  show("a version of one, empty store", version, bound("of Node and helm", ratio(version, start), 3));

  const each = { releases: values.small ? 4 : 200, charts: 1 };
  const [small, large] = [join(top, "cluster"), fleet];
  writeReleases(small, each);
  writeReleases(large, { ...each, clusters: 10 });
  const cluster = await krm(small, DIFF, empty);
  const clusters = await krm(large, DIFF, empty);
  show(`a value of one of ${each.releases}`, cluster);
  show(
    "the same in 10 clusters",
    clusters,
    bound("of one", ratio(clusters, cluster), 12),
    bound("MiB", clusters.bytes / MIB, 1024),
  );

  if (values.flate === undefined) console.log("flate build hr: not timed, because FLATE_BIN is not set");
  else {
    const args = ["build", "hr", "--path=clusters/c0", "--no-progress", `--cache-dir=${join(top, "flate")}`];
    const flate = await least(values.flate, args, one);
    show(
      "flate build hr",
      flate,
      `${rounded(ratio(fresh, flate))} times as much for us, ${rounded(ratio(kept, flate))} if all is kept`,
    );
  }
}

/** @typedef {import("./bench-measure.mjs").Sample} Sample */

/** @param {string} cwd @param {string[]} args @param {() => void} prepare @returns {Promise<Sample>} */
async function krm(cwd, args, prepare) {
  return least(values.node, [cli, ...args, "--helm-command", values.helm], cwd, prepare);
}

/**
 * Renders releases by helm, two at a time.
 * @param {string} cwd @param {string} top for files @param {readonly import("./bench-release-inputs.mjs").Release[]} releases
 */
async function helm(cwd, top, releases) {
  const lines = releases.map(({ name, chart, values: text }, index) => {
    const file = join(top, `${index}.yaml`);
    writeFileSync(file, text);
    return `${name} ${chart} ${file}\n`;
  });
  const list = join(top, "releases");
  writeFileSync(list, lines.join(""));
  const one = 'exec "$0" template "$1" "$2" --namespace apps -f "$3" --include-crds > /dev/null';
  return least("sh", ["-c", `xargs -P 2 -n 3 sh -c '${one}' "$0" < "$1"`, values.helm, list], cwd);
}

/** The run with the least time of processors. @param {string} program @param {string[]} args @param {string} cwd @param {() => void} [prepare] */
async function least(program, args, cwd, prepare = () => {}) {
  /** @type {Sample[]} */
  const samples = [];
  for (let run = 0; run < Number(values.runs); run++) {
    prepare();
    samples.push(...(await sample(program, args, 1, cwd)));
  }
  const [first = { ms: 0, cpu: 0, bytes: 0 }] = samples.toSorted((a, b) => a.cpu - b.cpu || a.ms - b.ms);
  return { ...first, bytes: Math.max(...samples.map(({ bytes }) => bytes)) };
}

/** @param {Sample} one @param {Sample} other */
function ratio(one, other) {
  return other.cpu === 0 ? one.ms / other.ms : one.cpu / other.cpu;
}

/** @param {string} unit @param {number} value @param {number} most */
function bound(unit, value, most) {
  const isKept = value <= most || values.small;
  if (!isKept) process.exitCode = 1;
  return `${rounded(value)} ${unit}, at most ${most}${isKept ? "" : ": NOT KEPT"}`;
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(3));
}

/** @param {string} name @param {Sample} figure @param {string[]} results */
function show(name, { ms, cpu, bytes }, ...results) {
  const texts = [`${(ms / 1000).toFixed(2)} s`, `${(cpu / 1000).toFixed(2)} s`, `${(bytes / MIB).toFixed(0)} MiB`];
  console.log(`${name.padEnd(38)}${texts.map((text) => text.padStart(10)).join("")}   ${results.join("; ")}`.trimEnd());
}
