// @ts-check
// Times functions: executables, and containers if docker is available.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { writeEchoed, writeFunctionTargets } from "./bench-function-inputs.mjs";
import { row } from "./bench-measure.mjs";

const TARGETS = 20;
const RESOURCES = 3_000;
const FLAGS = ["--enable-alpha-plugins", "--enable-exec"];

/**
 * @typedef {object} Bench
 * @property {(args: string[], count: number, cwd?: string) => Promise<import("./bench-measure.mjs").Figure>} ours
 * @property {(directories: string[], count: number, flags: string[]) => Promise<import("./bench-measure.mjs").Figure | undefined>} theirs
 * @property {string} directory for the inputs
 * @property {number} runs
 */

/** Prints a row for each input. @param {Bench} bench */
export async function benchFunctions(bench) {
  await targets(bench, "20 targets, executable", { exec: { path: "./fn" } });
  const echoed = writeEchoed(join(bench.directory, "echo"), RESOURCES);
  const mine = await bench.ours(["build", ...FLAGS, echoed], bench.runs);
  row("3000 resources, echoed", mine, await bench.theirs([echoed], 1, FLAGS));

  const image = echoImage(bench.directory);
  if (image.name === undefined) return console.log(`20 targets, container: not timed, since ${image.reason}`);
  try {
    await targets(bench, "20 targets, container", { container: { image: image.name } });
  } finally {
    execFileSync("docker", ["rmi", "-f", image.name], { stdio: "ignore" });
  }
}

/**
 * Times many targets that pass through one function, which returns its input.
 * @param {Bench} bench @param {string} title @param {object} how
 */
async function targets({ ours, theirs, directory, runs }, title, how) {
  const top = join(directory, title.replaceAll(/\W+/g, "-"));
  const paths = writeFunctionTargets(top, TARGETS, how);
  const flags = [...FLAGS, "--output-dir", join(directory, `${title}-out`)];
  row(title, await ours(["render", ...flags, "targets/*"], runs, top), await theirs(paths, 1, FLAGS));
}

/**
 * Builds an image whose program returns its input, for the user that kustomize expects. Returns a reason if it cannot.
 * @param {string} directory @returns {{ name: string } | { name: undefined, reason: string }}
 */
function echoImage(directory) {
  const docker = (/** @type {string[]} */ ...args) => execFileSync("docker", args, { stdio: "pipe", timeout: 60_000 });
  try {
    docker("version");
  } catch {
    return { name: undefined, reason: "docker does not answer" };
  }
  const path = (process.env.PATH ?? "").split(delimiter);
  const busybox = path.map((each) => join(each, "busybox")).find((each) => existsSync(each));
  if (busybox === undefined) return { name: undefined, reason: "there is no busybox for the image" };
  const root = join(directory, "image");
  mkdirSync(join(root, "etc"), { recursive: true });
  writeFileSync(join(root, "etc/passwd"), "nobody:x:65534:65534::/:/busybox\n");
  copyFileSync(busybox, join(root, "busybox"));
  const archive = join(directory, "image.tar");
  execFileSync("tar", ["-C", root, "--owner=0", "--group=0", "-cf", archive, "."]);
  const name = `krm-render-bench/echo-${process.pid}:v1`;
  docker("import", "--change", 'ENTRYPOINT ["/busybox","cat"]', archive, name);
  return { name };
}
