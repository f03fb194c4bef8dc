/** Which AppProject counts for an Application. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION, readConfiguration } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const app = (name: string, project = "shop", metadata = ""): string => `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd${metadata}}
spec:
  project: ${project}
  destination: {name: in-cluster, namespace: shop}
  source: {repoURL: https://github.com/acme/shop, path: web}
`;
/** Permits nothing. */
const project = (name = "shop", namespace = "argocd"): string => `---
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: ${name}, namespace: ${namespace}}
spec: {destinations: [{name: "*", namespace: "*"}]}
`;
const FLUX = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: all, namespace: flux-system}
spec: {prune: true, path: ./apps, sourceRef: {kind: GitRepository, name: flux-system}}
`;
const WEB: Files = { "web/x.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n" };
const OPTIONS = { settings: EMPTY_CONFIGURATION.deployments, own: "acme/shop", build: {} };

function settingsOf(configuration: string) {
  if (configuration === "") return OPTIONS.settings;
  const rules = { dangers: [], noise: [] };
  return readConfiguration(Buffer.from(configuration), ".krm-render.yaml", rules).configuration.deployments;
}

/** The Applications that a project refuses, each with the place of the project. */
async function refused(files: Files, configuration = ""): Promise<string[]> {
  const options = { ...OPTIONS, settings: settingsOf(configuration) };
  const { targets } = await findDeployments(memoryTree({ ...WEB, ...files }), options);
  return targets.flatMap(({ id, problems }) =>
    problems.map(({ hint }) => `${id.slice("argocd://".length)} by ${/`([^`]*:\d+)`/.exec(hint ?? "")?.[1]}`),
  );
}

// docs/specification/argocd-projects.md 1
describe("the project of an Application", () => {
  test.each<[what: string, files: Files, expected: string[], configuration?: string]>([
    [
      "is the one of its name",
      { "a/a.yaml": app("a") + app("b", "other"), "p.yaml": project() },
      ["in-cluster/argocd/a by p.yaml:2"],
    ],
    [
      "is the default one, if it names none",
      { "a/a.yaml": app("a", '""'), "p.yaml": project("default") },
      ["in-cluster/argocd/a by p.yaml:2"],
    ],
    ["is not known, if the repository does not have it", { "a/a.yaml": app("a"), "p.yaml": project("other") }, []],
    [
      "is the nearest one",
      { "a/apps/a.yaml": app("a"), "a/projects/p.yaml": project(), "p.yaml": project(), "b/p.yaml": project() },
      ["in-cluster/argocd/a by a/projects/p.yaml:2"],
    ],
    ["is not known, if two are as near", { "a/a.yaml": app("a"), "p/p.yaml": project(), "q/p.yaml": project() }, []],
    [
      "is then the one in its namespace",
      { "a/a.yaml": app("a"), "p/p.yaml": project(), "q/p.yaml": project("shop", "other") },
      ["in-cluster/argocd/a by p/p.yaml:2"],
    ],
    [
      "is none that stands beside Applications of another cluster",
      { "envs/prod/a.yaml": app("a"), "envs/test/a.yaml": app("a"), "envs/prod/projects/p.yaml": project() },
      ["prod/argocd/a by envs/prod/projects/p.yaml:2"],
    ],
    [
      "is that of the cluster that applies both",
      { "clusters/prod/all.yaml": FLUX, "apps/a.yaml": app("a"), "apps/p.yaml": project(), "p.yaml": project() },
      ["prod/argocd/a by apps/p.yaml:2"],
    ],
    [
      "is that of the same root",
      { "a/a.yaml": app("a"), "b/p.yaml": project(), "c/p.yaml": project() },
      ["east/argocd/a by b/p.yaml:2"],
      "deployments:\n  roots:\n  - { path: a, cluster: east }\n  - { path: b, cluster: east }\n  - { path: c }\n",
    ],
    [
      "is not known where projects may take rules from others",
      { "a/a.yaml": app("a"), "p.yaml": project(), "cm.yaml": "kind: ConfigMap\ndata: {globalProjects: x}\n" },
      [],
    ],
    [
      "is what a kustomization makes of it",
      {
        "a/a.yaml": app("a"),
        "p/kustomization.yaml":
          'resources: [p.yaml]\npatches: [{patch: \'[{"op": "add", "path": "/spec/sourceRepos", "value": ["*"]}]\', target: {kind: AppProject}}]\n',
        "p/p.yaml": project(),
      },
      [],
    ],
  ])("%s", async (_, files, expected, ...[configuration]) => {
    expect(await refused(files, configuration)).toEqual(expected);
  });

  test("makes another recipe of an Application if its rules change, and only then", async () => {
    const trees = (changed: string) => ({
      base: memoryTree({ ...WEB, "a.yaml": app("a"), "p.yaml": project() }),
      head: memoryTree({ ...WEB, "a.yaml": app("a"), "p.yaml": changed }),
    });
    const isSame = async (changed: string): Promise<boolean> => {
      const { base, head } = await findBothDeployments(trees(changed), OPTIONS);
      const id = "argocd://in-cluster/argocd/a";
      expect(head.filesOf(id)).toEqual(["a.yaml", "p.yaml"]);
      return base.recipeKey(id) === head.recipeKey(id);
    };
    expect(await isSame(`\n\n${project().replace("metadata: {", "metadata: {labels: {a: b}, ")}`)).toBe(true);
    expect(await isSame(project().replace("spec: {", 'spec: {sourceRepos: ["*"], '))).toBe(false);
  });
});
