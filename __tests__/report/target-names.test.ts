/** How targets are named in few words, and how their coming and going is told. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { htmlChunks, terminalChunks } from "../../src/report/index.ts";
import { bracedNames } from "../../src/report/words/braced-names.ts";
import { setNews } from "../../src/report/words/set-news.ts";
import { targetNames } from "../../src/report/words/target-names.ts";
import { targetNews } from "../../src/report/words/target-news.ts";
import { report, target } from "./reports.ts";

describe("names in one directory", () => {
  test.each<[what: string, names: string[], shown: string[]]>([
    ["several", ["deploy/eu", "deploy/us", "other"], ["deploy/{eu,us}", "other"]],
    ["one", ["deploy/eu", "other"], ["deploy/eu", "other"]],
    ["a short directory", ["a/b", "a/c"], ["a/b", "a/c"]],
    ["directories below each other", ["deploy/a", "deploy/a/b"], ["deploy/a", "deploy/a/b"]],
    ["braces of their own", ["deploy/{a", "deploy/b}", "deploy/c,d"], ["deploy/{a", "deploy/b}", "deploy/c,d"]],
    [
      "long ones",
      [`deploy/${"a".repeat(60)}`, `deploy/${"b".repeat(60)}`],
      [`deploy/${"a".repeat(60)}`, `deploy/${"b".repeat(60)}`],
    ],
  ])("%s", (_what, names, shown) => {
    expect(bracedNames(names)).toEqual(shown);
  });

  test("a shell reads the names that were given", () => {
    const step = fc.constantFrom("apps", "deploy", "a", "b", "{", "x,y", "overlays");
    const names = fc.uniqueArray(fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("/")));
    fc.assert(
      fc.property(names, (given) => {
        const read = bracedNames(given).flatMap((name) => {
          const [, start, list] = /^([^{},]*\/)\{([^{}]*)\}$/.exec(name) ?? [];
          return list === undefined || given.includes(name) ? [name] : list.split(",").map((end) => `${start}${end}`);
        });
        expect(read.toSorted()).toEqual(given.toSorted());
      }),
    );
  });
});

describe("targets that come and go", () => {
  const news = (given: Partial<Parameters<typeof targetNews>[0]>) =>
    targetNews({
      added: [],
      removed: [],
      renamed: [],
      delays: { suspended: [], manual: [], windows: [] },
      sets: [],
      rows: [],
      names: targetNames({ targets: [] }),
      ...given,
    }).map(phrasesText);
  const many = ["a", "b", "c/x", "c/y", "d", "e", "f"].map((name) => `clusters/test/${name}`);

  test.each<[what: string, given: Partial<Parameters<typeof targetNews>[0]>, said: string[]]>([
    ["none", {}, []],
    ["one of each", { added: ["a"], removed: ["b"] }, ["New target: a.", "Gone: b."]],
    ["few", { added: ["apps/team/eu", "apps/team/us"] }, ["New: apps/team/{eu,us}."]],
    [
      "many of one directory",
      { removed: many },
      ["Gone: 7 targets under clusters/test/ (a, b, c/x, c/y, d and 2 more)."],
    ],
    [
      "many of several",
      { removed: ["x", ...many] },
      ["Gone: x, clusters/test/{a,b}, clusters/test/c/{x,y} and 3 more."],
    ],
    [
      "of sets",
      {
        sets: [
          { set: "argocd/web", added: 1, removed: 2, changed: 1200, broken: 1 },
          { set: "argocd/api", added: 0, removed: 0, changed: 1, broken: 0 },
        ],
      },
      [
        "ApplicationSet argocd/web: 1 Application comes, 2 go, 1,200 change, 1 no longer builds.",
        "ApplicationSet argocd/api: 1 Application changes.",
      ],
    ],
    [
      "of many sets",
      {
        sets: Array.from({ length: 7 }, (_, at) => ({ set: `a/${at}`, added: at, removed: 1, changed: 0, broken: 0 })),
      },
      [
        "ApplicationSet a/0: 1 Application goes.",
        "ApplicationSet a/1: 1 Application comes, 1 goes.",
        ...[2, 3, 4].map((at) => `ApplicationSet a/${at}: ${at} Applications come, 1 goes.`),
        "2 more ApplicationSets have Applications that come, go or change.",
      ],
    ],
    [
      "of many sets alike",
      {
        sets: [
          ...Array.from({ length: 4 }, (_, at) => ({ set: `a/${at}`, added: 0, removed: 2, changed: 0, broken: 0 })),
          ...Array.from({ length: 3 }, (_, at) => ({ set: `b/${at}`, added: 0, removed: 0, changed: 1, broken: 1 })),
        ],
      },
      [
        "ApplicationSets a/0, a/1, a/2, a/3: 2 Applications of each go.",
        "ApplicationSets b/0 and 2 more: 1 Application of each changes, 1 no longer builds.",
      ],
    ],
  ])("%s", (_what, given, said) => {
    expect(news(given)).toEqual(said);
  });

  test("of sets are counted, and one with another name is another one", () => {
    const set = "argocd/web";
    const targets = [
      target("a", { status: "added", set }),
      target("b", { status: "unaffected", set }),
      target("c", { from: "d", set }),
      target("e", { status: "failed", failedBefore: false, set }),
      target("h", { status: "failed", failedBefore: true, set }),
      target("i", { status: "failed", failedBefore: false, isNew: true, set }),
      target("f", { status: "removed", set: "argocd/api" }),
      target("g", { status: "unaffected", set: "argocd/idle" }),
    ];
    expect(setNews(report(...targets).targets)).toEqual([
      { set, added: 3, removed: 1, changed: 0, broken: 1 },
      { set: "argocd/api", added: 0, removed: 1, changed: 0, broken: 0 },
    ]);
  });

  test("terminal and page say it too", () => {
    const given = report(target("new", { status: "added" }), target("clusters/b", { from: "clusters/<a>" }));
    expect([...terminalChunks(given)].join("")).toContain("\nNew target: new.\nRenamed: clusters/<a> → clusters/b.\n");
    expect([...htmlChunks(given)].join("")).toContain(
      " New target: <code>new</code>. Renamed: <code>clusters/&lt;a&gt;</code> → <code>clusters/b</code>.</p>",
    );
  });
});
