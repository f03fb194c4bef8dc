/** The input of functions, byte for byte; docs/specification/wire-format.md 1.5, 2, 8. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  binary,
  buildIn,
  CONFIG,
  configOf,
  directoryOf,
  type Files,
  files,
  kustomizeIn,
  leaveNothing,
} from "./workshop.ts";

leaveNothing();

const RECORD = "tee input";

const scalars = `# a comment
kind: Deployment
apiVersion: apps/v1
metadata:
  name: web
  annotations:
    z: "1"
    a: 'yes'
    k: |
      several
      lines
spec:
  template:
    spec:
      containers:
      - name: c # behind
        image: nginx
        args: ["on", 'yes', "a: b", "# x", 'single', "double", "", " lead", "é", "\\t"]
  numbers: [012, 1e3, 0x1F, 1.0, 12345678901234567, 0o14, 1_000]
  words: [on, yes, y, ~, null, true, 2001-01-01]
  folded: >
    a b
    c
  empty: {map: {}, list: [], text: ""}
---
apiVersion: v1
kind: Namespace
metadata: {name: "123", labels: {a: "1"}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: marked, namespace: default, annotations: {config.kubernetes.io/local-config: "true"}}
`;

const made = `kind: ResourceList
items:
- {apiVersion: v1, kind: Secret, metadata: {name: made, namespace: n, annotations: {kustomize.config.k8s.io/needs-hash: "true"}}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: {kustomize.config.k8s.io/behavior: merge}}, data: {more: x}}`;

/** `golden` names the file in `inputs/` with the input that kustomize writes. */
const CASES: readonly (readonly [row: string, golden: string, files: Files])[] = [
  [
    "a transformer gets the objects (docs/specification/wire-format.md 1.5, 2.1, 2.2, 2.7)",
    "transformer",
    files("transformers", RECORD, { "objects.yaml": scalars }),
  ],
  [
    "a config is sorted, without comments, and marked (docs/specification/wire-format.md 2.4)",
    "config",
    files("transformers", RECORD, {
      "config.yaml": `# top\nzz: 1\n${CONFIG.replace("metadata:\n", "metadata:\n  labels: {b: c, a: d}\n")}spec: {b: 012, a: 'on'} # end\n`,
    }),
  ],
  [
    "a config without annotations (docs/specification/wire-format.md 2.4)",
    "config-without-annotations",
    files("transformers", RECORD, {
      "config.yaml": "kind: Fn\nmetadata:\n  name: fn\n  configFn: {exec: {path: ./fn}}\n",
    }),
  ],
  [
    "a config from a directory (docs/specification/wire-format.md 2.4)",
    "config-of-directory",
    files("transformers", RECORD, {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [configs]\nbuildMetadata: [originAnnotations]\n",
      "configs/kustomization.yaml": "resources: [config.yaml]\nnamePrefix: pre-\n",
      "configs/config.yaml": CONFIG,
    }),
  ],
  ["a generator gets its config (docs/specification/wire-format.md 2.5)", "generator", files("generators", RECORD)],
  [
    "a transformer without objects gets its config (docs/specification/wire-format.md 2.6)",
    "transformer-of-nothing",
    files("transformers", RECORD, { "kustomization.yaml": "transformers: [config.yaml]\n" }),
  ],
  [
    "earlier steps of the layer, and origins (docs/specification/wire-format.md 8.1, 8.3, 8.6)",
    "after-a-layer",
    files("transformers", RECORD, {
      "kustomization.yaml": `resources: [objects.yaml]
namePrefix: p-
nameSuffix: -s
namespace: ns
commonLabels: {app: web}
configMapGenerator: [{name: generated, literals: [a=b]}]
secretGenerator: [{name: generated, literals: [a=b], options: {disableNameSuffixHash: true}}]
transformers: [config.yaml]
buildMetadata: [originAnnotations, transformerAnnotations]
`,
    }),
  ],
  [
    "steps of the layers below (docs/specification/wire-format.md 8.5)",
    "after-a-base",
    files("transformers", RECORD, {
      "kustomization.yaml": "resources: [base]\ntransformers: [config.yaml]\nnamePrefix: top-\n",
      "base/kustomization.yaml": "resources: [objects.yaml]\nnamePrefix: base-\nnamespace: below\n",
      "base/objects.yaml": scalars,
    }),
  ],
  [
    "a component gets the objects of its parent (docs/specification/wire-format.md 8.4)",
    "component",
    files("transformers", RECORD, {
      "kustomization.yaml":
        "resources: [objects.yaml]\ncomponents: [part]\nnamePrefix: p-\nconfigMapGenerator: [{name: g}]\n",
      "part/kustomization.yaml":
        "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\ntransformers: [config.yaml]\n",
      "part/config.yaml": CONFIG,
      "part/fn": "#!/bin/sh\ntee ../input\n",
    }),
  ],
  [
    "objects of an earlier function have a path (docs/specification/wire-format.md 2.3)",
    "second-transformer",
    files("transformers", "cat", {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml, second.yaml]\nnamespace: ns\n",
      "second.yaml": configOf("path: ./second", "second"),
      second: `#!/bin/sh\n${RECORD}\n`,
    }),
  ],
  [
    "renamed objects keep their path (docs/specification/wire-format.md 2.3)",
    "renamed",
    files("transformers", "cat", {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml, second.yaml, third.yaml]\n",
      "second.yaml": configOf("path: ./second", "second"),
      second: "#!/bin/sh\nsed 's/^    name: one/    name: uno/'\n",
      "third.yaml": configOf("path: ./third", "third"),
      third: `#!/bin/sh\n${RECORD}\n`,
    }),
  ],
  [
    "objects of a generator have a path (docs/specification/wire-format.md 2.3, 6.1)",
    "after-a-generator",
    files("transformers", RECORD, {
      "kustomization.yaml": "resources: [objects.yaml]\ngenerators: [made.yaml]\ntransformers: [config.yaml]\n",
      "made.yaml": configOf("path: ./make", "make"),
      make: `#!/bin/sh\ncat <<'END'\n${made}\nEND\n`,
    }),
  ],
  [
    "a validator gets the objects (docs/specification/wire-format.md 7)",
    "validator",
    files("validators", "tee input > /dev/null"),
  ],
];

describe("the input of a function", () => {
  test.each(CASES)("%s", async (_, golden, inputs) => {
    const directory = directoryOf(inputs);
    const outcome = await buildIn(directory);
    expect(outcome.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const ours = readFileSync(join(directory, "input"), "utf8");
    const theirs = binary === undefined ? undefined : kustomizeIn(directory);
    const file = join("__tests__/functions/inputs", `${golden}.yaml`);
    // Without kustomize, the file remains from our build.
    const input = readFileSync(join(directory, "input"), "utf8");
    if (theirs !== undefined && process.env.KRM_RECORD) writeFileSync(file, input);
    expect(ours).toBe(input);
    expect(outcome.text).toBe(theirs?.text ?? outcome.text);
    expect(ours).toBe(readFileSync(file, "utf8"));
  });
});
