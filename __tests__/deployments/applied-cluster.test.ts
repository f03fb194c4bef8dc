/** The cluster to which the objects of a deployment go. */
import { expect, test } from "@jest/globals";
import { appliedCluster } from "../../src/deployments/applied-cluster.ts";
import type { Deployment } from "../../src/deployments/builds/index.ts";
import type { Value } from "../../src/yaml/index.ts";

interface Given {
  readonly cluster?: string;
  readonly spec?: Value;
  readonly parent?: string;
}

const REMOTE = { kubeConfig: { secretRef: { name: "a" } } };

test.each<[string, Readonly<Record<string, Given>>, string | undefined]>([
  ["that it names", { web: { cluster: "prod" } }, "prod"],
  ["that every Argo CD has", { web: { cluster: "in-cluster" } }, undefined],
  ["of a directory", { web: {} }, undefined],
  ["that is another one", { web: { cluster: "prod", spec: REMOTE } }, undefined],
  [
    "that is another one for what declares it",
    { web: { cluster: "prod", parent: "apps" }, apps: { cluster: "prod", spec: REMOTE } },
    undefined,
  ],
  ["of what declares it", { web: { cluster: "prod", parent: "apps" }, apps: { cluster: "prod" } }, "prod"],
  ["of what declares itself", { web: { cluster: "prod", parent: "web" } }, undefined],
  ["of nothing", {}, undefined],
])("the cluster %s", (_title, given, expected) => {
  const get = (id: string): Deployment | undefined => {
    const found = given[id];
    if (found === undefined) return undefined;
    const { cluster, spec = {}, parent } = found;
    const deployment =
      cluster === undefined ? undefined : { system: "flux", kind: "Kustomization", namespace: "a", name: id, cluster };
    return { id, path: id, deployment, object: { spec }, origin: { parent } } as unknown as Deployment;
  };
  expect(appliedCluster("web", get)).toBe(expected);
});
