// @ts-check
// The sources as the tests load them: bundled, one module for each room and those that rooms share. jest loads all modules anew for each
// suite, and a suite that reviews something would load 1,400 of them, which takes a second.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { madeModules } from "./made-modules.mjs";

/** CommonJS in packages calls it. */
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Several work trees may share the packages. @param {string} root */
function directoryOf(root) {
  const digest = createHash("sha256").update(root).digest("hex").slice(0, 12);
  return join(root, "node_modules", ".cache", "krm-render", `sources-${digest}`);
}

/** @param {string} root */
const exportsOf = (root) => join(directoryOf(root), "exports.json");

/**
 * Writes the bundles, and which names each source exports.
 *
 * @param {string} root
 */
export async function bundleSources(root) {
  const directory = directoryOf(root);
  const rooms = importedSources(root);
  const { outputFiles } = await build({
    entryPoints: [...rooms.keys()].map((room) => ({ in: `room:${room}`, out: room })),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minifyWhitespace: true,
    banner: { js: REQUIRE },
    sourcemap: "linked",
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    plugins: [roomModules(root, rooms), madeModules(root)],
    logLevel: "error",
    write: false,
  });
  mkdirSync(directory, { recursive: true });
  for (const { path, contents } of outputFiles) replace(path, contents);
  const written = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(directory))
    if (/\.mjs(\.map)?$/.test(name) && !written.has(name)) rmSync(join(directory, name));

  const exported = await Promise.all(
    [...rooms].map(async ([room, paths]) => {
      const bundle = await import(pathToFileURL(join(directory, `${room}.mjs`)).href);
      return paths.map((path, index) => [path, { room, index, names: Object.keys(bundle[nameOf(index)]) }]);
    }),
  );
  replace(exportsOf(root), JSON.stringify(Object.fromEntries(exported.flat())));
}

/** @type {Record<string, { room: string, index: number, names: string[] }> | undefined} */
let exported;

/**
 * Makes the text of the module that stands for a source: it exports what the bundle of the room has of it.
 *
 * @param {string} root
 * @param {string} path an absolute path
 * @returns {string | undefined} undefined for a file that is no source which a test imports
 */
export function bundledSource(root, path) {
  exported ??= JSON.parse(readFileSync(exportsOf(root), "utf8"));
  const source = exported?.[relative(root, path).replaceAll("\\", "/")];
  if (source === undefined) return undefined;
  const bundle = JSON.stringify(pathToFileURL(join(directoryOf(root), `${source.room}.mjs`)).href);
  return `import { ${nameOf(source.index)} as source } from ${bundle};\nexport const { ${source.names.join(", ")} } = source;\n`;
}

/** @param {number} index of a source in its room */
const nameOf = (index) => `source${index}`;

/**
 * Lets esbuild load one module for each room, which exports its sources.
 *
 * @param {string} root
 * @param {ReadonlyMap<string, readonly string[]>} rooms
 * @returns {import("esbuild").Plugin}
 */
function roomModules(root, rooms) {
  return {
    name: "rooms",
    setup(hooks) {
      // Of a package that is imported when it is needed, a bundle would export the default alone.
      hooks.onResolve({ filter: /^[a-z@]/ }, ({ kind }) =>
        kind === "dynamic-import" ? { external: true } : undefined,
      );
      hooks.onResolve({ filter: /^room:/ }, ({ path }) => ({ path: path.slice("room:".length), namespace: "room" }));
      hooks.onLoad({ filter: /.*/, namespace: "room" }, ({ path: room }) => {
        const lines = rooms.get(room)?.map((path, index) => `export * as ${nameOf(index)} from "./${path}";\n`) ?? [];
        return { contents: lines.join(""), resolveDir: root };
      });
    },
  };
}

/**
 * @param {string} root
 * @returns {Map<string, string[]>} by the name of a room, the sources that tests import, as paths from the root
 */
function importedSources(root) {
  const tests = join(root, "__tests__");
  const files = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const paths = files.flatMap((name) => {
    const text = readFileSync(join(tests, name), "utf8");
    return [...text.matchAll(/(?:from|import\() ?"(?:\.\.\/)+(src\/[^"]+\.ts)"/g)].map(
      ([, path]) => /** @type {string} */ (path),
    );
  });
  /** @type {Map<string, string[]>} */
  const rooms = new Map();
  for (const path of [...new Set(paths)].sort()) {
    const room = basename(/** @type {string} */ (path.split("/")[1]), ".ts");
    rooms.set(room, [...(rooms.get(room) ?? []), path]);
  }
  return rooms;
}

/**
 * Replaces a file at once: another run of the tests may be reading it.
 *
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
function replace(path, contents) {
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}
