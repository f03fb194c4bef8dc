/** The head of the HTML page, its anchors, and the marks of its contents. */
import { expect, test } from "@jest/globals";
import { planReport } from "../../review/plan/plans.ts";
import { config } from "../../review/plan/single-changes.ts";
import { withDangers } from "../blocks.ts";
import { change, hunk, LINKS, report, target } from "../reports.ts";
import { attributeOf, elementsBelow, pageOf, textOf } from "./parsed.ts";

const HOME = "https://github.example/o/r";
const PULL = {
  ...LINKS,
  repository: { name: "o/r", address: HOME },
  pullRequest: { name: "#7", address: `${HOME}/pull/7` },
};

test("names the repository and the pull request where they are known", () => {
  const input = report(target("a", { changes: [change()] }));
  const known = pageOf(input, { links: PULL });
  expect(known.html).toContain("<title>1 change in 1 of 1 target · o/r #7</title>");
  expect(known.html).toContain(`<a href=${HOME}>o/r</a> <a href=${HOME}/pull/7>#7</a>`);
  const unknown = pageOf(input, { links: LINKS });
  expect(unknown.html).toContain("<title>1 change in 1 of 1 target</title>");
  expect(unknown.html).not.toContain("class=home");
});

test("keeps what was seen for all reports of a pull request, and else for the one report", () => {
  const keyOf = (input: ReturnType<typeof report>, links = LINKS): string | undefined => {
    const main = pageOf(input, { links }).elements.find(({ tagName }) => tagName === "main");
    return main && attributeOf(main, "data-s");
  };
  const [one, two] = [change(), change({ name: "other" })].map((each) => report(target("a", { changes: [each] })));
  if (one === undefined || two === undefined) throw new Error("there are two");
  expect(keyOf(one)).toMatch(/^[0-9a-f]{16}$/);
  expect(keyOf(one)).toBe(keyOf(one));
  expect(keyOf(one)).not.toBe(keyOf(two));
  expect(keyOf(one, PULL)).toBe(keyOf(two, PULL));
  expect(keyOf(one, PULL)).not.toBe(keyOf(one, { ...PULL, pullRequest: { name: "#8", address: "" } }));
});

test("a row has the same anchor beside other rows", () => {
  const anchors = (...names: string[]): Map<string, string> => {
    const changes = names.map((name) => change({ name, op: "added", fields: [], hunks: [hunk([`+name: ${name}`])] }));
    const rows = pageOf(report(target("a", { changes }))).elements.filter((each) => attributeOf(each, "class") === "r");
    return new Map(rows.map((row) => [textOf(row).match(/shop\/\w+/)?.[0] ?? "", attributeOf(row, "id") ?? ""]));
  };
  const [alone, among] = [anchors("web"), anchors("web", "api")];
  expect(among.get("shop/web")).toBe(alone.get("shop/web"));
  expect(new Set(among.values()).size).toBe(2);
});

test("a row of more objects or targets has another anchor: nobody has seen it", () => {
  const anchorsOf = (...targets: Parameters<typeof report>): string[] =>
    pageOf(report(...targets)).elements.flatMap((each) =>
      attributeOf(each, "class") === "r" ? (attributeOf(each, "id") ?? []) : [],
    );
  const [one, other] = [change({ name: "one" }), change({ name: "other" })];
  const all = [
    anchorsOf(target("a", { changes: [one] })),
    anchorsOf(target("a", { changes: [one, other] })),
    anchorsOf(target("a", { changes: [one] }), target("b", { changes: [one] })),
  ];
  expect(all.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(new Set(all.flat()).size).toBe(3);
});

test("the contents say what is added, removed, changed and dangerous", () => {
  const plain = report(
    target("a", {
      changes: [
        change({ name: "one", op: "added", fields: [], hunks: [hunk(["+a: b"])] }),
        change({ name: "two", op: "removed", fields: [], hunks: [hunk(["-a: b"])] }),
        change({ name: "three" }),
      ],
    }),
  );
  const removed = plain.changes.find(({ op }) => op === "removed");
  const page = pageOf({
    ...plain,
    dangers: [{ id: "x", key: "x:1", level: "high", targets: ["a"], change: removed?.id ?? "", message: "it goes" }],
  });
  const nav = page.elements.find(({ tagName }) => tagName === "nav");
  const marks = elementsBelow(nav as NonNullable<typeof nav>)
    .filter((each) => attributeOf(each, "role") === "img")
    .map((each) => `${textOf(each)} ${attributeOf(each, "aria-label")}`);
  expect(marks.sort()).toEqual(["+ added", "~ changed", "− removed", "⚠ high danger"].sort());
});

test("the contents count what each section has, and the badges say that they are of dangers", () => {
  const input = report(target("a", { changes: [change()] }), target("b", { changes: [change({ name: "b" })] }));
  const levels = ["high", "high", "low"] as const;
  const page = pageOf(
    withDangers(
      input,
      levels.map((level, at) => ({ level, message: `danger ${at}` })),
    ),
  );
  const linksIn = (name: "nav" | "header"): string[] => {
    const [part] = page.elements.filter(({ tagName }) => tagName === name);
    const links = part === undefined ? [] : elementsBelow(part).filter(({ tagName }) => tagName === "a");
    return links.map((link) => textOf(link).trim());
  };
  expect(linksIn("nav")).toEqual(expect.arrayContaining(["Dangers 3", "Targets 2", "Figures"]));
  expect(linksIn("header")).toEqual(["2 high", "1 low danger"]);
});

test("a danger names each object once, and folds those beyond ten below its facts", () => {
  const changes = Array.from({ length: 12 }, (_, at) => change({ name: `web${at}`, hunks: [hunk([`+a: ${at}`])] }));
  const input = report(target("a", { changes }));
  const twice = [...input.changes, ...input.changes].map(({ id }) => ({ change: id, message: "it is open" }));
  const page = pageOf(withDangers(input, twice));
  const box = page.elements.find((each) => /^d[0-9a-f]{12}$/.test(attributeOf(each, "id") ?? ""));
  const parts = elementsBelow(box as NonNullable<typeof box>);
  const links = parts.filter((each) => attributeOf(each, "href")?.startsWith("#"));
  expect(links).toHaveLength(12);
  const [facts = "", rest = ""] = parts.filter(({ tagName }) => tagName === "p").map(textOf);
  expect(facts).toMatch(/web9 and 2 more in a · by apps\/shop\/base\/web\.yaml:3 · replicas-zero$/);
  expect(rest).toBe("Deployment shop/web10, Deployment shop/web11");
});

test("a change that is told with its target leads to it from the overview", () => {
  const kustomization = (name: string): string =>
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: ${name}\n  namespace: flux-system\nspec:\n  path: ./${name}\n`;
  const page = pageOf(
    planReport([
      {
        id: "flux://eu/flux-system/top",
        fate: {},
        base: config("a: b"),
        head: `${config("a: b")}---\n${kustomization("new")}`,
      },
      { id: "flux://eu/flux-system/new", fate: {}, base: undefined, head: config("c: d") },
    ]),
  );
  const matrix = page.elements.find((each) => attributeOf(each, "id") === "matrix");
  const cells = elementsBelow(matrix as NonNullable<typeof matrix>).filter(({ tagName }) => tagName === "td");
  const filled = cells.filter((cell) => textOf(cell).trim() !== "");
  expect(filled.length).toBeGreaterThan(1);
  const ids = new Set(page.elements.flatMap((each) => attributeOf(each, "id") ?? []));
  for (const cell of filled) {
    const [link] = elementsBelow(cell).filter(({ tagName }) => tagName === "a");
    expect(ids).toContain(link && attributeOf(link, "href")?.slice(1));
  }
});

test("the sizes of the rows add up to that of the review", () => {
  const [web, one, two] = [
    change({ hunks: [hunk([" a:", "-  b: 1", "+  b: 2", "+  c: 3"])] }),
    ...["one", "two"].map((name) =>
      change({ name, op: "removed", kind: "ConfigMap", fields: [], hunks: [hunk(["-x: 1"])] }),
    ),
  ];
  const page = pageOf(report(target("apps/a", { changes: [web, one, two].flatMap((each) => each ?? []) })));
  const sizes = page.elements.flatMap((each) => (each.tagName === "small" ? [textOf(each).split(" · ")[0]] : []));
  expect(sizes).toEqual(["−1", "−1", "+2 −1"]);
  expect(page.html).toContain(" · +2 −3 lines.");
});

test("each rule of a danger of a whole target has a line of its own", () => {
  const changes = ["PersistentVolumeClaim", "Deployment"].map((kind) =>
    change({ op: "removed", kind, name: "a", fields: [] }),
  );
  const given = report(target("apps/a", { status: "removed", resources: { base: 7, head: null }, changes }));
  const dangers = given.changes.map(({ id, object }) => ({
    id: `removed-${object.kind.toLowerCase()}`,
    change: id,
    message: `the ${object.kind} goes`,
  }));
  const box = pageOf(withDangers(given, dangers)).elements.find(
    (each) => attributeOf(each, "class") === "box high" && textOf(each).includes("goes"),
  );
  const lines = elementsBelow(box as NonNullable<typeof box>).filter(({ tagName }) => tagName === "li");
  expect(lines.map((line) => textOf(line).trim())).toEqual([
    "PersistentVolumeClaim shop/a: the PersistentVolumeClaim goes",
    "Deployment shop/a: the Deployment goes",
  ]);
});
