#!/usr/bin/env node
// @ts-check
// The rule of the house: a room imports only rooms on lower floors, through their doors, and never in a circle.
// Run as a program it checks this repository, or the one whose path is given.
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Every room of src/, a directory or a single file; a room may have rooms of its own in it. An adapter is a room that may
 * touch the world: files, processes, sockets. All others get it through ports that are passed in, so that they stay pure
 * and can be tested without mocks.
 * Where a room has an `index.ts`, others enter by it, or by its contracts: files of types that several rooms speak.
 *
 * @type {Readonly<Record<string, { floor: number, adapter?: true, contracts?: readonly string[] }>>}
 */
export const ROOMS = {
  action: { floor: 6, adapter: true },
  cli: { floor: 6, adapter: true },
  github: { floor: 5, adapter: true },
  report: { floor: 5 },
  explain: { floor: 5 },
  review: { floor: 4, contracts: ["report.ts"] },
  targets: { floor: 4 },
  render: { floor: 3, contracts: ["rendering.ts"] },
  build: { floor: 2, contracts: ["built.ts"] },
  functions: { floor: 2, adapter: true },
  "functions/starlark": { floor: 2 },
  catalog: { floor: 2 },
  builtins: { floor: 2 },
  documents: { floor: 1 },
  resource: { floor: 1 },
  sources: { floor: 1, adapter: true, contracts: ["tree.ts"] },
  yaml: { floor: 0, contracts: ["node.ts"] },
  diagnostics: { floor: 0 },
  "time-limit": { floor: 0 },
  version: { floor: 0 },
};

/**
 * Rooms on one floor do not know each other, but for these.
 *
 * @type {readonly { from: string, to: string, because: string }[]}
 */
export const SAME_FLOOR = [
  { from: "yaml", to: "diagnostics", because: "a parse error is a diagnostic with a place" },
  { from: "functions", to: "functions/starlark", because: "a program is one of the ways to run a function" },
  {
    from: "build",
    to: "functions",
    because: "functions stand beside the built-ins; the pipeline gets the port to them",
  },
  { from: "build", to: "builtins", because: "the pipeline runs the built-ins that a kustomization's fields stand for" },
];

/**
 * What a room that is no adapter may do with the world all the same.
 *
 * @type {readonly { room: string, module: string, because: string }[]}
 */
export const PERMITS = [
  { room: "functions/starlark", module: "worker_threads", because: "a program runs in a thread that can be ended" },
  { room: "render", module: "fs", because: "it writes manifests below a directory it is given; it reads trees only" },
];

/** Modules of Node that reach the world. */
const WORLDLY = new Set(
  "child_process cluster dgram dns fs http http2 https inspector net process repl tls worker_threads".split(" "),
);

/**
 * @typedef {object} Import
 * @property {string} file the importing file, by path from the root
 * @property {number} line
 * @property {string} specifier as written
 * @property {string | undefined} target the imported file, by path from the root; undefined for packages
 * @property {boolean} lazy whether it is an `import()`
 */

/**
 * Every import of every file under src/: static, for types, lazy, and re-exports. Reading by line is sound because the
 * formatter leaves an import statement only these shapes, and runs in the same lint.
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

/** @param {string} root @returns {string[]} the TypeScript files under src/, sorted, by path from the root */
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
 * @returns {string[]} one line a violation, with its place first
 */
export function violations(root) {
  const imports = importsOf(root);
  const files = sourceFiles(root);
  return [
    ...files.flatMap((file) =>
      ROOMS[roomOf(file)] ? [] : [`${file}: is in no room; give it one in scripts/rooms.mjs`],
    ),
    ...imports.flatMap((each) => {
      const problem = problemOf(root, each);
      return problem ? [`${each.file}:${each.line}: ${problem}`] : [];
    }),
    ...files.flatMap((file) => computedImports(root, file)),
    ...circles(imports).map((circle) => `${circle[0]}: imports itself in a circle: ${circle.join(" -> ")}`),
  ];
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
    if (!isBuiltin(specifier) || !WORLDLY.has(module) || ROOMS[from]?.adapter) return undefined;
    if (PERMITS.some((permit) => permit.room === from && permit.module === module)) return undefined;
    return `${from} must not touch the world through ${specifier}; take a port as an argument instead`;
  }
  if (target === "package.json") return undefined;
  if (!target.startsWith("src/")) return `${specifier} leaves src/`;
  if (!existsSync(join(root, target))) return `${specifier} does not exist`;
  const to = roomOf(target);
  if (to === from) return undefined;
  const [below, above] = [ROOMS[to]?.floor ?? 0, ROOMS[from]?.floor ?? 0];
  if (below > above) return `${from} (floor ${above}) must not import ${to} (floor ${below}): imports go downward`;
  if (below === above && !SAME_FLOOR.some((pair) => pair.from === from && pair.to === to)) {
    return `${from} must not import ${to}: both are on floor ${above}`;
  }
  // Whoever loads one file when it is needed must not load the whole room behind the door.
  if (lazy) return undefined;
  const door = `src/${to}/index.ts`;
  const open = [door, ...(ROOMS[to]?.contracts ?? []).map((name) => `src/${to}/${name}`)];
  if (open.includes(target) || !target.endsWith(".ts") || !existsSync(join(root, door))) return undefined;
  return `${from} must enter ${to} through its door, ${door}, not by ${target}`;
}

/** The room a file is in: the directory under src/, one within that, or the file's own name there. @param {string} file */
function roomOf(file) {
  const [, first = "", second = ""] = file.replace(/\.ts$/, "").split("/");
  return ROOMS[`${first}/${second}`] ? `${first}/${second}` : first;
}

/**
 * An import that is computed cannot be bundled and escapes this rule.
 *
 * @param {string} root
 * @param {string} file
 * @returns {string[]}
 */
function computedImports(root, file) {
  const text = withoutComments(readFileSync(join(root, file), "utf8"));
  return [...text.matchAll(/(?<![.\w])import\(\s*(?!["\s)])/g)].map(
    (match) =>
      `${file}:${lineAt(text, match.index)}: import() needs a literal, or it can be neither bundled nor checked`,
  );
}

/**
 * The circles among files, each told once.
 *
 * @param {readonly Import[]} imports
 * @returns {string[][]} each from a file back to itself
 */
function circles(imports) {
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

/** Blanks the comments that stand on lines of their own, keeping every line where it was. @param {string} text */
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
