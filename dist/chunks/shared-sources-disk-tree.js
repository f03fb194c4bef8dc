import {
  MAX_FILE_BYTES,
  MAX_PATH_LENGTH,
  assertNormalised,
  childOf,
  compareBytewise,
  nameOf,
  parentOf,
  relativeToTop,
  requireDirectory,
  requireFile,
  tooLarge,
  unreadable
} from "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";

// src/sources/disk-tree.ts
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
function diskTree(root, options = {}) {
  const label = options.label ?? "the working tree";
  const display = options.display ?? relativeToTop;
  const hidden = options.hidden;
  const place = { label, display };
  const top = realRoot(root);
  const prefix = top === "/" ? "" : top;
  const found = /* @__PURE__ */ new Map([["/", { path: "/", type: "directory", size: 0 }]]);
  function locate(path) {
    const known = found.get(path);
    if (known !== void 0 || found.has(path)) return known;
    if (path.length > MAX_PATH_LENGTH) return void 0;
    assertNormalised(path);
    const result = locateUnknown(path);
    found.set(path, result);
    return result;
  }
  function locateUnknown(path) {
    const directory = locate(parentOf(path));
    if (directory?.type !== "directory" || isHidden(nameOf(path))) return void 0;
    const real = childOf(directory.path, nameOf(path));
    if (real !== path) return locate(real);
    const stats = attempt(() => lstatSync(prefix + real, { throwIfNoEntry: false }));
    if (stats === void 0) return void 0;
    return stats.isSymbolicLink() ? follow(real) : { path: real, type: typeOf(stats), size: stats.size };
  }
  function follow(link) {
    const target = attempt(() => realpathSync.native(prefix + link));
    if (target === void 0 || !(target === top || target.startsWith(`${prefix}/`))) return void 0;
    const path = target === top ? "/" : target.slice(prefix.length);
    return locate(path);
  }
  function isHidden(name) {
    return hidden !== void 0 && name.length === hidden.length && name.toLowerCase() === hidden;
  }
  function entryOf(directory, entry) {
    const spoilt = entry.name.includes("�");
    if (entry.isFile() && !spoilt) return { name: entry.name, type: "file" };
    if (entry.isDirectory() && !spoilt) return { name: entry.name, type: "directory" };
    return { name: entry.name, type: locate(childOf(directory, entry.name))?.type ?? "other" };
  }
  return {
    label,
    display,
    async lookup(path) {
      const result = locate(path);
      return result === void 0 ? void 0 : { path: result.path, type: result.type };
    },
    async read(path) {
      const file = requireFile(place, path, locate(path));
      if (file.size > MAX_FILE_BYTES) throw tooLarge(display(path), file.size);
      try {
        return readFileSync(prefix + file.path);
      } catch (error) {
        throw unreadable(place, path, error);
      }
    },
    async list(path) {
      const directory = requireDirectory(place, path, locate(path));
      try {
        return readdirSync(`${prefix}${directory.path}`, { withFileTypes: true }).filter((entry) => !isHidden(entry.name)).map((entry) => entryOf(directory.path, entry)).sort((a, b) => compareBytewise(a.name, b.name));
      } catch (error) {
        throw unreadable(place, path, error);
      }
    }
  };
}
function realRoot(root) {
  const real = attempt(() => realpathSync.native(root));
  if (real === void 0) throw failure("directory-not-found", "no such directory", { file: root });
  if (!statSync(real).isDirectory()) throw failure("not-a-directory", "expected a directory", { file: root });
  return real;
}
function typeOf(stats) {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}
function attempt(call) {
  try {
    return call();
  } catch {
    return void 0;
  }
}

export {
  diskTree
};
