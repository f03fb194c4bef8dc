/** A composition whose entries do what the fields of a kustomization do, in the same order, builds to the same bytes. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { stringify } from "yaml";
import { outcomeOf } from "../render.ts";

/** The fields that a random kustomization has, in the order in which kustomize runs them. */
interface Fields {
  readonly configMapGenerator?: { readonly name: string; readonly literals: readonly string[] };
  readonly secretGenerator?: { readonly name: string; readonly literals: readonly string[] };
  readonly patch?: object;
  readonly namespace?: string;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly commonLabels?: Readonly<Record<string, string>>;
  readonly commonAnnotations?: Readonly<Record<string, string>>;
  readonly replicas?: { readonly name: string; readonly count: number };
  readonly images?: { readonly name: string; readonly newTag: string };
  readonly replacement?: object;
}

const word = fc.constantFrom("a", "shop", "web-2", "x1");
const text = fc.constantFrom("b", "true", "12", "1e3", "two words", "~", "");
const texts = fc.dictionary(word, text, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
const generator = fc.record({ name: fc.constantFrom("settings", "more"), literals: fc.constant(["KEY=value"]) });

const fields: fc.Arbitrary<Fields> = fc.record(
  {
    configMapGenerator: generator,
    secretGenerator: generator,
    patch: fc.constantFrom(
      { target: { kind: "Deployment" }, patch: '[{"op": "add", "path": "/spec/paused", "value": true}]' },
      { patch: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {minReadySeconds: 5}\n" },
    ),
    namespace: word,
    namePrefix: word.map((one) => `${one}-`),
    nameSuffix: word.map((one) => `-${one}`),
    commonLabels: texts,
    commonAnnotations: texts,
    replicas: fc.record({ name: fc.constant("web"), count: fc.nat(9) }),
    images: fc.record({ name: fc.constant("nginx"), newTag: text }),
    replacement: fc.constant({
      source: { kind: "Service", fieldPath: "spec.ports.0.port" },
      targets: [
        {
          select: { kind: "Deployment" },
          fieldPaths: ["spec.template.metadata.annotations.port"],
          options: { create: true },
        },
      ],
    }),
  },
  { requiredKeys: [] },
);

const OBJECTS = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: nginx:1
        envFrom: [{configMapRef: {name: settings}}, {secretRef: {name: more}}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
`;

function kustomizationOf(given: Fields): object {
  const { configMapGenerator, secretGenerator, patch, replicas, images, replacement, ...same } = given;
  return {
    resources: ["objects.yaml"],
    ...(configMapGenerator && { configMapGenerator: [configMapGenerator] }),
    ...(secretGenerator && { secretGenerator: [secretGenerator] }),
    ...(patch && { patches: [patch] }),
    ...same,
    ...(replicas && { replicas: [replicas] }),
    ...(images && { images: [images] }),
    ...(replacement && { replacements: [replacement] }),
  };
}

function compositionOf(given: Fields): object {
  const entry = (kind: string, rest: object | undefined | false): object[] =>
    rest === undefined || rest === false ? [] : [{ kind, ...rest }];
  const generated = (one: Fields["secretGenerator"]) => one && { metadata: { name: one.name }, literals: one.literals };
  const { namePrefix, nameSuffix, namespace, commonLabels, commonAnnotations, replicas, images, replacement } = given;
  return {
    kind: "Composition",
    transformers: [
      ...entry("ResourceAccumulator", { paths: ["objects.yaml"] }),
      ...entry("ConfigMapGenerator", generated(given.configMapGenerator)),
      ...entry("SecretGenerator", generated(given.secretGenerator)),
      ...entry("PatchTransformer", given.patch),
      ...entry("NamespaceTransformer", namespace !== undefined && { metadata: { name: "ns", namespace } }),
      ...entry("PrefixTransformer", namePrefix !== undefined && { prefix: namePrefix }),
      ...entry("SuffixTransformer", nameSuffix !== undefined && { suffix: nameSuffix }),
      ...entry("LabelTransformer", commonLabels && { labels: commonLabels }),
      ...entry("AnnotationsTransformer", commonAnnotations && { annotations: commonAnnotations }),
      ...entry("ReplicaCountTransformer", replicas && { replica: replicas }),
      ...entry("ImageTagTransformer", images && { imageTag: images }),
      ...entry("ReplacementTransformer", replacement && { replacements: [replacement] }),
    ],
  };
}

test("a composition does what a kustomization with the same steps does", async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (given) => {
      const build = (name: string, document: object) =>
        outcomeOf({
          files: { [name]: stringify(document, { aliasDuplicateObjects: false }), "objects.yaml": OBJECTS },
        });
      const expected = await build("kustomization.yaml", kustomizationOf(given));
      expect(expected).toHaveProperty("text");
      expect(await build("composition.yaml", compositionOf(given))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
