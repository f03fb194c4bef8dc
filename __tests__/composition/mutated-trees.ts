/** Random mistakes in a tree of compositions that uses every field. */
import fc from "fast-check";
import { stringify } from "yaml";

const runtime = { container: { image: "example/fn:v1" } };

/** A tree without mistakes. */
export const TREE: Readonly<Record<string, unknown>> = {
  "top/composition.yaml": {
    apiVersion: "kustomize.config.k8s.io/v1alpha1",
    kind: "Composition",
    metadata: { name: "top", labels: { a: "b" } },
    catalogs: ["../catalog.yaml"],
    buildMetadata: ["originAnnotations"],
    transformersFrom: [{ path: "../mid" }, { path: "../tail/composition.yaml", importMode: "append" }],
    transformerOverrides: [
      {
        apiVersion: "example.com/v1",
        kind: "App",
        metadata: { name: "app" },
        spec: { version: "v2", list: [1], gone: null },
      },
      { apiVersion: "builtin", kind: "ConfigMapGenerator", metadata: { name: "settings" }, literals: ["a=b"] },
    ],
    transformers: [
      { apiVersion: "builtin", kind: "ResourceAccumulator", paths: ["deployment.yaml"] },
      "labels.yaml",
      "apiVersion: example.com/v1\nkind: Inline\nspec: {a: 1}\n",
      {
        apiVersion: "kustomize.config.k8s.io/v1beta1",
        kind: "Kustomization",
        resources: ["service.yaml"],
        configMapGenerator: [{ name: "c", files: ["key=labels.yaml"] }],
      },
      {
        apiVersion: "example.com/v1",
        kind: "Fn",
        metadata: { name: "fn", annotations: { x: "y" } },
        runtime,
        spec: { a: [1, "two"] },
      },
    ],
    transformerOrder: [
      { name: "app" },
      { name: "settings", kind: "ConfigMapGenerator" },
      { name: "resource-accumulator" },
      { name: "labels" },
      { name: "inline", apiVersion: "example.com/v1" },
      { name: "kustomization" },
      { name: "fn", group: "example.com", version: "v1" },
      { name: "tail" },
    ],
  },
  "top/labels.yaml": {
    apiVersion: "builtin",
    kind: "LabelTransformer",
    metadata: { name: "labels" },
    labels: { a: "b" },
  },
  "top/deployment.yaml": { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" } },
  "top/service.yaml": { apiVersion: "v1", kind: "Service", metadata: { name: "web" } },
  "mid/composition.yaml": {
    kind: "Composition",
    modulesFrom: [{ path: "../base" }],
    modules: [
      {
        apiVersion: "example.com/v1",
        kind: "App",
        metadata: { name: "app" },
        provider: runtime,
        spec: { version: "v1" },
      },
    ],
    moduleOrder: [{ name: "app" }, { name: "settings" }],
  },
  "base/composition.yml": {
    kind: "Composition",
    transformers: [
      { kind: "ConfigMapGenerator", metadata: { name: "settings" }, files: ["a.txt", "b=c.txt"], envs: [".env"] },
    ],
  },
  "tail/composition.yaml": {
    kind: "Composition",
    transformers: [{ apiVersion: "example.com/v1", kind: "Tail", runtime: { exec: { path: "./tail" } } }],
  },
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A value of any type. Paths lead to files that exist, and to ones that do not. */
const oddValues = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1.5,
    "",
    " ",
    "..",
    "../mid",
    "../top",
    "composition.yaml",
    "labels.yaml",
    "/",
    "a\nb",
  ),
  fc.constantFrom<Json>(
    [],
    {},
    [null],
    [[]],
    { a: {} },
    { $patch: "delete" },
    { $patch: "replace" },
    { kind: "Composition" },
  ),
  fc.string().map((text): Json => text),
);

const KEYS = [
  "kind",
  "name",
  "path",
  "runtime",
  "provider",
  "transformers",
  "modules",
  "metadata",
  "$patch",
  "__proto__",
  "<<",
  "",
];

/** What its built-ins read. */
export const TEXTS: Readonly<Record<string, string>> = {
  "base/.env": "A=1\n",
  "base/a.txt": "a",
  "base/c.txt": "c",
  "mid/a.txt": "a of mid",
};

interface Mutation {
  readonly file: number;
  readonly place: number;
  readonly how: "drop" | "double" | "retype" | "rename" | "move";
  readonly value: Json;
  readonly key: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  file: fc.nat(),
  place: fc.nat(),
  how: fc.constantFrom("drop", "double", "retype", "rename", "move"),
  value: oddValues,
  key: fc.oneof(fc.constantFrom(...KEYS), fc.string()),
});

/** Trees with one to three mistakes, as texts by their paths. */
export const mutatedTrees: fc.Arbitrary<Record<string, string>> = fc
  .array(mutation, { minLength: 1, maxLength: 3 })
  .map((mutations) => {
    const files = Object.keys(TREE);
    const documents = structuredClone(TREE) as Record<string, Json>;
    const doubled = new Map<string, string>();
    for (const { file, place, how, value, key } of mutations) {
      const name = files[file % files.length] as string;
      const places = placesIn(documents[name] as Json);
      const [holder, at] = places[place % places.length] ?? [undefined, ""];
      if (holder === undefined) documents[name] = value;
      else mutate(holder, at, how, value, key);
      // A mapping cannot have a key twice before it is written.
      if (how === "double") doubled.set(name, `${String(at)}: ${JSON.stringify(value)}\n`);
    }
    return Object.fromEntries(
      files.map((name) => [
        name,
        stringify(documents[name], { aliasDuplicateObjects: false }) + (doubled.get(name) ?? ""),
      ]),
    );
  });

type Holder = Json[] | { [key: string]: Json };

/** Every value below the top with the map or list that holds it. */
function placesIn(value: Json): [holder: Holder, at: string | number][] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([at, inner]): [Holder, string | number][] => [[value, at], ...placesIn(inner)]);
}

function mutate(holder: Holder, at: string | number, how: Mutation["how"], value: Json, key: string): void {
  if (Array.isArray(holder)) {
    const index = Number(at);
    if (how === "drop") holder.splice(index, 1);
    else if (how === "double") holder.push(structuredClone(holder[index] ?? null));
    else if (how === "move") holder.unshift(...holder.splice(index, 1));
    else holder[index] = value;
    return;
  }
  const name = String(at);
  const before = holder[name] ?? null;
  if (how === "retype") holder[name] = value;
  else if (how !== "double") delete holder[name];
  if (how === "rename" || how === "move") {
    Object.defineProperty(holder, key, { value: before, enumerable: true, configurable: true, writable: true });
  }
}
