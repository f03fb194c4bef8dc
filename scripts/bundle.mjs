// @ts-check
// What dist/ consists of, computed in memory: equal sources give equal bytes, on any machine, in any directory.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { thirdPartyLicenses } from "./licenses.mjs";

/** The two doors that are shipped, by the name of their file in dist/. */
const ENTRIES = { index: "src/action/main.ts", cli: "src/cli/main.ts" };

const SHEBANG = "#!/usr/bin/env node\n";

// Dependencies in CommonJS call require(), which an ES module does not have. esbuild routes all their calls through one
// helper, which takes the require that is in scope where the helper stands.
const BANNER = [
  'import { createRequire } from "node:module";',
  "const require = createRequire(import.meta.url);",
  "",
].join("\n");

/**
 * Bundles the sources under `root`.
 *
 * @param {string} root an absolute path
 * @returns {Promise<Map<string, string>>} every generated file by its path from the root, sorted by path
 */
export async function bundle(root) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: "dist",
    entryNames: "[name]",
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    charset: "utf8",
    // A node_modules that is a link must not put its real place into the output.
    preserveSymlinks: true,
    legalComments: "eof",
    metafile: true,
    write: false,
    logLevel: "warning",
  });

  const names = stableNames(result.metafile.outputs);
  const files = new Map();
  for (const output of Object.keys(result.metafile.outputs)) {
    const file = result.outputFiles.find(({ path }) => path === join(root, output));
    if (!file) throw new Error(`esbuild lists ${output} but did not return it`);
    const renamed = renameImports(file.text, names);
    const text = renamed.includes("var __require = ") ? BANNER + renamed : renamed;
    if (text.includes(root)) throw new Error(`${output} contains the path of this checkout, ${root}`);
    files.set(names.get(output) ?? output, text);
  }
  const cli = files.get("dist/cli.js");
  files.set("dist/cli.js", cli.startsWith("#!") ? cli : SHEBANG + cli);
  // Lets a copy of dist/ alone run, without the package.json above it.
  files.set("dist/package.json", `${JSON.stringify({ private: true, type: "module" }, null, 2)}\n`);
  files.set("THIRD_PARTY_LICENSES", thirdPartyLicenses(root, result.metafile));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Names chunks after what is in them. esbuild names them by a hash over their content and that of all they import,
 * so that a change of one line would rename half of dist/ and bury the change.
 *
 * @param {import("esbuild").Metafile["outputs"]} outputs
 * @returns {Map<string, string>} from esbuild's path to ours, chunks only
 */
function stableNames(outputs) {
  const chunks = Object.entries(outputs)
    .filter(([path]) => path.startsWith("dist/chunks/"))
    .map(([path, { entryPoint, inputs }]) => ({
      path,
      label: entryPoint ? labelOf(entryPoint) : `shared-${labelOf(largest(inputs))}`,
      order: Object.keys(inputs).sort().join("\n"),
    }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const names = new Map();
  const used = new Map();
  for (const { path, label } of chunks) {
    const count = (used.get(label) ?? 0) + 1;
    used.set(label, count);
    names.set(path, `dist/chunks/${count === 1 ? label : `${label}-${count}`}.js`);
  }
  return names;
}

/** @param {Record<string, { bytesInOutput: number }>} inputs */
function largest(inputs) {
  const sorted = Object.entries(inputs).sort(([a, x], [b, y]) => y.bytesInOutput - x.bytesInOutput || (a < b ? -1 : 1));
  return sorted[0]?.[0] ?? "runtime";
}

/** @param {string} input such as `src/report/index.ts` or `node_modules/@actions/cache/lib/cache.js` */
function labelOf(input) {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  return slug(inPackage ?? input.replace(/^src\//, "").replace(/(\/index)?\.\w+$/, ""));
}

/** @param {string} text */
function slug(text) {
  return text.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/**
 * @param {string} text
 * @param {Map<string, string>} names
 */
function renameImports(text, names) {
  return text.replace(/(["']\.{1,2}\/(?:chunks\/)?)([^"'/\n]+-[A-Z0-9]{8}\.js)(?=["'])/g, (match, prefix, file) => {
    const name = names.get(`dist/chunks/${file}`);
    return name ? prefix + name.slice("dist/chunks/".length) : match;
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
