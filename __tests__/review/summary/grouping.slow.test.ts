import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hostileReport, hunk } from "../../report/reports.ts";
import { type Given, groupsOf, reportOf } from "../given-reports.ts";

const replicas = { path: "/spec/replicas", op: "changed", before: 3, after: 5 } as const;
const tag = (path: string, namedPath?: string) =>
  ({ path, ...(namedPath && { namedPath }), op: "changed", before: "x:1", after: "x:2" }) as const;

/** `op label before → after ×count` of each group, edits with commas between them. */
function rowsOf(targets: Readonly<Record<string, readonly Given[]>>): string[] {
  const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "-"));
  return groupsOf(targets).map(({ op, edits, kinds }) => {
    const list = edits.map(
      ({ label, op: how, before, after, count }) => `${label} ${how} ${text(before)} → ${text(after)} ×${count}`,
    );
    return [op, kinds.map(({ kind, count }) => `${count} ${kind}`).join(" "), ...list].join("; ");
  });
}

const named = (count: number, more: (index: number) => Given): Given[] =>
  Array.from({ length: count }, (_, index) => ({ name: `object-${index}`, ...more(index) }));

describe("one edit is one group", () => {
  test("of objects with different names and kinds", () => {
    const objects = named(83, (index) => ({
      kind: index < 80 ? "ExternalSecret" : "SecretStore",
      apiVersion: "external-secrets.io/v1",
      from: { apiVersion: "external-secrets.io/v1beta1" },
      fields: [],
    }));
    expect(rowsOf({ a: objects })).toEqual([
      "changed; 80 ExternalSecret 3 SecretStore; apiVersion changed external-secrets.io/v1beta1 → external-secrets.io/v1 ×83",
    ]);
  });

  test("although the objects have other edits as well", () => {
    const field = (index: number) => ({ ...replicas, path: `/spec/field${index}` });
    const objects = named(15, (index) => ({
      fields: [0, 1, 2, 3].filter((bit) => (index + 1) & (1 << bit)).map(field),
    }));
    expect(groupsOf({ a: objects }).map(({ edits, changes }) => [edits.length, changes.length])).toEqual([
      [1, 8],
      [1, 8],
      [1, 8],
      [1, 8],
    ]);
  });

  test("of overlays with prefixes and namespaces of their own, with marks in place of what differs", () => {
    const overlays = Array.from({ length: 10 }, (_, index) => {
      const [prefix, namespace] = [`stage${index}-`, `team${index}`];
      const before = `${prefix}web.${namespace}.svc`;
      const field = {
        path: "/spec/host",
        label: "spec.host",
        op: "changed",
        before,
        after: `${prefix}db.${namespace}.svc`,
      };
      const given: Given = {
        name: `${prefix}web`,
        namespace,
        original: "web",
        fields: [field as typeof replicas & typeof field],
      };
      return [`t${index}`, [given]] as const;
    });
    expect(rowsOf(Object.fromEntries(overlays))).toEqual([
      "changed; 10 Deployment; spec.host changed <name>.<namespace>.svc → <prefix>db.<namespace>.svc ×10",
    ]);
  });

  test("of overlays of which one has a suffix in place of a prefix", () => {
    const account = (value: string) => ({ path: "/spec/account", op: "added", after: value }) as const;
    expect(
      rowsOf({
        a: [{ name: "prod-web", original: "web", fields: [account("prod-robot")] }],
        b: [{ name: "web-test", original: "web", fields: [account("robot-test")] }],
      }),
    ).toEqual(["changed; 2 Deployment; spec.account added - → <prefix>robot ×2"]);
  });

  test("of targets whose values have the names of their directories", () => {
    const targets = ["eu-1", "us-1", "ap-1"].map((region) => {
      const field = {
        path: "/spec/host",
        op: "changed",
        before: `web.${region}.old`,
        after: `web.${region}.new`,
      } as const;
      return [`clusters/${region}/shop`, [{ name: `web-${region}`, original: "web", fields: [field] }]] as const;
    });
    expect(rowsOf(Object.fromEntries(targets))).toEqual([
      "changed; 3 Deployment; spec.host changed <name>.<target>.old → <name>.<target>.new ×3",
    ]);
    // A directory that all of them have is no name of one.
    const shop = (region: string, value: string): [string, Given[]] => [
      `clusters/${region}/shop`,
      [{ name: region, fields: [{ path: "/spec/app", op: "added", after: `a ${value}` }] }],
    ];
    expect(rowsOf(Object.fromEntries([shop("eu", "shop"), shop("us", "clusters")]))).toHaveLength(2);
    // Nor is it one of those of an object that several targets have.
    const host = { path: "/spec/host", op: "added", after: "eu" } as const;
    const shared = { name: "web", fields: [host] };
    expect(
      rowsOf({ "x/eu": [shared], "x/us": [shared], "x/ap": [{ name: "b", fields: [{ ...host, after: "ap" }] }] }),
    ).toEqual(["changed; 1 Deployment; spec.host added - → ap ×1", "changed; 1 Deployment; spec.host added - → eu ×1"]);
  });

  test("but not if a value only looks like one without names", () => {
    const host = (value: string) => ({ path: "/spec/host", op: "added", after: value }) as const;
    expect(groupsOf({ a: [{ fields: [host("web")] }], b: [{ name: "api", fields: [host("<name>")] }] })).toHaveLength(
      2,
    );
  });

  test("of one schema that is used in many places", () => {
    const schema = "/spec/versions/0/schema/openAPIV3Schema/properties";
    const field = (path: string, after: unknown) => ({ path: `${schema}${path}`, op: "added", after }) as const;
    const secret = { type: "object" };
    const crds = [
      [
        field("/spec/properties/s3/properties/token", secret),
        field("/spec/properties/all/items/properties/s3/properties/token", secret),
      ],
      [field("/status/properties/s3/properties/token", secret)],
      [field("/status/properties/s3/properties/token", { type: "string" })],
    ];
    const kind = "CustomResourceDefinition";
    const given = crds.map((fields, index) => ({ kind, name: `crd-${index}`, fields }));
    expect(groupsOf({ a: given }).map(({ edits, changes }) => [edits[0]?.count, changes.length])).toEqual([
      [3, 2],
      [1, 1],
    ]);
  });

  test.each<[what: string, names: readonly [string, string], values: readonly [unknown, unknown], rows: number]>([
    ["numbers", ["8080", "9090"], [8080, 9090], 2],
    ["words", ["true", "null"], [true, null], 2],
    ["escapes", ["nfoo", "nbar"], ["a\nfoo\n", "a\nbar\n"], 2],
    ["texts", ["8080", "9090"], ["8080", "9090"], 1],
    ["keys", ["one", "two"], [{ one: 1 }, { two: 1 }], 1],
    [
      "keys that are marks",
      ["one", "two"],
      [
        { "<name>": 1, one: 2 },
        { "<name>": 1, two: 2 },
      ],
      2,
    ],
  ])("names among values are found in texts only: %s", (_, names, values, rows) => {
    const edit = { path: "/spec/a", op: "changed", after: "x" } as const;
    const given = names.map((name, index) => ({ name, fields: [{ ...edit, before: values[index] }] }));
    expect(rowsOf({ t: given })).toHaveLength(rows);
  });

  test("at several paths of one object", () => {
    const version = (path: string) => ({ path, op: "changed", before: "1", after: "2" }) as const;
    const paths = ["/metadata/labels/v", "/spec/selector/matchLabels/v", "/spec/template/metadata/labels/v"];
    expect(rowsOf({ a: [{ fields: paths.map(version) }] })).toEqual([
      "changed; 1 Deployment; labels.v changed 1 → 2 ×3",
    ]);
  });

  test("of labels that some objects have none of", () => {
    const added = (path: string, after: unknown) => ({ path, op: "added", after }) as const;
    expect(
      rowsOf({
        a: [
          { name: "one", fields: [added("/metadata/labels", { team: "x" })] },
          { name: "two", fields: [added("/metadata/labels/team", "x")] },
        ],
      }),
    ).toEqual(["changed; 2 Deployment; metadata.labels.team added - → x ×2"]);
  });

  test("of containers with different names in different kinds", () => {
    const deployment = tag("/spec/template/spec/containers/0/image", "/spec/template/spec/containers/web/image");
    const job = tag("/spec/jobTemplate/spec/template/spec/containers/1/image");
    const init = tag("/spec/initContainers/0/image", "/spec/initContainers/side/image");
    expect(
      rowsOf({
        a: [
          { name: "one", fields: [deployment] },
          { name: "two", kind: "CronJob", fields: [job] },
          { name: "three", kind: "Pod", fields: [init] },
        ],
      }),
    ).toEqual(["changed; 1 Deployment 1 CronJob 1 Pod; containers[*].image changed x:1 → x:2 ×3"]);
  });

  test("if it has one cause, whatever the paths", () => {
    const fields = [
      { path: "/spec/a", op: "changed", before: 1, after: 2 },
      { path: "/spec/b", op: "changed", before: 1, after: 2 },
    ] as const;
    const cause = {
      side: "head",
      file: "replacement.yaml",
      step: "replacements",
      fields: ["/spec/a", "/spec/b"],
    } as const;
    const objects = (line?: number): Given[] => [
      { name: "one", fields: [fields[0]], causes: [{ ...cause, ...(line && { line }) }] },
      { name: "two", fields: [fields[1]], causes: [{ ...cause, ...(line && { line }) }] },
    ];
    expect(groupsOf({ a: objects(3) }).map(({ changes }) => changes.length)).toEqual([2]);
    expect(groupsOf({ a: objects() })).toHaveLength(2);
  });

  test.each<[paths: readonly string[], label: string]>([
    [["/spec/probes/liveness/custom", "/spec/probes/readiness/custom"], "probes.….custom"],
    [["/spec/a/x", "/spec/a/y", "/spec/a/z/x"], "a.…"],
    [["/spec/host", "/data/url"], "host, data.url"],
    [["/spec/host", "/data/url", "/data/address"], "several fields"],
    [["/spec/a/acme~1host", "/spec/a/acme~1port"], "a.acme/{host,port}"],
    [["/metadata/annotations/a~1b", "/metadata/annotations/c~1d"], "annotations.{a/b,c/d}"],
    [["/spec/a.b/x", "/spec/a.c/x"], "….x"],
  ])("named by what %j have in common, if it has one cause", (paths, label) => {
    const fields = paths.map((path) => ({ path, op: "changed", before: 1, after: 2 }) as const);
    const causes = [{ side: "head", file: "a.yaml", line: 3, step: "resources", fields: paths }] as const;
    expect(rowsOf({ a: [{ fields, causes }] })).toEqual([
      `changed; 1 Deployment; ${label} changed 1 → 2 ×${paths.length}`,
    ]);
  });

  test("with what always occurs together", () => {
    const objects = named(3, () => ({ fields: [replicas, { ...replicas, path: "/spec/max" }] }));
    expect(groupsOf({ a: objects })).toMatchObject([{ edits: [{ count: 3 }, { count: 3 }] }]);
  });
});

describe("several edits are several groups", () => {
  test.each<[string, Given, Given]>([
    ["other values", { fields: [replicas] }, { fields: [{ ...replicas, after: 6 }] }],
    ["another field", { fields: [replicas] }, { fields: [{ ...replicas, path: "/spec/max" }] }],
    ["an added value", { fields: [replicas] }, { fields: [{ path: "/spec/replicas", op: "added", after: 5 }] }],
    [
      "secrets that nobody may compare",
      { name: "one", fields: [{ path: "/data/a", op: "changed", redacted: true }] },
      { name: "two", fields: [{ path: "/data/a", op: "changed", redacted: true }] },
    ],
    [
      "long values with other lines",
      { fields: [{ path: "/data/a", op: "changed", oversized: true }], hunks: [hunk(["-a", "+b"])] },
      { fields: [{ path: "/data/a", op: "changed", oversized: true }], hunks: [hunk(["-a", "+c"])] },
    ],
    ["fields beyond the list", { fields: [replicas], moreFields: 1 }, { fields: [replicas], moreFields: 1, hunks: [] }],
  ])("%s", (_, one, two) => {
    const groups = groupsOf({ a: [one], b: [{ name: "other", ...two }] });
    expect(new Set(groups.map(({ id }) => id)).size).toBeGreaterThan(1);
  });

  test("the same secret of several overlays is one", () => {
    const secret = (prefix: string): Given => ({
      name: `${prefix}s`,
      original: "s",
      fields: [{ path: "/data/a", op: "changed", redacted: true }],
    });
    expect(groupsOf({ a: [secret("a-")], b: [secret("b-")] })).toMatchObject([{ targets: ["a", "b"] }]);
  });
});

describe("moves", () => {
  test("of many objects in the same way are one group, apart from their other edits", () => {
    const objects = named(5, (index) => ({
      from: { namespace: "old", name: `web-${index}` },
      name: `eu-web-${index}`,
      fields: index === 0 ? [replicas] : [],
    }));
    expect(rowsOf({ a: objects })).toEqual([
      "changed; 1 Deployment; spec.replicas changed 3 → 5 ×1",
      "moved; 5 Deployment; metadata.namespace changed old → shop ×5, metadata.name changed … → eu-… ×5".replace(
        ", ",
        "; ",
      ),
    ]);
  });

  test("to another target name both", () => {
    const moved = { from: { targets: ["a"] }, fields: [] };
    expect(groupsOf({ a: [moved], b: [moved] })).toMatchObject([
      { op: "moved", targets: ["a", "b"], edits: [{ label: "target", before: "a", after: "b" }] },
    ]);
  });

  test("of one sort between targets are one group, whatever the objects", () => {
    const moves = ["eu", "us", "ap"].flatMap((region, at) => {
      const [before, after] = [`clusters/${region}/old`, `clusters/${region}/apps/new`];
      const moved: Given = {
        name: `web-${at}`,
        kind: at === 0 ? "Job" : "Deployment",
        from: { targets: [before] },
        fields: [],
      };
      return [[before, [moved]] as const, [after, [moved]] as const];
    });
    expect(rowsOf(Object.fromEntries(moves))).toEqual([
      "moved; 2 Deployment 1 Job; target changed clusters/*/old → clusters/*/apps/new ×3",
    ]);
    const other: Given = { name: "x", from: { targets: ["clusters/eu/old"] }, fields: [] };
    const others = [["clusters/eu/old", [other]] as const, ["clusters/us/apps/new", [other]] as const];
    expect(rowsOf(Object.fromEntries([...moves.slice(4), ...others]))).toHaveLength(2);
  });

  test("a new hash is none", () => {
    const generated = { name: "c-4444444444", baseName: "c", from: { name: "c-2222222222" } };
    const { figures, groups } = reportOf({ a: [generated] });
    expect(groups).toMatchObject([{ op: "changed", edits: [{ label: "spec.replicas" }] }]);
    expect(figures.changes).toMatchObject({ changed: 1, moved: 0 });
  });
});

describe("whole objects", () => {
  const added = (name: string, more: Given = {}): Given => ({ op: "added", name, fields: [], ...more });
  const file = (path: string) => [{ side: "head", file: path, line: 1, step: "resources" }] as const;

  test("the same object of many targets is one group, whatever its prefix, namespace and content", () => {
    const one = (prefix: string, value: number): Given =>
      added(`${prefix}web`, {
        original: "web",
        namespace: prefix,
        causes: file("base.yaml"),
        hunks: [hunk([`+${value}`])],
      });
    expect(groupsOf({ a: [one("a-", 1)], b: [one("b-", 2)] })).toMatchObject([
      { op: "added", edits: [], targets: ["a", "b"] },
    ]);
  });

  test("objects of one name from different files with different content are several", () => {
    const one = (path: string): Given => added("config", { causes: file(path), hunks: [hunk([`+${path}`])] });
    expect(groupsOf({ a: [one("a.yaml")], b: [one("b.yaml")] })).toHaveLength(2);
  });

  test("four targets that each add one in a file of the same name are one, three are three", () => {
    const config = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `env-${at}`,
          [added("config", { causes: file(`env-${at}/config.yaml`), hunks: [hunk([`+${at}`])] })],
        ]),
      );
    expect(groupsOf(config(4))).toMatchObject([{ targets: ["env-0", "env-1", "env-2", "env-3"] }]);
    expect(groupsOf(config(3))).toHaveLength(3);
    const elsewhere = Object.entries(config(4)).map(([path, [given]]) => [
      path,
      [{ ...(given as Given), causes: file(`lib/${path}.yaml`) }],
    ]);
    expect(groupsOf(Object.fromEntries(elsewhere))).toHaveLength(4);
  });

  test("four objects of one kind from one file are one, three are three", () => {
    const crds = (count: number) =>
      named(count, (index) =>
        added(`crd${index}`, { kind: "CRD", causes: file("crds.yaml"), hunks: [hunk([`+${index}`])] }),
      );
    expect(groupsOf({ a: crds(4) })).toMatchObject([{ kinds: [{ kind: "CRD", count: 4 }] }]);
    expect(groupsOf({ a: crds(3) })).toHaveLength(3);
  });
});

test("references to one generated object of overlays with prefixes are one group", () => {
  const reference = (prefix: string): Given => ({
    name: `${prefix}web`,
    original: "web",
    onlyReferences: true,
    fields: [
      { path: "/a", op: "changed", reference: true, before: `${prefix}c-2222222222`, after: `${prefix}c-4444444444` },
    ],
  });
  expect(groupsOf({ a: [reference("a-")], b: [reference("b-")] })).toMatchObject([{ targets: ["a", "b"] }]);
});

test("references to one generated object are one group after all others", () => {
  const reference = (hash: string): Given => ({
    onlyReferences: true,
    fields: [{ path: "/a", op: "changed", reference: true, before: "c-2222222222", after: `c-${hash}` }],
  });
  expect(groupsOf({ a: [reference("4444444444")], b: [reference("5555555555"), { name: "x" }] })).toMatchObject([
    { changes: [expect.anything()] },
    { onlyReferences: true, targets: ["a", "b"] },
  ]);
});

test("for any report, each change is in a group, and groups have distinct ids and the targets of their changes", () => {
  fc.assert(
    fc.property(hostileReport, (report) => {
      const grouped = new Set(report.groups.flatMap(({ changes }) => changes));
      expect(grouped).toEqual(new Set(report.changes.map(({ id }) => id)));
      expect(new Set(report.groups.map(({ id }) => id)).size).toBe(report.groups.length);
      for (const group of report.groups) {
        // whole-targets.test.ts looks at the others.
        if (group.whole !== undefined) continue;
        const wanted = report.targets.filter(({ changes }) => changes.some((id) => group.changes.includes(id)));
        expect(new Set(group.targets)).toEqual(new Set(wanted.map(({ id }) => id)));
      }
    }),
    { numRuns: 300 },
  );
});
