import { describe, expect, test } from "@jest/globals";
import { MemoryPool } from "../../src/budget/index.ts";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { withholdSecrets } from "../../src/manifests/index.ts";
import type { Rendering } from "../../src/render/rendering.ts";
import { type Report, review } from "../../src/review/index.ts";
import { Reviewer } from "../../src/review/reviewer.ts";
import { failed, rendered } from "./renderings.ts";

const BASE = { sha: "1a2b3c4d", label: "main", reason: "merge base" };
const HEAD = { sha: "5d6e7f80", label: "HEAD", reason: "pull request head" };

function reviewOf(...renderings: { base: Rendering; head: Rendering }[]): Report {
  return review({ base: BASE, head: HEAD, renderings });
}

const absent = (target: string): Rendering => ({ status: "absent", target });
const service = (port: number, name = "web") =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  port: ${port}\n`;

function swallowed(severity: Diagnostic["severity"], line: number, message = "matches nothing"): Diagnostic {
  return { code: "unused-image", severity, message, file: "kustomization.yaml", line };
}

test("a reference to an object that got another name is no edit of its own, a label with that name is", () => {
  const texts = (prefix: string) => {
    const account = `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: ${prefix}web\n`;
    const job = `apiVersion: batch/v1
kind: Job
metadata:
  labels:
    app: ${prefix}web
  name: sweep
spec:
  envFrom:
  - configMapRef:
      name: ${prefix}web
  serviceAccountName: ${prefix}web
`;
    return `${account}---\n${job}`;
  };
  const withOriginals = (rendering: ReturnType<typeof rendered>) => ({
    ...rendering,
    resources: rendering.resources.map((resource) =>
      resource.kind === "Job"
        ? resource
        : { ...resource, original: { kind: resource.kind, namespace: "", name: "web" } },
    ),
  });
  const [base, head] = [withOriginals(rendered(texts("dev-"))), withOriginals(rendered(texts("test-")))];
  const job = reviewOf({ base, head }).changes.find(({ object }) => object.name === "sweep");
  expect(job?.fields.map(({ label, reference }) => [label, reference])).toEqual([
    ["labels.app", undefined],
    ["configMapRef.name", true],
    ["serviceAccountName", true],
  ]);
});

describe("the status of a target", () => {
  const one = rendered(service(80), "t");
  const other = rendered(service(81), "t");
  test.each<{ what: string; base: Rendering; head: Rendering; expected: object }>([
    { what: "unchanged", base: one, head: one, expected: { status: "unchanged", resources: { base: 1, head: 1 } } },
    { what: "changed", base: one, head: other, expected: { status: "changed", changes: [{ op: "changed" }] } },
    {
      what: "new",
      base: absent("t"),
      head: one,
      expected: { status: "added", resources: { base: null, head: 1 }, changes: [{ op: "added" }] },
    },
    {
      what: "removed",
      base: one,
      head: absent("t"),
      expected: { status: "removed", resources: { base: 1, head: null }, changes: [{ op: "removed" }] },
    },
    {
      what: "failing at the head only",
      base: one,
      head: failed("t"),
      expected: { status: "failed", failedBefore: false, changes: [], resources: { base: 1, head: null } },
    },
    {
      what: "failing on both sides",
      base: failed("t"),
      head: failed("t", "another message"),
      expected: { status: "failed", failedBefore: true, changes: [], diagnostics: [{ message: "another message" }] },
    },
    {
      what: "failing on both sides, because what is fetched is not what its digest says",
      base: failed("t"),
      head: {
        status: "failed",
        target: "t",
        diagnostics: [{ code: "catalog-digest", severity: "error", message: "differs" }],
      },
      expected: { status: "failed", failedBefore: false },
    },
    {
      what: "failing strictly for a problem that is a warning at the base, on another line",
      base: { ...one, diagnostics: [swallowed("warning", 3)] },
      head: { status: "failed", target: "t", diagnostics: [swallowed("error", 4)] },
      expected: { status: "failed", failedBefore: true, diagnostics: [{ severity: "error" }] },
    },
    {
      what: "failing strictly for one more problem than the base has",
      base: { ...one, diagnostics: [swallowed("warning", 3)] },
      head: { status: "failed", target: "t", diagnostics: [swallowed("error", 3), swallowed("error", 3, "another")] },
      expected: { status: "failed", failedBefore: false },
    },
    {
      what: "new and failing",
      base: absent("t"),
      head: failed("t"),
      expected: { status: "failed", failedBefore: false, changes: [] },
    },
    {
      what: "failing at the base only",
      base: failed("t", "was broken"),
      head: one,
      expected: {
        status: "failed-at-base",
        asNew: true,
        changes: [{ op: "added" }],
        diagnostics: [{ message: "was broken" }],
      },
    },
    {
      what: "removed and failing at the base",
      base: failed("t"),
      head: absent("t"),
      expected: { status: "removed", changes: [], resources: { base: null, head: null } },
    },
    {
      what: "removed, and lacking an input at the base",
      base: failed("t", "no remotes", "remote-unsupported"),
      head: absent("t"),
      expected: { status: "removed", needs: ["remote"], resources: { base: null, head: null } },
    },
    {
      what: "absent on both sides",
      base: absent("t"),
      head: absent("t"),
      expected: { status: "failed", diagnostics: [{ code: "target-not-found" }] },
    },
    {
      what: "empty on both sides",
      base: rendered("", "t"),
      head: rendered("", "t"),
      expected: { status: "unchanged", resources: { base: 0, head: 0 } },
    },
  ])("$what", ({ base, head, expected }) => {
    const report = reviewOf({ base, head });
    expect({ ...report.targets[0], changes: report.changes }).toMatchObject({
      path: "t",
      why: "selected",
      ...expected,
    });
  });
});

test("targets are in path order, and each has its own failures", () => {
  const report = reviewOf(
    { base: rendered(service(80), "b"), head: rendered(service(81), "b") },
    { base: rendered(service(80), "a"), head: failed("a") },
  );
  expect(report.targets.map(({ path, status }) => [path, status])).toEqual([
    ["a", "failed"],
    ["b", "changed"],
  ]);
  expect(report).toMatchObject({ version: 2, base: BASE, head: HEAD });
});

test("the values of unchanged objects are not decoded", () => {
  const untouchable = { ...rendered(service(80), "t") };
  const resources = untouchable.resources.map((resource) => ({
    ...resource,
    value: () => {
      throw new Error("read");
    },
  }));
  const rendering: Rendering = { ...untouchable, resources };
  const more: Rendering = { ...rendering, resources: [...resources, ...rendered(service(1, "new"), "t").resources] };
  expect(reviewOf({ base: rendering, head: more }).targets[0]?.changes).toHaveLength(1);
});

test("an object whose layout alone changed is counted and not shown", () => {
  const base = rendered("apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec: {a: 1, b: '2'}\n", "t");
  const head = rendered('apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  b: "2"\n  a: 1\n', "t");
  expect(reviewOf({ base, head }).targets[0]).toMatchObject({ status: "unchanged", changes: [], layoutOnly: 1 });
});

test("a new version of the API is one change", () => {
  const budget = (version: string) =>
    `apiVersion: policy/${version}\nkind: PodDisruptionBudget\nmetadata:\n  name: web\n`;
  const { changes } = reviewOf({ base: rendered(budget("v1beta1")), head: rendered(budget("v1")) });
  expect(changes).toMatchObject([
    { op: "changed", object: { apiVersion: "policy/v1" }, from: { apiVersion: "policy/v1beta1" }, fields: [] },
  ]);
  expect(changes[0]?.hunks).toHaveLength(1);
});

describe("a generated object", () => {
  const target = (hash: string, level: string, image = "web:1") =>
    `apiVersion: v1
kind: ConfigMap
metadata:
  name: conf-${hash}
data:
  LEVEL: ${level}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  containers:
  - name: web
    image: ${image}
    envFrom:
    - configMapRef:
        name: conf-${hash}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: worker
spec:
  config: conf-${hash}
`;
  const base = rendered(target("2222222222", "info"));

  test("with new content is one change, and names the objects that refer to it", () => {
    const { changes } = reviewOf({ base, head: rendered(target("4444444444", "debug")) });
    expect(changes).toMatchObject([
      {
        op: "changed",
        object: { apiVersion: "v1", kind: "ConfigMap", namespace: "", name: "conf-4444444444", baseName: "conf" },
        from: { name: "conf-2222222222" },
        referrers: [
          { apiVersion: "apps/v1", kind: "Deployment", namespace: "", name: "web" },
          { apiVersion: "apps/v1", kind: "Deployment", namespace: "", name: "worker" },
        ],
        fields: [{ path: "/data/LEVEL", op: "changed", before: "info", after: "debug" }],
      },
      { object: { kind: "Deployment", name: "web" }, onlyReferences: true },
      { object: { kind: "Deployment", name: "worker" }, onlyReferences: true },
    ]);
    expect(changes).toHaveLength(3);
  });

  test("does not absorb other changes of the objects that refer to it", () => {
    const { changes } = reviewOf({ base, head: rendered(target("4444444444", "debug", "web:2")) });
    expect(changes.map(({ object, onlyReferences }) => [object.name, onlyReferences])).toEqual([
      ["conf-4444444444", undefined],
      ["web", undefined],
      ["worker", true],
    ]);
    expect(changes[0]?.referrers).toHaveLength(2);
  });

  test("names neither itself nor objects of other namespaces among those that refer to it", () => {
    const renamed = (name: string): Rendering => {
      const texts = ["a", "b", ""].flatMap((space) => {
        const metadata = `metadata: {name: ${name}${space === "" ? "" : `, namespace: ${space}`}}`;
        return [
          `apiVersion: v1\nkind: ServiceAccount\n${metadata}\n`,
          `apiVersion: apps/v1\nkind: Deployment\n${metadata}\nspec: {serviceAccountName: ${name}, fullName: ${name}}\n`,
        ];
      });
      const { resources, ...rest } = rendered(texts.join("---\n"));
      const named = resources.map((each) => {
        const { kind, namespace } = each;
        return { ...each, original: { kind, namespace, name: "web" } };
      });
      return { ...rest, resources: named };
    };
    const { changes } = reviewOf({ base: renamed("old-web"), head: renamed("new-web") });
    const told = changes.map(({ object: { kind, namespace }, referrers = [] }) => [
      `${kind} ${namespace}`,
      referrers.map((each) => `${each.kind} ${each.namespace}`),
    ]);
    expect(Object.fromEntries(told)).toEqual({
      "ServiceAccount a": ["Deployment a", "Deployment "],
      "ServiceAccount b": ["Deployment b", "Deployment "],
      "ServiceAccount ": ["Deployment a", "Deployment b", "Deployment "],
      "Deployment a": ["Deployment "],
      "Deployment b": ["Deployment "],
      "Deployment ": ["Deployment a", "Deployment b"],
    });
  });
});

describe("groups", () => {
  const pair = (target: string, from: number, to: number) => ({
    base: rendered(service(from), target),
    head: rendered(service(to), target),
  });

  test("equal changes of several targets are one group, different changes are several", () => {
    const { groups } = reviewOf(pair("a", 80, 81), pair("b", 80, 81), pair("c", 80, 82));
    expect(groups.map(({ targets }) => targets)).toEqual([["a", "b"], ["c"]]);
  });

  test("changes that differ in the namespace only are one group", () => {
    const inNamespace = (target: string, namespace: string, to: number) => {
      const side = (port: number) =>
        rendered(service(port).replace("  name: web", `  name: web\n  namespace: ${namespace}`), target);
      return { base: side(80), head: side(to) };
    };
    const report = reviewOf(inNamespace("a", "one", 81), inNamespace("b", "two", 81), inNamespace("c", "three", 82));
    expect(report.groups).toMatchObject([{ targets: ["a", "b"] }, { targets: ["c"] }]);
  });

  test("the same change in two namespaces of one target names the target once", () => {
    const side = (port: number) =>
      rendered(
        ["one", "two"]
          .map((namespace) => service(port).replace("  name: web", `  name: web\n  namespace: ${namespace}`))
          .join("---\n"),
        "a",
      );
    const { changes, groups } = reviewOf({ base: side(80), head: side(81) });
    expect(groups).toMatchObject([{ targets: ["a"], changes: changes.map(({ id }) => id) }]);
    expect(changes).toHaveLength(2);
  });

  const deployment = (target: string, before: string, after: string, containers: (image: string) => string) => {
    const side = (image: string) =>
      rendered(
        `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  containers:\n${containers(image)}`,
        target,
      );
    return { base: side(before), head: side(after) };
  };
  const web = (image: string, more = "") => `  - image: ${image}\n    name: web\n${more}`;

  test("changes that differ in their context, in a list position or in the name of a container are one group", () => {
    const report = reviewOf(
      deployment("a", "x:1", "x:2", (image) => web(image)),
      deployment("b", "x:1", "x:2", (image) => `  - name: sidecar\n${web(image, "    tty: true\n")}`),
      deployment("c", "x:1", "x:2", (image) => `${web("x:1")}  - image: ${image}\n    name: other\n`),
    );
    expect(report.groups).toMatchObject([{ targets: ["a", "b", "c"] }]);
  });

  test("changes with different values in different namespaces are several groups", () => {
    const side = (target: string, namespace: string, to: string) =>
      rendered(
        service(80).replace("  name: web", `  name: web\n  namespace: ${namespace}\n  labels:\n    a: ${to}`),
        target,
      );
    const report = reviewOf(
      { base: side("a", "one", "x"), head: side("a", "one", "other") },
      { base: side("b", "two", "x"), head: side("b", "two", "another") },
    );
    expect(report.groups).toHaveLength(2);
  });

  test("removed objects come first, then changed ones, then added ones", () => {
    const base = rendered(`${service(80, "gone")}---\n${service(80, "same")}`, "t");
    const head = rendered(`${service(80, "new")}---\n${service(81, "same")}`, "t");
    expect(reviewOf({ base, head }).groups.map(({ op }) => op)).toEqual(["removed", "changed", "added"]);
  });
});

describe("manifests without secrets", () => {
  const secret = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db-2222222222\ndata:\n  a: b25l\n";
  const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  from: [db-2222222222]\n  count: 1\n";

  test("hold no values of Secrets, nor their hashes", () => {
    const { resources } = withholdSecrets(rendered(`${secret}---\n${pod}`));
    expect(resources.map(({ yaml }) => yaml)).toEqual([
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db-<hash>\ndata:\n  a: <redacted>\n",
      pod.replace("2222222222", "<hash>"),
    ]);
    expect(resources.map(({ name }) => name)).toEqual(["db-<hash>", "p"]);
    expect(resources.map((resource) => resource.value())).toMatchObject([
      { metadata: { name: "db-<hash>" }, data: { a: "<redacted>" } },
      { spec: { from: ["db-<hash>"], count: 1 } },
    ]);
  });

  test("are unchanged if there are no Secrets", () => {
    const rendering = rendered(service(80));
    expect(withholdSecrets(rendering)).toBe(rendering);
  });
});

describe("a comparison that takes too much", () => {
  const renderings = ["large", "small"].map((target) => {
    const list = (value: string) => service(80) + `list:\n${`- ${value}\n`.repeat(target === "large" ? 400_000 : 1)}`;
    const side = (value: string): Rendering => {
      const one = rendered(service(80), target);
      return { ...one, resources: one.resources.map((resource) => ({ ...resource, yaml: list(value) })) };
    };
    return { base: side("a"), head: side("b") };
  });
  const statuses = (report: Report) =>
    report.targets.map(({ path, status, diagnostics }) => [path, status, diagnostics.map(({ code }) => code).join()]);

  test("of memory fails its target, and the others are compared", () => {
    const full = new MemoryPool(() => ({ limit: 1e9, used: () => 0.99e9, inUse: () => 0.99e9 }));
    const changing = renderings.map(({ base, head }) => ({
      base,
      head: { ...head, resources: head.status === "rendered" ? head.resources.map(withPort) : [] } as Rendering,
    }));
    expect(statuses(review({ base: BASE, head: HEAD, renderings: changing, pool: full }))).toEqual([
      ["large", "failed", "build-too-large"],
      ["small", "changed", ""],
    ]);
  });

  test("of time fails its target", () => {
    const report = review({ base: BASE, head: HEAD, renderings: renderings.slice(0, 1), timeoutSeconds: 1e-6 });
    expect(statuses(report)).toEqual([["large", "failed", "build-timeout"]]);
  });

  test("of memory waits for another turn, so that it takes nothing that small ones need", () => {
    // A comparison may take more if it is the last turn.
    const scarce = new MemoryPool(() => ({ limit: 2e8, used: () => 1e8, inUse: () => 1e8 }));
    const reviewer = new Reviewer(scarce, undefined, EMPTY_CONFIGURATION);
    const compare = (at: number, isLast: boolean) => {
      const { base, head } = renderings[at] as (typeof renderings)[number];
      const changed = {
        ...head,
        resources: head.status === "rendered" ? head.resources.map(withPort) : [],
      } as Rendering;
      return reviewer.compare({ id: head.target, path: head.target, why: "" }, base, changed, {
        seconds: undefined,
        isLast,
      });
    };
    expect(compare(0, false)).toBe(false);
    expect(compare(1, false)).toBe(true);
    expect(compare(0, true)).toBe(true);
    expect(statuses(reviewer.report({ base: BASE, head: HEAD }))).toEqual([
      ["large", "changed", ""],
      ["small", "changed", ""],
    ]);
  });
});

function withPort<T extends { value: () => unknown }>(resource: T): T {
  return { ...resource, value: () => ({ spec: { port: 81 } }) };
}
