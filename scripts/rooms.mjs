#!/usr/bin/env node
// @ts-check
// Checks the imports between rooms: a room imports only rooms on lower floors, through their doors, and never in a cycle.
// As a program, checks this repository or the one at the given path.
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOMS } from "./rooms-table.mjs";

/**
 * Modules of Node that a room may use although it is not an adapter.
 *
 * @type {readonly { room: string, module: string, because: string }[]}
 */
export const PERMITS = [
  { room: "starlark", module: "worker_threads", because: "a program runs in a thread that can be ended" },
  { room: "render", module: "fs", because: "it writes manifests below a directory it is given; it reads trees only" },
  {
    room: "release",
    module: "fs",
    because: "it writes releases below a directory it is given, and reads the one it verifies",
  },
];

/** The largest number of files that may lie directly in one directory: more are hard to survey. */
const MAX_FILES = 30;

/** Modules of Node that only adapters may use. */
const ADAPTER_MODULES = new Set(
  "child_process cluster dgram dns fs http http2 https inspector net process repl tls worker_threads".split(" "),
);

/**
 * @typedef {object} Import
 * @property {string} file the path of the importing file from the root
 * @property {number} line
 * @property {string} specifier as written
 * @property {string | undefined} target the path of the imported file from the root; undefined for packages
 * @property {boolean} lazy whether it is an `import()`
 */

/**
 * All imports of all files under src/: static ones, types, lazy ones and re-exports. Reads line by line, which is correct
 * because the formatter in the same lint allows no other forms of import statements.
 *
 * @param {string} root
 * @returns {Import[]} in the order of files and lines
 */
export function importsOf(root) {
  return sourceFiles(root).flatMap((file) => {
    const text = withoutComments(readFileSync(join(root, file), "utf8"));
    const found = text.matchAll(
      /^(?:import|export)\b[^"\n]*\bfrom "([^"\n]+)"|^\} from "([^"\n]+)"|^import "([^"\n]+)"|\bimport\(\s*"([^"\n]+)"/gm,
    );
    return [...found].map((match) => {
      const specifier = match.slice(1).find(Boolean) ?? "";
      const target = specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : undefined;
      return { file, line: lineAt(text, match.index), specifier, target, lazy: match[0].startsWith("import(") };
    });
  });
}

/** @param {string} root @returns {string[]} the sorted paths of the TypeScript files under src/, from the root */
export function sourceFiles(root) {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts"))
    .sort();
}

/**
 * Checks every import under src/.
 *
 * @param {string} root
 * @returns {string[]} one line for each violation, which begins with its place
 */
export function violations(root) {
  const imports = importsOf(root);
  const files = sourceFiles(root);
  return [
    ...files.flatMap((file) =>
      ROOMS[roomOf(file)] ? [] : [`${file}: is in no room; give it one in scripts/rooms-table.mjs`],
    ),
    ...imports.flatMap((each) => {
      const problem = problemOf(root, each);
      return problem ? [`${each.file}:${each.line}: ${problem}`] : [];
    }),
    ...files.flatMap((file) => computedImports(root, file)),
    ...crowdedDirectories(files),
    ...cycles(imports).map((cycle) => `${cycle[0]}: imports itself in a cycle: ${cycle.join(" -> ")}`),
  ];
}

/** @param {readonly string[]} files @returns {string[]} */
function crowdedDirectories(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(
      ([directory, count]) => `${directory}: holds ${count} files, and ${MAX_FILES} is the limit; divide it by idea`,
    );
}

/**
 * @param {string} root
 * @param {Import} each
 * @returns {string | undefined}
 */
function problemOf(root, { file, specifier, target, lazy }) {
  const from = roomOf(file);
  if (target === undefined) {
    const module = specifier.replace(/^node:/, "").split("/")[0] ?? "";
    if (!isBuiltin(specifier) || !ADAPTER_MODULES.has(module) || ROOMS[from]?.adapter) return undefined;
    if (PERMITS.some((permit) => permit.room === from && permit.module === module)) return undefined;
    return `${from} must not import ${specifier}, because it is not an adapter; take a port as an argument instead`;
  }
  if (target === "package.json") return undefined;
  if (!target.startsWith("src/")) return `${specifier} leaves src/`;
  if (!existsSync(join(root, target))) return `${specifier} does not exist`;
  const [leaving, entering] = [roomsAround(file), roomsAround(target)];
  const depth = leaving.findIndex((room, index) => room !== entering[index]);
  if (depth > 0 && entering.length === depth) {
    // A contract lies below the rooms in its room: it holds the types that these share.
    if (isContract(entering.at(-1) ?? "", target)) return undefined;
    return `${from} must not import ${target}: the files of ${entering.at(-1)} are above the rooms in it`;
  }
  // The outermost room that the import enters, and the room in the same directory that it leaves.
  const to = entering.find((room, index) => room !== leaving[index]);
  if (to === undefined) return undefined;
  const above = leaving[entering.indexOf(to)];
  if (above !== undefined) {
    const [lower, upper] = [ROOMS[to]?.floor ?? 0, ROOMS[above]?.floor ?? 0];
    if (lower > upper) return `${above} (floor ${upper}) must not import ${to} (floor ${lower}): imports go downward`;
    if (lower === upper) {
      return `${above} must not import ${to}: both are on floor ${upper}`;
    }
  }
  // A lazy import may load one file instead of the whole room.
  if (lazy) return undefined;
  const door = `src/${to}/index.ts`;
  if (target === door || isContract(to, target) || !target.endsWith(".ts") || !existsSync(join(root, door)))
    return undefined;
  return `${from} must enter ${to} through its door, ${door}, not by ${target}`;
}

/** Whether a file is one of the contracts of a room. @param {string} room @param {string} file */
function isContract(room, file) {
  return (ROOMS[room]?.contracts ?? []).some((name) => file === `src/${room}/${name}`);
}

/** The rooms that contain a file, outermost first. @param {string} file @returns {string[]} */
function roomsAround(file) {
  const parts = file
    .replace(/^src\//, "")
    .replace(/\.ts$/, "")
    .split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/")).filter((path) => ROOMS[path] !== undefined);
}

/** The innermost room that contains a file. @param {string} file */
function roomOf(file) {
  return roomsAround(file).at(-1) ?? file;
}

/**
 * Finds computed imports, which can be neither bundled nor checked.
 *
 * @param {string} root
 * @param {string} file
 * @returns {string[]}
 */
function computedImports(root, file) {
  const text = withoutComments(readFileSync(join(root, file), "utf8"));
  return [...text.matchAll(/(?<![.\w])import\(\s*(?!["\s)])/g)].map(
    (match) =>
      `${file}:${lineAt(text, match.index)}: import() must have a literal argument, so that it can be bundled and checked`,
  );
}

/**
 * The cycles among files, each one once.
 *
 * @param {readonly Import[]} imports
 * @returns {string[][]} each from a file back to itself
 */
function cycles(imports) {
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const { file, target } of imports) {
    if (target !== undefined) graph.set(file, [...(graph.get(file) ?? []), target]);
  }
  /** @type {string[][]} */
  const found = [];
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  function visit(file) {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      found.push([...path.slice(start), file]);
      return;
    }
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  }
  for (const file of [...graph.keys()].sort()) visit(file);
  return found;
}

/** Blanks comments on lines of their own, and keeps the numbers of lines. @param {string} text */
function withoutComments(text) {
  return text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ""));
}

/**
 * @param {string} text
 * @param {number} index
 */
function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] && realpathSync(process.argv[1]) === self) {
  const found = violations(process.argv[2] ?? dirname(dirname(self)));
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}
