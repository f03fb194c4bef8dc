// @ts-check
// Makes the repositories that bench-review.mjs times: two commits, of which the second one is the change.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { crd } from "./bench-inputs.mjs";

/** @typedef {Map<string, string>} Files texts by path */

/**
 * Overlays with the usual fields over bases of twenty Deployments. The change edits the image of one base.
 * @param {string} directory @param {number} overlays @param {number} bases
 */
export function writeBases(directory, overlays, bases) {
  const files = fleet(overlays, bases, 20, USUAL_FIELDS);
  commit(directory, files, new Map([["bases/0/app-0.yaml", deployment("app-0", "2.0.0", "0")]]));
}

const USUAL_FIELDS = [
  "labels: [{pairs: {team: shop}, includeTemplates: true}]",
  "images: [{name: app, newName: registry.example/app}]",
  "configMapGenerator: [{name: settings, literals: [LEVEL=info]}]",
  "patches:",
  "- target: {kind: Deployment}",
  "  patch: |-",
  "    apiVersion: apps/v1",
  "    kind: Deployment",
  "    metadata: {name: any}",
  "    spec: {template: {spec: {containers: [{name: app, resources: {limits: {memory: 512Mi}}}]}}}",
];

/**
 * Overlays over one base of five Deployments, each overlay with a prefix and a namespace of its own. The change sets another tag
 * in the base. @param {string} directory @param {number} overlays
 */
export function writeTag(directory, overlays) {
  const files = fleet(overlays, 1);
  commit(
    directory,
    files,
    new Map([["bases/0/kustomization.yaml", baseOf(5, ["images:", "- {name: app, newTag: 2.0.0}"])]]),
  );
}

/**
 * Overlays over one base, which gains CustomResourceDefinitions of at least `bytes` bytes.
 * @param {string} directory @param {number} overlays @param {number} bytes
 */
export function writeNewCrds(directory, overlays, bytes) {
  const files = fleet(overlays, 1);
  /** @type {Files} */
  const change = new Map();
  const names = [];
  for (let written = 0; written < bytes; ) {
    const text = crd(`kind${names.length}`);
    written += text.length;
    change.set(`bases/0/crds/${names.length}.yaml`, text);
    names.push(`- crds/${names.length}.yaml`);
  }
  change.set("bases/0/kustomization.yaml", baseOf(5, names));
  commit(directory, files, change);
}

/**
 * Clusters of Flux, each with one Kustomization that declares the others: with variables of a ConfigMap, a namespace and a patch, over
 * directories of five Deployments that all clusters share. The change edits one Deployment of a directory of the first cluster only.
 * @param {string} directory @param {number} clusters @param {number} each Kustomizations of one cluster
 */
export function writeClusters(directory, clusters, each) {
  /** @type {Files} */
  const files = new Map();
  for (let app = 0; app < each; app++)
    for (let index = 0; index < 5; index++)
      files.set(
        `apps/${app}/app-${index}.yaml`,
        deployment(`app-${index}`, "1.0.0", "shop").replace("--team=shop", "'--team=${LEVEL}'"),
      );
  for (let cluster = 0; cluster < clusters; cluster++) {
    const top = `clusters/c${cluster}`;
    files.set(`${top}/flux-system/gotk-sync.yaml`, fluxKustomization("flux-system", `./${top}`, []));
    files.set(`${top}/settings.yaml`, SETTINGS);
    for (let app = 0; app < each; app++)
      files.set(`${top}/app-${app}.yaml`, fluxKustomization(`app-${app}`, `./apps/${app}`, EDITS));
  }
  files.set("apps/own/app.yaml", deployment("own", "1.0.0", "0"));
  files.set("clusters/c0/own.yaml", fluxKustomization("own", "./apps/own", EDITS));
  commit(directory, files, new Map([["apps/own/app.yaml", deployment("own", "2.0.0", "0")]]));
}

const SETTINGS = [
  "apiVersion: v1",
  "kind: ConfigMap",
  "metadata: {name: settings, namespace: flux-system}",
  "data: {LEVEL: info}",
  "",
].join("\n");

const EDITS = [
  "targetNamespace: shop",
  "postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}",
  "patches:",
  "- target: {kind: Deployment}",
  '  patch: \'[{"op": "add", "path": "/metadata/annotations", "value": {"team": "shop"}}]\'',
];

/**
 * A cluster as people have it at home: one Kustomization of Flux applies `./apps`, and patches into its children what all of them have in
 * common; each child has a directory, a component and variables. The change edits the image of one.
 * @param {string} directory @param {number} count Kustomizations below the root
 */
export function writeHome(directory, count) {
  /** @type {Files} */
  const files = new Map();
  files.set("flux/cluster/repository.yaml", REPOSITORY);
  files.set("flux/cluster/settings.yaml", SETTINGS);
  files.set("flux/cluster/apps.yaml", fluxKustomization("cluster-apps", "./apps", CHILDREN_EDITS));
  files.set(
    "components/labels/kustomization.yaml",
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nlabels: [{pairs: {home: here}}]\n",
  );
  for (let app = 0; app < count; app++) {
    const top = `apps/app-${app}`;
    files.set(
      `${top}/ks.yaml`,
      fluxKustomization(`app-${app}`, `./${top}/app`, [
        "targetNamespace: home",
        "components: [../../../components/labels]",
      ]),
    );
    files.set(
      `${top}/app/app.yaml`,
      deployment(`app-${app}`, "1.0.0", "home").replace("--team=home", "'--level=${LEVEL}'"),
    );
    files.set(`${top}/app/settings.yaml`, "level: ${LEVEL}\n");
    files.set(
      `${top}/app/kustomization.yaml`,
      "resources: [app.yaml]\nconfigMapGenerator: [{name: settings, files: [settings.yaml]}]\n",
    );
  }
  files.set(
    "apps/kustomization.yaml",
    ["resources:", ...Array.from({ length: count }, (_, app) => `- app-${app}/ks.yaml`), ""].join("\n"),
  );
  const changed = (files.get("apps/app-0/app/app.yaml") ?? "").replace("1.0.0", "2.0.0");
  commit(directory, files, new Map([["apps/app-0/app/app.yaml", changed]]));
}

/**
 * ApplicationSets of Argo CD, each of which makes an Application for each overlay of a base of five Deployments: with an image and a
 * namespace. An Application deploys the sets.
 * @param {string} directory @param {number} sets @param {number} each Applications of one set
 * @param {"overlay" | "template" | "bases"} edit what the change edits: one overlay, one template, or all bases
 */
export function writeSets(directory, sets, each, edit) {
  /** @type {Files} */
  const files = new Map([["argocd/root.yaml", ROOT]]);
  /** @type {Files} */
  const change = new Map();
  for (let set = 0; set < sets; set++) {
    for (let index = 0; index < 5; index++)
      files.set(`apps/a${set}/base/app-${index}.yaml`, deployment(`app-${index}`, "1.0.0", "shop"));
    files.set(`apps/a${set}/base/kustomization.yaml`, baseOf(5, []));
    if (edit === "bases") change.set(`apps/a${set}/base/app-0.yaml`, deployment("app-0", "1.0.0", "store"));
    for (let overlay = 0; overlay < each; overlay++)
      files.set(`apps/a${set}/envs/e${overlay}/kustomization.yaml`, "resources: [../../base]\n");
    files.set(`argocd/sets/s${set}.yaml`, applicationSet(set, "1.0.0"));
  }
  if (edit === "template") change.set("argocd/sets/s0.yaml", applicationSet(0, "2.0.0"));
  if (edit === "overlay")
    change.set("apps/a0/envs/e0/kustomization.yaml", "resources: [../../base]\nreplicas: [{name: app-0, count: 5}]\n");
  commit(directory, files, change);
  execFileSync("git", ["-C", directory, "remote", "add", "origin", OWN]);
}

const OWN = "https://git.example/shop.git";
const ROOT = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: root, namespace: argocd}
spec:
  project: default
  source: {repoURL: '${OWN}', path: argocd/sets}
  destination: {name: in-cluster, namespace: argocd}
`;

/** @param {number} set @param {string} tag */
function applicationSet(set, tag) {
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: s${set}, namespace: argocd}
spec:
  goTemplate: true
  goTemplateOptions: ["missingkey=error"]
  generators:
  - git: {repoURL: '${OWN}', revision: HEAD, directories: [{path: 'apps/a${set}/envs/*'}]}
  template:
    metadata: {name: 'a${set}-{{.path.basenameNormalized}}'}
    spec:
      project: default
      source:
        repoURL: '${OWN}'
        path: '{{.path.path}}'
        kustomize: {images: ['app=registry.example/app:${tag}']}
      destination: {name: in-cluster, namespace: 'a${set}-{{.path.basename | lower}}'}
`;
}

const REPOSITORY = [
  "apiVersion: source.toolkit.fluxcd.io/v1",
  "kind: GitRepository",
  "metadata: {name: flux-system, namespace: flux-system}",
  "spec: {interval: 1h, url: 'https://git.example/home.git', ref: {branch: main}}",
  "",
].join("\n");

const CHILDREN_EDITS = [
  "patches:",
  "- target: {group: kustomize.toolkit.fluxcd.io, kind: Kustomization}",
  "  patch: |-",
  "    apiVersion: kustomize.toolkit.fluxcd.io/v1",
  "    kind: Kustomization",
  "    metadata: {name: any}",
  "    spec: {postBuild: {substituteFrom: [{kind: ConfigMap, name: settings}]}}",
];

/** @param {string} name @param {string} path @param {readonly string[]} more lines of its spec */
function fluxKustomization(name, path, more) {
  const spec = ["interval: 10m", "prune: true", `path: ${path}`, "sourceRef: {kind: GitRepository, name: flux-system}"];
  return [
    "apiVersion: kustomize.toolkit.fluxcd.io/v1",
    "kind: Kustomization",
    `metadata: {name: ${name}, namespace: flux-system}`,
    "spec:",
    ...[...spec, ...more].map((line) => `  ${line}`),
    "",
  ].join("\n");
}

/**
 * One target with `size` Deployments. The change edits each of them in another way.
 * @param {string} directory @param {number} size
 */
export function writeManyChanges(directory, size) {
  /** @type {(version: string) => string} */
  const objects = (version) =>
    Array.from({ length: size }, (_, index) => deployment(`app-${index}`, `${version}.${index}`, String(index))).join(
      "---\n",
    );
  const files = new Map([
    ["kustomization.yaml", "resources: [objects.yaml]\n"],
    ["objects.yaml", objects("1")],
  ]);
  commit(directory, files, new Map([["objects.yaml", objects("2")]]));
}

/**
 * @param {number} overlays @param {number} bases @param {number} objects of each base @param {string[]} fields of each overlay
 * @returns {Files}
 */
function fleet(overlays, bases, objects = 5, fields = []) {
  /** @type {Files} */
  const files = new Map();
  for (let base = 0; base < bases; base++) {
    for (let index = 0; index < objects; index++) {
      files.set(`bases/${base}/app-${index}.yaml`, deployment(`app-${index}`, "1.0.0", String(base)));
    }
    files.set(`bases/${base}/kustomization.yaml`, baseOf(objects, []));
  }
  for (let index = 0; index < overlays; index++) {
    const own = [`resources: [../../bases/${index % bases}]`, `namePrefix: p${index}-`, `namespace: team-${index}`];
    files.set(`overlays/o${index}/kustomization.yaml`, `${[...own, ...fields].join("\n")}\n`);
  }
  return files;
}

/** The kustomization of a base. @param {number} objects @param {string[]} more */
function baseOf(objects, more) {
  const names = Array.from({ length: objects }, (_, index) => `- app-${index}.yaml`);
  const isEntry = (/** @type {string} */ text) => text.startsWith("- crds");
  return `${["resources:", ...names, ...more.filter(isEntry), ...more.filter((text) => !isEntry(text))].join("\n")}\n`;
}

/** @param {string} name @param {string} tag @param {string} team */
function deployment(name, tag, team) {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: {team: "${team}"}
spec:
  replicas: 2
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - name: app
        image: app:${tag}
        args: [--port=8080, --team=${team}]
        resources: {limits: {cpu: 1, memory: 256Mi}}
`;
}

/**
 * Makes a repository whose HEAD has the files and the change, and its parent the files.
 * @param {string} directory @param {Files} files @param {Files} change
 */
export function commit(directory, files, change) {
  mkdirSync(directory, { recursive: true });
  const git = (/** @type {string[]} */ args, /** @type {string} */ input = "") =>
    execFileSync("git", args, { cwd: directory, input, stdio: ["pipe", "pipe", "inherit"] });
  git(["init", "--quiet", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], [...commitOf(files), ...commitOf(change)].join(""));
}

/** Writes the files of a revision. @param {string} directory @param {string} revision */
export function checkOut(directory, revision) {
  execFileSync("git", ["checkout", "--quiet", "--force", "--detach", revision], { cwd: directory });
}

/** @param {Files} files */
function commitOf(files) {
  const data = (/** @type {string} */ text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const head = `commit refs/heads/main\ncommitter Ada <ada@example.com> 1767225600 +0000\n${data("change")}`;
  return [head, ...[...files].map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`)];
}
