import {
  diskTree
} from "./shared-sources-disk-tree.js";
import {
  MAX_PATH_LENGTH,
  assertNormalised,
  childOf,
  nameOf,
  parentOf,
  relativeToTop,
  requireDirectory,
  requireFile,
  tooLarge
} from "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";

// src/sources/virtual-tree.ts
var MAX_LINKS = 40;
var MAX_STEPS = MAX_PATH_LENGTH;
function virtualTree(store, label, display = relativeToTop) {
  const place = { label, display };
  const found = /* @__PURE__ */ new Map([["/", { path: "/", type: "directory", node: store.top }]]);
  async function locate(path) {
    const known = found.get(path);
    if (known !== void 0 || found.has(path)) return known;
    if (path.length > MAX_PATH_LENGTH) return void 0;
    assertNormalised(path);
    const parent = await locate(parentOf(path));
    const result = parent === void 0 ? void 0 : await walk(parent, nameOf(path));
    found.set(path, result);
    return result;
  }
  async function walk(from, relative) {
    const pending = [relative];
    let here = from;
    let links = 0;
    for (let steps = 0; pending.length > 0; steps++) {
      if (here?.type !== "directory" || steps > MAX_STEPS) return void 0;
      const name = pending.pop();
      if (name === "" || name === ".") continue;
      if (name === "..") {
        if (here.path === "/") return void 0;
        here = await locate(parentOf(here.path));
        continue;
      }
      const node = (await store.entries(here.node)).get(name);
      if (node === void 0) return void 0;
      if (node.type !== "link") {
        here = { path: childOf(here.path, name), type: node.type, node };
        continue;
      }
      const target = await store.target(node);
      if (target === void 0 || target === "" || target.startsWith("/") || ++links > MAX_LINKS) return void 0;
      pending.push(...target.split("/").reverse());
    }
    return here;
  }
  async function entryOf(directory, name, node) {
    if (node.type !== "link") return { name, type: node.type };
    return { name, type: (await locate(childOf(directory, name)))?.type ?? "other" };
  }
  return {
    label,
    display,
    async lookup(path) {
      const result = await locate(path);
      return result === void 0 ? void 0 : { path: result.path, type: result.type, ...idOf(result.node) };
    },
    async read(path) {
      const file = requireFile(place, path, await locate(path));
      return store.bytes(file.node, display(path));
    },
    async list(path) {
      const directory = requireDirectory(place, path, await locate(path));
      const entries = await store.entries(directory.node);
      return Promise.all([...entries].map(([name, node]) => entryOf(directory.path, name, node)));
    }
  };
}
function idOf(node) {
  return node.type === "file" && node.id !== void 0 ? { id: node.id } : {};
}

// src/sources/git/git-tree.ts
async function gitTree(repository, sha, label) {
  const { objects } = repository;
  const top = /^[0-9a-f]{40,64}$/.test(sha) ? await objects.treeOfCommit(sha) : void 0;
  if (top === void 0) {
    throw failure("unknown-revision", `the repository has no commit ${JSON.stringify(sha)}`, { object: label });
  }
  return virtualTree(gitNodeStore(objects, top), label);
}
function workTree(repository) {
  if (repository.top === void 0) {
    throw failure("no-work-tree", "a bare repository has no working tree", {
      hint: "Name a revision instead, such as HEAD."
    });
  }
  return diskTree(repository.top, { hidden: ".git" });
}
function gitNodeStore(objects, top) {
  return {
    top,
    entries: (directory) => objects.directory(directory.id),
    async target(link) {
      const { bytes } = await objects.blob(link.id);
      if (bytes === void 0 || bytes.length > MAX_PATH_LENGTH) return void 0;
      return bytes.toString();
    },
    async bytes(file, shown) {
      const { bytes, size } = await objects.blob(file.id);
      if (bytes === void 0) throw tooLarge(shown, size);
      return bytes;
    }
  };
}

export {
  virtualTree,
  gitTree,
  workTree,
  gitNodeStore
};
