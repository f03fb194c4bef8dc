/** How the work of a review grows with its input. */
import { expect, test } from "@jest/globals";
import type { RenderedResource, Value } from "../../src/render/rendering.ts";
import { PAIR_RULES } from "../../src/review/dangers/rules/index.ts";
import { TARGET_RULES } from "../../src/review/dangers/target-rules/index.ts";
import { Makers } from "../../src/review/dangers/target-rules/search/makers.ts";
import { definitionChange } from "../../src/review/differences/definitions/index.ts";
import {
  type LooseObject,
  pairAcrossTargets,
  pairResources,
  pairTargets,
  type TargetContent,
  targetContent,
} from "../../src/review/differences/pairing/index.ts";
import { comparePartially, joinReviews, type PartialReview, parsePartial } from "../../src/review/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { growth } from "../work.ts";
import { reviewed } from "./dangers/found.ts";
import { deployment, settings } from "./differences/pairing/objects.ts";
import { partialText } from "./partial/splitting.ts";
import { resource } from "./renderings.ts";

const FIVE = ["alpha", "beta", "gamma", "delta", "epsilon"];
const SETTINGS = settings({ name: "settings", namespace: "shop" }, FIVE).yaml;
const USER = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {spec: {containers: [{name: web, image: "web:1", envFrom: [{configMapRef: {name: settings}}]}]}}}`;
const CLAIM = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {volumeName: v}\n";
const SIDE = { sha: null, label: "x", reason: "given" };

const join = (...documents: readonly string[]): string => documents.join("\n---\n");

/** Two targets of one base, the second with a claim. */
function sharedBase(value: string, claim: string): Record<string, string> {
  return {
    "/base/kustomization.yaml": "resources: [settings.yaml]\n",
    "/base/settings.yaml": settings({ name: "settings" }, [value]).yaml,
    "/a/kustomization.yaml": "resources: [../base]\n",
    "/b/kustomization.yaml": `resources: [../base${claim === "" ? "" : ", claim.yaml"}]\n`,
    "/b/claim.yaml": claim,
  };
}

test.each([
  [
    "different contents",
    (index: number, side: string) => settings({ name: `${side}-${index}` }, [...FIVE, `v${index}`]),
  ],
  ["equal contents", (_: number, side: string) => settings({ name: `${side}-x` }, FIVE)],
  [
    "pairwise different values",
    (index: number, side: string) =>
      settings({ name: `${side}-${index}` }, [`a${index}`, `b${index}`, `c${index}`, "d"]),
  ],
])("objects of a kind that were all renamed, with %s, are paired without comparing all with all", async (_, make) => {
  const pair = (size: number) => {
    const sideOf = (side: string) => Array.from({ length: size }, (_each, index) => make(index, side));
    return pairResources(sideOf("base"), sideOf("head"));
  };
  expect(await growth(1000, pair)).toBeLessThan(3);
});

test("versions of an object in as many targets are paired without comparing all with all", async () => {
  const side = (prefix: string, size: number): LooseObject[] =>
    Array.from({ length: size }, (_, index) => {
      const settled = settings({ name: "web" }, [...FIVE, `${index}`]);
      return { resource: settled, targets: [`${prefix}/${index}`], text: settled.yaml };
    });
  const pair = (size: number) => {
    const pairs = pairAcrossTargets(side("a", size), side("b", size));
    expect(pairs).toHaveLength(size);
    for (const { base, head } of pairs) expect(base.targets[0]?.slice(2)).toBe(head.targets[0]?.slice(2));
  };
  expect(await growth(500, pair)).toBeLessThan(3);
});

test("renamed overlays are paired without comparing all with all", async () => {
  const side = (directory: string, image: string, size: number) =>
    Array.from({ length: size }, (_, index) => {
      const name = `shop${index}`;
      const objects = [
        deployment({ name: `${name}-web`, namespace: name }, { image }),
        settings({ name: `${name}-settings`, namespace: name }, FIVE),
      ];
      return targetContent(`${directory}/${name}`, objects);
    });
  const pair = (size: number) => {
    const alone = (rendered: TargetContent[], broken: string) => ({
      rendered,
      unknown: rendered.map(({ id }) => id.replace(/^[a-z]+/, broken)),
    });
    const [left, right] = [side("overlays", "shop:1", size), side("envs", "shop:2", size)];
    const { renamed } = pairTargets(alone(left, "old"), alone(right, "new"));
    expect(renamed.size).toBe(size);
    for (const [after, before] of renamed) expect(after.split("/")[1]).toBe(before.split("/")[1]);
  };
  expect(await growth(75, pair)).toBeLessThan(3);
});

test("definitions are compared with linear work", async () => {
  const definition = (type: string, size: number): Value => {
    const properties = Object.fromEntries(
      Array.from({ length: size }, (_, at) => [`p${at}`, { type, description: type }]),
    );
    const schema = { openAPIV3Schema: { type: "object", properties } };
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      spec: { versions: [{ name: "v1", served: true, storage: true, schema }] },
    };
  };
  const compare = (size: number) => {
    const change = definitionChange(definition("string", size), definition("integer", size));
    expect(change).toMatchObject({ moreProperties: size - 50, descriptions: size });
  };
  expect(await growth(2_000, compare)).toBeLessThan(3);
});

test("many targets with the same danger cost one entry, and linear work", async () => {
  const many = (count: number): Record<string, readonly [string, string]> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, [join(SETTINGS, USER), USER] as const]));
  const review = (count: number) => {
    const { dangers } = reviewed(many(count));
    expect(dangers.map(({ id, targets }) => [id, targets.length])).toEqual([["lost-reference", count]]);
  };
  expect(await growth(200, review)).toBeLessThan(3);
});

test("a target with very many objects is checked with linear work", async () => {
  const service = (at: number, on = at) =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: s${at}}\nspec: {selector: {app: x, tier: t${on}}}`;
  const pods = (at: number) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d${at}}\nspec: {template: {metadata: {labels: {app: x, tier: t${at}}}, spec: {containers: [{name: c, image: "x:1"}]}}}`;
  const check = (size: number) => {
    const numbers = Array.from({ length: size }, (_, at) => at);
    const base = join(...numbers.map((at) => service(at)), ...numbers.map((at) => pods(at)));
    const head = join(...numbers.map((at) => service(at, at + 1000)), ...numbers.map((at) => pods(at)));
    expect(reviewed({ a: [base, head] }).dangers).toHaveLength(size);
  };
  expect(await growth(200, check)).toBeLessThan(3);
});

test("many names that custom objects may make are looked for in the texts at once", async () => {
  const look = (size: number) => {
    const head = Array.from({ length: size }, (_, index) =>
      resource(
        `apiVersion: example.com/v1\nkind: Certificate\nmetadata: {name: c${index}}\nspec: {text: word${index}}`,
      ),
    );
    const of = new Makers({ base: [], head, pairs: head.map((each) => ({ base: undefined, head: each })) });
    for (let index = 0; index < size; index++) expect(of.mayMake(`absent${index}`)).toBe(false);
  };
  expect(await growth(500, look)).toBeLessThan(3);
});

function resourceOf(kind: string, value: Value): RenderedResource {
  const [apiVersion = "", name = ""] = kind.split(" ");
  return { apiVersion, kind: name, namespace: "", name: "shop", baseName: "shop", yaml: "", value: () => value };
}

/** Objects in which everything that rules count is there `count` times. */
function large(count: number): readonly (readonly [what: string, kind: string, base: Value, head: Value])[] {
  const numbered = (make: (index: number) => Value): Value[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const keyed = (prefix: string, value: Value): Value =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));
  return [
    [
      "containers",
      "apps/v1 Deployment",
      {
        spec: {
          template: { spec: { containers: numbered((index) => ({ name: `a${index}`, image: `web:${index}` })) } },
        },
      },
      { spec: { template: { spec: { containers: numbered((index) => ({ name: `b${index}`, image: "web:2" })) } } } },
    ],
    [
      "volumes",
      "apps/v1 DaemonSet",
      { spec: { template: { spec: { containers: [{}], volumes: [] } } } },
      {
        spec: {
          template: {
            spec: {
              containers: [{ volumeMounts: numbered((index) => ({ name: `v${index}` })) }],
              volumes: numbered((index) => ({ name: `v${index}`, hostPath: { path: `/${index}` } })),
            },
          },
        },
      },
    ],
    [
      "claims",
      "apps/v1 StatefulSet",
      { spec: { volumeClaimTemplates: numbered((index) => ({ metadata: { name: `a${index}` } })) } },
      { spec: { volumeClaimTemplates: numbered((index) => ({ metadata: { name: `b${index}` } })) } },
    ],
    [
      "labels",
      "apps/v1 Deployment",
      {
        spec: {
          selector: { matchLabels: keyed("a", "a") },
        },
      },
      {
        spec: {
          selector: { matchLabels: keyed("b", "a") },
        },
      },
    ],
    [
      "rules of a role",
      "rbac.authorization.k8s.io/v1 ClusterRole",
      { rules: numbered((index) => ({ apiGroups: [""], resources: [`a${index}`], verbs: ["get"] })) },
      { rules: numbered((index) => ({ apiGroups: [""], resources: [`b${index}`], verbs: ["get"] })) },
    ],
    [
      "paths of a role",
      "rbac.authorization.k8s.io/v1 ClusterRole",
      { rules: [{ nonResourceURLs: numbered((index) => `/a${index}/*`), verbs: ["get"] }] },
      { rules: [{ nonResourceURLs: numbered((index) => `/b${index}/${"x".repeat(100)}`), verbs: ["get"] }] },
    ],
    [
      "subjects",
      "rbac.authorization.k8s.io/v1 ClusterRoleBinding",
      {
        roleRef: { kind: "ClusterRole", name: "cluster-admin" },
        subjects: numbered((index) => ({ kind: "User", name: `a${index}` })),
      },
      {
        roleRef: { kind: "ClusterRole", name: "cluster-admin" },
        subjects: numbered((index) => ({ kind: "User", name: `b${index}` })),
      },
    ],
    [
      "versions",
      "apiextensions.k8s.io/v1 CustomResourceDefinition",
      { spec: { versions: numbered((index) => ({ name: `a${index}` })) } },
      { spec: { versions: numbered((index) => ({ name: `b${index}` })) } },
    ],
    [
      "keys of an immutable Secret",
      "v1 Secret",
      {
        kind: "Secret",
        immutable: true,
        data: keyed("a", "YQ=="),
      },
      {
        kind: "Secret",
        immutable: true,
        data: keyed("b", "YQ=="),
      },
    ],
    [
      "options of an annotation",
      "v1 Namespace",
      { metadata: { annotations: { "argocd.argoproj.io/sync-options": "a,".repeat(count) } } },
      { metadata: {} },
    ],
  ];
}

test.each(large(0).map(([what], row) => [what, row] as const))(
  "many %s take work linear in their number",
  async (_, row) => {
    const check = (count: number) => {
      const [, kind, before, after] = large(count)[row] ?? ["", "", {}, {}];
      const pair = { base: resourceOf(kind, before), head: resourceOf(kind, after) };
      for (const rule of PAIR_RULES) expect([...rule.check(pair)].length).toBeLessThanOrEqual(count + 1);
    };
    expect(await growth(2_000, check)).toBeLessThan(3);
  },
);

test("a review whose parts name each other as often as they can is read with linear work", async () => {
  const partial = await comparePartially({
    trees: { base: memoryTree(sharedBase("info", CLAIM)), head: memoryTree(sharedBase("debug", "")) },
    sides: { base: SIDE, head: SIDE },
    targets: ["a", "b"].map((path) => ({
      id: path,
      path,
      affected: true,
      why: "given",
      changed: ["base/settings.yaml"],
    })),
    changedFiles: new Set(["base/settings.yaml"]),
    build: {},
  });
  const change = partial.changes[1] as PartialReview["changes"][number];
  const target = partial.targets[1] as PartialReview["targets"][number];
  const danger = partial.dangers[0] as PartialReview["dangers"][number];
  const read = (count: number) => {
    const all = Array.from({ length: count }, (_, at) => at);
    const data: PartialReview = {
      ...partial,
      changes: [{ ...change, origins: [], traces: all.map((at) => ({ target: at, asked: 0, found: [] })) }],
      targets: all.map((at) => {
        const path = `t${String(at).padStart(9, "0")}`;
        return { ...target, id: path, path, changes: [0] };
      }),
      dangers: Array.from({ length: 8 }, (_, at) => ({
        change: 0,
        targets: all,
        danger: { ...danger.danger, message: `${at}` },
      })),
    };
    expect(joinReviews([parsePartial(partialText(data))]).targets).toHaveLength(count);
  };
  expect(await growth(1_000, read)).toBeLessThan(3);
});

const MISSING = TARGET_RULES.filter(({ id }) => id.startsWith("missing-"));

test("missing objects and keys are found without comparing all with all", async () => {
  const object = (kind: string, name: string, namespace: string, more: Record<string, Value>): RenderedResource => {
    const value = { apiVersion: "v1", kind, metadata: { name, namespace }, ...more };
    return { apiVersion: "v1", kind, name, namespace, baseName: name, yaml: JSON.stringify(value), value: () => value };
  };
  const pairsOf = (size: number) => {
    const names = Array.from({ length: size }, (_, index) =>
      `${index}`.replace(/./g, (digit) => "abcdefghij"[Number(digit)] ?? ""),
    );
    const env = names.map((name) => ({ name, valueFrom: { configMapKeyRef: { name: "all", key: `no-${name}` } } }));
    const envFrom = names.map((name) => ({ configMapRef: { name: `configs-${name}` } }));
    return [
      object("ConfigMap", "all", "", { data: Object.fromEntries(names.map((name) => [name, "x"])) }),
      ...names.map((name) => object("ConfigMap", `config-${name}`, `n${name}`, {})),
      object("Pod", "web", "", { spec: { containers: [{ name: "web", env, envFrom }] } }),
    ].map((head) => ({ base: undefined, head }));
  };
  const run = (size: number): number => {
    // New objects each time: rules remember what they have found out about one.
    const pairs = pairsOf(size);
    const target = { base: [], head: pairs.map(({ head }) => head), pairs };
    const found = MISSING.map((rule) => [
      ...rule.check(
        target,
        pairs.filter((pair) => rule.touches?.(pair)),
      ),
    ]);
    return found.flat().length;
  };
  expect(run(150)).toBe(300);
  expect(await growth(150, run)).toBeLessThan(2.6);
});
