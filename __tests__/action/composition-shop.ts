/** A shop made of compositions: two of them import a third, and change it. */
import type { Files } from "./repository.ts";

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {run: web}}
  template:
    metadata: {labels: {run: web}}
    spec:
      containers:
      - name: web
        image: registry.example/web:1.4.2
        envFrom: [{configMapRef: {name: settings}}]
`;

/** What staging and prod import, with the replicas of the Deployment. */
function app(replicas: number): string {
  return `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Composition
transformers:
- kind: ResourceAccumulator
  paths: [web.yaml]
- kind: ConfigMapGenerator
  metadata: {name: settings}
  envs: [settings.env]
- kind: PatchTransformer
  metadata: {name: replicas}
  target: {kind: Deployment}
  patch: |
    - {op: add, path: /spec/replicas, value: ${replicas}}
- kind: LabelTransformer
  metadata: {name: labels}
  labels: {env: none}
  fieldSpecs: [{path: metadata/labels, create: true}]
`;
}

function environment(name: string, entry: string): string {
  return `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Composition
transformersFrom:
- path: ../app
transformerOverrides:
- kind: LabelTransformer
  metadata: {name: labels}
  labels: {env: ${name}}
transformers:
${entry}`;
}

/** Production has its own number of replicas. */
const PROD = `- apiVersion: kustomize.config.k8s.io/v1beta1
  kind: Kustomization
  namespace: prod
  replicas: [{name: web, count: 5}]
`;
const STAGING = `- apiVersion: kustomize.config.k8s.io/v1beta1
  kind: Kustomization
  namespace: staging
`;

export const COMPOSED_SHOP: Files = {
  "app/composition.yaml": app(1),
  "app/web.yaml": WEB,
  "app/settings.env": "LEVEL=info\n",
  "prod/composition.yaml": environment("prod", PROD),
  "staging/composition.yaml": environment("staging", STAGING),
};

/** Another number of replicas in the imported composition, and other settings in a file that it names. */
export const COMPOSED_CHANGE: Files = { "app/composition.yaml": app(2), "app/settings.env": "LEVEL=debug\n" };

/** A value in the imported composition that ends nowhere. */
export const BROKEN_APP: Files = {
  "app/composition.yaml": app(1).replace("paths: [web.yaml]", "paths: [web.yaml"),
};

/** A kustomization, and a composition that builds the same. */
export const AS_KUSTOMIZATION: Files = {
  "legacy/kustomization.yaml": `namespace: legacy
resources: [web.yaml]
configMapGenerator: [{name: settings, literals: [LEVEL=info]}]
labels: [{pairs: {team: shop}, includeSelectors: true}]
`,
  "legacy/web.yaml": WEB,
};
export const AS_COMPOSITION: Files = {
  "legacy/kustomization.yaml": null,
  "legacy/composition.yaml": `kind: Composition
transformers:
- {kind: ResourceAccumulator, paths: [web.yaml]}
- {kind: ConfigMapGenerator, metadata: {name: settings}, literals: [LEVEL=info]}
- {kind: NamespaceTransformer, metadata: {name: namespace, namespace: legacy}}
- {kind: LabelTransformer, metadata: {name: team}, labels: {team: shop}}
`,
};
