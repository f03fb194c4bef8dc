/** Wrong compositions: one message each, at its place, with what to do. */
import { expect, test } from "@jest/globals";
import { composition, functionsNamed as fn, problemOf } from "./consolidating.ts";

const top = (fields: string) => ({ "top/composition.yaml": composition(fields) });
const base = (fields: string) => ({ "base/composition.yaml": composition(fields) });
const IMPORT = "transformersFrom: [{path: ../base}]\n";
const override = (text: string) => `transformerOverrides:\n- ${text}\n`;
const A = "apiVersion: example.com/v1, kind: Fn, metadata: {name: a}";

test.each<[title: string, files: Record<string, string>, problem: string]>([
  [
    "T11 two entries with one identity",
    top(`transformers:\n${fn("a", "a")}`),
    "composition-duplicate top/composition.yaml:4:3: there are two transformers Fn a of example.com/v1: one is defined at top/composition.yaml:3:3; the other is defined at top/composition.yaml:4:3 | Change one of the names.",
  ],
  [
    "T21 two entries that get the same name",
    top(
      "transformers:\n- {apiVersion: example.com/v1, kind: HTTPLoadBalancer}\n- {apiVersion: example.com/v1, kind: HTTPLoadBalancer}\n",
    ),
    "composition-duplicate top/composition.yaml:4:3: there are two transformers HTTPLoadBalancer http-load-balancer of example.com/v1: one is defined at top/composition.yaml:3:3; the other is defined at top/composition.yaml:4:3 | The name of the kind is the default. Give each of them a `metadata.name`.",
  ],
  [
    "T12 an entry with the identity of an imported one",
    { ...top(`${IMPORT}transformers:\n${fn("a")}`), ...base(`transformers:\n${fn("a")}`) },
    "composition-duplicate top/composition.yaml:4:3: there are two transformers Fn a of example.com/v1: one is defined at base/composition.yaml:3:3, imported by top/composition.yaml:2:20; the other is defined at top/composition.yaml:4:3 | To change the imported one, list the fields under `transformerOverrides`. To have both, change the name.",
  ],
  [
    "T13 a diamond",
    {
      ...top("transformersFrom: [{path: ../l}, {path: ../r}]\n"),
      "l/composition.yaml": composition(IMPORT),
      "r/composition.yaml": composition(IMPORT),
      ...base(`transformers:\n${fn("a")}`),
    },
    "composition-duplicate top/composition.yaml:2:34: there are two transformers Fn a of example.com/v1: one is defined at base/composition.yaml:3:3, imported by l/composition.yaml:2:20, imported by top/composition.yaml:2:20; the other is defined at base/composition.yaml:3:3, imported by r/composition.yaml:2:20, imported by top/composition.yaml:2:34 | Import it once. If two imports need it, let each render it: list it under the `paths` of a ResourceAccumulator.",
  ],
  [
    "T14 an override with a misspelt name",
    {
      ...top(IMPORT + override("{apiVersion: example.com/v1, kind: Fn, metadata: {name: loger}}")),
      ...base(`transformers:\n${fn("logger", "x")}`),
    },
    "composition-override-unmatched top/composition.yaml:4:3: no imported transformer is Fn loger of example.com/v1 | There is Fn logger of example.com/v1.",
  ],
  [
    "T14b an override of another version",
    {
      ...top(IMPORT + override("{apiVersion: example.com/v2, kind: Fn, metadata: {name: a}}")),
      ...base(`transformers:\n${fn("a")}`),
    },
    "composition-override-unmatched top/composition.yaml:4:3: no imported transformer is Fn a of example.com/v2 | There is Fn a of example.com/v1.",
  ],
  [
    "T14c an override without a kind",
    {
      ...top(IMPORT + override("{apiVersion: example.com/v1, metadata: {name: a}}")),
      ...base(`transformers:\n${fn("a")}`),
    },
    "composition-missing-kind top/composition.yaml:4:3: `transformerOverrides[0]` has no `kind` | Write the kind of a function or a built-in, such as `kind: LabelTransformer`.",
  ],
  [
    "T15 overrides without imports",
    top(`transformers:\n${fn("a")}${override(`{${A}}`)}`),
    "composition-override-without-import top/composition.yaml:5:1: `transformerOverrides` changes imported transformers, but nothing is imported | Add `transformersFrom`, or edit the transformers themselves.",
  ],
  [
    "T15b an override of an own entry",
    {
      ...top(
        `${IMPORT}transformers:\n${fn("b")}${override("{apiVersion: example.com/v1, kind: Fn, metadata: {name: b}}")}`,
      ),
      ...base(`transformers:\n${fn("a")}`),
    },
    "composition-override-own top/composition.yaml:6:3: Fn b of example.com/v1 is not imported: this composition defines it | Edit it under `transformers`.",
  ],
  [
    "T16e an order that lacks an entry",
    top(`transformers:\n${fn("a", "b")}transformerOrder: [{name: b}]\n`),
    "composition-order-incomplete top/composition.yaml:5:19: `transformerOrder` must list every transformer, but lacks Fn a of example.com/v1 | Add them: `krm-render view composition` prints all transformers. To move only some, write `before` or `after` in their items.",
  ],
  [
    "T16f an order with too many items",
    top(`transformers:\n${fn("a")}transformerOrder: [{name: a}, {name: a, kind: Fn}]\n`),
    "composition-order-duplicate top/composition.yaml:4:31: `transformerOrder` lists Fn a of example.com/v1 a second time: line 4 lists it, too | Remove one of the two.",
  ],
  [
    "T16g an unknown name",
    top(`transformers:\n${fn("metrics-injector")}transformerOrder: [{name: metrics-injecter}]\n`),
    'composition-order-unknown top/composition.yaml:4:20: there is no transformer "metrics-injecter" for `transformerOrder` | Did you mean metrics-injector?',
  ],
  [
    "T16b an ambiguous name",
    top(
      `transformers:\n- {apiVersion: example.com/v1, kind: One, metadata: {name: a}}\n${fn("a")}transformerOrder: [{name: a}, {name: a, kind: Fn}]\n`,
    ),
    'composition-order-ambiguous top/composition.yaml:5:20: "a" in `transformerOrder` matches 2 transformers: One a of example.com/v1, Fn a of example.com/v1 | Add the kind or the apiVersion.',
  ],
  [
    "T16d an item with a name and a kind, and one with a name and an apiVersion, for one entry",
    top(`transformers:\n${fn("a")}transformerOrder: [{name: a, kind: Fn}, {name: a, apiVersion: example.com/v1}]\n`),
    "composition-order-duplicate top/composition.yaml:4:41: `transformerOrder` lists Fn a of example.com/v1 a second time: line 4 lists it, too | Remove one of the two.",
  ],
  [
    "T16h an item without a name",
    top(`transformers:\n${fn("a")}transformerOrder: [{kind: Fn}]\n`),
    "composition-name top/composition.yaml:4:20: `transformerOrder[0]` has no `name` | Write the name of an entry: `name: labels`.",
  ],
  [
    "an order with places for some entries only, and others without a place",
    top(`transformers:\n${fn("a", "b")}transformerOrder: [{name: b, before: a}, {name: a}]\n`),
    "composition-mixed-fields top/composition.yaml:5:42: an item of `transformerOrder` has neither `before` nor `after`, as others have | Say of each item where it goes, or list every transformer in the order that you want.",
  ],
  [
    "an item that goes to two places",
    top(`transformers:\n${fn("a", "b")}transformerOrder: [{name: b, before: a, after: a}]\n`),
    "composition-mixed-fields top/composition.yaml:5:48: `after` cannot be used together with `before` | Keep one of them.",
  ],
  [
    "an item that goes next to itself",
    top(`transformers:\n${fn("a", "b")}transformerOrder: [{name: b, after: {name: b, kind: Fn}}]\n`),
    "composition-order-duplicate top/composition.yaml:5:37: Fn b of example.com/v1 cannot run next to itself | Name another entry.",
  ],
  [
    "an item that goes next to an unknown entry",
    top(`transformers:\n${fn("label", "b")}transformerOrder: [{name: b, before: lable}]\n`),
    'composition-order-unknown top/composition.yaml:5:38: there is no transformer "lable" for `transformerOrder` | Did you mean label?',
  ],
  [
    "an item that goes next to an entry whose name is that of another one, too",
    top(
      `transformers:\n- {apiVersion: example.com/v1, kind: One, metadata: {name: a}}\n${fn("a", "b")}transformerOrder: [{name: b, before: a}]\n`,
    ),
    'composition-order-ambiguous top/composition.yaml:6:38: "a" in `transformerOrder` matches 2 transformers: One a of example.com/v1, Fn a of example.com/v1 | Write a mapping with the name and the kind or the apiVersion.',
  ],
  [
    "an item that is moved twice",
    top(`transformers:\n${fn("a", "b")}transformerOrder: [{name: b, before: a}, {name: b, after: a}]\n`),
    "composition-order-duplicate top/composition.yaml:5:42: `transformerOrder` lists Fn b of example.com/v1 a second time: line 5 lists it, too | Remove one of the two.",
  ],
  [
    "two entries that differ in the namespace only",
    top(
      "transformers:\n- {kind: NamespaceTransformer, metadata: {namespace: a}}\n- {kind: NamespaceTransformer, metadata: {namespace: b}}\n",
    ),
    "composition-duplicate top/composition.yaml:4:3: there are two transformers NamespaceTransformer namespace-transformer of builtin: one is defined at top/composition.yaml:3:3; the other is defined at top/composition.yaml:4:3 | The name of the kind is the default. Give each of them a `metadata.name`.",
  ],
  [
    "T18 another importMode",
    top("transformersFrom: [{path: ../base, importMode: insert}]\n"),
    'composition-import-mode top/composition.yaml:2:48: `transformersFrom[0].importMode` must be prepend or append, not "insert" | Correct it, or leave it out for prepend.',
  ],
  [
    "T18 an import without a path",
    top('transformersFrom: [{path: ""}]\n'),
    "composition-import-path top/composition.yaml:2:27: `transformersFrom[0].path` is empty | Name the directory of a composition: `path: ../base`.",
  ],
  [
    "T18 an unknown field of an import",
    top("transformersFrom: [{path: ../base, mode: append}]\n"),
    'unknown-field top/composition.yaml:2:36: unknown field "mode" in `transformersFrom[0]` | Its fields are `path`, `importMode`.',
  ],
  [
    "an override with two specifications of a function",
    {
      ...top(
        IMPORT +
          override(
            "{apiVersion: example.com/v1, kind: Fn, metadata: {name: a}, runtime: {exec: {path: b}}, provider: {exec: {path: c}}}",
          ),
      ),
      ...base(`transformers:\n${fn("a")}`),
    },
    "composition-runtime-conflict top/composition.yaml:4:101: `runtime` and `provider` specify different functions | Keep `runtime`.",
  ],
  [
    "T20 a cycle",
    { ...top(IMPORT), ...base("transformersFrom: [{path: ../top}]\n") },
    "composition-cycle base/composition.yaml:2:20: cycle: top/composition.yaml imports itself: top/composition.yaml → base/composition.yaml → top/composition.yaml | Remove one of the imports.",
  ],
  [
    "T20 a composition that imports itself",
    top("transformersFrom: [{path: .}]\n"),
    "composition-cycle top/composition.yaml:2:20: cycle: top/composition.yaml imports itself: top/composition.yaml → top/composition.yaml | Remove one of the imports.",
  ],
  [
    "T22 runtime and provider that differ",
    top("transformers:\n- {apiVersion: a/v1, kind: A, runtime: {exec: {path: a}}, provider: {exec: {path: b}}}\n"),
    "composition-runtime-conflict top/composition.yaml:3:69: `runtime` and `provider` specify different functions | Keep `runtime`.",
  ],
  [
    "T30 a file outside of the directory",
    { ...top("transformers:\n- ../base/lb.yaml\n"), "base/lb.yaml": "apiVersion: a/v1\nkind: A\n" },
    "outside-root top/composition.yaml:3:3: ../base/lb.yaml is outside | undefined",
  ],
  [
    "a path of an imported built-in outside of its directory",
    {
      ...top(IMPORT),
      ...base("transformers:\n- {kind: ConfigMapGenerator, files: [../top/a.txt]}\n"),
      "top/a.txt": "",
    },
    'outside-root base/composition.yaml:3:38: "../top/a.txt" is outside of base, the directory of the composition that names it | Move the file into that directory, or list it in a composition of its own directory and import that.',
  ],
  [
    "a file of an imported accumulator outside of its directory",
    {
      ...top(IMPORT),
      ...base("transformers:\n- {kind: ResourceAccumulator, paths: [../top/a.yaml]}\n"),
      "top/a.yaml": "",
    },
    'outside-root base/composition.yaml:3:39: "../top/a.yaml" is outside of base, the directory of the composition that names it | Move the file into that directory, or list it in a composition of its own directory and import that.',
  ],
  [
    "T35 an empty composition",
    top("transformers: []\n"),
    "composition-empty top/composition.yaml:1:1: Composition is empty: it has no transformers | List something under `transformers` or `transformersFrom`, or remove the file.",
  ],
  [
    "T35 an import of an empty composition",
    { ...top(IMPORT), ...base("") },
    "composition-empty base/composition.yaml:1:1: Composition is empty: it has no transformers | List something under `transformers` or `transformersFrom`, or remove the file.",
  ],
  [
    "an import of a kustomization",
    { ...top(IMPORT), "base/kustomization.yaml": "namePrefix: a-\n" },
    "composition-import-target top/composition.yaml:2:20: there is no composition file in base | Only compositions can be imported. List a kustomization under the `paths` of a ResourceAccumulator.",
  ],
  [
    "an import of another file",
    { ...top("transformersFrom: [{path: ../base/x.yaml}]\n"), "base/x.yaml": "" },
    "composition-import-target top/composition.yaml:2:20: ../base/x.yaml is not a composition file | Name a directory that has one, or a file named composition.yaml or composition.yml.",
  ],
  [
    "a composition as a transformer",
    { ...top("transformers: [../base]\n"), ...base(`transformers:\n${fn("a")}`) },
    'wrong-role top/composition.yaml:2:16: "../base" is a Composition, which is not a transformer | Import it under `transformersFrom`. To use its objects, list it under the `paths` of a ResourceAccumulator.',
  ],
  [
    "T29 a kind of the first draft",
    top("transformers:\n- {apiVersion: kustomize.config.k8s.io/v1alpha1, kind: StaticResources, spec: {paths: [a]}}\n"),
    "composition-legacy-kind top/composition.yaml:3:3: StaticResources is a kind of an early draft of Composition | Write a ResourceAccumulator of apiVersion builtin. It has `paths` at its top.",
  ],
  [
    "an inline Component",
    top("transformers:\n- {apiVersion: kustomize.config.k8s.io/v1alpha1, kind: Component, namePrefix: a-}\n"),
    "composition-inline-component top/composition.yaml:3:3: a Component cannot be an entry of a composition | List it under `components` of an inline Kustomization.",
  ],
  [
    "a misspelt built-in without an apiVersion",
    top("transformers:\n- {kind: PrefixTransfomer, prefix: a}\n"),
    'composition-missing-kind top/composition.yaml:3:3: this entry has no apiVersion, and there is no built-in "PrefixTransfomer" | Add its apiVersion. If you mean the built-in PrefixTransformer, correct the kind.',
  ],
  [
    "a name with blanks",
    top("transformers:\n- {apiVersion: a/v1, kind: A, metadata: {name: a b}}\n"),
    'composition-name top/composition.yaml:3:48: `transformers[0].metadata.name` must not contain blanks: "a b" | Use at most 253 characters without blanks.',
  ],
  [
    "a key given twice",
    top("transformers:\n- {apiVersion: a/v1, kind: A, spec: {a: 1, a: 2}}\n"),
    'duplicate-key top/composition.yaml:3:44: the key "a" is given more than once | Keep one of them.',
  ],
  [
    "two documents",
    { "top/composition.yaml": `${composition(`transformers:\n${fn("a")}`)}---\n${composition("")}` },
    "invalid-yaml top/composition.yaml:5:1: this composition has more than one document | Keep the first one, and move the others into files of their own.",
  ],
  [
    "text after the end of the document",
    { "top/composition.yaml": `${composition(`transformers:\n${fn("a")}`)}...\ntransformers: []\n` },
    "invalid-yaml top/composition.yaml:5:1: malformed YAML: there is text after the end of the document | Remove it, or the `...` or the bracket that ends the document.",
  ],
  [
    "another apiVersion",
    { "top/composition.yaml": `apiVersion: kustomize.config.k8s.io/v1\n${composition("")}` },
    'wrong-api-version top/composition.yaml:1:13: `apiVersion` must be kustomize.config.k8s.io/v1alpha1 or kustomize.config.k8s.io/v1beta1 for a Composition, not "kustomize.config.k8s.io/v1" | Correct it, or leave it out.',
  ],
  [
    "too many levels",
    Object.fromEntries(
      Array.from({ length: 70 }, (_, level) => [
        level === 0 ? "top/composition.yaml" : `l${level}/composition.yaml`,
        composition(`transformersFrom: [{path: ../l${level + 1}}]\n`),
      ]),
    ),
    "composition-too-large l63/composition.yaml:2:20: top/composition.yaml has imports on more than 64 levels | Divide it: a ResourceAccumulator can render another composition.",
  ],
  [
    "too many levels by way of a composition that was imported before",
    {
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, level) => [
          `l${level}/composition.yaml`,
          composition(
            `${level === 0 ? "" : `transformersFrom: [{path: ../l${level - 1}}]\n`}${level === 0 ? `transformers:\n${fn("a", "b")}` : ""}`,
          ),
        ]),
      ),
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, level) => [
          `m${level}/composition.yaml`,
          composition(`transformersFrom: [{path: ../${level === 0 ? "l39" : `m${level - 1}`}}]\n`),
        ]),
      ),
      "short/composition.yaml": composition(
        `transformersFrom: [{path: ../l39}]\n${override(`{${A}, $patch: delete}`)}`,
      ),
      ...top("transformersFrom: [{path: ../short}, {path: ../m39}]\n"),
    },
    "composition-too-large m0/composition.yaml:2:20: top/composition.yaml has imports on more than 64 levels | Divide it: a ResourceAccumulator can render another composition.",
  ],
  [
    "too many entries",
    top(`transformers:\n${fn(...Array.from({ length: 1001 }, (_, index) => `n${index}`))}`),
    "composition-too-large top/composition.yaml:1003:3: top/composition.yaml has more than 1000 transformers, with its imports | Divide it: a ResourceAccumulator can render another composition.",
  ],
])("%s", async (_, files, problem) => {
  expect(await problemOf(files)).toBe(problem);
});
