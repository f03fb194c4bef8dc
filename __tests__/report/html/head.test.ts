/** The head of the HTML page, its anchors, and the marks of its contents. */
import { expect, test } from "@jest/globals";
import { planReport } from "../../review/plan/plans.ts";
import { config } from "../../review/plan/single-changes.ts";
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
