import { describe, expect, test } from "@jest/globals";
import { controlsOf } from "../../src/deployments/flux/controls.ts";
import type { Deployment } from "../../src/deployments/flux/recipe.ts";
import { fateOf } from "../../src/deployments/index.ts";
import type { Value } from "../../src/yaml/index.ts";

type Given = { readonly [id: string]: { readonly parent?: string; readonly spec?: Value; readonly metadata?: Value } };

const PRUNES = { prune: true };

/** What becomes of the objects of `app` when `base` becomes `head`. */
function fate(base: Given, head: Given): unknown {
  const lookup = (given: Given) => (id: string) => {
    const { parent, spec = PRUNES, metadata = {} } = given[id] ?? {};
    const origin = { location: { file: "a.yaml" }, parent };
    return given[id] && ({ origin, controls: controlsOf({ metadata, spec }) } as unknown as Deployment);
  };
  return fateOf("app", lookup(base), lookup(head));
}

describe("objects that go from a Kustomization that stays", () => {
  test.each<[string, Value, unknown]>([
    ["prune", PRUNES, {}],
    ["no prune", {}, { keeps: "no-prune" }],
    ["prune: false, whatever the policy", { prune: false, deletionPolicy: "Delete" }, { keeps: "no-prune" }],
    ["suspend", { prune: true, suspend: true }, { isSuspended: true }],
    ["force", { prune: true, force: true }, { forces: true }],
  ])("%s at the head counts", (_, spec, expected) => {
    expect(fate({ app: { spec: PRUNES } }, { app: { spec } })).toEqual(expected);
  });
});

describe("objects of a Kustomization that goes", () => {
  const root = { root: {} };

  test.each<[string, Value, unknown]>([
    ["prune", PRUNES, {}],
    ["MirrorPrune without prune", { prune: false, deletionPolicy: "MirrorPrune" }, { keeps: "no-prune" }],
    ["Delete without prune", { prune: false, deletionPolicy: "Delete" }, {}],
    ["WaitForTermination", { prune: false, deletionPolicy: "WaitForTermination" }, {}],
    ["Orphan", { prune: true, deletionPolicy: "Orphan" }, { keeps: "orphan" }],
    ["suspend", { prune: true, suspend: true }, { keeps: "suspended", isSuspended: true }],
  ])("%s at the base counts", (_, spec, expected) => {
    expect(fate({ ...root, app: { parent: "root", spec } }, root)).toEqual(expected);
  });

  test.each<[string, Given, Given]>([
    ["its parent does not prune", { root: {}, app: { parent: "root" } }, { root: { spec: {} } }],
    [
      "its parent is suspended",
      { root: {}, app: { parent: "root" } },
      { root: { spec: { prune: true, suspend: true } } },
    ],
    [
      "its annotation keeps it",
      {
        root: {},
        app: { parent: "root", metadata: { annotations: { "kustomize.toolkit.fluxcd.io/prune": "disabled" } } },
      },
      root,
    ],
    [
      "its parent goes, and leaves its objects",
      { root: {}, all: { parent: "root", spec: {} }, app: { parent: "all" } },
      root,
    ],
  ])("stay where %s", (_, base, head) => {
    expect(fate(base, head)).toEqual({ keeps: "not-deleted" });
  });

  test("go with a parent that goes", () => {
    expect(fate({ root: {}, all: { parent: "root" }, app: { parent: "all" } }, root)).toEqual({});
  });

  test("end the search where Kustomizations declare one another", () => {
    expect(fate({ app: { parent: "other" }, other: { parent: "app" } }, {})).toEqual({});
  });
});

test.each([
  ["an Application prunes", "argocd", true, { orphans: true }],
  ["an Application goes, and its finalizer says how", "argocd", false, {}],
  ["a release is updated", "flux", true, {}],
  ["a release is uninstalled", "flux", false, { orphans: true }],
])("what is deleted leaves what it has made where %s", (_, system, isStill, expected) => {
  const controls = { prunes: true, deletionPolicy: "Delete", isSuspended: false, orphans: true };
  const known = { deployment: { system }, origin: { location: { file: "a.yaml" } }, controls } as unknown as Deployment;
  expect(
    fateOf(
      "app",
      () => known,
      () => (isStill ? known : undefined),
    ),
  ).toEqual(expected);
});

test("nobody knows who applies a directory, but whether the deployments around it leave it out", () => {
  expect(fate({}, {})).toBeUndefined();
  const none = (): undefined => undefined;
  expect(fateOf("apps/old", none, none, (id) => id === "apps/old")).toEqual({ isLeftOut: true });
});
