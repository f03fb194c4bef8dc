/** A repository that Flux applies to two clusters: `prod`, whose root patches its children, and `stage`. */

const KUSTOMIZATION = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n";

/** A Kustomization of Flux. @param spec lines without indentation */
export function ks(name: string, path: string, spec = ""): string {
  const more = spec.replace(/^(?=.)/gm, "  ");
  return `${KUSTOMIZATION}metadata:\n  name: ${name}\n  namespace: flux-system\nspec:\n  path: ${path}\n  sourceRef: {kind: GitRepository, name: flux-system}\n${more}`;
}

/** The patch that adds a patch to all children, as many repositories have it. */
const PATCHES = `patches:
- patch: |-
    ${KUSTOMIZATION.replaceAll("\n", "\n    ")}metadata:
      name: all
    spec:
      patches:
      - patch: |-
          apiVersion: postgresql.cnpg.io/v1
          kind: Cluster
          metadata:
            name: all
          spec:
            upgrade:
              retries: 2
        target:
          kind: Cluster
  target:
    kind: Kustomization
`;

export const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: \${REPLICAS}
  template:
    spec:
      containers:
      - name: web
        image: shop:1
        args: ["\${LEVEL:=info}", "\${TOKEN:=none}"]
`;

export const FLUX_REPOSITORY: Readonly<Record<string, string>> = {
  "clusters/prod/root.yaml": ks("root", "./clusters/prod/apps", PATCHES),
  "clusters/prod/apps/shop.yaml": ks(
    "shop",
    "./shop",
    `targetNamespace: shop
components: [../tls]
commonMetadata:
  labels:
    team: a
images:
- name: shop
  newTag: "2"
postBuild:
  substitute:
    LEVEL: debug
  substituteFrom:
  - kind: ConfigMap
    name: settings
  - kind: Secret
    name: tokens
`,
  ),
  "clusters/prod/apps/settings.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: flux-system
data:
  COLOUR: red
  REPLICAS: "3"
---
apiVersion: v1
kind: Secret
metadata:
  name: tokens
  namespace: flux-system
stringData:
  TOKEN: hunter2
`,
  "clusters/stage/root.yaml": ks(
    "shop",
    "./shop",
    `patches:
- patch: |-
    - op: add
      path: /spec/paused
      value: true
  target:
    kind: Deployment
postBuild:
  substitute:
    REPLICAS: "1"
`,
  ),
  "shop/web.yaml": WEB,
  "shop/release.yaml":
    "apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata:\n  name: db\nspec:\n  interval: 1h\n",
  "tls/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [c.yaml]\n",
  "tls/c.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tls\ndata:\n  a: b\n",
};
