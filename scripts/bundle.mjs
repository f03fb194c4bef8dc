// @ts-check
// What dist/ consists of, computed in memory: equal sources give equal bytes, on any machine, in any directory.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { thirdPartyLicenses } from "./licenses.mjs";

/**
 * What is shipped, by the name of its file in dist/: the action, the command line, and what the threads of programs in
 * Starlark run.
 */
const ENTRIES = {
  index: "src/action/main.ts",
  program: "src/start/program.ts",
  starlark: "src/starlark/thread.ts",
};

/** What most builds need, without all that is only loaded at times. */
const QUICK_ENTRIES = { quick: "src/start/quick.ts" };

/** Starts the programs, and has to know them; or says that Node is too old for them. */
const LAUNCH_ENTRIES = { cli: "src/start/launch.ts" };

const SHEBANG = "#!/usr/bin/env node\n";

/** What every run uses, some of it often. */
const USED_ALWAYS = ["node:fs", "node:path", "node:buffer"];

/**
 * Gives the modules of Node as the objects that they are, and most only when a member is first asked for. An import makes
 * Node load the module, and copy it into an ES module for which it evaluates every getter: together a quarter of the
 * time of a small build.
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
 * Puts the whole program in the place of whatever is imported dynamically. It runs, and takes over: what imports it waits
 * for ever, since a module that has a `then` counts as a promise.
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
 * Bundles the sources under `root`.
 *
 * CommonJS, one file for each entry: loading a dozen ES modules takes longer than to build a small overlay. What an entry
 * imports dynamically is in its file, but does not run before it is asked for. That has its price, as each module is
 * then a function of its own, which a quick entry does not pay.
 *
 * @param {string} root an absolute path
 * @returns {Promise<Map<string, string>>} every generated file by its path from the root, sorted by path
 */
export async function bundle(root) {
  const results = [
    await bundleEntries(root, ENTRIES, [nodeModules]),
    await bundleEntries(root, QUICK_ENTRIES, [takeOver, nodeModules]),
  ];
  const digest = createHash("sha256");
  for (const { outputFiles } of results) for (const { text } of outputFiles) digest.update(text);
  const define = { PROGRAMS: JSON.stringify(digest.digest("hex").slice(0, 16)) };
  results.push(await bundleEntries(root, LAUNCH_ENTRIES, [], define));
  const files = new Map();
  for (const { outputFiles } of results) {
    for (const { path, text } of outputFiles) {
      const output = path.slice(root.length + 1).replaceAll("\\", "/");
      if (text.includes(root)) throw new Error(`${output} contains the path of this checkout, ${root}`);
      files.set(output, output === "dist/cli.js" ? SHEBANG + text : text);
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
 */
function bundleEntries(root, entryPoints, plugins, define = {}) {
  return build({
    absWorkingDir: root,
    entryPoints,
    outdir: "dist",
    bundle: true,
    external: ["./program.js"],
    plugins,
    define: { BUNDLED: "true", ...define },
    format: "cjs",
    platform: "node",
    target: "node20",
    // A node_modules that is a link must not put its real place into the output.
    preserveSymlinks: true,
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
}

/**
 * The files under dist/ and beside it that differ from a fresh bundle.
 *
 * @param {Map<string, string>} files what {@link bundle} returned
 * @param {string} root
 * @param {readonly string[]} present the generated files that exist, by path from the root
 * @returns {string[]} one line a file, such as `dist/cli.js is missing`
 */
export function differences(files, root, present) {
  const lines = [];
  for (const [path, text] of files) {
    if (!present.includes(path)) lines.push(`${path} is missing`);
    else if (readFileSync(join(root, path), "utf8") !== text) lines.push(`${path} differs`);
  }
  for (const path of present) if (!files.has(path)) lines.push(`${path} belongs to no build`);
  return lines;
}
