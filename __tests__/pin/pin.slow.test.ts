/** What `pin` edits in a file, and that nothing else changes by a byte; docs/specification/lock.md 5.1 to 5.6. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sha256Of } from "../../src/catalog/index.ts";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import type { Lock } from "../../src/lock/index.ts";
import { collectFiles, movingReferences, type PinPlan, planPins } from "../../src/pin/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { CATALOG, COMMIT, DIGEST, fakeResolver, HEX } from "./fake-resolver.ts";

type Files = Readonly<Record<string, string>>;

async function plan(files: Files, resolver = fakeResolver(), lock: Lock = [], start = "/"): Promise<PinPlan> {
  return planPins(await collectFiles(memoryTree(files), start, "/"), lock, resolver);
}

async function check(files: Files, lock: Lock = []): Promise<string[]> {
  const moving = movingReferences(await collectFiles(memoryTree(files), "/", "/"), lock);
  return moving.map((one) => formatDiagnostic({ ...one, hint: undefined }));
}

/** The only file after pinning; what it was if nothing changes. */
async function pinned(text: string, file = "kustomization.yaml"): Promise<string> {
  const { files, unpinned } = await plan({ [file]: text });
  expect(unpinned).toEqual([]);
  return files[0]?.text ?? text;
}

const BASE = "https://example.com/org/repo//base";
const C = COMMIT;

describe("repositories", () => {
  test.each<[what: string, before: string, after: string]>([
    ["a tag", `resources:\n- ${BASE}?ref=v1.4.2\n`, `resources:\n- ${BASE}?ref=${C} # v1.4.2\n`],
    ["no ref", `resources:\n- ${BASE}\n`, `resources:\n- ${BASE}?ref=${C} # HEAD\n`],
    ["the parameter version", `resources:\n- ${BASE}?version=v1\n`, `resources:\n- ${BASE}?version=${C} # v1\n`],
    [
      "several parameters",
      `resources:\n- ${BASE}?timeout=9&ref=v1&submodules=0\n`,
      `resources:\n- ${BASE}?timeout=9&ref=${C}&submodules=0 # v1\n`,
    ],
    ["a query without a ref", `resources:\n- ${BASE}?timeout=9\n`, `resources:\n- ${BASE}?timeout=9&ref=${C} # HEAD\n`],
    [
      "an empty ref beside a version",
      `resources:\n- ${BASE}?ref=&version=v1\n`,
      `resources:\n- ${BASE}?ref=&version=${C} # v1\n`,
    ],
    ["an escaped ref", `resources:\n- ${BASE}?ref=a%2Fb\n`, `resources:\n- ${BASE}?ref=${C} # a/b\n`],
    [
      "ssh",
      "resources:\n- git@github.com:org/repo.git//x?ref=v1\n",
      `resources:\n- git@github.com:org/repo.git//x?ref=${C} # v1\n`,
    ],
    [
      "components and bases",
      `bases: ['${BASE}?ref=v1']\ncomponents:\n- ${BASE}?ref=v2\n`,
      `bases: ['${BASE}?ref=${C}'] # v1\ncomponents:\n- ${BASE}?ref=${C} # v2\n`,
    ],
    [
      "generators, transformers and validators",
      `generators: ['${BASE}?ref=v1']\ntransformers:\n- ${BASE}?ref=v1\nvalidators:\n- ${BASE}?ref=v1\n`,
      `generators: ['${BASE}?ref=${C}'] # v1\ntransformers:\n- ${BASE}?ref=${C} # v1\nvalidators:\n- ${BASE}?ref=${C} # v1\n`,
    ],
    ["a commit, which stays", `resources:\n- ${BASE}?ref=${C}\n`, `resources:\n- ${BASE}?ref=${C}\n`],
  ])("%s", async (_, before, after) => {
    expect(await pinned(before)).toBe(after);
  });
});

describe("layout", () => {
  const A = `${BASE}?ref=v1`;
  const P = `${BASE}?ref=${C}`;
  test.each<[what: string, before: string, after: string]>([
    ["single quotes", `resources:\n- '${A}'\n`, `resources:\n- '${P}' # v1\n`],
    ["double quotes", `resources:\n- "${A}"   \n`, `resources:\n- "${P}"    # v1\n`],
    [
      "a comment behind it, which follows",
      `resources:\n- ${A}   # of the platform team\n`,
      `resources:\n- ${P}   # v1; of the platform team\n`,
    ],
    ["a comment with the name", `resources:\n- ${A} # v1\n`, `resources:\n- ${P} # v1\n`],
    ["a comment that begins with the name", `resources:\n- ${A} # v1; ours\n`, `resources:\n- ${P} # v1; ours\n`],
    ["an empty comment", `resources:\n- ${A} # \n`, `resources:\n- ${P} # v1\n`],
    [
      "flow on one line",
      `resources: [a.yaml, '${A}', "${BASE}?ref=v2"]  # both\n`,
      `resources: [a.yaml, '${P}', "${P}"]  # v1, v2; both\n`,
    ],
    [
      "flow over lines",
      `resources: [\n  "${A}", # one\n  '${A}'\n]\n`,
      `resources: [\n  "${P}", # v1; one\n  '${P}' # v1\n]\n`,
    ],
    ["CRLF", `# x\r\nresources:\r\n- ${A}\r\nnamespace: a\r\n`, `# x\r\nresources:\r\n- ${P} # v1\r\nnamespace: a\r\n`],
    ["no newline at the end", `resources:\n- ${A}`, `resources:\n- ${P} # v1`],
    [
      "a document marker and directives",
      `%YAML 1.1\n---\nresources:\n- ${A}\n...\n`,
      `%YAML 1.1\n---\nresources:\n- ${P} # v1\n...\n`,
    ],
    [
      "an anchor whose alias is a reference, too",
      `resources:\n- &a ${A}\ncomponents:\n- *a\n`,
      `resources:\n- &a ${P} # v1\ncomponents:\n- *a\n`,
    ],
    ["a tag", `resources:\n- !!str ${A}\n`, `resources:\n- !!str ${P} # v1\n`],
    [
      "odd spaces and blank lines",
      `\n\nresources:   \n\n-    ${A}\n\n\n# end`,
      `\n\nresources:   \n\n-    ${P} # v1\n\n\n# end`,
    ],
    ["JSON in YAML", `{"resources": ["${A}"]}\n`, `{"resources": ["${P}"]} # v1\n`],
  ])("%s", async (_, before, after) => {
    const files = { "kustomization.yaml": before, "a.yaml": "" };
    const { files: changed, unpinned } = await plan(files);
    expect(unpinned).toEqual([]);
    expect(changed.map(({ text }) => text)).toEqual([after]);
  });

  test("a byte order mark stays", async () => {
    expect(await pinned(`\ufeffresources:\n- ${A}\n`)).toBe(`\ufeffresources:\n- ${P} # v1\n`);
  });

  test("the line of a reference that ends in a text gets no comment", async () => {
    const before = `helmCharts: [{name: web, repo: https://c.example.com, version: ~1, namespace: "a\n  b"}]\nresources:\n- ${A}\n`;
    expect(await pinned(before)).toBe(before.replace("~1", "1.2.3").replace(A, `${P} # v1`));
  });

  test.each<[what: string, text: string, message: string]>([
    ["an alias to a text that is no reference", `x-base: &a ${A}\nresources:\n- *a\n`, "an alias stands for it"],
    ["escapes", `resources:\n- "${A}\\u0031"\n`, "it is written with escapes, folded or over several lines"],
    ["folded", `resources:\n- >-\n  ${A}\n`, "it is written with escapes"],
    ["several lines", `resources:\n- "${BASE}?ref=\\\n  v1"\n`, "it is written with escapes"],
  ])("reports, and does not edit, %s", async (_, text, message) => {
    const { files, unpinned } = await plan({ "kustomization.yaml": text });
    expect(files).toEqual([]);
    expect(unpinned.map(formatDiagnostic)).toEqual([expect.stringContaining(message)]);
    expect(await check({ "kustomization.yaml": text })).toHaveLength(1);
  });

  test("an anchor that other fields use is not edited", async () => {
    const text = `resources:\n- &a ${A}\ncommonAnnotations: {from: *a}\n`;
    await expect(plan({ "kustomization.yaml": text })).rejects.toThrow(/not edited|alias/);
  });

  test("refuses what yaml reads in another way than kustomize", async () => {
    const text = `resources:\n- ${A}\nnamespace: "\\'a"\n`;
    await expect(plan({ "kustomization.yaml": text })).rejects.toThrow(/kustomization\.yaml/);
  });

  test("refuses files that are not UTF-8", async () => {
    const bytes = Buffer.from(`\ufeffresources: [${A}]\n`, "utf16le");
    const tree = memoryTree({ "kustomization.yaml": bytes });
    await expect(collectFiles(tree, "/", "/")).rejects.toThrow("it is not valid UTF-8");
  });
});

describe("files", () => {
  test.each<[what: string, text: string]>([
    ["resources", "resources: [https://example.com/a.yaml]\n"],
    ["patches", "patches:\n- path: https://example.com/a.yaml\n"],
    ["crds, configurations, openapi", "crds: [https://example.com/a.yaml]\n"],
    ["configurations", "configurations: [https://example.com/a.yaml]\n"],
    ["openapi", "openapi: {path: https://example.com/a.yaml}\n"],
    ["generator files", "configMapGenerator:\n- name: a\n  files: [k=https://example.com/a.yaml]\n"],
    ["replacements", "replacements: [{path: https://example.com/a.yaml}]\n"],
    ["values of charts", "helmCharts:\n- name: web\n  valuesFile: https://example.com/a.yaml\n"],
  ])("go to the lock: %s", async (_, text) => {
    const { files, uses } = await plan({ "kustomization.yaml": text });
    expect(files).toEqual([]);
    expect(uses).toEqual([{ kind: "https", ref: "https://example.com/a.yaml", digest: `sha256:${HEX}` }]);
    expect(await check({ "kustomization.yaml": text })).toEqual([
      expect.stringMatching(/^kustomization\.yaml:\d+:\d+: /),
    ]);
    const lock = uses.map((use) => ({ ...use, usedBy: ["."] }));
    expect(await check({ "kustomization.yaml": text }, lock)).toEqual([]);
  });

  test("an address that may be both is what the server has", async () => {
    const text = "resources:\n- https://example.com/org/repo\n";
    const withBytes = (bytes: string): ReturnType<typeof fakeResolver> => ({
      ...fakeResolver(),
      file: async () => ({ digest: HEX, bytes: Buffer.from(bytes) }),
    });
    const objects = "kind: ConfigMap\nmetadata: {name: a}\n";
    expect((await plan({ "kustomization.yaml": text }, withBytes(objects))).uses).toMatchObject([{ kind: "https" }]);
    // The page of a repository.
    expect((await plan({ "kustomization.yaml": text }, withBytes("<html>"))).uses).toMatchObject([{ kind: "git" }]);
    expect(
      (
        await plan(
          { "kustomization.yaml": text },
          { ...fakeResolver(), file: (address) => fakeResolver(["o"]).file(address) },
        )
      ).uses,
    ).toMatchObject([{ kind: "git" }]);
  });
});

describe("images of functions", () => {
  const image = (reference: string): string =>
    `apiVersion: example.com/v1\nkind: Label\nmetadata:\n  name: l\n  annotations:\n    config.kubernetes.io/function: |\n      container:\n        image: ${reference}\n        network: true\n`;
  const withConfig = (config: string): Files => ({
    "kustomization.yaml": "transformers: [label.yaml]\n",
    "label.yaml": config,
  });

  test.each<[what: string, before: string, after: string]>([
    ["the annotation", image("example.com/f:v1"), image(`example.com/f@${DIGEST} # v1`)],
    ["without a tag", image("localhost:5000/f"), image(`localhost:5000/f@${DIGEST} # latest`)],
    [
      "quoted, in the annotation on one line",
      `kind: L\nmetadata:\n  name: l\n  annotations:\n    config.kubernetes.io/function: 'container: {image: f:v1}'\n`,
      `kind: L\nmetadata:\n  name: l\n  annotations:\n    config.kubernetes.io/function: 'container: {image: f@${DIGEST}}' # v1\n`,
    ],
    ["CRLF", image("f:v1").replaceAll("\n", "\r\n"), image(`f@${DIGEST} # v1`).replaceAll("\n", "\r\n")],
    [
      "several documents",
      `${image("f:v1")}---\n${image("g:v2")}`,
      `${image(`f@${DIGEST} # v1`)}---\n${image(`g@${DIGEST} # v2`)}`,
    ],
    [
      "runtime",
      "apiVersion: a/v1\nkind: L\nmetadata: {name: l}\nruntime:\n  container: {image: 'f:v1'}\n",
      `apiVersion: a/v1\nkind: L\nmetadata: {name: l}\nruntime:\n  container: {image: 'f@${DIGEST}'} # v1\n`,
    ],
  ])("%s", async (_, before, after) => {
    const { files } = await plan(withConfig(before));
    expect(files.map(({ text }) => text)).toEqual([after]);
  });

  test("in an inline config of a kustomization", async () => {
    const inline = (text: string): string => `transformers:\n- |-\n${text.replaceAll(/^(?=.)/gm, "  ")}`;
    expect(await pinned(inline(image("f:v1")))).toBe(inline(image(`f@${DIGEST} # v1`)));
  });

  test("with a digest stay", async () => {
    expect((await plan(withConfig(image(`f@${DIGEST}`)))).files).toEqual([]);
    expect((await plan(withConfig(image("f:v1\n        sha256: abc")))).files).toEqual([]);
  });

  test("of a catalog file", async () => {
    const catalog = (reference: string): string =>
      `apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\nmetadata: {name: c}\nspec:\n  krmFunctions:\n  - group: a\n    names: {kind: L}\n    versions:\n    - name: v1\n      runtime:\n        container:\n          image: ${reference}\n`;
    const { files } = await plan({
      "kustomization.yaml": "catalogs: [catalog.yaml]\n",
      "catalog.yaml": catalog("f:v1"),
    });
    expect(files.map(({ text }) => text)).toEqual([catalog(`f@${DIGEST} # v1`)]);
  });
});

test.each([
  ["oci://r.example.com/c:v1", `oci://r.example.com/c@${DIGEST} # v1`],
  ["oci://r.example.com:5000/c", `oci://r.example.com:5000/c@${DIGEST} # latest`],
  ["https://example.com/catalog.yaml", `https://example.com/catalog.yaml#sha256=${sha256Of(CATALOG)}`],
  ["git::https://example.com/r//c.yaml?ref=v1", `git::https://example.com/r//c.yaml?ref=${C} # v1`],
  ["git::https://example.com/r//c.yaml", `git::https://example.com/r//c.yaml?ref=${C} # HEAD`],
])("the catalog %s", async (before, after) => {
  expect(await pinned(`catalogs:\n- ${before}\n`)).toBe(`catalogs:\n- ${after}\n`);
  expect(await check({ "kustomization.yaml": `catalogs:\n- ${after}\n` })).toEqual([]);
});

describe("charts", () => {
  const REPO = "repo: https://c.example.com";
  test.each<[what: string, before: string, after: string]>([
    [
      "a range",
      `helmCharts:\n- name: web\n  ${REPO}\n  version: ~1.2\n`,
      `helmCharts:\n- name: web\n  ${REPO}\n  version: 1.2.3 # ~1.2\n`,
    ],
    [
      "a number",
      `helmCharts:\n- name: web\n  ${REPO}\n  version: 1.2\n`,
      `helmCharts:\n- name: web\n  ${REPO}\n  version: 1.2.3 # 1.2\n`,
    ],
    [
      "no version",
      `helmCharts:\n- name: web # ours\n  ${REPO}\n`,
      `helmCharts:\n- name: web # ours\n  version: 1.2.3\n  ${REPO}\n`,
    ],
    [
      "no version, CRLF",
      `helmCharts:\r\n- ${REPO}\r\n  name: web`,
      `helmCharts:\r\n- ${REPO}\r\n  name: web\r\n  version: 1.2.3`,
    ],
    [
      "no version, flow",
      `helmCharts: [{name: "web", ${REPO}}]\n`,
      `helmCharts: [{name: "web", version: 1.2.3, ${REPO}}]\n`,
    ],
    [
      "the old form",
      "helmChartInflationGenerator:\n- chartName: web\n  chartRepoUrl: https://c.example.com\n  chartVersion: '>1'\n",
      "helmChartInflationGenerator:\n- chartName: web\n  chartRepoUrl: https://c.example.com\n  chartVersion: '1.2.3' # >1\n",
    ],
  ])("%s", async (_, before, after) => {
    expect(await pinned(before)).toBe(after);
  });

  test("their digests go to the lock, also for exact versions", async () => {
    const text = `helmCharts:\n- {name: web, ${REPO}, version: 1.2.3}\n`;
    const { files, uses } = await plan({ "kustomization.yaml": text });
    expect(files).toEqual([]);
    expect(uses).toEqual([{ kind: "chart", ref: "https://c.example.com/web?version=1.2.3", digest: DIGEST }]);
    expect(await check({ "kustomization.yaml": text })).toEqual([
      expect.stringContaining("the chart web 1.2.3 is not in the lock"),
    ]);
  });
});

describe("what is read", () => {
  test("everything local, each file once, and nothing remote", async () => {
    const resolver = fakeResolver();
    const { files } = await plan(
      {
        "app/kustomization.yaml": `resources: [../base, ../base2]\ncomponents: [../part]\n`,
        "base/kustomization.yaml": `resources: [../base2, a.yaml]\n`,
        "base/a.yaml": "not: {valid",
        "base2/kustomization.yaml": `resources: ["${BASE}?ref=v1"]\n`,
        "part/kustomization.yaml": `kind: Component\nresources: ["${BASE}?ref=v1"]\n`,
        "other/kustomization.yaml": `resources: ["${BASE}?ref=v1"]\n`,
      },
      resolver,
      [],
      "/app",
    );
    expect(files.map(({ file }) => file.path).sort()).toEqual([
      "/base2/kustomization.yaml",
      "/part/kustomization.yaml",
    ]);
    expect(resolver.asked).toEqual([`git ${BASE}?ref=v1`]);
  });

  test("a composition, its imports and its entries", async () => {
    const { files } = await plan({
      "composition.yaml": `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Composition\ntransformersFrom:\n- path: lib\n- path: ${BASE}?ref=v1\ntransformers:\n- apiVersion: a/v1\n  kind: L\n  runtime: {container: {image: f:v1}}\n`,
      "lib/composition.yaml": `kind: Composition\ntransformers:\n- apiVersion: builtin\n  kind: ResourceAccumulator\n  paths: ["${BASE}?ref=v1"]\n`,
    });
    expect(Object.fromEntries(files.map(({ file, text }) => [file.path, text]))).toEqual({
      "/composition.yaml": `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Composition\ntransformersFrom:\n- path: lib\n- path: ${BASE}?ref=${C} # v1\ntransformers:\n- apiVersion: a/v1\n  kind: L\n  runtime: {container: {image: f@${DIGEST}}} # v1\n`,
      "/lib/composition.yaml": `kind: Composition\ntransformers:\n- apiVersion: builtin\n  kind: ResourceAccumulator\n  paths: ["${BASE}?ref=${C}"] # v1\n`,
    });
  });

  test("a kustomization that is a base and lists transformers is planned once", async () => {
    const { files } = await plan({
      "kustomization.yaml": "resources: [b]\ntransformers: [b]\n",
      "b/kustomization.yaml": `resources:\n- ${BASE}?ref=v1\n`,
    });
    expect(files.map(({ file, text }) => [file.path, text])).toEqual([
      ["/b/kustomization.yaml", `resources:\n- ${BASE}?ref=${C} # v1\n`],
    ]);
  });

  test("a file that is a catalog and a config is not edited in two ways", async () => {
    const files = {
      "kustomization.yaml": "catalogs: [both.yaml]\ntransformers: [both.yaml]\n",
      "both.yaml": `kind: L\nspec:\n  container: {image: "x:v1"}\nruntime:\n  container: {image: "y:v1"}\n`,
    };
    await expect(plan(files)).rejects.toThrow("both.yaml: the file is not edited: it is read in two ways");
  });

  describe("programs of a catalog that have no digest", () => {
    const catalog = (digests: boolean): string => {
      const sha256 = (indent: string): string => (digests ? `\n${indent}sha256: ${HEX}` : "");
      const image = digests ? `x.example/i@${DIGEST} # v1` : "x.example/i:v1";
      return `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
spec:
  krmFunctions:
  - group: example.com
    names: {kind: Tool}
    versions:
    - name: v1
      runtime:
        container:
          image: ${image}
        exec:
          platforms:
          - os: linux
            arch: amd64
            bin: tool
            uri: https://x.example/tool.tar.gz   # the tool${sha256("            ")}
          - {os: linux, arch: arm64, bin: tool, uri: "oci://x.example/tool@${DIGEST}"}
    - name: v2
      runtime:
        starlark: https://x.example/f.star${digests ? `#sha256=${HEX}` : ""}
    - name: v3
      runtime:
        starlark:
          path: scripts/f.star${sha256("          ")}
`;
    };
    const within = (text: string): Files => ({
      "kustomization.yaml": "catalogs: [catalogs/c.yaml]\n",
      "catalogs/c.yaml": text,
    });

    test.each([
      ["", (text: string) => text],
      ["with CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
      ["with a byte order mark", (text: string) => `\ufeff${text}`],
    ])("get them, and nothing else changes %s", async (_, form) => {
      const resolver = fakeResolver();
      const { files, unpinned } = await plan(within(form(catalog(false))), resolver);
      expect(unpinned).toEqual([]);
      expect(files.map(({ text }) => text)).toEqual([form(catalog(true))]);
      expect(resolver.asked).toEqual([
        "image x.example/i:v1",
        "exec https://x.example/tool.tar.gz",
        "starlark https://x.example/f.star",
        "starlark catalogs/scripts/f.star",
      ]);
    });

    test("move, and do not afterwards", async () => {
      expect(await check(within(catalog(false)))).toEqual([
        "catalogs/c.yaml:11:18: the image x.example/i:v1 is not named by a digest",
        "catalogs/c.yaml:14:13: the executable https://x.example/tool.tar.gz has no digest",
        "catalogs/c.yaml:21:19: the script https://x.example/f.star has no digest",
        "catalogs/c.yaml:25:11: the script catalogs/scripts/f.star has no digest",
      ]);
      expect(await check(within(catalog(true)))).toEqual([]);
      expect((await plan(within(catalog(true)))).files).toEqual([]);
    });

    test("are all reported if they cannot be resolved, and so are other references", async () => {
      const text = {
        ...within(catalog(false)),
        "kustomization.yaml": `catalogs: [catalogs/c.yaml]\nbases:\n- ${BASE}\n`,
      };
      const error: unknown = await plan(text, fakeResolver(["example"])).catch((thrown) => thrown);
      expect(diagnosticsOf(error).map(({ file, line }) => `${file}:${line}`)).toEqual([
        "kustomization.yaml:3",
        "catalogs/c.yaml:11",
        "catalogs/c.yaml:14",
        "catalogs/c.yaml:21",
      ]);
    });
  });

  test("fails for a path that is not there", async () => {
    await expect(plan({ "kustomization.yaml": "resources: [nothing]\n" })).rejects.toThrow(
      "kustomization.yaml:1:13: nothing does not exist",
    );
  });
});

test("all references that cannot be resolved are reported together, and nothing is planned", async () => {
  const text = `resources:\n- ${BASE}?ref=one\n- ${BASE}?ref=good\n- ${BASE}?ref=two\n`;
  const error: unknown = await plan({ "kustomization.yaml": text }, fakeResolver(["one", "two"])).catch(
    (thrown) => thrown,
  );
  expect(diagnosticsOf(error).map(formatDiagnostic)).toEqual([
    expect.stringMatching(/^kustomization\.yaml:2:3: .*ref=one/),
    expect.stringMatching(/^kustomization\.yaml:4:3: .*ref=two/),
  ]);
});

test("the cost of many references grows linearly with their number", async () => {
  const entries = Array.from({ length: 20_000 }, (_, index) => `- https://example.com/org/r${index}//x?ref=v1 # why\n`);
  const { files, uses } = await plan({ "kustomization.yaml": `resources:\n${entries.join("")}` });
  expect([files[0]?.edits.length, uses.length]).toEqual([40_000, 20_000]);
}, 20_000);

describe("any file", () => {
  const blank = fc.constantFrom("", "\n", "# a comment\n", "   \n");
  const entry = fc.constantFrom(
    ...["", "'", '"'].flatMap((quote) => [
      `${quote}${BASE}?ref=v1${quote}`,
      `${quote}${BASE}?ref=${C}${quote}`,
      `${quote}${BASE}${quote}`,
    ]),
    "&anchor https://example.com/a/b//c?ref=x",
    "!!str https://example.com/a/b//c?ref=y",
  );
  const comment = fc.constantFrom("", " # why", "   # v1", "  #", "\t# tab");
  const block = fc
    .array(fc.tuple(entry, comment, blank), { minLength: 1, maxLength: 4 })
    .map(
      (items) =>
        `resources:\n${items.map(([text, note, gap]) => `${gap.trim() === "" ? "" : gap}- ${text}${note}\n`).join("")}`,
    );
  const flow = fc
    .array(
      entry.filter((text) => /^['"]|^[^&!?]*$/.test(text)),
      { minLength: 1, maxLength: 3 },
    )
    .chain((items) =>
      fc.constantFrom(`components: [${items.join(", ")}]\n`, `components: [\n  ${items.join(",\n  ")}\n] # end\n`),
    );
  const file = fc
    .tuple(fc.constantFrom("", "\ufeff", "---\n", "# head\n\n"), block, flow, blank, fc.boolean(), fc.boolean())
    .map(([head, first, second, gap, crlf, bare]) => {
      const once = `${head}${first.replaceAll(/&anchor /g, "")}${gap}namePrefix: "a-"\n${second}`;
      const ended = bare ? once.replace(/\n$/, "") : once;
      return crlf ? ended.replaceAll("\n", "\r\n") : ended;
    });

  test("changes only within the edits, says the same, and is fixed after them", async () => {
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        const { files, unpinned } = await plan({ "kustomization.yaml": text });
        expect(unpinned).toEqual([]);
        const [changed] = files;
        const after = changed?.text ?? text;
        // Without the commits and the comments of the edits, the text is what it was.
        const mark = text.startsWith("\ufeff") ? 1 : 0;
        const shift = mark;
        let restored = after;
        for (const { start, end, text: added } of changed?.edits ?? []) {
          restored =
            restored.slice(0, start + shift) +
            text.slice(start + mark, end + mark) +
            restored.slice(start + shift + added.length);
        }
        expect(restored).toBe(text);
        expect(await check({ "kustomization.yaml": after })).toEqual([]);
        expect((await plan({ "kustomization.yaml": after })).files).toEqual([]);
      }),
    );
  });
});
