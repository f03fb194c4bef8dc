/** A search that does not look at all files says so. */
import { expect, test } from "@jest/globals";
import { FOUND_DEPLOYMENTS } from "../../src/configuration/index.ts";
import { findDeployments } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import type { Tree } from "../../src/sources/tree.ts";

const ROOT = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {path: ./apps, prune: true, sourceRef: {kind: GitRepository, name: flux-system}}
`;

/** A tree with as many files as wanted in a directory. */
function withMany(count: number): Tree {
  const tree = memoryTree({ "prod/apps.yaml": ROOT, "apps/a.yaml": "a: b\n", "zz/0.yaml": "a: b\n" });
  const entries = Array.from({ length: count }, (_, index) => ({ name: `${index}.yaml`, type: "file" as const }));
  const pathOf = (path: string): string => (path.startsWith("/zz/") ? "/zz/0.yaml" : path);
  return {
    ...tree,
    list: async (path) => (path === "/zz" ? entries : tree.list(path)),
    lookup: (path) => tree.lookup(pathOf(path)),
    read: (path) => tree.read(pathOf(path)),
  };
}

test.each([
  [1000, []],
  [200_001, ["too-many-deployments"]],
])("%i files", async (count, codes) => {
  const options = { settings: FOUND_DEPLOYMENTS, own: "acme/shop", build: {} };
  const { targets, problems } = await findDeployments(withMany(count), options);
  expect(problems.map(({ code }) => code)).toEqual(codes);
  expect(targets.map(({ id }) => id)).toEqual(["flux://prod/flux-system/apps"]);
});
