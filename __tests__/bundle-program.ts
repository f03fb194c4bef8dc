/** Bundles a program of a test, as `npm run build` bundles the sources. */
import { join } from "node:path";
import { build } from "esbuild";
import { madeModules } from "../scripts/made-modules.mjs";

const ROOT = join(import.meta.dirname, "..");

/** @param entry the file with the program @param outfile gets one CommonJS script */
export async function bundleProgram(entry: string, outfile: string): Promise<void> {
  const plugins = [madeModules(ROOT)];
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs", plugins });
}
