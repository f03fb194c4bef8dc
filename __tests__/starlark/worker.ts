/** Bundles the code of the threads as in dist/, because Node 20 cannot run the sources. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = dirname(dirname(import.meta.dirname));

export interface BundledWorker {
  readonly entry: URL;
  remove(): void;
}

export async function bundledWorker(): Promise<BundledWorker> {
  const directory = mkdtempSync(join(tmpdir(), "starlark-worker-"));
  await build({
    absWorkingDir: ROOT,
    entryPoints: { starlark: "src/starlark/thread.ts" },
    outdir: directory,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  return {
    entry: pathToFileURL(join(directory, "starlark.cjs")),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
