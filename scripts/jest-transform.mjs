// Lets jest load TypeScript through esbuild, the bundler of dist/, and the modules that the build makes.
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { transformSync, version } from "esbuild";
import { madeModule } from "./made-modules.mjs";

const root = dirname(import.meta.dirname);

const transformer = {
  getCacheKey(source, path, { configString, instrument }) {
    const parts = [version, madeModule(root, path) ?? source, path, configString, String(instrument)];
    return createHash("sha256").update(parts.join("\0")).digest("hex");
  },
  process(source, path) {
    const { code, map } = transformSync(madeModule(root, path) ?? source, {
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
