/** Kustomizations of a few kilobytes, or files that git packs into a few, whose builds need more memory or time than there is. */

/** The files of a target by path. A function makes the text of a large one. */
export type Bomb = Readonly<Record<string, string | (() => string)>>;

const MB = 1_000_000;
const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("");
const repeat = (text: string, bytes: number) => () => text.repeat(Math.floor(bytes / text.length));

const object = (kind: string, name: string, more = ""): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}---\n`;

const objects = (count: number, kind = "ConfigMap", more = ""): string =>
  many(count, (at) => object(kind, `o${at}`, more));

const built = (resources: string, more = ""): string => `resources: [${resources}]\n${more}`;

/** A file of one large field. */
const field = (text: string, bytes: number): Bomb => ({
  "kustomization.yaml": built("r.yaml"),
  "r.yaml": () => `${object("ConfigMap", "c").replace("---\n", "")}x: [${text.repeat(bytes / text.length)}]\n`,
});

/** Every level includes the level below it twice, under two prefixes. */
function chain(levels: number): Bomb {
  const files: Record<string, string> = { "l0/kustomization.yaml": built("r.yaml"), "l0/r.yaml": objects(1) };
  for (let level = 1; level <= levels; level++) {
    for (const half of ["a", "b"]) {
      files[`l${level}/${half}/kustomization.yaml`] = built(`../../l${level - 1}`, `namePrefix: ${half}-\n`);
    }
    files[`l${level}/kustomization.yaml`] = built("a, b");
  }
  files["kustomization.yaml"] = built(`l${levels}`);
  return files;
}

function components(levels: number): Bomb {
  const files: Record<string, string> = {
    "kustomization.yaml": `${built("r.yaml")}components: [c${levels}]\n`,
    "r.yaml": objects(1),
  };
  const head = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";
  for (let level = levels; level >= 0; level--) {
    const next = level === 0 ? "" : `components: [../c${level - 1}, ../c${level - 1}]\n`;
    files[`c${level}/kustomization.yaml`] = `${head}commonAnnotations: {a${level}: b}\n${next}`;
  }
  return files;
}

const replacement = (from: string, to: string, more = ""): string =>
  `- source: {kind: ConfigMap, fieldPath: ${from}}\n  targets: [{select: {kind: ConfigMap}, fieldPaths: ['${to}'], options: {create: true${more}}}]\n`;

export const BOMBS: Readonly<Record<string, Bomb>> = {
  "empty-lists": field("[],", 60 * MB),
  "empty-maps": field("{},", 60 * MB),
  "small-numbers": field("1,", 90 * MB),
  dashes: { "kustomization.yaml": built("r.yaml"), "r.yaml": repeat("- \n", 99 * MB) },
  "small-objects": { "kustomization.yaml": built("r.yaml"), "r.yaml": () => objects(1_500_000) },
  anchors: field("&a b,", 60 * MB),
  quotes: field('"\\x41",', 60 * MB),
  chain: chain(40),
  chains: {
    "kustomization.yaml": built("a, b, c"),
    ...Object.fromEntries(
      ["a", "b", "c"].flatMap((name) => Object.entries(chain(40)).map(([path, text]) => [`${name}/${path}`, text])),
    ),
  },
  components: components(40),
  "replacement-copies": {
    "kustomization.yaml": built("r.yaml", `replacements:\n${many(32, (at) => replacement("data", `data.c${at}`))}`),
    "r.yaml": object("ConfigMap", "c", "data: {a: b}\n"),
  },
  "replacement-text": {
    "kustomization.yaml": built(
      "r.yaml",
      `replacements:\n${many(40, () => replacement("data.a", "data.a", ", delimiter: '-', index: 99"))}`,
    ),
    "r.yaml": object("ConfigMap", "c", "data: {a: b}\n"),
  },
  "replacement-of-a-long-text": {
    "kustomization.yaml": built(
      "r.yaml",
      `replacements:\n- source: {kind: Secret, fieldPath: data.a}\n  targets:\n  - select: {kind: ConfigMap}\n    fieldPaths: [${many(50, (at) => `data.a${at}, `)}data.z]\n    options: {create: true}\n`,
    ),
    "r.yaml": () => `${object("Secret", "s", `data: {a: ${"x".repeat(20 * MB)}}\n`)}${objects(100)}`,
  },
  "json-copies": {
    "kustomization.yaml": built("r.yaml", "patches: [{target: {kind: ConfigMap}, path: p.yaml}]\n"),
    "r.yaml": () => objects(300, "ConfigMap", `data: {a: [${"1,".repeat(900)}]}\n`),
    "p.yaml": () => many(1000, (at) => `- {op: copy, from: /data/a, path: /data/b${at}}\n`),
  },
  "json-doubling": {
    "kustomization.yaml": built("r.yaml", "patches: [{target: {kind: ConfigMap}, path: p.yaml}]\n"),
    "r.yaml": object("ConfigMap", "c", "data: {a: [1, 2, 3]}\n"),
    "p.yaml": () => many(60, () => "- {op: copy, from: /data/a, path: /data/a/-}\n"),
  },
  "wide-patch": {
    "kustomization.yaml": built("r.yaml", "patches: [{target: {kind: ConfigMap}, path: p.yaml}]\n"),
    "r.yaml": () => objects(2000),
    "p.yaml": () => object("ConfigMap", "p", `data:\n${many(20_000, (at) => `  k${at}: v\n`)}`),
  },
  annotations: {
    "kustomization.yaml": () => built("r.yaml", `commonAnnotations:\n${many(20_000, (at) => `  k${at}: v\n`)}`),
    "r.yaml": () => objects(4000),
  },
  labels: {
    "kustomization.yaml": () => built("r.yaml", `labels:\n- pairs:\n${many(20_000, (at) => `    k${at}: v\n`)}`),
    "r.yaml": () => objects(4000),
  },
  "generator-files": {
    "kustomization.yaml": () => `secretGenerator:\n- name: s\n  files:\n${many(200, (at) => `  - k${at}=big\n`)}`,
    big: repeat("a", 60 * MB),
  },
  "generator-literals": {
    "kustomization.yaml": () => `configMapGenerator:\n${many(300, (at) => `- {name: c${at}, envs: [e]}\n`)}`,
    e: () => many(100_000, (at) => `K${at}=v\n`),
  },
  "generator-options": {
    "kustomization.yaml": () =>
      `generatorOptions:\n  labels:\n${many(20_000, (at) => `    k${at}: v\n`)}configMapGenerator:\n${many(3000, (at) => `- {name: c${at}}\n`)}`,
  },
  "long-prefix": {
    "kustomization.yaml": () => built("r.yaml", `namePrefix: ${"p".repeat(2 * MB)}\n`),
    "r.yaml": () => objects(5000),
  },
  variables: {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `vars: [{name: V, objref: {kind: ConfigMap, name: o0, apiVersion: v1}, fieldref: {fieldpath: data.a}}]\n`,
      ),
    "r.yaml": () =>
      `${object("ConfigMap", "o0", `data: {a: ${"x".repeat(MB)}}\n`)}${many(100, (at) => object("Pod", `p${at}`, `spec: {containers: [{name: a, image: i, args: [${'"$(V)$(V)$(V)$(V)$(V)$(V)$(V)$(V)",'.repeat(20)}]}]}\n`))}`,
  },
  "inline-kustomization": { "kustomization.yaml": () => `resources: [${"a,".repeat(30 * MB)}]\n` },
  "many-patches": {
    "kustomization.yaml": () =>
      built("r.yaml", `patches:\n${"- {target: {kind: ConfigMap}, path: p.yaml}\n".repeat(20_000)}`),
    "r.yaml": () => objects(2000),
    "p.yaml": () => object("ConfigMap", "p", `data: {a: [${"1,".repeat(1000)}]}\n`),
  },
  crds: {
    "kustomization.yaml": built("r.yaml", "crds: [c.json]\n"),
    "r.yaml": objects(1),
    "c.json": () => `{"a": [${"{},".repeat(30 * MB)}{}]}`,
  },
  "deep-nesting": { "kustomization.yaml": built("r.yaml"), "r.yaml": () => `x: ${"[".repeat(MB)}` },
  "deep-bases": Object.fromEntries([
    ["kustomization.yaml", built("a")],
    ...Array.from({ length: 1500 }, (_, at) => [`${"a/".repeat(at + 1)}kustomization.yaml`, built("a")]),
  ]),
  "many-replacements": {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `replacements:\n${replacement("data.a", "data.*", "").repeat(5000)}`.replaceAll(
          "kind: ConfigMap, f",
          "kind: ConfigMap, name: o0, f",
        ),
      ),
    "r.yaml": () => objects(5000, "ConfigMap", `data: {${many(100, (at) => `k${at}: v, `)}a: b}\n`),
  },
  images: {
    "kustomization.yaml": () =>
      built("r.yaml", `images:\n${many(20_000, (at) => `- {name: (a|b|im.*)x${at}, newTag: v}\n`)}`),
    "r.yaml": () =>
      object("Pod", "p", `spec:\n  containers:\n${many(100_000, (at) => `  - {name: c${at}, image: img${at}}\n`)}`),
  },
  "merging-generators": {
    "kustomization.yaml": () =>
      `configMapGenerator:\n- {name: c, envs: [e]}\n${"- {name: c, behavior: merge, envs: [e]}\n".repeat(20_000)}`,
    e: () => many(2000, (at) => `K${at}=v\n`),
  },
  "merge-keys": {
    "kustomization.yaml": built("r.yaml"),
    "r.yaml": () =>
      `${object("ConfigMap", "c").replace("---\n", "")}x: &x {${many(20_000, (at) => `k${at}: v, `)}z: z}\ny:\n${"- <<: *x\n".repeat(5000)}`,
  },
  "field-specs": {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `labels:\n- pairs: {a: b}\n  fields:\n${many(20_000, (at) => `  - {path: spec/a${at}/b/c, create: true}\n`)}`,
      ),
    "r.yaml": () => objects(3000),
  },
  configurations: {
    "kustomization.yaml": () => built("r.yaml", `namePrefix: a-\nconfigurations:\n${"- c.yaml\n".repeat(20_000)}`),
    "c.yaml": () => `nameReference:\n${many(2000, (at) => `- {kind: K${at}, fieldSpecs: [{path: spec/x${at}/y}]}\n`)}`,
    "r.yaml": () => objects(2000),
  },
  delimiters: {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `replacements:\n${many(3000, (at) => `- {sourceValue: x, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.a], options: {delimiter: a, index: ${at}}}]}\n`)}`,
      ),
    "r.yaml": () => object("ConfigMap", "c", `data: {a: ${"ab".repeat(2 * MB)}}\n`),
  },
  "path-wildcards": {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `replacements:\n- sourceValue: x\n  targets: [{select: {kind: ConfigMap}, fieldPaths: [${"l.*.*.*.*.n, ".repeat(5000)}l]}]\n`,
      ),
    "r.yaml": () =>
      `${object("ConfigMap", "c").replace("---\n", "")}l: [${"[[[{n: a},{n: b}],[{n: a}]]],".repeat(100_000)}]\n`,
  },
  "wide-characters": {
    "kustomization.yaml": () => built("r.yaml", `namePrefix: "${"\u{1f600}é".repeat(100_000)}"\n`),
    "r.yaml": () => objects(5000),
  },
  "build-metadata": {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `buildMetadata: [originAnnotations, transformerAnnotations]\nlabels:\n${many(3000, (at) => `- pairs: {a${at}: b}\n`)}`,
      ),
    "r.yaml": () => objects(3000),
  },
  "json-in-a-text": {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `replacements:\n- sourceValue: '[[['\n  targets: [{select: {kind: ConfigMap}, fieldPaths: [${many(3000, (at) => `data.j.new${at}.0, `)}data.j.z], options: {create: true}}]\n`,
      ),
    "r.yaml": () => object("ConfigMap", "c", `data: {j: '{${many(100_000, (at) => `"k${at}":["a"],`)}"z":"b"}'}\n`),
  },
  "component-patches": {
    "kustomization.yaml": () => built("r.yaml", `components: [${"c, ".repeat(300)}c]\n`),
    "c/kustomization.yaml": () =>
      `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches:\n${many(2000, (at) => `- {target: {kind: ConfigMap}, patch: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"k${at}":"v"}}'}\n`)}`,
    "r.yaml": () => objects(500),
  },
  "replacing-generators": {
    "kustomization.yaml": () =>
      `secretGenerator:\n- {name: s, envs: [e]}\n${"- {name: s, behavior: replace, envs: [e]}\n".repeat(3000)}`,
    e: () => many(50_000, (at) => `K${at}=${"v".repeat(50)}\n`),
  },
  aliases: {
    "kustomization.yaml": built("r.yaml"),
    "r.yaml": () =>
      `${object("ConfigMap", "c").replace("---\n", "")}x0: &x0 [a]\n${many(40, (at) => `x${at + 1}: &x${at + 1} [*x${at}, *x${at}]\n`)}`,
  },
  "long-path": { "kustomization.yaml": () => `resources: ["${"../".repeat(7 * MB)}a"]\n` },
  "long-pattern": {
    "kustomization.yaml": () =>
      built(
        "r.yaml",
        `patches: [{target: {name: "${"a*".repeat(10 * MB)}"}, patch: '[{"op": "remove", "path": "/x"}]'}]\n`,
      ),
    "r.yaml": objects(1),
  },
  "front-inserts": {
    "kustomization.yaml": built("r.yaml", "patches: [{target: {kind: ConfigMap}, path: p.yaml}]\n"),
    "r.yaml": object("ConfigMap", "c", "data: {a: []}\n"),
    "p.yaml": () => many(60_000, () => "- {op: add, path: /data/a/0, value: x}\n"),
  },
  "long-pointer": {
    "kustomization.yaml": built("r.yaml", "patches: [{target: {kind: ConfigMap}, path: p.yaml}]\n"),
    "r.yaml": objects(1),
    "p.yaml": () => `- {op: add, path: '${"/a".repeat(5 * MB)}', value: x}\n`,
  },
  "tagged-integer": {
    "kustomization.yaml": built("r.yaml"),
    "r.yaml": () => object("ConfigMap", "c", `x: !!int "${"1".repeat(30 * MB)}"\n`),
  },
  "quoted-lines": {
    "kustomization.yaml": built("r.yaml"),
    "r.yaml": () => object("ConfigMap", "c", `x: "${"a\n".repeat(40 * MB)}"\n`),
  },
};
