#!/usr/bin/env node
// @ts-check
// Builds dist/ and THIRD_PARTY_LICENSES. With --check it writes nothing and fails unless they are what it would write.
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, differences, presentFiles } from "./bundle.mjs";

const EXECUTABLE = "dist/cli.js";

const root = dirname(import.meta.dirname);
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const files = await bundle(root);

if (values.check) {
  const lines = differences(files, root);
  if (!lines.some((line) => line.startsWith(EXECUTABLE)) && !isExecutable())
    lines.push(`${EXECUTABLE} is not executable`);
  if (lines.length > 0) {
    console.error("dist/ is not what the sources build to. Run `npm run build` and commit the result.");
    for (const line of lines) console.error(`  ${line}`);
    process.exitCode = 1;
  }
} else {
  for (const path of presentFiles(root)) if (!files.has(path)) rmSync(join(root, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  chmodSync(join(root, EXECUTABLE), 0o755);
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  console.log(`${files.size} files, ${Math.round(bytes / 1024)} KiB`);
}

function isExecutable() {
  return process.platform === "win32" || (statSync(join(root, EXECUTABLE)).mode & 0o100) !== 0;
}
