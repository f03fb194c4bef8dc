/** The deployments of a cluster that may render ValidatingAdmissionPolicies. */
import { expect, test } from "@jest/globals";
import { FOUND_DEPLOYMENTS } from "../../src/configuration/index.ts";
import { findDeployments } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const kustomization = (name: string, path = name): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {path: ./${path}, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`;
const CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
const POLICY = "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: a}\n";
const APPS = { "prod/apps.yaml": kustomization("apps"), "apps/a.yaml": CONFIG };
const ID = "flux://prod/flux-system/policies";

test.each<[string, Record<string, string>, string[]]>([
  ["in its directory", { "prod/p.yaml": kustomization("policies"), "policies/a.yaml": POLICY }, [ID]],
  ["in a directory below", { "prod/p.yaml": kustomization("policies"), "policies/b/a.yaml": POLICY }, [ID]],
  [
    "in a directory that it includes",
    {
      "prod/p.yaml": kustomization("policies"),
      "policies/kustomization.yaml": "resources: [../bases/replicas]\n",
      "bases/replicas/kustomization.yaml": "resources: [a.yaml]\n",
      "bases/replicas/a.yaml": POLICY,
    },
    [ID],
  ],
  ["of another cluster", { "dev/p.yaml": kustomization("policies"), "policies/a.yaml": POLICY }, []],
  ["in no deployment", { "policies/a.yaml": POLICY }, []],
  ["of its own alone", { "apps/b.yaml": POLICY }, []],
  [
    "that goes to another cluster",
    {
      "prod/p.yaml": kustomization("policies").replace("prune", "kubeConfig: {secretRef: {name: a}}, prune"),
      "policies/a.yaml": POLICY,
    },
    [],
  ],
  ["that is none", { "prod/p.yaml": kustomization("policies"), "policies/a.yaml": CONFIG }, []],
])("a policy %s", async (_title, files, expected) => {
  const tree = memoryTree({ ...APPS, ...files });
  const found = await findDeployments(tree, { settings: FOUND_DEPLOYMENTS, own: "acme/shop", build: {} });
  expect(await found.policiesBeside("flux://prod/flux-system/apps")).toEqual(expected);
});
