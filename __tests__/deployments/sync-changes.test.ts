/** What is said when Argo CD begins or ceases to do something by itself, and what becomes of the objects of Applications. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { fateOf, findBothDeployments, syncChanges } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const ID = "argocd://in-cluster/argocd/a";
const app = (policy: string, more = ""): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: a, namespace: argocd}
spec:
  destination: {name: in-cluster, namespace: shop}
  source: {repoURL: https://github.com/acme/shop, path: web}
  syncPolicy: {${policy}}
${more}`;
const WINDOWS = `apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: default, namespace: argocd}
spec:
  sourceRepos: ["*"]
  destinations: [{server: "*", namespace: "*"}]
  syncWindows:
  - {kind: deny, schedule: "0 1 * * *", duration: 1h, namespaces: [shop]}
  - {kind: allow, schedule: "0 2 * * *", duration: 2h, namespaces: [shop], manualSync: true}
`;

async function sides(base: Files, head: Files) {
  const web = { "web/x.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n" };
  const trees = { base: memoryTree({ ...web, ...base }), head: memoryTree({ ...web, ...head }) };
  return findBothDeployments(trees, { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop", build: {} });
}

/** The warnings, and whether the Application is planned because of them. */
async function changes(base: Files, head: Files): Promise<unknown> {
  const found = await sides(base, head);
  const warnings = syncChanges(found.base.get(ID), found.head.get(ID));
  const isPlanned = found.base.recipeKey(ID) !== found.head.recipeKey(ID);
  return [
    ...warnings.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    ...(isPlanned ? ["planned"] : []),
  ];
}

const PRUNES =
  "a.yaml:7: Argo CD prunes from now on: it deletes what the Application no longer renders, also what earlier changes have left behind";
const SYNCS = "a.yaml:7: Argo CD syncs by itself from now on: it applies also what waits from earlier changes";

describe("a change of the sync policy", () => {
  test.each<[what: string, base: string, head: string, expected: string[]]>([
    ["of no account", "retry: {limit: 1}", "retry: {limit: 2}", []],
    ["that begins to sync", "", "automated: {}", [SYNCS, "planned"]],
    [
      "that begins to sync, and to prune",
      "automated: {enabled: false, prune: true}",
      "automated: {prune: true}",
      [PRUNES, SYNCS, "planned"],
    ],
    [
      "that ceases to sync",
      "automated: {}",
      "",
      [
        "a.yaml:7: Argo CD no longer syncs by itself: what is merged reaches the cluster only when somebody starts a sync",
        "planned",
      ],
    ],
    ["that ceases to prune", "automated: {prune: true}", "automated: {}", ["planned"]],
    [
      "that begins to undo changes",
      "automated: {}",
      "automated: {selfHeal: true}",
      ["a.yaml:7: Argo CD undoes from now on what is changed in the cluster alone", "planned"],
    ],
    [
      "that begins to replace",
      "",
      "syncOptions: [Replace=true]",
      [
        "a.yaml:7: Argo CD replaces objects from now on: what others have set in them in the cluster is lost, and those with the option Force=true are deleted and created again",
        "planned",
      ],
    ],
  ])("%s", async (_, base, head, expected) => {
    expect(await changes({ "a.yaml": app(base) }, { "a.yaml": app(head) })).toEqual(expected);
  });

  test("is told by the row of the object where a kustomization prints it", async () => {
    const files = (policy: string): Files => ({
      "k/kustomization.yaml": "resources: [a.yaml]\n",
      "k/a.yaml": app(policy),
    });
    expect(await changes(files(""), files("automated: {prune: true}"))).toEqual([]);
  });

  const set = (template: string, patch: string): Files => ({
    "root.yaml": app("").replace("name: a,", "name: root,").replace("path: web", "path: k"),
    "k/kustomization.yaml": "resources: [set.yaml]\n",
    "k/set.yaml": `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all, namespace: argocd}
spec:
  generators: [{list: {elements: [{name: a}]}}]
  templatePatch: '${patch}'
  template:
    metadata: {name: "{{name}}"}
    spec:
      destination: {name: in-cluster, namespace: shop}
      project: default
      source: {repoURL: https://github.com/acme/shop, path: web}
      syncPolicy: {${template}}
`,
  });
  const patch = "spec: {syncPolicy: {automated: {prune: true}}}";
  test.each<[what: string, base: Files, head: Files, expected: string[]]>([
    ["moves from the template into a patch", set("automated: {prune: true}", ""), set("", patch), ["planned"]],
    ["moves from a patch into the template", set("", patch), set("automated: {prune: true}", ""), ["planned"]],
    [
      "is made by a patch",
      set("", "{}"),
      set("", patch),
      [PRUNES, SYNCS, "planned"].map((text) => text.replace("a.yaml:7", "k/set.yaml:6")),
    ],
  ])("%s", async (_, base, head, expected) => {
    expect(await changes(base, head)).toEqual(expected);
  });
});

describe("what becomes of the objects of an Application", () => {
  const fate = async (base: Files, head: Files) => {
    const found = await sides(base, head);
    return fateOf(
      ID,
      (id) => found.base.get(id),
      (id) => found.head.get(id),
    );
  };
  test.each<[what: string, files: Files, expected: unknown]>([
    ["wait for somebody to sync them", { "a.yaml": app("") }, { keeps: "not-pruned", isManual: true }],
    ["do not wait", { "a.yaml": app("automated: {prune: true}") }, {}],
    [
      "do not wait where the object itself starts a sync",
      { "a.yaml": app("", "operation: {sync: {}}\n") },
      { keeps: "not-pruned" },
    ],
    [
      "wait for sync windows",
      { "a.yaml": app("automated: {prune: true}"), "p.yaml": WINDOWS },
      { windows: ["deny 0 1 * * * for 1h", "allow 0 2 * * * for 2h"] },
    ],
    [
      "wait for those that hold back what somebody starts",
      { "a.yaml": app(""), "p.yaml": WINDOWS },
      { keeps: "not-pruned", isManual: true, windows: ["deny 0 1 * * * for 1h"] },
    ],
  ])("%s", async (_, files, expected) => {
    expect(await fate({}, files)).toEqual(expected);
  });

  test("wait for nothing when it goes", async () => {
    expect(await fate({ "a.yaml": app(""), "p.yaml": WINDOWS }, {})).toEqual({ keeps: "no-finalizer" });
  });
});
