import {
  childOf
} from "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";

// src/sources/helm/directory.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
var MAX_FILES = 2e4;
var MAX_BYTES = 256 * 1024 * 1024;
var MAX_DEPTH = 64;
async function readDirectory(tree, path) {
  const files = /* @__PURE__ */ new Map();
  let bytes = 0;
  async function visit(directory, prefix, depth) {
    if (depth > MAX_DEPTH) throw tooLarge(`nests deeper than ${MAX_DEPTH} directories; does a link lead in a circle?`);
    for (const { name, type } of await tree.list(directory)) {
      const child = childOf(directory, name);
      if (type === "directory") await visit(child, `${prefix}${name}/`, depth + 1);
      if (type !== "file") continue;
      const content = await tree.read(child);
      bytes += content.length;
      files.set(prefix + name, content);
      if (files.size > MAX_FILES) throw tooLarge(`holds more than ${MAX_FILES} files`);
      if (bytes > MAX_BYTES) throw tooLarge(`holds more than ${MAX_BYTES} bytes`);
    }
  }
  function tooLarge(problem) {
    return failure("directory-too-large", `${problem}, and is not copied`, { file: tree.display(path) });
  }
  await visit(path, "", 0);
  return files;
}
function writeDirectory(files, target) {
  mkdirSync(target, { recursive: true });
  const made = /* @__PURE__ */ new Set([target]);
  for (const [name, content] of files) {
    const path = join(target, name);
    const parent = dirname(path);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(path, content, { flag: "wx" });
  }
}

export {
  readDirectory,
  writeDirectory
};
