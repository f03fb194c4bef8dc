/** Two Kustomizations of a cluster that apply the same object: told where the change gives it to one of them. */
import { expect, test } from "@jest/globals";
import { FOUND_DEPLOYMENTS } from "../../src/configuration/index.ts";
import { findBothDeployments } from "../../src/deployments/index.ts";
import { renderTarget } from "../../src/render/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import type { Tree } from "../../src/sources/tree.ts";

const kustomization = (name: string, more = "prune: true"): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {path: ./${name}, ${more}, sourceRef: {kind: GitRepository, name: flux-system}}
`;
const settings = (value: string, more = ""): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop${more}}\ndata: {a: ${value}}\n`;
const BOTH = { "prod/a.yaml": kustomization("a"), "prod/b.yaml": kustomization("b") };
const NAMESPACE = "apiVersion: v1\nkind: Namespace\nmetadata:\n  labels: {name: other}\n  name: shop\n";
const OTHER = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n";

/** The problems of `a` when a change adds files to a tree. */
async function problemsOf(before: Record<string, string>, added: Record<string, string>) {
  const trees = { base: memoryTree(before), head: memoryTree({ ...before, ...added }) };
  const deployments = await findBothDeployments(trees, { settings: FOUND_DEPLOYMENTS, own: "acme/shop", build: {} });
  const id = "flux://prod/flux-system/a";
  const render = (tree: Tree, side: "base" | "head") => {
    const builder = deployments[side].builder({});
    const renderer = { builder: undefined as never, tree, deployments: builder, lost: undefined, deadline: undefined };
    return renderTarget(renderer, { target: id, builds: 1 }, undefined);
  };
  const [base, head] = [await render(trees.base, "base"), await render(trees.head, "head")];
  const problems = await deployments.head.appliedTwice(id, base, head);
  return problems.map(({ code, message, file, line }) => `${code}: ${message} (${file}:${line})`);
}

const DIFFERENT =
  "flux-applied-twice: Kustomizations flux-system/a and flux-system/b both apply ConfigMap shop/settings, with different contents (a/new.yaml:1)";
const EQUAL = DIFFERENT.replace(", with different contents", "");

test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  [
    "other contents",
    { ...BOTH, "a/a.yaml": OTHER, "b/b.yaml": settings("x") },
    { "a/new.yaml": settings("y") },
    [DIFFERENT],
  ],
  [
    "equal contents",
    { ...BOTH, "a/a.yaml": OTHER, "b/b.yaml": settings("x") },
    { "a/new.yaml": settings("x") },
    [EQUAL],
  ],
  [
    "a new Kustomization",
    { "prod/b.yaml": BOTH["prod/b.yaml"], "b/b.yaml": settings("x") },
    { "prod/a.yaml": BOTH["prod/a.yaml"], "a/new.yaml": settings("x") },
    [EQUAL],
  ],
  [
    "equal contents, and none prunes",
    {
      "prod/a.yaml": kustomization("a", "prune: false"),
      "prod/b.yaml": kustomization("b", "prune: false"),
      "a/a.yaml": OTHER,
      "b/b.yaml": settings("x"),
    },
    { "a/new.yaml": settings("x") },
    [],
  ],
  [
    "two objects, one with labels before its name",
    { ...BOTH, "a/a.yaml": OTHER, "b/b.yaml": `${settings("x")}---\n${NAMESPACE}` },
    { "a/new.yaml": `${settings("y")}---\n${NAMESPACE}` },
    [DIFFERENT.replace("settings,", "settings and 1 more,")],
  ],
  [
    "another namespace",
    { ...BOTH, "a/a.yaml": OTHER, "b/b.yaml": settings("x").replace("shop", "cart") },
    { "a/new.yaml": settings("x") },
    [],
  ],
  [
    "another cluster",
    {
      "prod/a.yaml": BOTH["prod/a.yaml"],
      "test/b.yaml": BOTH["prod/b.yaml"],
      "a/a.yaml": OTHER,
      "b/b.yaml": settings("x"),
    },
    { "a/new.yaml": settings("x") },
    [],
  ],
  [
    "an object that was there",
    { ...BOTH, "a/new.yaml": settings("x"), "b/b.yaml": settings("x") },
    { "a/new.yaml": settings("y") },
    [],
  ],
  [
    "an object that only creates",
    { ...BOTH, "a/a.yaml": OTHER, "b/b.yaml": settings("x") },
    { "a/new.yaml": settings("y", ", annotations: {kustomize.toolkit.fluxcd.io/ssa: IfNotPresent}") },
    [],
  ],
  [
    "an object that is left alone, by a label",
    {
      ...BOTH,
      "a/a.yaml": OTHER,
      "b/b.yaml": settings("x", ", labels: {kustomize.toolkit.fluxcd.io/reconcile: Disabled}"),
    },
    { "a/new.yaml": settings("y") },
    [],
  ],
  [
    "an object that says what all do",
    { ...BOTH, "a/a.yaml": OTHER, "b/b.yaml": settings("x") },
    { "a/new.yaml": settings("y", ", annotations: {kustomize.toolkit.fluxcd.io/ssa: Override}") },
    [DIFFERENT],
  ],
  [
    "a suspended Kustomization",
    { ...BOTH, "prod/b.yaml": kustomization("b", "suspend: true"), "a/a.yaml": OTHER, "b/b.yaml": settings("x") },
    { "a/new.yaml": settings("y") },
    [],
  ],
  [
    "an object that moves",
    { ...BOTH, "a/a.yaml": OTHER, "b/b.yaml": settings("x") },
    { "a/new.yaml": settings("y"), "b/b.yaml": OTHER },
    [],
  ],
])("%s", async (_name, before, added, expected) => {
  expect(await problemsOf(before, added)).toEqual(expected);
});
