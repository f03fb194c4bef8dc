import {
  STORE_LAYOUT,
  contextOf,
  prepareRepository,
  verifiedReader
} from "./shared-sources-remote-git-fetch.js";
import {
  objectReader,
  objectStore
} from "./shared-sources-git-revisions.js";
import "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/sources/remote/store-entries.ts
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
function storeEntries(directory) {
  const top = join(directory, STORE_LAYOUT);
  const commits = names(join(top, "git")).flatMap((key) => {
    const home = join(top, "git", key);
    const source = attempt(() => readFileSync(join(home, "source"), "utf8").trim());
    const ids = names(home).filter((name) => name !== "source");
    return ids.flatMap((id) => entryOf({ kind: "commit", id, source, path: join(home, id) }));
  });
  const files = names(join(top, "files")).flatMap((name) => {
    const id = name.slice(name.indexOf("-") + 1);
    return entryOf({ kind: "file", id, source: void 0, path: join(top, "files", name) });
  });
  return [...commits, ...files].sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime());
}
async function isIntact({ kind, id, path }, env) {
  if (kind === "file") return createHash("sha256").update(readFileSync(path)).digest("hex") === id;
  const place = mkdtempSync(join(tmpdir(), "krm-render-"));
  prepareRepository(place);
  const incomplete = () => Promise.reject(failure("git-object-broken", `${id} is not intact`));
  const objects = objectStore(verifiedReader(objectReader(contextOf(place, { env }, path)), incomplete));
  try {
    const top = await objects.treeOfCommit(id);
    const pending = top === void 0 ? [] : [top.id];
    for (let tree = pending.pop(); tree !== void 0; tree = pending.pop()) {
      for (const entry of (await objects.directory(tree)).values()) {
        if (entry.type === "directory") pending.push(entry.id);
        else if (!entry.isSubmodule) await objects.blob(entry.id);
      }
    }
    return top !== void 0;
  } catch {
    return false;
  } finally {
    objects.close();
    rmSync(place, { recursive: true });
  }
}
function removeEntries(directory, entries) {
  for (const [index, { path }] of entries.entries()) {
    const aside = join(directory, STORE_LAYOUT, "tmp", `removed-${process.pid}-${index}`);
    attempt(() => renameSync(path, aside));
    rmSync(aside, { recursive: true, force: true });
  }
}
function removeLeftovers(directory, before) {
  const places = join(directory, STORE_LAYOUT, "tmp");
  for (const name of names(places)) {
    const stats = attempt(() => statSync(join(places, name)));
    if (stats !== void 0 && stats.mtime < before) rmSync(join(places, name), { recursive: true, force: true });
  }
}
function entryOf(known) {
  const stats = attempt(() => statSync(known.path));
  return stats === void 0 ? [] : [{ ...known, bytes: sizeOf(known.path, stats), usedAt: stats.mtime }];
}
function sizeOf(path, stats) {
  if (!stats.isDirectory()) return stats.size;
  return names(path).reduce((sum, name) => {
    const below = attempt(() => statSync(join(path, name)));
    return below === void 0 ? sum : sum + sizeOf(join(path, name), below);
  }, 0);
}
function names(directory) {
  return attempt(() => readdirSync(directory)) ?? [];
}
function attempt(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}
export {
  isIntact,
  removeEntries,
  removeLeftovers,
  storeEntries
};
