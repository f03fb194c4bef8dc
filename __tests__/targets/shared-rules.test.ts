/** Reasons to render all targets that do not lie in their files. */
import { expect, test } from "@jest/globals";
import { memoryTree } from "../../src/sources/index.ts";
import { compareSharedRules, type SharedRules } from "../../src/targets/index.ts";

const NONE: SharedRules = { lock: undefined, writesLock: false, trustLines: [], pathOf: (name) => name };
const trees = {
  base: memoryTree({ "/a.lock": "1", "/same.lock": "1", "/fn/catalog.yaml": "1", "/key.pub": "1", "/gone": "1" }),
  head: memoryTree({ "/a.lock": "2", "/same.lock": "1", "/fn/catalog.yaml": "2", "/key.pub": "2", "/new.lock": "1" }),
};

test.each<[what: string, rules: Partial<SharedRules>, doubts: readonly string[], haveSameRules: boolean]>([
  ["none", {}, [], true],
  ["a lock that is equal", { lock: "same.lock" }, [], true],
  ["a lock that neither side has", { lock: "none.lock" }, [], true],
  ["a lock that differs", { lock: "a.lock" }, ["the lock differs"], false],
  ["a lock of the head only", { lock: "new.lock" }, ["the lock differs"], false],
  ["a lock of the base only", { lock: "gone" }, ["the lock differs"], false],
  ["a lock that is written", { writesLock: true }, ["a lock of all targets is written"], true],
  [
    "a catalog that differs",
    { trustLines: ["fn/catalog.yaml"] },
    ["fn/catalog.yaml, which is trusted, differs"],
    false,
  ],
  [
    "a pinned catalog and a key that differ",
    { trustLines: ["./fn/catalog.yaml#sha256=00 key=key.pub"] },
    ["./fn/catalog.yaml, which is trusted, differs", "key.pub, which is trusted, differs"],
    false,
  ],
  ["catalogs elsewhere", { trustLines: ["oci://host/a", "https://host/fn/catalog.yaml"] }, [], true],
  [
    "a catalog below a working directory",
    { trustLines: ["catalog.yaml"], pathOf: (name) => `fn/${name}` },
    ["catalog.yaml, which is trusted, differs"],
    false,
  ],
])("%s", async (_, rules, doubts, haveSameRules) => {
  expect(await compareSharedRules(trees, { ...NONE, ...rules })).toMatchObject({ doubts, haveSameRules });
});

test("the paths that trust lines name are catalogs of the trees", async () => {
  const trustLines = ["./fn/catalog.yaml#sha256=00 key=key.pub", "oci://host/a"];
  expect((await compareSharedRules(trees, { ...NONE, trustLines })).catalogs).toEqual(["/fn/catalog.yaml", "/key.pub"]);
});
