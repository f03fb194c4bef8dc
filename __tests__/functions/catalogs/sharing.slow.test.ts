/** A run fetches, remembers and reports each thing once (docs/specification/catalogs.md 4.5, 5; lock.md 4.1; function-limits.md 3.3). */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parseCatalogReference } from "../../../src/catalog/index.ts";
import { failure } from "../../../src/diagnostics.ts";
import { CatalogDocuments } from "../../../src/functions/catalogs/catalog-documents.ts";
import type { CatalogOptions, SignedCatalog } from "../../../src/functions/catalogs/catalog-options.ts";
import { explicitUse } from "../../../src/functions/catalogs/explicit-use.ts";
import type { Containers } from "../../../src/functions/containers.ts";
import type { FunctionRequest } from "../../../src/functions/step.ts";
import type { Reference, Use, Uses } from "../../../src/lock/index.ts";
import { EMPTY_TRUST, trustChanges } from "../../../src/review/partial/trust.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import type { Tree } from "../../../src/sources/tree.ts";
import {
  build,
  built,
  CONFIG,
  catalog,
  hex,
  layer,
  OBJECT,
  open,
  published,
  script,
  starlark,
} from "./catalog-workshop.ts";

const ADDRESS = "https://example.com/c.yaml";
const PROGRAM = "https://example.com/fn.star";
const runtime = (owner: string): string => `starlark: {url: "${PROGRAM}", sha256: "${hex(script(owner))}"}`;
const WEB = { [ADDRESS]: catalog(runtime("us")), [PROGRAM]: script("us") };
const TRUSTED = { trusted: [ADDRESS], web: WEB };

/** A layer with many functions of one catalog. */
function crowd(count: number, reference = ADDRESS): Record<string, string> {
  const configs = Array.from({ length: count }, (_, index) => CONFIG.replace("name: own", `name: own-${index}`));
  return { ...layer(reference), "app/fn.yaml": configs.join("---\n") };
}

describe("a run", () => {
  test("fetches each catalog and each program once for all functions and revisions", async () => {
    const functions = open(TRUSTED);
    const [base, head] = [memoryTree(crowd(20)), memoryTree({ ...crowd(20), "README.md": "" })];
    expect([(await build(functions, head)).owner, (await build(functions, base)).owner]).toEqual(["us", "us"]);
    await functions.close();
    expect(functions.fetched).toEqual([ADDRESS, PROGRAM]);
  });

  test("remembers that a catalog cannot be fetched", async () => {
    const functions = open({ trusted: [ADDRESS] });
    for (const name of ["one", "two"]) {
      const { messages } = await build(functions, memoryTree({ ...layer(ADDRESS), [name]: "" }));
      expect(messages).toEqual([expect.stringContaining("remote-not-found")]);
    }
    await functions.close();
    expect(functions.fetched).toEqual([ADDRESS]);
  });

  test("names the place of a reference that cannot be fetched, and of a program", async () => {
    const missing = await built(layer(ADDRESS), { trusted: [ADDRESS] });
    expect(missing.diagnostics).toMatchObject([{ file: "app/kustomization.yaml", line: 1, column: 12 }]);
    const program = await built(layer(ADDRESS), { trusted: [ADDRESS], web: { [ADDRESS]: WEB[ADDRESS] ?? "" } });
    expect(program.diagnostics).toMatchObject([{ file: ADDRESS, line: 10, code: "remote-not-found" }]);
    const local = await built(layer("../c.yaml"), { trusted: ["c.yaml"] });
    expect(local.diagnostics).toMatchObject([{ code: "catalog-not-found", file: "app/kustomization.yaml", line: 1 }]);
    const standard = await built(layer(""), { defaults: ["c.yaml"] });
    expect(standard.diagnostics).toMatchObject([{ code: "catalog-not-found", file: "app/fn.yaml", line: 1 }]);
  });

  test("warns of a catalog once in a build, however many functions come from it", async () => {
    const text = catalog(runtime("us"), "unheard: of\n");
    const { messages } = await built(crowd(50), { trusted: [ADDRESS], web: { ...WEB, [ADDRESS]: text } });
    expect(messages.filter((each) => each.startsWith("catalog-unpinned"))).toHaveLength(1);
    expect(messages.filter((each) => each.includes("unheard"))).toHaveLength(1);
  });

  test.each(["../c.yaml", "/etc/c.yaml"])("does not look for %s, which is outside, in a revision", async (path) => {
    const pathOf = (name: string): string => `/${name}`;
    const files = { ...layer(""), "c.yaml": catalog(starlark("us")), "etc/c.yaml": catalog(starlark("us")) };
    const { messages } = await built(files, { defaults: [path], catalogs: { pathOf } });
    expect(messages).toEqual([expect.stringContaining(`the catalog ${path} is not in`)]);
  });
});

describe("addresses that messages show alike", () => {
  const secret = (name: string): string => `${ADDRESS}?token=${name}`;

  test("are different catalogs", async () => {
    const web = {
      [secret("a")]: catalog(runtime("us"), "", "Other"),
      [secret("b")]: catalog(runtime("us")),
      [PROGRAM]: script("us"),
    };
    const both = `${secret("a")}", "${secret("b")}`;
    const { owner, fetched } = await built(layer(both), { trusted: [secret("a"), secret("b")], web });
    expect([owner, fetched]).toEqual(["us", [secret("a"), secret("b"), PROGRAM]]);
  });

  test("do not share a signature, nor do two revisions whose keys differ", async () => {
    const verified: [string, string][] = [];
    const documents = new CatalogDocuments({
      trusted: [],
      defaults: [],
      pathOf: (name: string) => `/${name}`,
      sources: async () => ({
        document: async ({ normal }: { normal: string }) => ({ bytes: Buffer.from(normal) }),
        async verify({ bytes, read }: SignedCatalog) {
          verified.push([Buffer.from(bytes).toString(), Buffer.from((await read("key.pub")) ?? "").toString()]);
        },
      }),
    } as unknown as CatalogOptions);
    const [head, base] = [memoryTree({ "key.pub": "new" }), memoryTree({ "key.pub": "old" })];
    const verify = (name: string, tree: Tree): Promise<void> =>
      documents.verify(parseCatalogReference(secret(name)), tree, { key: "key.pub" });
    for (const tree of [head, base]) for (const name of ["a", "b", "a"]) await verify(name, tree);
    expect(verified).toEqual([
      [secret("a"), "new"],
      [secret("b"), "new"],
      [secret("a"), "old"],
      [secret("b"), "old"],
    ]);
  });
});

describe("C12: the lock is asked before anything is fetched", () => {
  class Lock implements Uses {
    readonly #known: ReadonlyMap<string, string>;
    constructor(known: Readonly<Record<string, string>>) {
      this.#known = new Map(Object.entries(known));
    }
    expect({ kind, ref }: Reference): string {
      const digest = this.#known.get(`${kind} ${ref}`);
      if (digest !== undefined) return digest;
      throw failure("lock-missing", `${kind} ${ref} has no entry`);
    }
    check(use: Use): void {
      if (this.expect(use) !== use.digest) throw failure("lock-mismatch", `${use.ref} differs`);
    }
    record(): void {}
  }
  const known = {
    [`catalog ${ADDRESS}`]: `sha256:${hex(WEB[ADDRESS] ?? "")}`,
    [`starlark ${PROGRAM}`]: `sha256:${hex(script("us"))}`,
  };

  test.each<[what: string, lock: Record<string, string>, message: string, fetched: string[], file: string]>([
    ["an unknown catalog", {}, `lock-missing: catalog ${ADDRESS}`, [], "app/kustomization.yaml"],
    [
      "another catalog",
      { ...known, [`catalog ${ADDRESS}`]: `sha256:${hex("")}` },
      "lock-mismatch",
      [ADDRESS],
      "app/kustomization.yaml",
    ],
    [
      "an unknown program",
      { [`catalog ${ADDRESS}`]: known[`catalog ${ADDRESS}`] ?? "" },
      `lock-missing: starlark ${PROGRAM}`,
      [ADDRESS],
      ADDRESS,
    ],
    [
      "another program",
      { ...known, [`starlark ${PROGRAM}`]: `sha256:${hex("")}` },
      "lock-mismatch",
      [ADDRESS],
      ADDRESS,
    ],
  ])("%s", async (_, lock, message, fetched, file) => {
    const outcome = await built(layer(ADDRESS), TRUSTED, { uses: new Lock(lock) });
    expect(outcome.messages).toEqual([expect.stringContaining(message)]);
    expect([outcome.fetched, outcome.diagnostics[0]?.file]).toEqual([fetched, file]);
  });

  test("what it has is used", async () => {
    expect((await built(layer(ADDRESS), TRUSTED, { uses: new Lock(known) })).owner).toBe("us");
  });

  test("an unknown executable is not fetched, and an unknown image is not looked for", async () => {
    let asked = 0;
    const containers: Containers = {
      isAvailable: async () => true,
      async program() {
        asked++;
        throw failure("image-unavailable", "not here");
      },
      close: async () => {},
    };
    const exec = `exec: {platforms: [{os: linux, arch: amd64, bin: x, uri: "${PROGRAM}", sha256: "${hex("x")}"}]}`;
    const image = `container: {image: "registry.example.com/fn", sha256: "${hex("x")}"}`;
    for (const [text, kind] of [
      [exec, `exec ${PROGRAM}`],
      [image, "image registry.example.com/fn"],
    ] as const) {
      const files = { ...layer("../c.yaml"), "c.yaml": catalog(text) };
      const uses = new Lock({ "catalog c.yaml": `sha256:${hex(catalog(text))}` });
      const { messages, fetched } = await built(files, { trusted: ["c.yaml"], containers }, { uses });
      expect([messages, fetched]).toEqual([[expect.stringContaining(`lock-missing: ${kind}`)], []]);
    }
    expect(asked).toBe(0);
  });
});

describe("closing", () => {
  const broken: Containers = {
    isAvailable: async () => true,
    program: async () => {
      throw failure("image-unavailable", "not here");
    },
    close: async () => {
      throw failure("container-engine-unavailable", "the engine is gone");
    },
  };
  const image = `container: {image: "registry.example.com/fn", sha256: "${hex("x")}"}`;
  const files = { ...layer("../c.yaml"), "c.yaml": catalog(image) };

  test("writes the results, and closes the sources, also if containers stay behind", async () => {
    const directory = mkdtempSync(join(tmpdir(), "krm-closing-"));
    let closed = 0;
    const catalogs = { close: async () => void closed++ };
    const functions = open({
      trusted: ["c.yaml"],
      containers: broken,
      catalogs,
      functions: { resultsDirectory: directory },
    });
    await build(functions, memoryTree(files));
    await expect(functions.close()).rejects.toThrow("the engine is gone");
    expect([existsSync(join(directory, "results.yaml")), closed]).toEqual([true, 1]);
    rmSync(directory, { recursive: true });
  });

  test("does not repeat why there are no containers", async () => {
    const containers = async (): Promise<Containers> => {
      throw failure("container-engine-unavailable", "no engine");
    };
    const functions = open({ trusted: ["c.yaml"], functions: { containers } });
    expect((await build(functions, memoryTree(files))).messages).toEqual([expect.stringContaining("no engine")]);
    await functions.close();
  });
});

describe("what changes in a pull request", () => {
  type Build = readonly [side: "base" | "head", directory: string];
  /** @param runs what each of several runs builds */
  const changesOf = async (
    base: Record<string, string>,
    head: Record<string, string>,
    runs: readonly (readonly Build[])[],
  ) => {
    const facts = [];
    for (const builds of runs) {
      const functions = open({ trusted: ["catalog/c.yaml", "x/c.yaml", "y/c.yaml"] });
      const trees = { base: memoryTree(base), head: memoryTree(head) };
      for (const [side, directory] of builds) await build(functions, trees[side], directory);
      facts.push((await functions.trustFacts(trees.base, trees.head)) ?? EMPTY_TRUST);
      await functions.close();
    }
    return trustChanges(facts).map((change) => {
      const fields = change.kind === "function" ? change.fields.map(({ name }) => ` ${name}`).join("") : "";
      const notRun = change.kind === "function" && change.notRun ? ", not run" : "";
      return `${change.kind} ${change.op} ${change.subject}${notRun}${notRun === "" ? "" : `:${fields}`}`;
    });
  };
  const changes = (base: Record<string, string>, head: Record<string, string>, directories = ["/app"]) =>
    changesOf(base, head, [
      directories.flatMap((each): Build[] => [
        ["head", each],
        ["base", each],
      ]),
    ]);
  const OURS = { ...layer("../catalog/c.yaml"), ...published("us") };
  const PLAIN = { ...OURS, "app/kustomization.yaml": "resources: [cm.yaml]\n" };
  const BROKEN = { "app/cm.yaml": ": [" };
  const asking = (text: string) => ({
    "app/fn.yaml": `${CONFIG.replace("name: own", `name: own, annotations: {config.kubernetes.io/function: "${text}"}`)}`,
  });
  const STEAL = { ...OURS, ...asking("exec: {path: ./steal.sh, args: [a], envs: [TOKEN]}") };

  test.each<[what: string, base: Record<string, string>, head: Record<string, string>, expected: string[]]>([
    ["nothing", OURS, { ...OURS, "README.md": "" }, []],
    ["a target that fails", OURS, { ...OURS, ...BROKEN }, []],
    ["a target that failed at the base", { ...OURS, ...BROKEN }, OURS, []],
    ["a target that failed at the base, with a program that its config names", { ...STEAL, ...BROKEN }, STEAL, []],
    [
      "a program in the config that is refused",
      OURS,
      STEAL,
      ["function changed Own own, not run: catalog program sha256 path args envs"],
    ],
    ["one that was refused before", STEAL, { ...STEAL, "README.md": "" }, []],
    [
      "a new one",
      PLAIN,
      STEAL,
      ["catalog-reference added catalog/c.yaml", "function added Own own, not run: path args envs"],
    ],
    [
      "a permission in the config that is refused",
      OURS,
      { ...OURS, ...asking("container: {network: true}") },
      ["function changed Own own, not run: network"],
    ],
    ["a new function of a catalog", PLAIN, OURS, ["catalog-reference added catalog/c.yaml"]],
    [
      "a target that has no function any more",
      OURS,
      { ...OURS, "app/kustomization.yaml": "catalogs: [../catalog/c.yaml]\nresources: [cm.yaml]\n" },
      [],
    ],
    ["a target that is gone", OURS, published("us"), ["catalog-reference removed catalog/c.yaml"]],
    [
      "a catalog that the head lacks",
      OURS,
      layer("../catalog/c.yaml"),
      ["catalog-entry removed fn.example.com/v1 Own"],
    ],
    [
      "a catalog that the base lacks",
      { "app/cm.yaml": OBJECT },
      OURS,
      ["catalog-entry added fn.example.com/v1 Own", "catalog-reference added catalog/c.yaml"],
    ],
    [
      "a catalog with another name",
      OURS,
      { ...layer("../x/c.yaml"), ...published("us", "x") },
      [
        "catalog-entry removed fn.example.com/v1 Own",
        "catalog-entry added fn.example.com/v1 Own",
        "catalog-reference removed catalog/c.yaml",
        "catalog-reference added x/c.yaml",
        "function changed Own own",
      ],
    ],
  ])("%s", async (_, base, head, expected) => {
    expect(await changes(base, head)).toEqual(expected);
  });

  test("does not depend on the run that built a side", async () => {
    const moved = { ...layer("../x/c.yaml"), ...published("us"), ...published("x", "x") };
    const base = { ...moved, ...layer("../catalog/c.yaml") };
    const whole: Build[] = [
      ["base", "/app"],
      ["head", "/app"],
    ];
    const expected = await changesOf(base, moved, [whole]);
    expect(expected).toEqual([
      "catalog-reference removed catalog/c.yaml",
      "catalog-reference added x/c.yaml",
      "function changed Own own",
    ]);
    const [first, second] = whole as [Build, Build];
    for (const runs of [
      [[first], [second]],
      [[second], [first]],
      [whole, whole],
      [whole, []],
    ])
      expect(await changesOf(base, moved, runs)).toEqual(expected);
    // The same file, which one run built at the base only and another one at the head only.
    expect(await changesOf(base, { ...base, "README.md": "" }, [[first], [second]])).toEqual([]);
  });

  test("an address is told without its credentials, also to the job that joins shards", () => {
    const url = "https://me:hunter2@example.com/fn.star?token=hunter2";
    const specification = { type: "starlark", url, location: { file: "fn.yaml" } } as const;
    const config = { id: { group: "fn.example.com", version: "v1", kind: "Own", namespace: "", name: "own" } };
    const request = { config, root: { path: "/", tree: memoryTree({}) } } as unknown as FunctionRequest;
    const shown = explicitUse(specification as unknown as Parameters<typeof explicitUse>[0], request).fields.get("url");
    expect(shown).toContain("example.com/fn.star");
    expect(shown).not.toContain("hunter2");
  });

  test("a config that two kustomizations list finds the catalogs of each", async () => {
    const shared = (name: string, reference: string): Record<string, string> => ({
      [`${name}/kustomization.yaml`]: `catalogs: [${reference}]\nresources: [cm.yaml]\ntransformers: [../lib]\n`,
      [`${name}/cm.yaml`]: OBJECT,
    });
    const lib = { "lib/kustomization.yaml": "resources: [fn.yaml]\n", "lib/fn.yaml": CONFIG };
    const all = { ...lib, ...published("x", "x"), ...published("y", "y"), ...shared("two", "../y/c.yaml") };
    const found = await changes(
      { ...all, ...shared("one", "../x/c.yaml") },
      { ...all, ...shared("one", "../y/c.yaml") },
      ["/one", "/two"],
    );
    expect(found).toContainEqual(expect.stringMatching(/^function changed Own/));
  });
});
