/** Builds with the edits of kustomize-controller. The program of scripts/flux-build gave the expected results. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diagnosticsOf, formatLocation } from "../../src/diagnostics.ts";
import { type BuiltResource, createBuilder, type KustomizationEdits } from "../../src/engine/index.ts";
import { answersEqually, memoryTree, recordedTree } from "../../src/sources/index.ts";
import { editsOf, type FluxSpec } from "./flux-reference.ts";
import type { Files } from "./render.ts";

const OPTIONS = { loadRestrictor: "none", reorder: "none" } as const;
const PLACE = { file: "ks.yaml", line: 7, column: 3 };

const object = (kind: string, name: string, more = ""): string =>
  `{apiVersion: v1, kind: ${kind}, metadata: {name: ${name}}${more}}\n`;
const POD = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: a:1}]}}\n";

async function built(files: Files, spec: FluxSpec, links: Files = {}) {
  const { resources, diagnostics } = await createBuilder(memoryTree(files, links), OPTIONS).build("/t", {
    edits: editsOf(spec, PLACE),
  });
  return { text: resources.map(({ yaml }) => yaml).join("---\n"), resources, diagnostics };
}

async function problemOf(files: Files, edits: KustomizationEdits, links: Files = {}): Promise<string> {
  const build = createBuilder(memoryTree(files, links), OPTIONS).build("/t", { edits });
  const thrown: unknown = await build.then(
    () => "it builds",
    (error: unknown) => error,
  );
  const problems = diagnosticsOf(thrown);
  expect(problems).toHaveLength(1);
  const [problem] = problems;
  expect(problem?.hint ?? "").not.toBe("");
  return `${problem?.code} ${formatLocation(problem ?? {})} ${problem?.message}`;
}

const ids = ({ resources }: Awaited<ReturnType<typeof built>>): string[] =>
  resources.map(({ kind, namespace, name }) => `${kind}/${name}${namespace && `@${namespace}`}`);

// docs/specification/flux-kustomization.md 1
describe("a kustomization file", () => {
  const texts = (fields: string): Files => ({ "t/kustomization.yaml": fields, "t/a.yaml": object("ConfigMap", "a") });

  test.each<[name: string, fields: string, expected: string[]]>([
    ["with a number for a text", "resources: [a.yaml]\nnamePrefix: 5\n", ["ConfigMap/5a"]],
    ["with a boolean for a text", "resources: [a.yaml]\nnamespace: yes\n", ["ConfigMap/a@true"]],
    ["with a float for a text", "resources: [a.yaml]\nnameSuffix: 1.50\n", ["ConfigMap/a1.5"]],
    ["with a field that kustomize does not know", "resources: [a.yaml]\nresorces: [b.yaml]\n", ["ConfigMap/a"]],
    ["with a field given twice", "resources: [b.yaml]\nresources: [a.yaml]\n", ["ConfigMap/a"]],
    ["with catalogs, which are a field of krm-render", "resources: [a.yaml]\ncatalogs: [c.yaml]\n", ["ConfigMap/a"]],
    ["with nothing", "", []],
    ["with comments only", "# nothing\n", []],
  ])("%s", async (_, fields, expected) => {
    expect(ids(await built(texts(fields), {}))).toEqual(expected);
  });

  test.each<[name: string, fields: string, expected: string]>([
    ["an unknown field", "resources: [a.yaml]\nresorces: []\n", "ignored-field t/kustomization.yaml:2:1"],
    [
      "a field given twice",
      "namespace: a\nresources: [a.yaml]\nnamespace: b\n",
      "duplicate-field t/kustomization.yaml:3:1",
    ],
  ])("%s is a warning", async (_, fields, expected) => {
    const { diagnostics } = await built(texts(fields), {});
    expect(diagnostics.map((one) => `${one.code} ${formatLocation(one)}`)).toEqual([expected]);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
  });

  test("an unknown field is put down to the controller, since kustomize refuses it", async () => {
    const { diagnostics } = await built(texts("resources: [a.yaml]\nresorces: []\n"), {});
    expect(diagnostics[0]?.message).toBe(
      'unknown field "resorces" in a kustomization: kustomize-controller ignores it',
    );
  });

  test("what it includes is read as strictly as ever", async () => {
    const files = { "t/kustomization.yaml": "resources: [../b]\n", "b/kustomization.yaml": "namePrefix: 5\n" };
    expect(await problemOf(files, editsOf({}))).toContain("wrong-type b/kustomization.yaml:1:13");
  });

  test.each<[name: string, fields: string, expected: string]>([
    ["a list for a text", "namespace: [a]\n", "wrong-type t/kustomization.yaml:1:12"],
    [
      "a number in a type that others embed",
      "configMapGenerator: [{name: 5}]\n",
      "wrong-type t/kustomization.yaml:1:29",
    ],
    ["a list", "- a\n", "wrong-type t/kustomization.yaml:1:1"],
    ["bad YAML", "a: [\n", "invalid-yaml t/kustomization.yaml:1:5"],
    ["a Component without a version", "kind: Component\n", "wrong-api-version t/kustomization.yaml:1:1"],
    ["another kind", "kind: Other\n", "wrong-kind t/kustomization.yaml:1:1"],
  ])("%s is an error", async (_, fields, expected) => {
    expect(await problemOf(texts(fields), editsOf({}))).toContain(expected);
  });

  test("beside another one is an error", async () => {
    const files = { "t/kustomization.yaml": "", "t/Kustomization": "" };
    expect(await problemOf(files, editsOf({}))).toContain("several-kustomizations t/Kustomization");
  });

  test.each<[name: string, fields: string, isAnnotated: boolean]>([
    ["without resources", "components: [../c]\n", true],
    ["with an empty list of resources", "resources: []\ncomponents: [../c]\n", true],
    ["with bases only", "bases: [../b]\n", true],
    ["with other metadata", "buildMetadata: [managedByLabel]\ncomponents: [../c]\n", true],
    ["with resources", "resources: [../b]\n", false],
  ])("%s gets annotations of origin or not", async (_, fields, isAnnotated) => {
    const files = {
      "t/kustomization.yaml": fields,
      "b/kustomization.yaml": "resources: [a.yaml]\n",
      "b/a.yaml": object("ConfigMap", "a"),
      "c/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [../b]\n",
    };
    const { text } = await built(files, {});
    expect(text.includes("config.kubernetes.io/origin")).toBe(isAnnotated);
    expect(text).not.toContain("managed-by");
    const asked = await built(files, { buildMetadata: ["managedByLabel"] });
    expect([asked.text.includes("config.kubernetes.io/origin"), asked.text.includes("managed-by")]).toEqual([
      false,
      true,
    ]);
  });
});

// docs/specification/flux-kustomization.md 2
describe("without a kustomization file", () => {
  test("all manifests below are listed in the order of their paths, and directories with a kustomization as such", async () => {
    const files = {
      "t/b.yaml": object("ConfigMap", "b"),
      "t/a/z.yml": object("ConfigMap", "a-z"),
      "t/a.yaml": object("ConfigMap", "a"),
      "t/B.yaml": object("ConfigMap", "upper"),
      "t/.hidden/h.yaml": object("ConfigMap", "hidden"),
      "t/.yaml": object("ConfigMap", "dot"),
      "t/c.json": object("ConfigMap", "json"),
      "t/d.YAML": object("ConfigMap", "loud"),
      "t/k/Kustomization": "resources: [in/x.yaml]\nnamePrefix: k-\n",
      "t/k/in/x.yaml": object("ConfigMap", "x"),
      "t/k/junk.yaml": "junk: [",
      "t/k.d/kustomization.yaml/x.yaml": object("ConfigMap", "in-a-directory-of-that-name"),
      "t/list.yaml": `{apiVersion: v1, kind: List, items: [${object("ConfigMap", "l1")}, ${object("ConfigMap", "l2")}]}`,
      "t/nothing.yaml": "# nothing\n---\n",
      "other/o.yaml": object("ConfigMap", "o"),
    };
    expect(ids(await built(files, {})).map((id) => id.slice("ConfigMap/".length))).toEqual(
      "hidden dot upper a-z a b k-x in-a-directory-of-that-name l1 l2".split(" "),
    );
  });

  test("the order is that of Go's filepath.Walk", async () => {
    const segment = fc.constantFrom("a", "b", "a.b", "a-b", "a0", "é", "A", "~");
    const paths = fc.uniqueArray(
      fc.array(segment, { minLength: 1, maxLength: 3 }).map((names) => `${names.join("/")}.yaml`),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(paths, async (all) => {
        const files = Object.fromEntries(all.map((path, index) => [`t/${path}`, object("ConfigMap", `n${index}`)]));
        const order = (await built({ ...files, "t/x.txt": "" }, {})).resources.map(
          ({ name }) => all[Number(name.slice(1))],
        );
        const key = (path = ""): Buffer => Buffer.from(path.replaceAll("/", "\0"));
        expect(order).toEqual(all.toSorted((a, b) => Buffer.compare(key(a), key(b))));
      }),
    );
  });

  test("nothing is built of no manifests", async () => {
    expect(ids(await built({ "t/README.md": "" }, {}))).toEqual([]);
  });

  test("an empty namespace leaves an empty kustomization", async () => {
    expect(await problemOf({ "t/README.md": "" }, editsOf({ targetNamespace: "" }, PLACE))).toMatch(
      /^empty-kustomization ks\.yaml:7:3 kustomize-controller generates an empty kustomization/,
    );
  });

  test("links are not followed, also where they lead in a circle", async () => {
    const files = { "t/a.yaml": object("ConfigMap", "a"), "other/o.yaml": object("ConfigMap", "o") };
    const links = { "t/loop": ".", "t/up": "..", "t/o.yaml": "../other/o.yaml", "t/gone.yaml": "absent" };
    expect(ids(await built(files, {}, links))).toEqual(["ConfigMap/a"]);
  });

  test.each<[name: string, files: Files, expected: string]>([
    ["that is no object", { "t/d/a.yaml": "\na: b\n" }, "invalid-resource t/d/a.yaml:2:1"],
    ["that is not YAML", { "t/a.yaml": "a: [\n" }, "invalid-yaml t/a.yaml:1:5"],
    ["without a name", { "t/a.yaml": "apiVersion: v1\nkind: A\n" }, "invalid-resource t/a.yaml:1:1"],
    [
      "that is in a Component",
      { "t/c/kustomization.yaml": "kind: Component\nnamePrefix: c-\n" },
      "component-as-resource ks.yaml:7:3",
    ],
    ["twice", { "t/a.yaml": object("A", "a"), "t/b.yaml": object("A", "a") }, "id-conflict"],
    [
      "that is a Composition",
      {
        "t/d/composition.yaml":
          "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Composition\nmetadata: {name: c}\n",
      },
      "wrong-kind ks.yaml:7:3 t/d/composition.yaml is a Composition",
    ],
  ])("a manifest %s is an error", async (_, files, expected) => {
    expect(await problemOf(files, editsOf({}, PLACE))).toContain(expected);
  });

  test("a Composition of another program is an object", async () => {
    const text = "{apiVersion: apiextensions.crossplane.io/v1, kind: Composition, metadata: {name: c}}\n";
    expect(ids(await built({ "t/composition.yaml": text }, {}))).toEqual(["Composition/c"]);
  });

  test("a directory that includes the one around it is a cycle", async () => {
    const files = { "t/k/kustomization.yaml": "resources: [..]\n", "t/a.yaml": object("ConfigMap", "a") };
    expect(await problemOf(files, editsOf({}))).toContain("cycle t/k/kustomization.yaml:1:13");
  });

  test("there are at most 20,000 manifests", async () => {
    const files = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`t/${index}.yaml`, ""]));
    expect(await problemOf(files, editsOf({}, PLACE))).toBe(
      "too-many-manifests ks.yaml:7:3 there are more than 20000 manifests below t, for which kustomize-controller generates a kustomization",
    );
    delete files["t/0.yaml"];
    expect(ids(await built(files, {}))).toEqual([]);
  });
});

// docs/specification/flux-kustomization.md 3
describe("edits", () => {
  const files: Files = {
    "t/kustomization.yaml": `resources: [a.yaml]
namespace: own
namePrefix: own-
images:
- {name: a, newName: b, newTag: "2"}
- {name: a, newTag: "9"}
patches:
- {target: {kind: Pod}, patch: '- {op: add, path: /metadata/labels, value: {last: file}}'}
`,
    "t/a.yaml": POD,
    "c/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnameSuffix: -c\n",
  };
  const label = (value: string) => ({
    target: { kind: "Pod" },
    patch: JSON.stringify([{ op: "add", path: "/metadata/labels", value: { last: value } }]),
  });

  test.each<[name: string, spec: FluxSpec, expected: string]>([
    ["none", {}, "own-p@own image b:2 last file"],
    ["a namespace", { targetNamespace: "live" }, "own-p@live image b:2 last file"],
    ["empty texts", { targetNamespace: "", namePrefix: "", nameSuffix: "" }, "p image b:2 last file"],
    ["a prefix and a suffix", { namePrefix: "f-", nameSuffix: "-f" }, "f-p-f@own image b:2 last file"],
    ["a patch after that of the file", { patches: [label("edit")] }, "own-p@own image b:2 last edit"],
    [
      "a strategic merge patch, which runs before",
      {
        patchesStrategicMerge: [
          { apiVersion: "v1", kind: "Pod", metadata: { name: "p", labels: { last: "merge" }, namespace: "x" } },
        ],
      },
      "error: target-not-found",
    ],
    [
      "a JSON patch, which runs after names have changed",
      {
        patchesJson6902: [
          { patch: JSON.parse(label("json").patch), target: { version: "v1", kind: "Pod", name: "p" } },
        ],
      },
      "own-p@own image b:2 last json",
    ],
    ["a component", { components: ["../c"] }, "own-p-c@own image b:2 last file"],
    ["another tag", { images: [{ name: "a", newTag: "3" }] }, "own-p@own image b:3 last file"],
    ["another name", { images: [{ name: "a", newName: "c" }] }, "own-p@own image c:2 last file"],
    [
      "a digest, which removes the tag",
      { images: [{ name: "a", digest: "sha256:0" }] },
      "own-p@own image b@sha256:0 last file",
    ],
    ["an image that is not in the file", { images: [{ name: "x", newTag: "3" }] }, "own-p@own image b:2 last file"],
    ["an image without anything", { images: [{ name: "a" }] }, "own-p@own image b:2 last file"],
  ])("%s", async (_, spec, expected) => {
    const summary = await built(files, spec).then(
      ({ resources }) => {
        const [pod] = resources as [BuiltResource];
        const { metadata, spec: own } = pod.value() as {
          metadata: { labels: { last: string } };
          spec: { containers: [{ image: string }] };
        };
        return `${pod.name}${pod.namespace && `@${pod.namespace}`} image ${own.containers[0].image} last ${metadata.labels.last}`;
      },
      (error: unknown) => `error: ${diagnosticsOf(error)[0]?.code}`,
    );
    expect(summary).toBe(expected);
  });

  test("an image replaces that of the file as a whole for older controllers", async () => {
    const edits = { ...editsOf({ images: [{ name: "a", newName: "c" }] }), replacesImages: true };
    const { resources } = await createBuilder(memoryTree(files), OPTIONS).build("/t", { edits });
    expect(resources[0]?.yaml).toContain("image: c:1\n");
  });

  test("components that do not exist are errors, or left out", async () => {
    const spec = { components: ["../absent", "../c"] };
    expect(await problemOf(files, editsOf(spec, PLACE))).toMatch(/^not-a-directory ks\.yaml:7:3 absent does not exist/);
    expect(ids(await built(files, { ...spec, ignoreMissingComponents: true }))).toEqual(["Pod/own-p-c@own"]);
  });

  test.each([
    "https://example.com/c",
    "HTTPS://example.com/c",
    "git@example.com:a/c",
    "/c",
    "file:///c",
    "github.com/a/c",
  ])("the component %s is not local", async (path) => {
    const spec = { components: [path], ignoreMissingComponents: true };
    expect(await problemOf(files, editsOf(spec, PLACE))).toBe(
      `component-not-local ks.yaml:7:3 kustomize-controller adds only local components: \`${path}\` is no relative path`,
    );
  });

  test.each<[name: string, spec: FluxSpec, expected: string]>([
    ["outside of the tree", { components: ["../../c"] }, "outside-tree ks.yaml:7:3"],
    ["that is none", { components: ["."] }, "cycle ks.yaml:7:3"],
    ["that is a file", { components: ["a.yaml"] }, "not-a-directory ks.yaml:7:3"],
  ])("a component %s is an error", async (_, spec, expected) => {
    expect(await problemOf(files, editsOf(spec, PLACE))).toContain(expected);
  });

  test.each<[name: string, patch: string]>([
    ["that does not parse", "a: [\n"],
    ["without text", ""],
  ])("a patch %s is an error at its place", async (_, patch) => {
    expect(await problemOf(files, editsOf({ patches: [{ patch }] }, PLACE))).toContain("invalid-patch ks.yaml:7:3");
  });

  test("values of Secrets in a patch stay out of messages", async () => {
    const patch =
      "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  k: hunter2-secret\n---\n- hunter2-secret: [\n";
    expect(await problemOf(files, editsOf({ patches: [{ patch }] }))).not.toContain("hunter2");
  });
});

// docs/specification/flux-kustomization.md 4.3
test("the types of a file add to the built-in ones, which `kustomize build` can replace", async () => {
  const files: Files = {
    "t/kustomization.yaml": `resources: [a.yaml]
openapi: {path: types.json}
patches:
- patch: '{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, tty: true}]}}'
`,
    "t/a.yaml": POD,
    "t/types.json": "{}",
  };
  const { resources } = await createBuilder(memoryTree(files), OPTIONS).build("/t");
  expect(resources[0]?.yaml).not.toContain("image: a:1");
  expect((await built(files, {})).text).toContain("image: a:1");
});

describe("builds of one builder", () => {
  const files: Files = {
    "t/kustomization.yaml": "resources: [../b]\n",
    "u/kustomization.yaml": "resources: [../t]\n",
    "b/kustomization.yaml": "resources: [a.yaml]\n",
    "b/a.yaml": object("ConfigMap", "a"),
    "g/a.yaml": object("ConfigMap", "g"),
  };
  type Build = readonly [directory: string, spec: FluxSpec | undefined, expected: string];
  const BUILDS: readonly Build[] = [
    ["/t", { targetNamespace: "one" }, "a@one"],
    ["/t", { targetNamespace: "two", namePrefix: "p-" }, "p-a@two"],
    ["/t", undefined, "a"],
    ["/u", { nameSuffix: "-u" }, "a-u"],
    ["/u", undefined, "a"],
    ["/b", { namePrefix: "b-" }, "b-a"],
    ["/g", { targetNamespace: "g" }, "g@g"],
    ["/g", { namePrefix: "h-" }, "h-g"],
  ];

  test("share no edits, in any order", async () => {
    const builds = fc.shuffledSubarray([...BUILDS, ...BUILDS], { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(builds, async (some) => {
        const builder = createBuilder(memoryTree(files), OPTIONS);
        const outcomes = some.map(async ([directory, spec]) => {
          const options = spec === undefined ? {} : { edits: editsOf(spec) };
          const [one] = (await builder.build(directory, options)).resources;
          return `${one?.name}${one?.namespace && `@${one.namespace}`}`;
        });
        expect(await Promise.all(outcomes)).toEqual(some.map(([, , expected]) => expected));
      }),
    );
  });

  test("share what they include", async () => {
    const read: string[] = [];
    const tree = memoryTree(files);
    const counted = { ...tree, read: (path: string) => (read.push(path), tree.read(path)) };
    const builder = createBuilder(counted, OPTIONS);
    for (const name of ["one", "two", "three"]) await builder.build("/t", { edits: editsOf({ namePrefix: name }) });
    expect(read.filter((path) => path === "/b/kustomization.yaml")).toHaveLength(1);
  });

  test.each<[name: string, added: Files, isSame: boolean]>([
    ["a file elsewhere", { "other/a.yaml": "" }, true],
    ["a file that is no manifest", { "t/README.md": "" }, false],
    ["a manifest", { "t/d/z.yaml": "" }, false],
    ["a file in a new directory", { "t/new/x.txt": "" }, false],
    ["a kustomization in a directory", { "t/d/kustomization.yml": "" }, false],
    ["a kustomization", { "t/kustomization.yml": "" }, false],
    ["a component that was missing", { "c/kustomization.yaml": "" }, false],
  ])("a record of a generated kustomization depends on %s or not", async (_, added, isSame) => {
    const generated = { "t/d/a.yaml": object("ConfigMap", "a"), "t/b.yaml": object("ConfigMap", "b") };
    const tree = memoryTree(generated);
    const recorded = recordedTree(tree);
    const edits = editsOf({ components: ["../c"], ignoreMissingComponents: true });
    await createBuilder(tree, OPTIONS).build("/t", { recorded, edits });
    expect(await answersEqually(recorded.record, memoryTree({ ...generated, ...added }))).toBe(isSame);
  });
});
