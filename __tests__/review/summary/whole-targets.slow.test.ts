/** Rows of targets that come or go as a whole. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { phrasesText } from "../../../src/report/edit-phrases.ts";
import { overviewOf } from "../../../src/report/overview.ts";
import { rowName, rowWords } from "../../../src/report/summary.ts";
import { parseReport, type TargetReport } from "../../../src/review/index.ts";
import { type Given, reportOf } from "../given-reports.ts";

type Op = "added" | "removed";

/** `Deployment web`, `1 apps/v1 Deployment web`: the objects of a target. */
const objects = (op: Op, ...names: string[]): Given[] =>
  names.map((text) => {
    const [kind = "", name = ""] = text.split(" ");
    return { op, kind, name, apiVersion: "v1", fields: [], hunks: [] };
  });

const times = (count: number, what: string): string[] =>
  Array.from({ length: count }, (_, at) => `${what}${count === 1 ? "" : `-${at}`}`);

/** `op name: words` of each row. */
function rowsOf(...given: Parameters<typeof reportOf>): string[] {
  const report = reportOf(...given);
  // What it writes, it reads again.
  expect(parseReport(JSON.stringify(report)).groups).toEqual(report.groups);
  return overviewOf(report).rows.map((row) => {
    const words = phrasesText(rowWords(row));
    return `${row.group.op} ${phrasesText(rowName(row))}${words === "" ? "" : `: ${words}`}`;
  });
}

const all = (targets: Readonly<Record<string, unknown>>, about: Partial<TargetReport>) =>
  Object.fromEntries(Object.keys(targets).map((path) => [path, about]));

describe("one target is one row", () => {
  test.each<[what: string, names: string[], words: string]>([
    ["few objects are named", ["Service web", "Deployment web"], "Deployment shop/web, Service shop/web"],
    [
      "many are counted, data and workloads first",
      [
        ...times(4, "Service s"),
        ...times(2, "ConfigMap c"),
        "PersistentVolumeClaim orders",
        ...times(3, "Deployment d"),
      ],
      "10 objects: PersistentVolumeClaim shop/orders, 3 Deployments, 4 Services, 2 ConfigMaps",
    ],
    [
      "of many kinds, the others are counted",
      ["A a", "B a", "C a", "D a", "E a", "F a", ...times(2, "Z a")],
      "8 objects: 2 Zs, A shop/a, B shop/a, C shop/a, D shop/a, E shop/a and 1 other object",
    ],
  ])("%s", (_, names, words) => {
    for (const op of ["added", "removed"] as const)
      expect(rowsOf({ "apps/x": objects(op, ...names) }, { "apps/x": { status: op } })).toEqual([
        `${op} target apps/x: ${words}`,
      ]);
  });

  test("that builds again is one as well, if all of it counts as new", () => {
    const given = { a: objects("added", "Service web") };
    expect(rowsOf(given, { a: { status: "failed-at-base", asNew: true } })).toEqual([
      "added target a: builds again, as new: Service shop/web",
    ]);
    expect(rowsOf(given, { a: { status: "failed-at-base" } })).toEqual(["added Service shop/web"]);
  });

  test("an object that another target has as well is in both rows", () => {
    const web = objects("added", "Service web");
    const given = { new: [...web, ...objects("added", "Secret s")], old: web };
    expect(rowsOf(given, { new: { status: "added" } })).toEqual([
      "added target new: Secret shop/s, Service shop/web",
      "added Service shop/web",
    ]);
  });

  test("an object that moved is counted apart", () => {
    const moved: Given = { name: "moved", from: { targets: ["old"] }, fields: [] };
    const given = { new: [moved, ...objects("added", "Secret s")], old: [moved] };
    expect(rowsOf(given, { new: { status: "added" }, old: { status: "removed" } })).toEqual([
      "moved Deployment shop/moved: moved from target old → new",
      "added target new: Secret shop/s; 1 more object came from other targets",
    ]);
  });
});

describe("targets of one pattern are one row", () => {
  const environments = (count: number, namesOf: (name: string, at: number) => string[]) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `apps/shop/env-${at}/eu`,
        objects("added", ...namesOf(`env-${at}`, at)),
      ]),
    );

  test.each<[what: string, given: ReturnType<typeof environments>, rows: string[]]>([
    [
      "of the same objects",
      environments(15, () => ["Deployment web", "Service web"]),
      ["added 15 targets apps/shop/*/eu: each 2 objects: 1 Deployment, 1 Service"],
    ],
    [
      "few by their names",
      environments(2, () => ["Deployment web", "Service web"]),
      ["added 2 targets apps/shop/{env-0,env-1}/eu: each 2 objects: 1 Deployment, 1 Service"],
    ],
    [
      "whose objects have the name of the target in theirs, and not all the same number",
      environments(15, (name, at) => [`Deployment web-${name}`, ...times(1 + (at % 3), `Secret ${name}`)]),
      ["added 15 targets apps/shop/*/eu: each 2–4 objects: 1 Deployment, 1–3 Secrets"],
    ],
    [
      "but not of other kinds of objects",
      environments(2, (_, at) => ["Deployment web", at === 0 ? "Secret a" : "ConfigMap a"]),
      [
        "added target apps/shop/env-0/eu: Deployment shop/web, Secret shop/a",
        "added target apps/shop/env-1/eu: Deployment shop/web, ConfigMap shop/a",
      ],
    ],
    [
      "but not of another application",
      environments(2, (_, at) => [`Deployment ${at === 0 ? "web" : "db"}`]),
      ["added target apps/shop/env-0/eu: Deployment shop/web", "added target apps/shop/env-1/eu: Deployment shop/db"],
    ],
  ])("%s", (_, given, rows) => {
    expect(rowsOf(given, all(given, { status: "added" }))).toEqual(rows);
  });

  test("not if they differ in more than one directory, nor if one comes and another goes", () => {
    const web = (op: Op) => objects(op, "Deployment web");
    expect(
      rowsOf(
        { "a/one/x": web("added"), "a/two/y": web("added"), "a/three/x": web("removed") },
        { "a/one/x": { status: "added" }, "a/two/y": { status: "added" }, "a/three/x": { status: "removed" } },
      ),
    ).toHaveLength(3);
  });

  test("a target of two patterns is in the row of the larger one", () => {
    const given = Object.fromEntries(
      ["a/eu", "b/eu", "c/eu", "c/us"].map((path) => [path, objects("added", "Service web")]),
    );
    expect(rowsOf(given, all(given, { status: "added" }))).toEqual([
      "added 3 targets {a,b,c}/eu: each 1 object: 1 Service",
      "added target c/us: Service shop/web",
    ]);
  });
});

test("each object of a whole target is in exactly one row of whole targets, and other rows have all others", () => {
  const step = fc.constantFrom("a", "b", "env", "x");
  const path = fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("/"));
  const object = fc.tuple(fc.constantFrom("Deployment", "Secret", "Thing"), fc.constantFrom("web", "web-a", "b"));
  const target = fc.record({
    status: fc.constantFrom("added", "removed", "changed", "failed-at-base"),
    asNew: fc.boolean(),
    names: fc.uniqueArray(
      object.map((parts) => parts.join(" ")),
      { maxLength: 5 },
    ),
  });
  fc.assert(
    fc.property(fc.dictionary(path, target, { maxKeys: 8, noNullPrototype: true }), (given) => {
      const ops = Object.entries(given).map(([key, { status, names }]) => {
        return [key, objects(status === "removed" ? "removed" : "added", ...names)] as const;
      });
      const about = Object.entries(given).map(([key, { status, asNew }]) => {
        return [key, { status, ...(status === "failed-at-base" && asNew && { asNew }) }] as const;
      });
      const report = reportOf(Object.fromEntries(ops), Object.fromEntries(about));
      expect(parseReport(JSON.stringify(report)).groups).toEqual(report.groups);
      const isWhole = ({ status, asNew }: TargetReport): boolean =>
        status === "added" || status === "removed" || asNew === true;
      for (const one of report.targets) {
        const rows = report.groups.filter(({ whole, targets }) => whole !== undefined && targets.includes(one.path));
        expect(rows).toHaveLength(isWhole(one) && one.changes.length > 0 ? 1 : 0);
        const shown = rows.flatMap(({ changes }) => changes);
        expect(isWhole(one) ? one.changes.filter((id) => !shown.includes(id)) : []).toEqual([]);
      }
      for (const { id } of report.changes) {
        const holders = report.targets.filter(({ changes }) => changes.includes(id));
        const rows = report.groups.filter(({ whole, changes }) => whole === undefined && changes.includes(id));
        expect(rows).toHaveLength(holders.every(isWhole) ? 0 : 1);
      }
    }),
    { numRuns: 300 },
  );
});

describe("a row of whole targets that others wrote is refused", () => {
  const web = objects("added", "Deployment web", "Secret s");
  const written = () =>
    JSON.parse(
      JSON.stringify(reportOf({ "a/x": web, "b/x": web, old: web }, all({ "a/x": 1, "b/x": 1 }, { status: "added" }))),
    );
  test.each<[what: string, edit: (data: ReturnType<typeof JSON.parse>) => void, problem: string]>([
    ["of other numbers", (data) => data.groups[0].whole.objects.most++, "groups[0].whole is not what its targets have"],
    ["without a kind", (data) => data.groups[0].whole.kinds.pop(), "groups[0].whole is not what its targets have"],
    ["of a repair", (data) => (data.groups[0].whole.isRepaired = true), "groups[0].whole is not what its targets have"],
    [
      "of a target that was there",
      (data) => data.groups[0].targets.push("old"),
      "groups[0].targets do not come or go as a whole",
    ],
    [
      "of a target twice",
      (data) => data.groups[0].targets.push("b/x"),
      "groups[0].targets[2] is not behind the one before it",
    ],
    [
      "in two rows",
      (data) => data.groups.push({ ...data.groups[0], id: "0".repeat(16) }),
      "groups[3].targets do not come or go as a whole",
    ],
    [
      "without an object",
      (data) => {
        data.groups[0].changes.pop();
        data.groups[0].kinds.pop();
      },
      "groups[0].changes are not those of its targets",
    ],
  ])("%s", (_, edit, problem) => {
    const data = written();
    edit(data);
    expect(() => parseReport(JSON.stringify(data))).toThrow(problem);
  });
});
