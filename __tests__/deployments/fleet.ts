/** A repository that Flux deploys to two clusters, as `flux bootstrap` leaves it. */
import { type Directory, temporaryDirectory } from "../cli/terminal.ts";

const ADDRESS = "https://github.com/acme/fleet";

const sync = (cluster: string, patches = "") => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: flux-system, namespace: flux-system}
spec:
  interval: 1m0s
  ref: {branch: main}
  url: ${ADDRESS}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: flux-system, namespace: flux-system}
spec:
  interval: 10m0s
  path: ./clusters/${cluster}
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
${patches}`;

const kustomization = (
  name: string,
  path: string,
  more = "",
  source = "flux-system",
) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  interval: 10m0s
  path: ${path}
  prune: true
  sourceRef: {kind: GitRepository, name: ${source}}
${more}`;

/** The root of prod sets the namespace of what it declares. */
const PATCHES = `  patches:
  - target: {kind: Kustomization, name: shop}
    patch: |
      - {op: add, path: /spec/targetNamespace, value: shop-prod}
`;

/**
 * Two clusters, each with a root, and with Kustomizations `settings` and `shop`. `shop` adds a component and reads a ConfigMap that
 * `settings` applies; the root of prod patches a targetNamespace into it. `tools/lint` is a directory that no cluster applies, and
 * `elsewhere` of staging has a source that is not in the repository.
 */
export const FLEET: Readonly<Record<string, string>> = {
  "clusters/prod/flux-system/kustomization.yaml": "resources: [gotk-sync.yaml]\n",
  "clusters/prod/flux-system/gotk-sync.yaml": sync("prod", PATCHES),
  "clusters/prod/settings.yaml": kustomization("settings", "./settings/prod"),
  "clusters/prod/shop.yaml": kustomization(
    "shop",
    "./apps/shop/overlays/prod",
    "  components: [../../../../components/audit]\n  postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}\n",
  ),
  "clusters/staging/flux-system/kustomization.yaml": "resources: [gotk-sync.yaml]\n",
  "clusters/staging/flux-system/gotk-sync.yaml": sync("staging"),
  "clusters/staging/settings.yaml": kustomization("settings", "./settings/staging"),
  "clusters/staging/shop.yaml": kustomization(
    "shop",
    "./apps/shop/overlays/staging",
    "  targetNamespace: shop\n  postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}\n",
  ),
  "clusters/staging/elsewhere.yaml": `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: other, namespace: flux-system}
spec: {interval: 1m0s, url: "https://github.com/acme/other"}
---
${kustomization("elsewhere", "./deploy", "", "other")}`,
  "settings/prod/settings.yaml": settings("shop.example.com"),
  "settings/staging/settings.yaml": settings("staging.example.com"),
  "apps/shop/base/kustomization.yaml": "resources: [web.yaml]\n",
  "apps/shop/base/web.yaml":
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {host: '${HOST}', level: info}\n",
  "apps/shop/overlays/prod/kustomization.yaml": "resources: [../../base]\n",
  "apps/shop/overlays/staging/kustomization.yaml": "resources: [../../base]\nnameSuffix: -staging\n",
  "components/audit/kustomization.yaml":
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nlabels: [{pairs: {audit: 'yes'}}]\n",
  "tools/lint/kustomization.yaml": "configMapGenerator: [{name: lint, literals: [strict=yes]}]\n",
};

function settings(host: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: flux-system}\ndata: {HOST: ${host}}\n`;
}

/** The fleet in a git repository with one commit. */
export function fleetRepository(more: Readonly<Record<string, string>> = {}): Directory {
  const directory = temporaryDirectory({ ...FLEET, ...more });
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.git("remote", "add", "origin", `${ADDRESS}.git`);
  directory.commit("fleet");
  return directory;
}
