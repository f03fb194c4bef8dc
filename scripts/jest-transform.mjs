// Lets jest load TypeScript through esbuild, the bundler of dist/, and sources through the bundle of them.
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { transformSync, version } from "esbuild";
import { bundledSource } from "./jest-sources.mjs";
import { madeModule } from "./made-modules.mjs";

const root = dirname(import.meta.dirname);

/** Coverage counts what a file says itself. */
const textOf = (source, path, instrument) =>
  (instrument ? undefined : bundledSource(root, path)) ?? madeModule(root, path) ?? source;

const transformer = {
  getCacheKey(source, path, { configString, instrument }) {
    const parts = [version, textOf(source, path, instrument), path, configString, String(instrument)];
    return createHash("sha256").update(parts.join("\0")).digest("hex");
  },
  process(source, path, { instrument }) {
    const { code, map } = transformSync(textOf(source, path, instrument), {
      loader: "ts",
      format: "esm",
      target: "node20",
      sourcemap: "external",
      sourcefile: path,
    });
    // An object, not the string: the coverage provider does not parse it.
    return { code, map: JSON.parse(map) };
  },
};

export default transformer;
