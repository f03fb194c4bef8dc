// Lets jest load TypeScript through esbuild, the bundler of dist/.
import { createHash } from "node:crypto";
import { transformSync, version } from "esbuild";

const transformer = {
  getCacheKey(source, path, { configString, instrument }) {
    const parts = [version, source, path, configString, String(instrument)];
    return createHash("sha256").update(parts.join("\0")).digest("hex");
  },
  process(source, path) {
    const { code, map } = transformSync(source, {
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
