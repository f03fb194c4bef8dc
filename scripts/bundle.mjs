// @ts-check
// Computes the content of dist/ in memory. Equal sources give equal bytes, on any machine and in any directory.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { thirdPartyLicenses } from "./licenses.mjs";
import { madeModules } from "./made-modules.mjs";

/** The program that the runner starts, which loads the rest of the action where it is needed. */
const ACTION_ENTRIES = { index: "src/action/main.ts" };

/**
 * The programs, by file name in dist/: the rest of the action, the command line, the process that watches another one, and the
 * thread that runs Starlark.
 */
const ENTRIES = {
  worker: "src/action/program.ts",
  program: "src/start/program.ts",
  watch: "src/start/watch.ts",
  starlark: "src/starlark/thread.ts",
};

/** The program for builds without options, which leaves out everything that is imported dynamically. */
const QUICK_ENTRIES = { quick: "src/start/quick.ts" };

/** The client of the Actions cache, which the action starts as a program. It is larger than the action, and seldom needed. */
const CACHE_ENTRIES = { cache: "src/action/caching/cache-client.ts" };

/** CommonJS has no `import.meta.url`, which a package of the client uses as it is loaded. */
const MODULE_URL = {
  define: { "import.meta.url": "MODULE_URL" },
  banner: 'const MODULE_URL = require("node:url").pathToFileURL(__filename).href;',
};

/** The file that starts the programs. It contains a digest of them. */
const LAUNCH_ENTRIES = { cli: "src/start/launch.ts" };

const SHEBANG = "#!/usr/bin/env node\n";

/** The modules of Node that every run uses. */
const USED_ALWAYS = ["node:fs", "node:path", "node:buffer"];

/**
 * Replaces imports of Node's modules by objects that load the module when a member is first used. A real import loads the
 * module and evaluates all its getters, for all modules a quarter of the time of a small build.
 *
 * @type {import("esbuild").Plugin}
 */
const nodeModules = {
  name: "node-modules",
  setup(hooks) {
    hooks.onResolve({ filter: /^node:/, namespace: "file" }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "node" } : undefined,
    );
    hooks.onLoad({ filter: /.*/, namespace: "node" }, ({ path }) => {
      const load = `process.getBuiltinModule(${JSON.stringify(path)})`;
      const lazy = `Object.create(new Proxy({}, { get: (_, name) => ${load}[name] }))`;
      // esbuild passes the prototype on to what it makes importers see, and would copy all other members.
      return { contents: `module.exports = ${USED_ALWAYS.includes(path) ? `Object.create(${load})` : lazy};` };
    });
  },
};

/**
 * Replaces each dynamic import by the start of the whole program, which takes over. The importer waits forever: a module with
 * a `then` counts as a promise.
 *
 * @type {import("esbuild").Plugin}
 */
const takeOver = {
  name: "take-over",
  setup(hooks) {
    hooks.onResolve({ filter: /.*/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "program", namespace: "take-over" } : undefined,
    );
    hooks.onLoad({ filter: /.*/, namespace: "take-over" }, () => ({
      contents: 'require("./program.js"); exports.then = () => {};',
    }));
  },
};

/**
 * Replaces the HTTP client in packages of GitHub by an object that loads it when a member is first used: they need it only behind
 * a proxy, and it is a sixth of the action.
 *
 * @type {import("esbuild").Plugin}
 */
const httpClient = {
  name: "http-client",
  setup(hooks) {
    hooks.onResolve({ filter: /^undici$/, namespace: "file" }, ({ path }) => ({ path, namespace: "http-client" }));
    hooks.onLoad({ filter: /.*/, namespace: "http-client" }, ({ path }) => ({
      contents: `module.exports = Object.create(new Proxy({}, { get: (_, name) => require(${JSON.stringify(path)})[name] }));`,
      resolveDir: import.meta.dirname,
    }));
  },
};

/**
 * Leaves what the action imports dynamically in a file of its own.
 *
 * @type {import("esbuild").Plugin}
 */
const worker = {
  name: "worker",
  setup(hooks) {
    hooks.onResolve({ filter: /\/program\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./worker.js", external: true } : undefined,
    );
  },
};

/**
 * Escapes what is not ASCII, which the command line reads wrongly (src/start/kept-code.ts). esbuild does that in strings, but not in regular
 * expressions, where the escapes mean the same.
 *
 * @param {string} script
 */
function ascii(script) {
  return script.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Bundles the sources under `root`.
 *
 * Each entry becomes one CommonJS file: loading a dozen ES modules takes longer than building a small overlay. Dynamic
 * imports are in the same file and run on first use. esbuild then wraps each such module in a function, which costs time;
 * the quick entry has none.
 *
 * @param {string} root an absolute path
 * @returns {Promise<Map<string, string>>} every generated file by its path from the root, sorted by path
 */
export async function bundle(root) {
  const results = [
    await bundleEntries(root, ACTION_ENTRIES, [worker, nodeModules]),
    await bundleEntries(root, ENTRIES, [nodeModules, httpClient]),
    await bundleEntries(root, QUICK_ENTRIES, [takeOver, nodeModules]),
  ];
  const digest = createHash("sha256");
  for (const { outputFiles } of results) for (const { text } of outputFiles) digest.update(ascii(text));
  const define = { PROGRAMS: JSON.stringify(digest.digest("hex").slice(0, 16)) };
  results.push(await bundleEntries(root, LAUNCH_ENTRIES, [], define));
  results.push(await bundleEntries(root, CACHE_ENTRIES, [], MODULE_URL.define, MODULE_URL.banner));
  const files = new Map();
  for (const { outputFiles } of results) {
    for (const { path, text } of outputFiles) {
      const output = path.slice(root.length + 1).replaceAll("\\", "/");
      if (text.includes(root)) throw new Error(`${output} contains the path of this checkout, ${root}`);
      const script = ascii(text);
      files.set(output, output === "dist/cli.js" ? SHEBANG + script : script);
    }
  }
  // Lets a copy of dist/ alone run, without the package.json above it.
  files.set("dist/package.json", `${JSON.stringify({ private: true, type: "commonjs" }, null, 2)}\n`);
  const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
  files.set("THIRD_PARTY_LICENSES", thirdPartyLicenses(root, { inputs: {}, outputs }));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param {string} root
 * @param {Record<string, string>} entryPoints
 * @param {import("esbuild").Plugin[]} plugins
 * @param {Record<string, string>} define
 * @param {string} banner the first lines of each file
 */
function bundleEntries(root, entryPoints, plugins, define = {}, banner = "") {
  return build({
    absWorkingDir: root,
    entryPoints,
    outdir: "dist",
    bundle: true,
    external: ["./program.js"],
    plugins: [...plugins, madeModules(root)],
    define: { BUNDLED: "true", ...define },
    banner: { js: banner },
    format: "cjs",
    platform: "node",
    target: "node20",
    // A script of `vm` cannot import anything. What is not bundled, such as a module of Node, is required instead.
    supported: { "dynamic-import": false },
    // A node_modules that is a link must not put its real place into the output.
    preserveSymlinks: true,
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
}

/**
 * Compares the generated files with a fresh bundle.
 *
 * @param {Map<string, string>} files what {@link bundle} returned
 * @param {string} root
 * @returns {string[]} one line for each file that differs, such as `dist/cli.js is missing`
 */
export function differences(files, root) {
  const present = presentFiles(root);
  const lines = [];
  for (const [path, text] of files) {
    if (!present.includes(path)) lines.push(`${path} is missing`);
    else if (readFileSync(join(root, path), "utf8") !== text) lines.push(`${path} differs`);
  }
  for (const path of present) if (!files.has(path)) lines.push(`${path} belongs to no build`);
  return lines;
}

/**
 * Lists the generated files that exist, by path from the root.
 *
 * @param {string} root
 */
export function presentFiles(root) {
  const found = existsSync(join(root, "THIRD_PARTY_LICENSES")) ? ["THIRD_PARTY_LICENSES"] : [];
  if (!existsSync(join(root, "dist"))) return found;
  for (const entry of readdirSync(join(root, "dist"), { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    found.push(path.replaceAll("\\", "/"));
  }
  return found;
}

/**
 * Says in one sentence why dist/ must not be tested; empty if it is what the sources build to.
 *
 * @param {string} root
 */
export async function distProblem(root) {
  try {
    const [line] = differences(await bundle(root), root);
    return line === undefined ? "" : `dist/ is older than the sources (${line}): run \`npm run build\`.`;
  } catch {
    return "dist/ cannot be compared with the sources, which do not build: run `npm run build`.";
  }
}
