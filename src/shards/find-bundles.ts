/** Finds the bundles that paths and globs name. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { BUNDLE_FILE, MANIFESTS } from "../bundle/index.ts";
import { failure } from "../diagnostics.ts";
import { compareBytewise } from "../text/index.ts";

/** The most directories that are searched for one glob. */
const MAX_SEARCHED = 10_000;

/**
 * The directories that the names stand for, each once: a directory with a bundle, or one whose directories are bundles, as
 * actions/download-artifact makes it. Directories without a bundle are among them, so that they are reported.
 * @param names paths and globs, relative to `top`
 * @throws KrmError `no-shards` for a name that stands for no directory
 */
export function findBundles(top: string, names: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const name of names) {
    const directories = isDirectory(resolve(top, name)) ? [resolve(top, name)] : matching(top, name);
    const bundles = directories.flatMap(bundlesIn);
    if (bundles.length === 0) {
      throw failure("no-shards", `${JSON.stringify(name)} names no directory with the output of a shard`, {
        hint: "Download the artifacts of all shards first, each into a directory of its own.",
      });
    }
    for (const bundle of bundles) found.set(realpathSync(bundle), bundle);
  }
  return [...found.values()].sort(compareBytewise);
}

/**
 * Refuses an output directory that is one of the bundles, lies in one, or would lose one: it is emptied before manifests are copied.
 * @throws KrmError `output-unsafe`
 */
export function refuseBundles(output: string, bundles: readonly string[], shown: (directory: string) => string): void {
  const own = realPath(output);
  const holds = (above: string, below: string): boolean => below === above || below.startsWith(`${above}${sep}`);
  for (const bundle of bundles) {
    const path = realPath(bundle);
    if (!holds(path, own) && !holds(join(own, MANIFESTS), path)) continue;
    const message = `the output directory ${shown(output)} has the output of a shard, ${shown(bundle)}`;
    throw failure("output-unsafe", message, { hint: "Name another directory for what is joined." });
  }
}

/** A directory that does not exist is below one that does. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
}

function bundlesIn(directory: string): string[] {
  if (existsSync(join(directory, BUNDLE_FILE))) return [directory];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
}

/** Directories that a glob matches. Hidden ones and links are not searched. */
function matching(top: string, glob: string): string[] {
  const { base, glob: rest } = picomatch.scan(glob);
  const start = resolve(top, base);
  if (rest === "" || !isDirectory(start)) return [];
  const isMatch = picomatch(rest);
  const depth = rest.includes("**") ? Number.POSITIVE_INFINITY : rest.split("/").length;
  const found: string[] = [];
  let searched = 0;
  const open: [path: string, name: string, depth: number][] = [[start, "", 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, name, at] = next;
    if (++searched > MAX_SEARCHED) throw failure("no-shards", `${JSON.stringify(glob)} matches too many directories`);
    if (name !== "" && isMatch(name)) {
      found.push(path);
      continue;
    }
    if (at >= depth) continue;
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
        open.push([join(path, entry.name), name === "" ? entry.name : `${name}/${entry.name}`, at + 1]);
  }
  return found;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
