/** Mistakes that kustomize ignores: each is a warning, with `strict` an error, and never changes the output. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Diagnostic, diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { type Built, createBuilder } from "../../src/engine/index.ts";
import { STRICT_CODES } from "../../src/engine/output/strict-reading.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { drawFrom } from "./random/draw.ts";
import { randomTree } from "./random/kustomizations.ts";
import type { Files } from "./render.ts";

function build(files: Files, strict = false, target = ""): Promise<Built> {
  return createBuilder(memoryTree(files), { strict }).build(`/${target}`);
}

/** The diagnostics of a build as a user sees them, after their codes. */
async function said(files: Files, target = ""): Promise<string[]> {
  const { diagnostics } = await build(files, false, target);
  return diagnostics.map(
    (diagnostic) => `${diagnostic.code} ${formatDiagnostic(diagnostic).replaceAll("\n  hint: ", " | ")}`,
  );
}

const WEB = [
  "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, labels: {tier: front}},",
  " spec: {template: {spec: {containers: [{name: c, image: 'docker.io/shop/web:1'}, {name: s, image: sidecar}]}}}}\n",
].join("");

const GENERATED =
  "configMapGenerator:\n- {name: cfg, literals: [a=b]}\nsecretGenerator:\n- {name: pass, literals: [a=b]}\n";

/** A kustomization with one object and the given fields. */
function withWeb(more: string): Files {
  return { "kustomization.yaml": `resources: [web.yaml]\n${more}`, "web.yaml": WEB };
}

/** A level that renames the objects around a custom resource. */
function withObject(object: string, more = ""): Files {
  return { "kustomization.yaml": `resources: [o.yaml]\n${more}`, "o.yaml": object };
}

const TABLE: [what: string, files: Files, expected: string[]][] = [
  [
    // docs/specification/kustomization-file.md 4.2
    "a key of openapi",
    withWeb("openapi:\n  pth: x\n"),
    [
      'ignored-field kustomization.yaml:3:3: unknown field "pth" in `openapi`: kustomize ignores it | Did you mean `path`?',
    ],
  ],
  [
    "an option of buildMetadata",
    withWeb("buildMetadata: [originAnnotation]\n"),
    [
      'ignored-value kustomization.yaml:2:17: `buildMetadata[0]` has the unknown value "originAnnotation": kustomize ignores it | Did you mean `originAnnotations`?',
    ],
  ],
  [
    "a behavior",
    { "kustomization.yaml": "configMapGenerator:\n- {name: a, behavior: add}\n" },
    [
      'ignored-value kustomization.yaml:2:23: `configMapGenerator[0].behavior` has the unknown value "add": kustomize ignores it | Known values are `create`, `merge`, `replace`, `unspecified`.',
    ],
  ],
  [
    // docs/specification/kustomization-file.md 4.6
    "the encoding of a replacement",
    withWeb(
      "replacements:\n- source: {kind: Deployment}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: [metadata.labels.a]\n" +
        "    options: {create: true, encoding: base64}\n",
    ),
    [
      "ignored-field kustomization.yaml:7:39: `replacements[0].targets[0].options.encoding` has no effect: kustomize accepts it and drops it | Remove it.",
    ],
  ],
  [
    "keys of a built-in's document",
    {
      ...withWeb("transformers: [t.yaml]\n"),
      "t.yaml":
        "apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: t, anything: goes}\nlabel: {a: b}\nfieldSpecs:\n- {path: metadata/labels, creat: true}\n",
    },
    [
      'ignored-field t.yaml:4:1: unknown field "label" in this LabelTransformer: kustomize ignores it | Did you mean `labels`?',
      'ignored-field t.yaml:6:27: unknown field "creat" in `fieldSpecs[0]`: kustomize ignores it | Did you mean `create`?',
    ],
  ],
  [
    "a key of a document that takes none",
    {
      ...withWeb("transformers: [t.yaml]\n"),
      "t.yaml": "{apiVersion: builtin, kind: HashTransformer, metadata: {name: t}, a: b}\n",
    },
    ['ignored-field t.yaml:1:67: unknown field "a" in this HashTransformer: kustomize ignores it | It has none.'],
  ],
  [
    // docs/specification/replacements.md 1.1
    "keys of a file of replacements",
    {
      ...withWeb("replacements: [{path: r.yaml}]\n"),
      "r.yaml":
        "source: {kind: Deployment, options: {delimeter: .}}\ntargets:\n- {select: {kind: Deployment}, fieldPath: [metadata.name]}\n",
    },
    [
      'ignored-field r.yaml:1:38: unknown field "delimeter" in `source.options`: kustomize ignores it | Did you mean `delimiter`?',
      'ignored-field r.yaml:3:32: unknown field "fieldPath" in `targets[0]`: kustomize ignores it | Did you mean `fieldPaths`?',
    ],
  ],
  [
    "built-ins without the fields that they change, in a file with two documents and in a text",
    {
      ...withWeb(
        "transformers:\n- t.yaml\n- |\n  {apiVersion: builtin, kind: LabelTransformer, metadata: {name: c}, labels: {a: b}}\n",
      ),
      "t.yaml":
        "apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: a}\nlabels: {a: b}\n---\napiVersion: builtin\nkind: AnnotationsTransformer\nmetadata: {name: b}\nannotations: {a: b}\nfieldSpecs: null\n",
    },
    [
      "no-field-specs kustomization.yaml:4:3: this LabelTransformer changes nothing: it has no fieldSpecs | Add `fieldSpecs: [{path: metadata/labels, create: true}]`, use the field `labels` of the kustomization, or remove the document.",
      "no-field-specs t.yaml:1:1: this LabelTransformer changes nothing: it has no fieldSpecs | Add `fieldSpecs: [{path: metadata/labels, create: true}]`, use the field `labels` of the kustomization, or remove the document.",
      "no-field-specs t.yaml:6:1: this AnnotationsTransformer changes nothing: it has no fieldSpecs | Add `fieldSpecs: [{path: metadata/annotations, create: true}]`, use the field `commonAnnotations` of the kustomization, or remove the document.",
    ],
  ],
  [
    "images: a name without its registry",
    withWeb('images: [{name: web, newTag: "2"}]\n'),
    [
      "unused-image kustomization.yaml:2:10: the images entry `web` matches no image | Did you mean `docker.io/shop/web`?",
    ],
  ],
  [
    "images: a name with a tag",
    withWeb('images: [{name: "sidecar:1", newTag: "2"}]\n'),
    ["unused-image kustomization.yaml:2:10: the images entry `sidecar:1` matches no image | Did you mean `sidecar`?"],
  ],
  [
    "images: nothing alike",
    withWeb('images: [{name: redis, newTag: "2"}, {name: sidecar, newTag: "2"}]\n'),
    [
      "unused-image kustomization.yaml:2:10: the images entry `redis` matches no image | Correct the name, or remove the entry. The images here are `docker.io/shop/web`, `sidecar`.",
    ],
  ],
  [
    "images: no regular expression, and no image",
    { "kustomization.yaml": 'images: [{name: "a(b", newTag: "2"}]\n' },
    [
      "unused-image kustomization.yaml:1:10: the images entry `a(b` matches no image: its name is not a regular expression | Remove the entry, or move it to where the images are: no object here has one.",
    ],
  ],
  [
    "a patch: a name",
    withWeb('patches:\n- patch: \'[{"op": "remove", "path": "/spec"}]\'\n  target: {kind: Deployment, name: wbe}\n'),
    [
      "unused-patch kustomization.yaml:4:11: the target of the patch selects nothing: there is no object with kind: Deployment, name: wbe | Did you mean `web`?",
    ],
  ],
  [
    "a patch: a kind",
    withWeb("patches:\n- patch: '{kind: any, metadata: {name: any, labels: {a: b}}}'\n  target: {kind: Deploymnet}\n"),
    [
      "unused-patch kustomization.yaml:4:11: the target of the patch selects nothing: there is no object with kind: Deploymnet | Did you mean `Deployment`?",
    ],
  ],
  [
    "a patch: a name of another kind, in the deprecated field",
    withWeb(
      'patchesJson6902:\n- patch: \'[{"op": "remove", "path": "/spec"}]\'\n  target: {version: v1, kind: Service, name: web}\n',
    ),
    [
      "deprecated-field kustomization.yaml:2:1: `patchesJson6902` is deprecated | Use `patches` instead.",
      "unused-patch kustomization.yaml:4:11: the target of the patch selects nothing: there is no object with version: v1, kind: Service, name: web | There is a Deployment web: correct the target.",
    ],
  ],
  [
    "a patch: labels",
    withWeb("patches:\n- patch: '{kind: any, metadata: {name: any}}'\n  target: {labelSelector: tier=back}\n"),
    [
      "unused-patch kustomization.yaml:4:11: the target of the patch selects nothing: there is no object with labelSelector: tier=back | Correct the target, or remove the patch.",
    ],
  ],
  [
    "a replacement whose targets select nothing",
    withWeb(
      "replacements:\n- source: {kind: Deployment}\n  targets:\n  - select: {kind: Deployment}\n    reject: [{name: web}]\n" +
        "  - select: {kind: Service}\n",
    ),
    [
      "unused-replacement kustomization.yaml:5:13: the replacement writes nothing: there is no object with kind: Deployment that `reject` does not exclude | Correct `select`, or remove the target.",
      "unused-replacement kustomization.yaml:7:13: the replacement writes nothing: there is no object with kind: Service | Correct `select`, or remove the target.",
    ],
  ],
  [
    "a replacement that writes into a copy of a text",
    withObject(
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {}, list: [{json: '{\"a\": 1}'}]}\n",
      "replacements:\n- sourceValue: x\n  targets:\n  - {select: {kind: ConfigMap}, fieldPaths: [list.*.json.a]}\n",
    ),
    [
      'unused-replacement kustomization.yaml:5:5: the replacement writes nothing to "list.*.json.a" of ConfigMap a: the path leads into a text or below a null | Use only fields and indices, not `*`, in the path to a text. Replace a null by a value.',
    ],
  ],
  [
    "references of custom resources to generated objects",
    withObject(
      "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: r, labels: {secret: pass}}\nspec:\n" +
        "  valuesFrom:\n  - {kind: ConfigMap, name: cfg}\n  values: {existingSecret: pass, secretRef: {name: pass}, name: cfg, user: pass}\n",
      GENERATED,
    ),
    [
      "stale-reference o.yaml:6:29: spec/valuesFrom/name of HelmRelease r keeps the old name of the ConfigMap `cfg`: no rule covers the field | Name spec/valuesFrom/name of HelmRelease under `nameReference` in a file of `configurations`.",
      "stale-reference o.yaml:7:28: spec/values/existingSecret of HelmRelease r keeps the old name of the Secret `pass`: no rule covers the field | Name spec/values/existingSecret of HelmRelease under `nameReference` in a file of `configurations`.",
      "stale-reference o.yaml:7:52: spec/values/secretRef/name of HelmRelease r keeps the old name of the Secret `pass`: no rule covers the field | Name spec/values/secretRef/name of HelmRelease under `nameReference` in a file of `configurations`.",
    ],
  ],
  [
    "references of annotations, of a service account and of what Kubernetes has beside itself",
    withObject(
      "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: i\n  annotations: {nginx.ingress.kubernetes.io/auth-secret: pass, a.example/auth-secret: pass, config_map: cfg, note: pass}\n---\n" +
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: sa}\nsecrets: [{name: pass}]\n---\n" +
        "apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: {name: g}\nspec: {certificateRefs: [{kind: Secret, name: pass}]}\n",
      GENERATED,
    ),
    [
      "stale-reference o.yaml:5:87: metadata/annotations/a.example\\/auth-secret of Ingress i keeps the old name of the Secret `pass`: no rule covers the field | Name metadata/annotations/a.example\\/auth-secret of Ingress under `nameReference` in a file of `configurations`.",
      "stale-reference o.yaml:5:105: metadata/annotations/config_map of Ingress i keeps the old name of the ConfigMap `cfg`: no rule covers the field | Name metadata/annotations/config_map of Ingress under `nameReference` in a file of `configurations`.",
      "stale-reference o.yaml:10:18: secrets/name of ServiceAccount sa keeps the old name of the Secret `pass`: no rule covers the field | Name secrets/name of ServiceAccount under `nameReference` in a file of `configurations`.",
      "stale-reference o.yaml:15:47: spec/certificateRefs/name of Gateway g keeps the old name of the Secret `pass`: no rule covers the field | Name spec/certificateRefs/name of Gateway under `nameReference` in a file of `configurations`.",
    ],
  ],
  [
    "references of custom resources to what has got a prefix",
    withObject(
      "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: s}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n---\n" +
        WEB,
      "namePrefix: p-\n",
    ),
    [
      "stale-reference o.yaml:4:70: spec/scaleTargetRef/name of ScaledObject p-s keeps the old name of the Deployment `web`: no rule covers the field | Name spec/scaleTargetRef/name of ScaledObject under `nameReference` in a file of `configurations`.",
    ],
  ],
  [
    "a reference to an object of another namespace, where one of them names none",
    withObject(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\nspec:\n  volumes:\n  - {name: v, configMap: {name: cfg}}\n",
      GENERATED,
    ),
    [
      "stale-reference o.yaml:6:33: spec/volumes/configMap/name of Pod n/p keeps the old name of the ConfigMap `cfg`: only one of the two objects names a namespace | Give both the same namespace.",
    ],
  ],
  [
    "a subject in a namespace that the account does not name, and a role of another group",
    withObject(
      "{apiVersion: v1, kind: ServiceAccount, metadata: {name: sa}}\n---\n" +
        "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: cr}}\n---\n" +
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\n" +
        "roleRef: {apiGroup: rbac, kind: ClusterRole, name: cr}\nsubjects:\n- {kind: User, name: sa}\n" +
        "- {kind: ServiceAccount, name: sa, namespace: n}\n",
      "namePrefix: p-\n",
    ),
    [
      "stale-reference o.yaml:11:32: subjects of ClusterRoleBinding p-b keeps the old name of the ServiceAccount `sa`: it asks for the namespace n, and the object names none | Give both the same namespace.",
      "stale-reference o.yaml:8:52: roleRef/name of ClusterRoleBinding p-b keeps the old name of the ClusterRole `cr`: its apiGroup differs | Set apiGroup to rbac.authorization.k8s.io.",
    ],
  ],
  [
    // docs/specification/name-references.md 1.6
    "the class of an Ingress",
    withObject(
      "{apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: {name: c}}\n---\n" +
        "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: i}, spec: {ingressClassName: c}}\n",
      "namePrefix: p-\n",
    ),
    [
      "stale-reference o.yaml:3:97: spec/ingressClassName of Ingress p-i keeps the old name of the IngressClass `c`: kustomize's own rule for it is wrong | Name spec/ingressClassName of Ingress under `nameReference` in a file of `configurations`.",
    ],
  ],
  [
    "one of two objects that had the name",
    {
      "kustomization.yaml": "resources: [a, b, pod.yaml]\n",
      "a/kustomization.yaml": "namePrefix: a-\nresources: [../cm]\n",
      "b/kustomization.yaml": "namePrefix: b-\nresources: [../cm]\n",
      "cm/kustomization.yaml": "resources: [cm.yaml]\n",
      "cm/cm.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: cfg}}\n",
      "pod.yaml":
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {volumes: [{name: v, configMap: {name: cfg}}]}\n",
    },
    [
      "stale-reference pod.yaml:4:46: spec/volumes/configMap/name of Pod p keeps the old name of the ConfigMap `cfg`: 2 objects had it, and the field can mean any of them | Give the objects different names, or refer to them in a kustomization that contains only one of them.",
    ],
  ],
  [
    "a field given twice",
    withWeb("namePrefix: a-\nnamePrefix: b-\n"),
    [
      "duplicate-field kustomization.yaml:3:1: `namePrefix` is given more than once: only the last one counts | Merge them into one.",
    ],
  ],
];

describe("a mistake that kustomize ignores", () => {
  test.each(TABLE)("%s", async (_, files, expected) => {
    expect(await said(files)).toEqual(expected);
  });

  test.each(TABLE)("fails strictly: %s", async (_, files) => {
    const { diagnostics } = await build(files);
    const severe = diagnostics.map(
      (one): Diagnostic => (one.code === "deprecated-field" ? one : { ...one, severity: "error" }),
    );
    expect(await build(files, true).then(undefined, diagnosticsOf)).toEqual(severe);
  });
});

describe("there is no warning about", () => {
  const quiet: [what: string, files: Files][] = [
    [
      "an entry of images that says what there is already",
      withWeb('images: [{name: docker.io/shop/web, newTag: "1"}]\n'),
    ],
    [
      "built-ins without fields to change that are told so, without labels, or in a composition",
      {
        ...withWeb("transformers: [t.yaml, c]\n"),
        "t.yaml":
          "apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: a}\nlabels: {a: b}\nfieldSpecs: []\n---\n" +
          "apiVersion: builtin\nkind: AnnotationsTransformer\nmetadata: {name: b}\n",
        "c/composition.yaml": "kind: Composition\ntransformers:\n- {kind: LabelTransformer, labels: {a: b}}\n",
      },
    ],
    ["an entry that follows on another", withWeb("images: [{name: sidecar, newName: x}, {name: x, newName: z}]\n")],
    ["an entry that asks for nothing", withWeb("images: [{name: redis}]\n")],
    [
      "a component, which others include where it fits",
      {
        ...withWeb("components: [c]\n"),
        "c/kustomization.yaml":
          "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nimages: [{name: redis, newTag: x}]\n" +
          "patches:\n- patch: '{kind: any, metadata: {name: any}}'\n  target: {kind: StatefulSet}\n" +
          "replacements:\n- sourceValue: x\n  targets: [{select: {kind: Service}}]\n",
      },
    ],
    [
      "references that a configuration covers",
      {
        ...withObject(
          "{apiVersion: a.example/v1, kind: A, metadata: {name: a}, spec: {secretName: pass}}\n",
          `${GENERATED}configurations: [c.yaml]\n`,
        ),
        "c.yaml": "nameReference:\n- {kind: Secret, version: v1, fieldSpecs: [{kind: A, path: spec/secretName}]}\n",
      },
    ],
    [
      "names that are those of objects by accident, or of objects elsewhere",
      withObject(
        "apiVersion: a.example/v1\nkind: A\nmetadata: {name: pass, labels: {secretName: pass}}\nspec:\n" +
          "  name: pass\n  host: pass\n  refs:\n  - {kind: Secret, name: pass, namespace: elsewhere}\n" +
          "  - {kind: Secret, apiVersion: b.example/v1, name: pass}\n  - {kind: Role, name: cfg}\n---\n" +
          "{apiVersion: a.example/v1, kind: A, metadata: {name: b, namespace: n}, spec: {secretName: pass}}\n",
        `${GENERATED}namePrefix: ""\n`,
      ),
    ],
    [
      "a reference to another object of the name, in a namespace of its own",
      withObject(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n}, spec: {volumes: [{configMap: {name: cfg}}]}}\n",
        "configMapGenerator:\n- {name: cfg, namespace: m, literals: [a=b]}\n",
      ),
    ],
    [
      "an object that is not part of the output",
      withObject(
        "apiVersion: a.example/v1\nkind: A\nmetadata: {name: a, annotations: {config.kubernetes.io/local-config: 'true'}}\n" +
          "spec: {secretName: pass}\n",
        GENERATED,
      ),
    ],
    [
      "a document with the fields that objects have",
      {
        ...withWeb("generators: [g.yaml]\n"),
        "g.yaml":
          "apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: g, creationTimestamp: null}\nliterals: [a=b]\n",
      },
    ],
  ];

  test.each(quiet)("%s", async (_, files) => {
    expect(await said(files)).toEqual([]);
    await expect(build(files, true)).resolves.toMatchObject({ diagnostics: [] });
  });

  test("a base that is included twice gives one warning in each target", async () => {
    const files = {
      ...Object.fromEntries(
        Object.entries(withWeb("images: [{name: redis, newTag: x}]\n")).map(([path, text]) => [`base/${path}`, text]),
      ),
      "one/kustomization.yaml": "namePrefix: one-\nresources: [../base]\n",
      "two/kustomization.yaml": "namePrefix: two-\nresources: [../base]\n",
      "kustomization.yaml": "resources: [one, two]\n",
    };
    const builder = createBuilder(memoryTree(files));
    for (const target of ["", "one", "two", "base"]) {
      const { diagnostics } = await builder.build(`/${target}`);
      expect(diagnostics.map(({ code, file, line }) => [code, file, line])).toEqual([
        ["unused-image", "base/kustomization.yaml", 2],
      ]);
    }
  });
});

test("the number of warnings and the length of their quotations are limited", async () => {
  const long = "x".repeat(10_000);
  const images = Array.from({ length: 1200 }, (_, index) => `- {name: ${long}${index}, newTag: z}\n`).join("");
  const { diagnostics } = await build(withWeb(`images:\n${images}`));
  expect(diagnostics).toHaveLength(1001);
  expect(diagnostics[0]?.message).toBe(`the images entry \`${"x".repeat(100)}…\` matches no image`);
  expect(diagnostics.at(-1)).toMatchObject({ code: "more-warnings", severity: "notice" });
});

/** The outcome of a build, without the severities of its diagnostics. */
function outcome(result: PromiseSettledResult<Built>): object {
  const unweighed = (diagnostics: readonly Diagnostic[]) => diagnostics.map((one) => ({ ...one, severity: "" }));
  if (result.status === "rejected") return { said: unweighed(diagnosticsOf(result.reason)) };
  const { resources, diagnostics } = result.value;
  return { said: unweighed(diagnostics), text: resources.map(({ yaml }) => yaml) };
}

test("strict and ordinary builds give the same diagnostics and the same output", async () => {
  const seen = { passed: 0, failed: 0 };
  const property = fc.asyncProperty(fc.gen(), async (g) => {
    const files = randomTree(drawFrom(g));
    const [lenient, strict] = await Promise.allSettled([build(files, false, "top"), build(files, true, "top")]);
    const onlyStrict = lenient.status === "fulfilled" && strict.status === "rejected";
    const swallows =
      lenient.status === "fulfilled" && lenient.value.diagnostics.some(({ code }) => STRICT_CODES.has(code));
    if (lenient.status === "fulfilled") seen[onlyStrict ? "failed" : "passed"]++;
    expect(onlyStrict).toBe(swallows);
    expect(outcome(strict)).toEqual(onlyStrict ? { ...outcome(lenient), text: undefined } : outcome(lenient));
  });
  await fc.assert(property, { numRuns: 60 });
  expect(Math.min(seen.passed, seen.failed)).toBeGreaterThan(0);
});
