import { describe, expect, test } from "@jest/globals";
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { type LoneTargets, pairTargets, targetContent } from "../../../../src/review/differences/pairing/index.ts";
import { deployment, object, serviceAccount, settings } from "./objects.ts";

const FIVE = ["alpha", "beta", "gamma", "delta", "epsilon"];

/** What an overlay of one base renders. */
function overlay(name: string, { namespace = name, image = "shop:1", values = FIVE } = {}): RenderedResource[] {
  const from = (kind: string, plain: string) => ({
    name: `${name}-${plain}`,
    namespace,
    original: { kind, namespace: "default", name: plain },
  });
  return [
    deployment(from("Deployment", "web"), { image }),
    settings(from("ConfigMap", "settings"), [...values, ...FIVE.map((value) => `more-${value}`)]),
    serviceAccount(from("ServiceAccount", "web")),
  ];
}

/** The same objects, as those of files outside of the target. */
function based(resources: RenderedResource[]): RenderedResource[] {
  return resources.map((resource) => ({ ...resource, origin: { file: `base/${resource.kind}.yaml` } }));
}

/** @param unknown targets that do not render */
function targets(given: Readonly<Record<string, RenderedResource[]>>, unknown: string[] = []): LoneTargets {
  return { rendered: Object.entries(given).map(([path, resources]) => targetContent(path, resources)), unknown };
}

test.each([
  {
    what: "a directory with another name, and nothing else",
    removed: { "apps/dev": overlay("dev") },
    added: { "apps/development": overlay("dev") },
    expected: { "apps/development": "apps/dev" },
  },
  {
    what: "another name, prefix and namespace, and an edit",
    removed: { "apps/dev": overlay("dev") },
    added: { "apps/development": overlay("development", { image: "shop:2" }) },
    expected: { "apps/development": "apps/dev" },
  },
  {
    what: "overlays that are alike go by content",
    removed: { "o/prod": overlay("prod", { image: "shop:1" }), "o/staging": overlay("staging", { image: "shop:2" }) },
    added: { "o/live": overlay("live", { image: "shop:1" }), "o/prod-next": overlay("test", { image: "shop:2" }) },
    expected: { "o/live": "o/prod", "o/prod-next": "o/staging" },
  },
  {
    what: "overlays with equal contents go by path",
    removed: { "o/prod": overlay("x"), "o/staging": overlay("x") },
    added: { "o/stage": overlay("x"), "o/production": overlay("x") },
    expected: { "o/stage": "o/staging", "o/production": "o/prod" },
  },
  {
    what: "overlays with equal contents but for their names go by path",
    removed: { "o/prod": overlay("prod"), "o/staging": overlay("staging") },
    added: { "o/stage": overlay("stage"), "o/production": overlay("production") },
    expected: { "o/stage": "o/staging", "o/production": "o/prod" },
  },
  {
    what: "a directory above was renamed",
    removed: { "overlays/a": overlay("a"), "overlays/b": overlay("b"), "overlays/c": overlay("c") },
    added: { "envs/c": overlay("c"), "envs/b": overlay("b"), "envs/a": overlay("a") },
    expected: { "envs/a": "overlays/a", "envs/b": "overlays/b", "envs/c": "overlays/c" },
  },
  {
    what: "another application",
    removed: { "apps/web": [deployment({ name: "web" })] },
    added: { "apps/api": [deployment({ name: "api" })] },
    expected: {},
  },
  {
    what: "less than three quarters of the lines are equal",
    removed: { "apps/a": overlay("a") },
    added: { "apps/b": overlay("b", { values: ["1", "2", "3", "4", "5"] }) },
    expected: {},
  },
  {
    what: "another name, while the base of both is edited",
    removed: { "apps/dev": based(overlay("dev")) },
    added: { "apps/development": based(overlay("development", { values: ["1", "2", "3", "4", "5"] })) },
    expected: { "apps/development": "apps/dev" },
  },
  {
    what: "targets without objects",
    removed: { a: [] },
    added: { b: [] },
    expected: {},
  },
  {
    what: "targets that hold next to nothing, which differs",
    removed: { a: [object({ name: "a", kind: "Namespace" })] },
    added: { b: [object({ name: "b", kind: "Namespace" })] },
    expected: {},
  },
  {
    what: "targets that hold next to nothing, which is the same",
    removed: { a: [object({ name: "x", kind: "Namespace" })] },
    added: { b: [object({ name: "x", kind: "Namespace" })] },
    expected: { b: "a" },
  },
  {
    what: "one of two that would fit equally well",
    removed: { "x/1": overlay("x") },
    added: { "a/2": overlay("x"), "a/3": overlay("x") },
    expected: {},
  },
])("$what", ({ removed, added, expected }) => {
  expect(Object.fromEntries(pairTargets(targets(removed), targets(added)).renamed)).toEqual(expected);
});

describe("a target that does not render", () => {
  const [gke, insecure] = [overlay("x", { image: "shop:1" }), overlay("x", { image: "shop:2" })];

  test.each([
    {
      what: "takes the part of a target that is alike",
      removed: targets({ "istio-1/overlays/gke": gke }),
      added: targets({ "istio/overlays/insecure": insecure }, ["istio/overlays/gke"]),
      renamed: {},
      doubts: [{ base: "istio-1/overlays/gke", head: "istio/overlays/gke", unknown: "head" }],
    },
    {
      what: "takes it at the base, too",
      removed: targets({ "istio-1/overlays/insecure": insecure }, ["istio-1/overlays/gke"]),
      added: targets({ "istio/overlays/gke": gke }),
      renamed: {},
      doubts: [{ base: "istio-1/overlays/gke", head: "istio/overlays/gke", unknown: "base" }],
    },
    {
      what: "leaves the others to their partners",
      removed: targets({ "istio-1/overlays/gke": gke, "istio-1/overlays/insecure": gke }),
      added: targets({ "istio/overlays/insecure": insecure }, ["istio/overlays/gke"]),
      renamed: { "istio/overlays/insecure": "istio-1/overlays/insecure" },
      doubts: [{ base: "istio-1/overlays/gke", head: "istio/overlays/gke", unknown: "head" }],
    },
    {
      what: "is no partner of a target with another name",
      removed: targets({ "istio-1/overlays/gke": gke }),
      added: targets({ "istio/overlays/insecure": insecure }, ["istio/overlays/oauth"]),
      renamed: { "istio/overlays/insecure": "istio-1/overlays/gke" },
      doubts: [],
    },
    {
      what: "counts less than a path that ends alike as far",
      removed: targets({ "a/x/base": gke }),
      added: targets({ "b/y/base": insecure }, ["a/z/base"]),
      renamed: { "b/y/base": "a/x/base" },
      doubts: [],
    },
    {
      what: "counts less than equal objects",
      removed: targets({ "a/x/base": gke }),
      added: targets({ "b/main": gke }, ["a/z/base"]),
      renamed: { "b/main": "a/x/base" },
      doubts: [],
    },
    {
      what: "is in doubt where nothing else is alike, and the paths end alike by two directories",
      removed: targets({ "istio-1/crds/base": gke }),
      added: targets({ "b/web": [deployment({ name: "web" })] }, ["istio/crds/base"]),
      renamed: {},
      doubts: [{ base: "istio-1/crds/base", head: "istio/crds/base", unknown: "head" }],
    },
    {
      what: "raises no doubt where nothing is alike",
      removed: targets({ "a/x/prod": gke }),
      added: targets({ "b/web": [deployment({ name: "web" })] }, ["a/y/prod"]),
      renamed: {},
      doubts: [],
    },
  ])("$what", ({ removed, added, renamed, doubts }) => {
    const found = pairTargets(removed, added);
    expect({ renamed: Object.fromEntries(found.renamed), doubts: found.doubts }).toEqual({ renamed, doubts });
  });

  test("is found among many", () => {
    const paths = (top: string) => Array.from({ length: 30 }, (_, index) => `${top}/${index}/overlay`);
    const removed = targets(
      Object.fromEntries(paths("old").map((path, at) => [path, overlay(`a-${at}`, { image: `a:${at}` })])),
    );
    const added = targets(
      Object.fromEntries(paths("new").map((path, at) => [`${path}-next`, overlay(`b-${at}`, { image: `b:${at}` })])),
      paths("new"),
    );
    const { renamed, doubts } = pairTargets(removed, added);
    expect(renamed.size).toBe(0);
    expect(doubts.map(({ base, head }) => [base.slice(4), head.slice(4)])).toEqual(
      paths("old").map((path) => [path.slice(4), path.slice(4)]),
    );
  });
});

describe("large targets are compared by a sample of their lines", () => {
  const one = (namespace: string, index: number, last: string) =>
    settings({ name: `c${index}`, namespace }, [...FIVE, `v${index}`, last]);
  const known = new Map<string, RenderedResource[]>();
  const usual = (namespace: string): RenderedResource[] => {
    const made = known.get(namespace) ?? Array.from({ length: 200 }, (_, index) => one(namespace, index, "-"));
    known.set(namespace, made);
    return made;
  };
  const large = (namespace: string, last: string, place = 7) =>
    usual(namespace).with(place, one(namespace, place, last));

  test("the one that differs counts, wherever it is", () => {
    for (let place = 0; place < 6; place++) {
      const removed = targets({ "a/x": large("x", "1", place), "a/y": large("y", "2", place) });
      const added = targets({ "b/p": large("p", "2", place), "b/q": large("q", "1", place) });
      expect(Object.fromEntries(pairTargets(removed, added).renamed)).toEqual({ "b/p": "a/y", "b/q": "a/x" });
    }
  });

  test.each([
    [160, 1],
    [120, 0],
  ])("of 200 objects, %i are left: %i pairs", (left, pairs) => {
    const [removed, added] = [targets({ a: large("x", "1") }), targets({ b: large("y", "1").slice(0, left) })];
    expect(removed.rendered[0]?.lines.length).toBeLessThanOrEqual(512);
    expect(pairTargets(removed, added).renamed.size).toBe(pairs);
  });
});

test("many targets of which nothing but the path tells which is which", () => {
  const side = (top: string, name: string) =>
    targets(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${top}/${i}/prod`, overlay(`${name}-${i}`)])));
  const { renamed } = pairTargets(side("apps", "shop"), side("envs", "store"));
  expect([...renamed].map(([after, before]) => [after.slice(5), before.slice(5)])).toEqual(
    expect.arrayContaining(Array.from({ length: 30 }, (_, i) => [`${i}/prod`, `${i}/prod`])),
  );
});
