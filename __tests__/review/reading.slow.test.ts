import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { KrmError } from "../../src/diagnostics.ts";
import { jsonChunks } from "../../src/report/index.ts";
import { type Danger, parseReport, type Report } from "../../src/review/index.ts";
import { planOf } from "../../src/review/plan/index.ts";
import { change, failedTarget, hostileReport, hunk, report, target, tidyReport } from "../report/reports.ts";

const json = (input: Report): string => [...jsonChunks(input)].join("");

const PLAIN = report(
  target("apps/a", {
    changes: [change({ from: { targets: ["apps/b"] } }), change({ op: "added", name: "new", fields: [] })],
  }),
  target("apps/b", { changes: [change({ from: { targets: ["apps/b"] } })] }),
  failedTarget("apps/c", "broken"),
);

const [, DANGEROUS] = PLAIN.changes;
const KEY = "bad-thing:0123456789ab";

/** The plain report with two dangers. */
function dangerous(): Report {
  const danger = (more: Partial<Danger>): Danger => ({
    id: "bad-thing",
    key: KEY,
    level: "high",
    targets: ["apps/a"],
    change: DANGEROUS?.id ?? "",
    message: "is bad",
    ...more,
  });
  const silenced = { by: "configuration", reason: "known" } as const;
  const dangers = [danger({}), danger({ level: "low", path: "/spec", before: "1", after: "2", silenced })];
  const counts = { high: 1, medium: 0, low: 0, silenced: 1 };
  return { ...PLAIN, dangers, figures: { ...PLAIN.figures, dangers: counts } };
}

/** What JSON.parse returns: tests break it in any way. */
type Json = ReturnType<typeof JSON.parse>;

/** The problem of the plain report after an edit of its data; empty if it is read. */
function problemAfter(edit: (data: Json) => void, input: Report = PLAIN): string {
  const data = JSON.parse(json(input));
  edit(data);
  return problemOf(JSON.stringify(data));
}

function problemOf(text: string | Uint8Array): string {
  try {
    parseReport(text);
    return "";
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    if (first?.code !== "report-invalid" || first.hint === undefined) throw thrown;
    return first.message.replace("this is no report of krm-render that can be read: ", "");
  }
}

describe("a report that was written", () => {
  test("is read as it was", () => {
    expect(parseReport(json(PLAIN))).toEqual(PLAIN);
    expect(parseReport(Buffer.from(json(PLAIN)))).toEqual(PLAIN);
  });

  test("is read as it was, whatever is in it", () => {
    fc.assert(
      fc.property(tidyReport, (input) => {
        expect(JSON.stringify(parseReport(json(input)))).toBe(JSON.stringify(input));
      }),
      { numRuns: 300 },
    );
  });

  test("is read with all characters of names and files, which the writers escape", () => {
    const data = JSON.parse(json(PLAIN));
    data.changes[0].object.name = "a\u001b[2J\n";
    data.changes[0].causes[0].file = "a\rb.yaml";
    const [read] = parseReport(JSON.stringify(data)).changes;
    expect([read?.object.name, read?.causes[0]?.file]).toEqual(["a\u001b[2J\n", "a\rb.yaml"]);
  });

  test("loses the fields that a later release added", () => {
    const data = JSON.parse(json(PLAIN));
    data.later = { deep: true };
    data.changes[0].object.uid = "x";
    data.targets[0].cost = 3;
    data.figures.changes.weighed = 1;
    data["__proto__x"] = 1;
    expect(parseReport(JSON.stringify(data).replace('"__proto__x"', '"__proto__"'))).toEqual(PLAIN);
  });
});

describe("a report with dangers", () => {
  test("is read as it was", () => {
    expect(parseReport(json(dangerous()))).toEqual(dangerous());
  });

  test.each<[string, (data: Json) => void, string]>([
    ["no list", (data) => delete data.dangers, "it lacks the field dangers"],
    ["an unknown level", (data) => (data.dangers[0].level = "x"), "dangers[0].level is none of: high, medium, low"],
    [
      "a change that is none",
      (data) => (data.dangers[0].change = "0".repeat(16)),
      "dangers[0].change is the id of no change",
    ],
    ["the key of another rule", (data) => (data.dangers[0].id = "other"), "dangers[0].key is the key of another rule"],
    ["no targets", (data) => (data.dangers[0].targets = []), "dangers[0] has no targets"],
    [
      "a target without the change",
      (data) => data.dangers[0].targets.push("apps/b"),
      "dangers[0].targets[1] does not have the change",
    ],
    [
      "a target twice",
      (data) => data.dangers[0].targets.push("apps/a"),
      "dangers[0].targets[1] is not behind the one before it",
    ],
    ["dangers in another order", (data) => data.dangers.reverse(), "dangers[1] is not behind the danger before it"],
    ["a danger twice", (data) => data.dangers.push(data.dangers[1]), "dangers[2] is not behind the danger before it"],
    ["fewer dangers than it says", (data) => data.dangers.pop(), "figures are not those of its changes and targets"],
    [
      "a danger that nobody accepted as one that is",
      (data) => (data.figures.dangers = { high: 0, medium: 0, low: 0, silenced: 2 }),
      "figures are not those of its changes and targets",
    ],
    [
      "a message of two lines",
      (data) => (data.dangers[0].message = "a\nb"),
      "dangers[0].message is empty, a text of another form, or has a control character",
    ],
  ])("%s", (_, edit, problem) => {
    expect(problemAfter(edit, dangerous())).toBe(problem);
  });
});

describe("a report that is none", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["no JSON", "{", "it is not JSON"],
    ["nothing", "", "it is not JSON"],
    ["no object", "[]", "it has no version"],
    ["null", "null", "it is not an object"],
    ["the report of render", '{"version": 1, "targets": []}', "it has version 1, and this is a reader of version 2"],
    ["of a later version", '{"version": 3}', "it has version 3, and this is a reader of version 2"],
    ["no UTF-8", new Uint8Array([0x7b, 0xff]), "it is not UTF-8"],
    ["too deep", `${"[".repeat(1_001)}`, "it is nested more than 1000 levels deep"],
    ["of too many values", `[${",".repeat(8_000_001)}]`, "it has more than 8000000 values"],
    ["too large", new Uint8Array(128 * 1024 * 1024 + 1), "it has more than 128 MiB"],
    ["brackets in a text", `{"version": 2, "x": "${'[\\"'.repeat(2_000)}"}`, "it lacks the field base"],
  ])("%s", (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});

describe("a report with a mistake", () => {
  test.each<[string, (data: Json) => void, string]>([
    ["a missing field", (data) => delete data.changes[0].hunks, "changes[0] lacks the field hunks"],
    ["a wrong type", (data) => (data.targets = {}), "targets is not of the type array"],
    [
      "an unknown status",
      (data) => (data.targets[0].status = "fine"),
      "targets[0].status is none of: changed, unchanged, added, removed, failed, failed-at-base, unaffected",
    ],
    ["a line 0", (data) => (data.changes[0].causes[0].line = 0), "changes[0].causes[0].line is less than 1"],
    ["a flag that is false", (data) => (data.changes[0].redacted = false), "changes[0].redacted is not true"],
    [
      "a control character",
      (data) => (data.base.label = "a\u001b[2J"),
      "base.label is empty, a text of another form, or has a control character",
    ],
    [
      "a file without a name",
      (data) => (data.changes[0].causes[0].file = ""),
      "changes[0].causes[0].file is empty, a text of another form, or has a control character",
    ],
    [
      "a line that is two",
      (data) => (data.changes[0].hunks[0].lines[0] = "-a\n+b"),
      "changes[0].hunks[0].lines[0] is empty, a text of another form, or has a control character",
    ],
    [
      "the id of two changes",
      (data) => (data.changes[1].id = data.changes[0].id),
      "changes[1].id is the id of another change as well",
    ],
    [
      "an id of no change",
      (data) => data.targets[0].changes.push("0".repeat(16)),
      "targets[0].changes[2] is the id of no change",
    ],
    [
      "a change named twice",
      (data) => data.targets[0].changes.push(data.changes[0].id),
      "targets[0].changes[2] names a change twice",
    ],
    ["an absolute path", (data) => (data.targets[0].path = "/etc"), "targets[0].path is no normal relative path"],
    [
      "a path that leads out",
      (data) => (data.targets[2].path = "apps/../../x"),
      "targets[2].path is no normal relative path",
    ],
    [
      "an old path that leads out",
      (data) => (data.targets[0].from = ".."),
      "targets[0].from is no normal relative path",
    ],
    [
      "a source that leads out",
      (data) => (data.changes[0].from.targets = ["a//b"]),
      "changes[0].from.targets[0] is no normal relative path",
    ],
    [
      "a target twice",
      (data) => (data.targets[1].path = data.targets[1].id = "apps/a"),
      "targets[1].id is not behind the one before it",
    ],
    [
      "fewer lines than it says",
      (data) => data.changes[0].hunks[0].oldLines++,
      "changes[0].hunks[0] has other numbers of lines than it says",
    ],
    [
      "fields of an added object",
      (data) => (data.changes[1].fields = data.changes[0].fields),
      "changes[1] has fields, although its object is added",
    ],
    [
      "a Deployment with versions",
      (data) => (data.changes[0].crd = { versions: [], properties: [], descriptions: 1 }),
      "changes[0].crd is that of no definition that changes",
    ],
    [
      "a Deployment that names a directory",
      (data) => {
        data.changes[0].object = { ...data.changes[0].object, apiVersion: "helm.cattle.io/v1", kind: "HelmChart" };
        data.changes[0].elsewhere = { versions: [], directory: "apps/web" };
      },
      "changes[0].elsewhere.directory is that of no Kustomization that is removed",
    ],
    ["a hidden change", (data) => data.groups.pop(), "no group has the change ID"],
    ["a change of no target", (data) => data.targets[0].changes.pop(), "no target names the change ID"],
    ["a group of nothing", (data) => (data.groups[0].changes = []), "groups[0] has no changes"],
    [
      "a group of fewer targets",
      (data) => data.groups[0].targets.pop(),
      "groups[0].targets are not those of its changes",
    ],
    [
      "a group of other kinds",
      (data) => data.groups[0].kinds[0].count++,
      "groups[0].kinds are not those of its changes",
    ],
    [
      "a group of kinds that are not there",
      (data) => (data.groups[0].kinds[0].kind = "Namespace"),
      "groups[0].kinds are not those of its changes",
    ],
    [
      "a group that names a target twice",
      (data) => data.groups[0].targets.push(data.groups[0].targets[0]),
      "groups[0].targets are not those of its changes",
    ],
    [
      "a group of targets without the change",
      (data) => (data.groups[0].targets[0] = "apps/c"),
      "groups[0].targets are not those of its changes",
    ],
    [
      "an added object as a removed one",
      (data) => (data.groups.at(-1).op = "removed"),
      "groups[2].changes[0] is a change of another sort than its group",
    ],
    [
      "a change as one of references",
      (data) => (data.groups[0].onlyReferences = true),
      "groups[0] has changes of more than references",
    ],
    [
      "the id of two groups",
      (data) => (data.groups[1].id = data.groups[0].id),
      "groups[1].id is the id of another group as well",
    ],
    [
      "a cause for no target",
      (data) => (data.changes[0].causes[0].targets = ["apps/x"]),
      "changes[0].causes[0].targets[0] is no target",
    ],
    [
      "an added object as metadata",
      (data) => (data.groups.at(-1).consequence = "metadata"),
      "groups[2].consequence is not that of its changes",
    ],
    ["a group as noise", (data) => (data.groups[0].consequence = "noise"), "groups[0] is not what one rule folds"],
    [
      "a group as noise of a rule that folds nothing of it",
      (data) => {
        data.groups[0].consequence = "noise";
        data.groups[0].edits[0].noise = "checksums";
      },
      "groups[0] is not what one rule folds",
    ],
    [
      "noise among other edits",
      (data) => (data.groups[0].edits[0].noise = "checksums"),
      "groups[0].edits are noise, although it is not",
    ],
    [
      "noise that is not counted",
      (data) => (data.changes[0].fields[0].noise = "checksums"),
      "noise is not that of its changes",
    ],
    ["other figures", (data) => data.figures.changes.moved--, "figures are not those of its changes and targets"],
  ])("%s", (_, edit, problem) => {
    const found = problemAfter(edit);
    // The ids are those of the content.
    expect(found.replace(/[0-9a-f]{16}$/, "ID")).toBe(problem);
  });
});

describe("a report that tells less than it holds", () => {
  const container = (index: number) => `/spec/template/spec/containers/${index}/image`;
  const fields = [
    { path: container(0), op: "changed", before: "web:1", after: "web:2" },
    { path: "/metadata/labels/team", op: "changed", before: "a", after: "b" },
    {
      path: "/spec/template/metadata/annotations/checksum",
      op: "changed",
      before: "a1",
      after: "b2",
      noise: "checksums",
    },
  ] as const;
  const input = report(target("apps/a", { changes: [change({ fields })] }), target("apps/b"));

  test("is read as it was written", () => {
    expect(parseReport(json(input))).toEqual(input);
    expect(input.groups.map(({ consequence }) => consequence)).toEqual(["image", "metadata", "noise"]);
    expect(input.noise).toEqual([{ rule: "checksums", fields: 1, changes: 1, whole: 0 }]);
  });

  test.each<[what: string, edit: (data: Json) => void, problem: string]>([
    [
      "an image as metadata",
      (data) => (data.groups[0].consequence = "metadata"),
      "changes[0] has groups of less consequence only",
    ],
    ["no images", (data) => (data.images = []), "images are not those of its changes"],
    ["another version", (data) => (data.images[0].version.after = "1"), "images are not those of its changes"],
    ["fewer containers", (data) => (data.images[0].containers = 2), "images are not those of its changes"],
    [
      "an image without targets",
      (data) => (data.images[0].targets = []),
      "images[0].targets are not those of its changes",
    ],
    [
      "an image of no change",
      (data) => (data.images[0].changes = ["0".repeat(16)]),
      "images[0].changes[0] is the id of no change",
    ],
    ["less noise", (data) => data.noise[0].fields--, "noise is not that of its changes"],
    ["no noise", (data) => (data.noise = []), "noise is not that of its changes"],
  ])("is refused: %s", (_, edit, problem) => {
    const data = JSON.parse(json(input));
    edit(data);
    expect(problemOf(JSON.stringify(data))).toBe(problem);
  });
});

describe("the plan of a report", () => {
  const input = report(target("apps/a", { changes: [change()] }), target("apps/b"));

  test.each<[what: string, edit: (plan: Json) => void]>([
    ["another action", ([first]) => (first.action = "skip")],
    ["nothing", (plan) => plan.pop()],
    ["fewer targets", ([first]) => (first.targets = [])],
    ["all targets by their names", ([first]) => (first.targets = ["apps/a"])],
  ])("is refused: %s", (_, edit) => {
    const data = JSON.parse(json(input));
    edit(data.plan);
    expect(problemOf(JSON.stringify(data))).toBe("plan is not that of its changes and targets");
  });
});

test("the report of an earlier version gets its plan", () => {
  const input = report(target("apps/a", { changes: [change()] }), target("apps/b"));
  const { plan, ...earlier } = JSON.parse(json(input)) as Report;
  expect(plan).toHaveLength(1);
  expect(parseReport(JSON.stringify(earlier))).toEqual(input);
});

describe("what a report says of Pods", () => {
  const workloads = [{ kind: "Deployment", namespace: "shop", name: "web", pods: 2 }] as const;
  const image = {
    path: "/spec/template/spec/containers/0/image",
    op: "changed",
    before: "web:1",
    after: "web:2",
  } as const;
  const settings = change({ kind: "ConfigMap", name: "settings", apiVersion: "v1" });
  const plain = report(target("apps/a", { changes: [change({ fields: [image] }), settings] }), target("apps/b"));
  const [own, content] = plain.changes.map(({ id }) => id) as [string, string];
  const targets = ["apps/a"];
  const podEffects = [
    { change: own, targets, effect: "restarted", workloads },
    { change: content, targets, effect: "old-values", workloads },
  ] as const;
  const input: Report = { ...plain, podEffects, plan: planOf({ ...plain, podEffects }) };

  test("is read as it was written", () => {
    expect(parseReport(json(input))).toEqual(input);
  });

  test.each<[what: string, edit: (effects: Json) => void, problem: string]>([
    ["no change", (data) => (data[0].change = "0".repeat(16)), "podEffects[0].change is the id of no change"],
    ["no targets", (data) => (data[0].targets = []), "podEffects[0] has no targets"],
    ["another target", (data) => (data[0].targets = ["apps/b"]), "podEffects[0].targets[0] does not have the change"],
    ["no workloads", (data) => (data[0].workloads = []), "podEffects[0] has no workloads"],
    ["another workload", (data) => (data[0].workloads[0].name = "x"), "podEffects[0] is not that of its workload"],
    ["one more workload", (data) => data[0].workloads.push(workloads[0]), "podEffects[0] is not that of its workload"],
    [
      "a workload that keeps values",
      (data) => (data[0].effect = "old-values"),
      "podEffects[0] is not that of its workload",
    ],
    ["a paused ConfigMap", (data) => (data[1].effect = "paused"), "podEffects[1] is that of no workload"],
    ["another order", (data) => data.reverse(), "podEffects[1] is not behind the effect before it"],
    ["an effect twice", (data) => data.push(data[1]), "podEffects[2] is not behind the effect before it"],
    [
      "two effects of one workload",
      (data) => data.splice(0, 1, { ...data[0], effect: "recreated" }, data[0]),
      "podEffects[1].targets name a target of another effect of its change",
    ],
    ["no Pods", (data) => (data[0].workloads[0].pods = 0), "podEffects[0].workloads[0].pods is less than 1"],
  ])("is refused: %s", (_, edit, problem) => {
    const data = JSON.parse(json(input));
    edit(data.podEffects);
    expect(problemOf(JSON.stringify(data))).toBe(problem);
  });

  test("is refused of an object that is added", () => {
    const added = report(target("apps/a", { changes: [change({ op: "added", fields: [] })] }));
    const [{ id }] = added.changes as [Report["changes"][number]];
    const data = { ...added, podEffects: [{ change: id, targets, effect: "restarted", workloads }] };
    expect(problemOf(JSON.stringify(data))).toBe("podEffects[0] is that of an object that is added");
  });

  test("is refused of an object that no Pods read", () => {
    const service = report(target("apps/a", { changes: [change({ kind: "Service" })] }));
    const [{ id }] = service.changes as [Report["changes"][number]];
    const data = { ...service, podEffects: [{ change: id, targets, effect: "new-files", workloads }] };
    expect(problemOf(JSON.stringify(data))).toBe("podEffects[0] is that of an object that no Pods read");
  });
});

describe("anything else", () => {
  const damaged = fc.tuple(hostileReport, fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 3 })), { maxLength: 4 }));

  test("is read, or refused in one sentence", () => {
    fc.assert(
      fc.property(damaged, ([input, edits]) => {
        let text = json(input);
        for (const [at, more] of edits) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + more + text.slice(place + 1);
        }
        expect(problemOf(text)).not.toMatch(/[\n\u001b]/);
      }),
      { numRuns: 300 },
    );
  });

  test("that is JSON is refused in one sentence", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(problemOf(text)).not.toBe("");
      }),
    );
  });
});

test("lists that name each other very often are refused before they take long", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => index.toString(16).padStart(16, "0"));
  const paths = ids.map((id) => `t${id.slice(-3)}`);
  const data = JSON.parse(json(PLAIN));
  const [, added] = data.changes;
  data.changes = ids.map((id) => ({ ...added, id, causes: [] }));
  data.targets = paths.map((path) => ({ ...data.targets[0], id: path, path, changes: ids }));
  const kinds = [{ kind: added.object.kind, count: ids.length }];
  const group = { op: "added", edits: [], kinds, changes: ids, targets: paths, consequence: "behaviour" };
  data.groups = ids.slice(0, 300).map((id) => ({ id, ...group }));
  expect(problemOf(JSON.stringify(data))).toBe("its groups name targets too often");
});

test("a large report is read in linear time", () => {
  const big = report(
    ...Array.from({ length: 300 }, (_, index) =>
      target(`t${String(index).padStart(3, "0")}`, {
        changes: Array.from({ length: 20 }, (_each, at) => change({ name: `o${at}`, hunks: [hunk([`+${at}`])] })),
      }),
    ),
  );
  expect(parseReport(json(big)).figures).toEqual(big.figures);
});
