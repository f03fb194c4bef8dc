import { expect, test } from "@jest/globals";
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { type LooseObject, pairAcrossTargets } from "../../../../src/review/differences/pairing/index.ts";
import { deployment, object, serviceAccount, settings, shown } from "./objects.ts";

/** An object of one target. */
interface Placed {
  readonly target: string;
  readonly resource: RenderedResource;
}

function loose(target: string, ...resources: RenderedResource[]): Placed[] {
  return resources.map((resource) => ({ target, resource }));
}

const FIVE = ["alpha", "beta", "gamma", "delta", "epsilon"];

function namesWith(prefix: string): string[] {
  return FIVE.map((name) => prefix + name);
}

/** An Application with a suffix of one letter. */
function application(name: string, path: string): RenderedResource {
  const body = `spec:\n  project: default\n  destination:\n    namespace: shop\n    name: cluster\n  source:\n    path: ${path}\n    repoURL: https://git.example/shop\n    targetRevision: main\n`;
  return object(
    {
      name,
      kind: "Application",
      apiVersion: "argoproj.io/v1alpha1",
      original: original("Application", name.slice(0, -2)),
    },
    body,
  );
}

/** Equal objects of several targets are one. */
function collected(objects: readonly Placed[]): LooseObject[] {
  const all = new Map<string, LooseObject & { targets: string[] }>();
  for (const { target, resource } of objects) {
    const key = `${resource.name} ${resource.namespace} ${resource.yaml}`;
    const known = all.get(key);
    if (known === undefined) all.set(key, { resource, targets: [target], text: resource.yaml });
    else known.targets.push(target);
  }
  return [...all.values()];
}

/** `Kind namespace/name: targets → Kind namespace/name: targets`. */
function moves(removed: readonly Placed[], added: readonly Placed[]): string[] {
  return pairAcrossTargets(collected(removed), collected(added)).map(
    ({ base, head }) =>
      `${shown(base.resource)}: ${base.targets.join()} → ${shown(head.resource)}: ${head.targets.join()}`,
  );
}

test.each([
  {
    what: "the same object, however small",
    removed: loose("a", serviceAccount({ name: "web" })),
    added: loose("b", serviceAccount({ name: "web" })),
    expected: ["ServiceAccount /web: a → ServiceAccount /web: b"],
  },
  {
    what: "an object of a base that other overlays use now is one move",
    removed: ["dev", "eu", "us"].flatMap((target) => loose(target, deployment({ name: "web" }))),
    added: ["x", "y"].flatMap((target) => loose(target, deployment({ name: "web" }))),
    expected: ["Deployment /web: dev,eu,us → Deployment /web: x,y"],
  },
  {
    what: "what Argo CD deploys, under another suffix: from the same directory only",
    removed: loose("a", application("one-a", "apps/one"), application("two-a", "apps/two")),
    added: loose("b", application("one-b", "apps/one"), application("two-b", "apps/other")),
    expected: ["Application /one-a: a → Application /one-b: b"],
  },
  {
    what: "an edit on the way",
    removed: loose("a", deployment({ name: "web" })),
    added: loose("b", deployment({ name: "web" }, { replicas: 9 })),
    expected: ["Deployment /web: a → Deployment /web: b"],
  },
  {
    what: "the same name, and other contents",
    removed: loose("a", settings({ name: "web" }, FIVE)),
    added: loose("b", settings({ name: "web" }, ["1", "2", "3", "4", "5"])),
    expected: [],
  },
  {
    what: "other contents in each target: each goes where its content went",
    removed: [
      ...loose("a", settings({ name: "web" }, [...FIVE, "eu"])),
      ...loose("b", settings({ name: "web" }, [...FIVE, "us"])),
    ],
    added: [
      ...loose("c", settings({ name: "web" }, [...FIVE, "us"])),
      ...loose("d", settings({ name: "web" }, [...FIVE, "eu"])),
    ],
    expected: ["ConfigMap /web: a → ConfigMap /web: d", "ConfigMap /web: b → ConfigMap /web: c"],
  },
  {
    what: "the same contents in doubt: the nearest path",
    removed: loose("apps/web/prod", settings({ name: "web" }, [...FIVE, "old"])),
    added: [
      ...loose("apps/shop/prod", settings({ name: "web" }, [...FIVE, "one"])),
      ...loose("apps/web/production", settings({ name: "web" }, [...FIVE, "two"])),
    ],
    expected: ["ConfigMap /web: apps/web/prod → ConfigMap /web: apps/web/production"],
  },
  {
    what: "another prefix and namespace there",
    removed: loose("a", deployment({ name: "dev-web", namespace: "dev", original: original("Deployment", "web") })),
    added: loose("b", deployment({ name: "prod-web", namespace: "prod", original: original("Deployment", "web") })),
    expected: ["Deployment dev/dev-web: a → Deployment prod/prod-web: b"],
  },
  {
    what: "another prefix in the names that it refers to",
    removed: loose("a", settings({ name: "dev-web", original: original("ConfigMap", "web") }, namesWith("dev-"))),
    added: loose("b", settings({ name: "prod-web", original: original("ConfigMap", "web") }, namesWith("prod-"))),
    expected: ["ConfigMap /dev-web: a → ConfigMap /prod-web: b"],
  },
  {
    what: "another namespace, and nothing that tells one object from another",
    removed: loose("a", serviceAccount({ name: "default", namespace: "x" })),
    added: loose("b", serviceAccount({ name: "default", namespace: "y" })),
    expected: [],
  },
  {
    what: "a generated object whose content changed a little",
    removed: loose("a", settings({ name: "web-2222222222" }, FIVE)),
    added: loose("b", settings({ name: "web-4444444444" }, [...FIVE.slice(0, 4), "new"])),
    expected: ["ConfigMap /web-2222222222: a → ConfigMap /web-4444444444: b"],
  },
  {
    what: "objects of other kinds and names",
    removed: loose("a", deployment({ name: "web" })),
    added: loose("b", deployment({ name: "api" }), deployment({ name: "web", kind: "DaemonSet" })),
    expected: [],
  },
])("$what", ({ removed, added, expected }) => {
  expect(moves(removed, added)).toEqual(expected);
});

function original(kind: string, name: string) {
  return { kind, namespace: "default", name };
}
