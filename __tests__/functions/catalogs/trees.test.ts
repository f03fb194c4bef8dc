/** Paths of catalogs name files of the tree that is rendered, whatever it includes (docs/specification/catalogs.md 2.2, 3.2). */
import { describe, expect, test } from "@jest/globals";
import { memoryTree } from "../../../src/sources/index.ts";
import {
  build,
  built,
  catalog,
  hex,
  layer,
  OBJECT,
  open,
  published,
  remotesOf,
  script,
  starlark,
} from "./catalog-workshop.ts";

const ELSEWHERE = "https://git.example.com/evil.git";
const address = (directory: string): string => `${ELSEWHERE}//${directory}?ref=v1`;
const TRUSTED = { trusted: ["catalog/c.yaml"] };

describe("a catalog that is trusted by its path", () => {
  test("K1 names the program of a function", async () => {
    const { owner, messages } = await built({ ...layer("../catalog/c.yaml"), ...published("us") }, TRUSTED);
    expect([owner, messages]).toEqual(["us", []]);
  });

  test("attack 9.22: a link does not lend its name to another file", async () => {
    const files = { ...layer("../catalog/c.yaml"), ...published("them", "other") };
    const { owner, messages } = await built(files, TRUSTED, { links: { catalog: "other" } });
    expect(owner).toBeUndefined();
    expect(messages).toEqual([expect.stringContaining("other/c.yaml is not trusted")]);
  });

  test("attack 9.2: a base of another repository does not bring a file of the same path", async () => {
    const remotes = remotesOf({ [ELSEWHERE]: { ...layer("../catalog/c.yaml", "base"), ...published("them") } });
    const files = { "app/kustomization.yaml": `resources: ["${address("base")}"]\n`, ...published("us") };
    const { owner, messages, fetched } = await built(files, TRUSTED, { remotes });
    expect([owner, fetched]).toEqual([undefined, []]);
    expect(messages[0]).toContain(`git::${ELSEWHERE}//catalog/c.yaml?ref=v1 is not trusted`);
  });

  test("attack 9.2: a default catalog is not that of a base of another repository", async () => {
    const remotes = remotesOf({ [ELSEWHERE]: { ...layer("", "base"), ...published("them") } });
    const files = { "app/kustomization.yaml": `resources: ["${address("base")}"]\n`, ...published("us") };
    const { owner, messages } = await built(files, { defaults: ["catalog/c.yaml"] }, { remotes });
    expect([owner, messages.filter((text) => !text.startsWith("unpinned"))]).toEqual(["us", []]);
  });

  test("attack 9.2: a composition of another repository that is imported does not bring it either", async () => {
    const remotes = remotesOf({
      [ELSEWHERE]: {
        "base/composition.yaml": `kind: Composition\ntransformers:\n- apiVersion: fn.example.com/v1\n  kind: Own\n`,
        ...published("them"),
      },
    });
    const files = {
      "app/composition.yaml": `kind: Composition
catalogs: [../catalog/c.yaml]
transformersFrom: [{path: "${address("base")}", importMode: append}]
transformers:
- kind: ResourceAccumulator
  apiVersion: builtin
  metadata: {name: r}
  paths: [cm.yaml]
`,
      "app/cm.yaml": OBJECT,
      ...published("us"),
    };
    const { owner } = await built(files, TRUSTED, { remotes });
    expect(owner).toBe("us");
  });
});

test("the time of a build is checked for each of the catalogs that no function needs", async () => {
  const functions = open();
  const tree = memoryTree(layer("c.yaml"));
  const location = { file: "app/kustomization.yaml", line: 1, column: 1 };
  const catalogs = Array.from({ length: 10 }, () => ({ path: "c.yaml", location, root: { tree, path: "/app" } }));
  let checks = 0;
  const claim = (): void => {
    if (++checks === 3) throw new Error("too long");
  };
  const unneeded = functions.unneeded?.({ catalogs, build: {}, claim, warn: () => undefined });
  await expect(unneeded).rejects.toThrow("too long");
  await functions.close();
});

describe("the catalogs of a composition that is imported", () => {
  const composition = (catalogs: string): Record<string, string> => ({
    "lib/composition.yaml": `kind: Composition
catalogs: ["${catalogs}"]
transformers:
- apiVersion: fn.example.com/v1
  kind: Own
`,
    "app/composition.yaml": `kind: Composition
transformersFrom: [{path: ../lib, importMode: append}]
transformers:
- kind: ResourceAccumulator
  apiVersion: builtin
  metadata: {name: r}
  paths: [cm.yaml]
`,
    "app/cm.yaml": OBJECT,
  });

  test.each(["c.yaml", "./c.yaml", "../lib/c.yaml", `c.yaml#sha256=${hex(catalog(starlark("us")))}`])(
    "by a path, %s, start from its directory",
    async (reference) => {
      const files = { ...composition(reference), ...published("us", "lib") };
      const { owner, messages } = await built(files, { trusted: ["lib/c.yaml"] });
      expect([owner, messages]).toEqual(["us", []]);
    },
  );

  test.each([
    "oci://registry.example.com/catalogs/own:v1",
    "https://example.com/catalogs/own.yaml",
    "git::https://git.example.com/catalogs//own.yaml?ref=v1",
    "git::ssh://git@git.example.com/catalogs//own.yaml?ref=v1",
  ])("by an address, %s, stay as they are", async (reference) => {
    const runtime = `starlark: {url: "https://example.com/fn.star", sha256: "${hex(script("us"))}"}`;
    const web = { [reference]: catalog(runtime), "https://example.com/fn.star": script("us") };
    const { owner, messages, fetched } = await built(composition(reference), { trusted: [reference], web });
    expect(messages.filter((text) => !text.startsWith("catalog-unpinned"))).toEqual([]);
    expect([owner, fetched]).toEqual(["us", [reference, "https://example.com/fn.star"]]);
  });

  test("in another repository are files of that repository", async () => {
    const remotes = remotesOf({
      [ELSEWHERE]: {
        "lib/composition.yaml": `kind: Composition\ncatalogs: [c.yaml]\ntransformers:\n- apiVersion: fn.example.com/v1\n  kind: Own\n`,
        ...published("them", "lib"),
      },
    });
    const files = {
      "app/composition.yaml": `kind: Composition\ntransformersFrom: [{path: "${address("lib")}"}]\n`,
      ...published("us", "lib"),
    };
    const { owner, messages, fetched } = await built(files, { trusted: ["lib/c.yaml"] }, { remotes });
    expect([owner, fetched]).toEqual([undefined, []]);
    expect(messages[0]).toContain(`git::${ELSEWHERE}//lib/c.yaml?ref=v1 is not trusted`);
  });
});

describe("attack 9.2: in a pull request", () => {
  const base = memoryTree({ ...layer("../catalog/c.yaml"), ...published("us") });

  test.each<[what: string, head: Record<string, string>, links: Record<string, string>]>([
    ["another program", { ...layer("../catalog/c.yaml"), ...published("them") }, {}],
    ["a link in place of the file", { ...layer("../catalog/c.yaml"), ...published("them", "x") }, { catalog: "x" }],
    ["another catalog", { ...layer("../x/c.yaml"), ...published("us"), ...published("them", "x") }, {}],
    [
      "a pin of its own",
      { ...layer(`../catalog/c.yaml#sha256=${hex(catalog(starlark("them")))}`), ...published("them") },
      {},
    ],
    ["the program alone", { ...layer("../catalog/c.yaml"), ...published("us"), "catalog/fn.star": script("them") }, {}],
  ])("%s does not run", async (_, files, links) => {
    const functions = open({ ...TRUSTED, baseline: base });
    const head = await build(functions, memoryTree(files, links));
    expect([head.owner, head.messages.length]).toEqual([undefined, 1]);
    expect((await build(functions, base)).owner).toBe("us");
    await functions.close();
  });

  test("an equal entry runs, and a new default catalog is compared with that of the base", async () => {
    const functions = open({ defaults: ["catalog/c.yaml"], baseline: base });
    const same = memoryTree({ ...layer(""), ...published("us"), "README.md": "" });
    expect((await build(functions, same)).owner).toBe("us");
    const { owner, messages } = await build(functions, memoryTree({ ...layer(""), ...published("them") }));
    expect([owner, messages[0]]).toEqual([undefined, expect.stringContaining("catalog-entry-changed")]);
    await functions.close();
  });
});
