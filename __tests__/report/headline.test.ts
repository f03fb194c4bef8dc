/** The first line: what a report holds, and what a reader is told of it. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { affectedPhrase, headline, headlinePhrases } from "../../src/report/headline/headline.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { elsewherePhrases } from "../../src/report/words/elsewhere-words.ts";
import type { Danger, DangerLevel, Report } from "../../src/review/index.ts";
import { figuresOf } from "../../src/review/summary/grouping/index.ts";
import { busyOverview, type Given, overviewWith } from "./overviews.ts";
import { change, failedTarget, imageChange, report, type TestTarget, target } from "./reports.ts";

describe("the first line", () => {
  test.each<[line: string, given: Given]>([
    // Nothing.
    ["There is no target to render", {}],
    ["No target is affected", { unaffected: 41 }],
    ["Nothing changes in 1 target", { same: 1 }],
    ["Nothing changes in 3 targets", { same: 3, unaffected: 38 }],
    // Changes.
    ["1 change in 1 of 1 target", { changed: 1, rows: 1 }],
    ["3 changes in 4 of 41 targets", { changed: 4, rows: 3, unaffected: 37 }],
    ["3 changes in 4 of 41 targets", { changed: 4, rows: 3, same: 37 }],
    ["1 change in 1 of 2 targets", { changed: 1, rows: 1, same: 1, folded: 9, layout: 3 }],
    // Dangers: the high ones first, the others behind what fails.
    ["1 high danger · 3 changes in 4 of 41 targets", { high: 1, changed: 4, rows: 3, same: 37 }],
    ["2 high dangers · 1 change in 1 of 1 target", { high: 2, changed: 1, rows: 1 }],
    ["1 high and 2 medium dangers · 1 change in 1 of 1 target", { high: 1, medium: 2, changed: 1, rows: 1 }],
    [
      "1 high, 2 medium and 1 low danger · 1 change in 1 of 1 target",
      { high: 1, medium: 2, low: 1, changed: 1, rows: 1 },
    ],
    ["2 medium dangers · 1 change in 1 of 1 target", { medium: 2, changed: 1, rows: 1 }],
    ["3 low dangers · 1 change in 1 of 1 target", { low: 3, changed: 1, rows: 1 }],
    ["1 medium and 1 low danger · 1 change in 1 of 1 target", { medium: 1, low: 1, changed: 1, rows: 1 }],
    ["1 change in 1 of 1 target", { silenced: 4, changed: 1, rows: 1 }],
    [
      "1 of 3 targets no longer builds · 1 high danger · 1 change in 1 other",
      { high: 1, broken: 1, changed: 1, rows: 1, same: 1 },
    ],
    [
      "1 of 3 targets no longer builds · 1 medium danger · 1 change in 1 other",
      { medium: 1, broken: 1, changed: 1, rows: 1, same: 1 },
    ],
    // Failures: what built before first, new targets apart.
    ["1 of 41 targets no longer builds", { broken: 1, same: 40 }],
    ["2 of 41 targets no longer build", { broken: 2, unaffected: 39 }],
    ["1 of 1 target no longer builds", { broken: 1 }],
    ["1 new target does not build", { newBroken: 1 }],
    ["14 new targets do not build", { newBroken: 14, same: 2 }],
    ["1 of 41 targets no longer builds · 14 new targets do not build", { broken: 1, newBroken: 14, same: 26 }],
    [
      "1 of 18 targets no longer builds · 14 new targets do not build · 2 changes in 3 others",
      { broken: 1, newBroken: 14, changed: 3, rows: 2 },
    ],
    ["2 of 5 targets do not build", { unknown: 2, same: 3 }],
    ["1 of 5 targets does not build · 1 change in 1 other", { unknown: 1, changed: 1, rows: 1, same: 3 }],
    ["Time or memory ran out for 30 of 41 targets · 2 changes in 11 others", { late: 30, changed: 11, rows: 2 }],
    ["1 of 4 targets no longer builds · time or memory ran out for 1 of 4 targets", { broken: 1, late: 1, same: 2 }],
    ["1 of 4 targets no longer builds", { broken: 1, untouched: 1, same: 2 }],
    // What could not be compared, and whether the change edits it.
    [
      "3 targets could not be compared; this change may affect them · nothing changes in 3 others",
      { edited: 3, untouched: 12, same: 3 },
    ],
    ["1 target could not be compared; this change may affect it", { edited: 1 }],
    ["2 targets could not be compared; this change may affect them", { edited: 2 }],
    [
      "2 targets could not be compared; this change may affect them · 1 change in 1 of 3 targets",
      { edited: 2, changed: 1, rows: 1 },
    ],
    [
      "1 of 4 targets no longer builds · 2 targets could not be compared; this change may affect them · 1 change in 1 other",
      { broken: 1, edited: 2, changed: 1, rows: 1 },
    ],
    ["Nothing changes in 3 targets", { same: 3, untouched: 1 }],
    ["No target is affected", { untouched: 15 }],
    ["1 change in 1 of 16 targets", { untouched: 15, changed: 1, rows: 1 }],
    [
      "Nothing changes in 3 targets · 2 targets could not be compared; whether this change affects them is not known",
      { same: 3, unclear: 2 },
    ],
    ["1 target could not be compared; whether this change affects it is not known", { unclear: 1 }],
    ["2 targets could not be compared; whether this change affects them is not known", { unclear: 2, untouched: 1 }],
    ["3 targets could not be compared; this change may affect them", { unclear: 2, edited: 1 }],
    // Good news.
    ["1 target builds again", { repaired: 1 }],
    ["65 targets build again", { repaired: 65, unaffected: 10 }],
    ["65 targets build again · nothing changes in 3 others", { repaired: 65, same: 3 }],
    ["1 change in 1 of 3 targets · 2 targets build again", { repaired: 2, changed: 1, rows: 1 }],
    ["1 of 3 targets no longer builds · 2 targets build again", { repaired: 2, broken: 1 }],
    // Warnings.
    ["2 new warnings · nothing changes in 1 target", { warnings: 2, same: 1 }],
    ["1 change in 1 of 1 target · 1 new warning", { warnings: 1, changed: 1, rows: 1 }],
    ["2 new errors · 1 change in 1 of 1 target · 1 new warning", { errors: 2, warnings: 1, changed: 1, rows: 1 }],
    [
      "1 change in 1 of 2 targets · 1 target builds again · 1 new warning",
      { warnings: 1, changed: 1, rows: 1, repaired: 1 },
    ],
    // What may run.
    ["1 edit of what may run · nothing changes in 2 targets", { trust: 1, same: 2 }],
    ["2 edits of what may run · no target is affected", { trust: 2, unaffected: 5 }],
    ["2 edits of what may run · 1 change in 1 of 1 target", { trust: 2, changed: 1, rows: 1 }],
    ["1 of 2 targets no longer builds · 1 edit of what may run", { trust: 1, broken: 1, same: 1 }],
    // A review that could not be made in full.
    ["This review is not complete · nothing changes in 2 targets", { mistakes: 1, same: 2 }],
    [
      "This review is not complete · 1 high danger · 1 change in 1 of 1 target",
      { mistakes: 1, high: 1, changed: 1, rows: 1 },
    ],
    // Targets that come, go and move.
    ["1 target renamed, nothing else changes", { renamed: 1 }],
    ["2 targets renamed, nothing else changes", { renamed: 2, same: 3 }],
    ["1 target renamed, nothing else of consequence changes", { renamed: 1, folded: 3, noisy: 1 }],
    ["1 change in 2 of 3 targets · 1 target renamed", { renamed: 1, changed: 1, rows: 1, same: 1 }],
    ["5 changes in 1 of 1 target · 1 target added", { added: 1, rows: 5 }],
    ["5 changes in 3 of 3 targets · 1 target removed, 2 added", { added: 2, removed: 1, rows: 5 }],
    ["1 target added, no object changes", { added: 1 }],
    ["1 target removed; what it rendered is not known", { removed: 1, gone: 1 }],
    ["2 targets removed, 1 added; what 1 of them rendered is not known", { added: 1, removed: 2, gone: 1 }],
    ["1 high danger · 1 target removed; what it rendered is not known", { high: 1, removed: 1, gone: 1 }],
    ["2 targets removed, 1 added, no object changes", { added: 1, removed: 2 }],
    ["1 of 2 targets no longer builds · 1 target renamed", { broken: 1, renamed: 1 }],
    // Objects that only move.
    ["3 objects renamed or moved in 2 of 5 targets, nothing else changes", { moves: 3, changed: 2, same: 3 }],
    ["1 object renamed or moved in 1 of 1 target, nothing else changes", { moves: 1, changed: 1 }],
    ["1 object renamed or moved in 1 of 1 target", { moves: 1, changed: 1, folded: 1 }],
    ["1 high danger · 1 object renamed or moved in 1 of 1 target", { moves: 1, changed: 1, high: 1 }],
    ["2 changes in 1 of 1 target", { moves: 1, rows: 1, changed: 1 }],
    // Noise and layout.
    ["Nothing of consequence changes in 12 targets; 212 labels folded", { folded: 212, noisy: 12 }],
    ["Nothing of consequence changes in 1 target; 1 annotation folded", { folded: 1, noisy: 1, what: "annotation" }],
    ["Nothing of consequence changes in 2 targets; 30 fields folded", { folded: 30, noisy: 2, what: "field", same: 5 }],
    [
      "1 of 3 targets no longer builds · nothing of consequence changes in 2 others; 4 labels folded",
      { broken: 1, folded: 4, noisy: 2 },
    ],
    ["Only the layout of 5 objects changes", { layout: 5, same: 3 }],
    ["Only the layout of 1 object changes", { layout: 1, same: 1 }],
    ["1 of 2 targets no longer builds", { layout: 1, same: 1, broken: 1 }],
  ])("%s", (line, given) => {
    expect(headline(overviewWith(given))).toBe(line);
  });

  test("a target with two causes counts once", () => {
    const broken = failedTarget("a", "x");
    const two = { ...broken, diagnostics: [...broken.diagnostics, { ...broken.diagnostics[0], message: "y" }] };
    const overview = overviewOf(report(two as typeof broken, failedTarget("b", "x")));
    expect(overview.failures).toHaveLength(2);
    expect(headline(overview)).toBe("2 of 2 targets no longer build");
  });

  test("never says that nothing changes where nothing was compared", () => {
    for (const [name, count] of [
      ["edited", 2],
      ["unclear", 2],
      ["late", 1],
      ["broken", 1],
      ["repaired", 1],
    ] as const)
      expect(headline(overviewWith({ [name]: count }))).not.toMatch(/nothing (?:else )?changes/i);
  });

  test("counts targets that come or go, and not their objects", () => {
    const web = (more: Parameters<typeof change>[0]): ReturnType<typeof change> => change({ fields: [], ...more });
    const added = (path: string, name: string) =>
      target(path, {
        status: "added",
        changes: [web({ op: "added", name }), web({ op: "added", name, kind: "Service" })],
      });
    const again = target("again", {
      status: "failed-at-base",
      asNew: true,
      changes: [web({ op: "added", name: "x" })],
    });
    const moved = target("other", { changes: [web({ name: "new", from: { name: "old" } })] });
    const lineOf = (...targets: TestTarget[]): string => headline(overviewOf(report(...targets)));
    expect(lineOf(added("a", "a"), added("b", "b"))).toBe("2 targets added");
    expect(lineOf(added("a", "a"), target("b", { changes: [change()] }))).toBe(
      "1 change in 1 of 2 targets · 1 target added",
    );
    expect(lineOf(again)).toBe("1 target builds again");
    expect(lineOf(moved)).toBe("1 object renamed or moved in 1 of 1 target, nothing else changes");
    expect(lineOf(again, moved)).toBe("1 object renamed or moved in 1 of 2 targets · 1 target builds again");
  });

  test.each<[line: string, given: Given]>([
    [
      "3 of 24 targets no longer build · 3 high, 2 medium and 1 low danger · 2 edits of what may run · 30 changes in 17 others",
      { broken: 3, trust: 2, high: 3, medium: 2, low: 1, changed: 4, rows: 30, added: 13, same: 4, warnings: 7 },
    ],
    [
      "1 high danger · 1 change in 2 of 2 targets · 1 target added · 2 new warnings",
      { high: 1, changed: 1, rows: 1, warnings: 2, added: 1 },
    ],
    [
      "3 of 15 targets no longer build · 3 high, 2 medium and 1 low danger · 12 targets could not be compared",
      { broken: 3, edited: 12, high: 3, medium: 2, low: 1, warnings: 7 },
    ],
    [
      "3 of 15 targets no longer build · 3 high, 2 medium and 1 low danger · 2 edits of what may run · more below",
      { broken: 3, trust: 2, edited: 12, high: 3, medium: 2, low: 1 },
    ],
  ])("leaves to the text what makes it longer than 120 characters, what is urgent last: %s", (line, given) => {
    expect(headline(overviewWith(given))).toBe(line);
  });

  test("is never longer, and begins with what is most urgent", () => {
    fc.assert(
      fc.property(busyOverview, (overview) => {
        const line = headline(overview);
        expect(line.length).toBeLessThanOrEqual(120);
        expect(line).toMatch(overview.isIncomplete ? /^This review is not complete/ : /^[^ ]/);
      }),
    );
  });

  test("leaves low dangers of roles to the list", () => {
    const web = change({});
    const of = (id: string, level: DangerLevel): Danger => ({
      id,
      key: `${id}:1`,
      level,
      targets: ["prod"],
      change: web.id,
      message: "its subjects can read more than before",
    });
    const plain = report(target("prod", { changes: [web] }));
    const lineOf = (...dangers: Danger[]) =>
      headline(overviewOf({ ...plain, dangers, figures: figuresOf({ ...plain, dangers }) }));
    expect(lineOf(of("rbac-widened", "low"))).toBe("1 change in 1 of 1 target");
    expect(lineOf(of("rbac-widened", "low"), of("image-latest", "low"))).toBe(
      "1 low danger · 1 change in 1 of 1 target",
    );
    expect(lineOf(of("rbac-widened", "medium"))).toBe("1 medium danger · 1 change in 1 of 1 target");
  });

  test("counts references to new names as changes where nothing else is one", () => {
    const only = report(target("prod", { changes: [change({ onlyReferences: true })] }));
    expect(headline(overviewOf(only))).toBe("1 change in 1 of 1 target");
  });

  test("counts no target in which no object changes", () => {
    const given = report(
      target("a", { changes: [change()] }),
      target("b", { status: "added" }),
      target("c", { status: "removed" }),
    );
    expect(headline(overviewOf(given))).toBe("1 change in 1 of 3 targets · 1 target removed, 1 added");
  });
});

describe("the first line of a routine change", () => {
  const lineOf = (...targets: Parameters<typeof report>) => {
    const overview = overviewOf(report(...targets));
    return { plain: headline(overview), phrases: headlinePhrases(overview) };
  };

  test("names the image and its versions", () => {
    const bump = { changes: [imageChange("registry.example/shop", "1.4.2", "1.5.0")] };
    expect(lineOf(target("a", bump), target("b", bump), target("c"))).toEqual({
      plain: "Routine: 1 image in 2 targets",
      phrases: [
        "Routine: image ",
        { code: "registry.example/shop" },
        " ",
        { code: "1.4.2" },
        " → ",
        { code: "1.5.0" },
        " in 2 targets",
      ],
    });
  });

  test("counts several images", () => {
    const images = ["a", "b", "c"].map((name) => imageChange(name, "1", "2"));
    expect(lineOf(target("t", { changes: images })).phrases).toEqual(["Routine: 3 images in 1 target"]);
  });

  test("counts labels that no rule folds", () => {
    const label = { path: "/metadata/labels/a", op: "changed" as const, before: "1", after: "2" };
    const changes = [imageChange("x", "1", "2"), change({ name: "b", fields: [label] })];
    const line = lineOf(target("t", { changes }));
    expect(line.plain).toBe("Routine: 1 image and 1 label in 1 target");
    expect(line.phrases.at(-1)).toBe(" and 1 label in 1 target");
  });

  test("counts an image once that gets several versions", () => {
    const images = ["1", "2"].map((before) => imageChange("a", before, "3"));
    expect(lineOf(target("t", { changes: images })).phrases).toEqual(["Routine: 1 image in 1 target"]);
  });
});

test.each<[sentence: string, kinds: readonly string[]]>([
  ["What HelmRelease `web` changes in the cluster is not shown here.", ["HelmRelease"]],
  ["What Kustomization `web` changes in the cluster may not all be shown here.", ["Kustomization"]],
  [
    "What these change in the cluster is not all shown here: Application `web`, HelmRelease `web`.",
    ["Application", "HelmRelease"],
  ],
])("%s", (sentence, kinds) => {
  const changes = kinds.map((kind) => change({ kind, namespace: "", elsewhere: { versions: [] } }));
  const { elsewhere } = overviewOf(report(target("t", { changes })));
  const phrases = elsewherePhrases({ elsewhere }).map((each) =>
    typeof each === "object" && "code" in each ? `\`${each.code}\`` : phrasesText([each]),
  );
  expect(phrases.join("")).toBe(sentence);
});

test("the first line of a new version of a chart names it, and is never routine", () => {
  const [before, after] = ["1.0.48", "1.0.49"];
  const chart = change({
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    name: "reloader",
    fields: [{ path: "/spec/chart/spec/version", op: "changed", before, after }],
    elsewhere: { versions: [{ what: "chart", name: "stakater-reloader", before, after }] },
  });
  const given = overviewOf(report(target("t", { changes: [chart] })));
  expect(headline(given)).toBe("1 chart changes in 1 of 1 target");
  expect(phrasesText(headlinePhrases(given))).toBe("Chart stakater-reloader 1.0.48 → 1.0.49 in 1 of 1 target");
});

describe("changed files that no target reads", () => {
  test.each<[line: string, targets: { readonly affected?: number }, unread: Report["unread"]]>([
    ["No target is affected · 1 changed file is in no rendered target", {}, { files: [{ file: "a.md", op: "added" }] }],
    [
      "1 change in 1 of 1 target · 2,002 changed files are in no rendered target",
      { affected: 1 },
      { files: [{ file: "a", op: "added", reason: "chart" }], more: 2001 },
    ],
    ["1 change in 1 of 1 target", { affected: 1 }, { files: [{ file: "a.md", op: "added" }] }],
    ["1 change in 1 of 1 target", { affected: 1 }, undefined],
  ])("%s", (line, { affected = 0 }, unread) => {
    const changes = affected === 0 ? [] : [change({})];
    const status = affected === 0 ? { status: "unaffected" as const } : {};
    const given = overviewOf(report(target("t", { changes, ...status })));
    expect(headline({ ...given, unread })).toBe(line);
  });
});

describe("the first line of changes of one image that are not routine", () => {
  const lineOf = (...changes: ReturnType<typeof change>[]) => {
    const overview = overviewOf(report(target("a", { changes }), target("b")));
    return { plain: headline(overview), shown: phrasesText(headlinePhrases(overview)) };
  };
  const bump = imageChange("shop", "1.4.2", "1.5.0");
  const of = (kind: string, name: string) => {
    const path = "/spec/jobTemplate/spec/template/spec/containers/0/image";
    return change({
      ...bump.object,
      kind,
      name,
      fields: [{ path, op: "changed", before: "shop:1.4.2", after: "shop:1.5.0" }],
    });
  };

  test.each([
    ["a CronJob", [bump, of("CronJob", "a")], ", a CronJob included"],
    ["CronJobs and a Job", [of("CronJob", "a"), of("CronJob", "b"), of("Job", "c")], ", a Job and 2 CronJobs included"],
  ])("%s", (_what, changes, more) => {
    expect(lineOf(...changes)).toEqual({
      plain: `1 image changes in 1 of 2 targets${more}`,
      shown: `Image shop 1.4.2 → 1.5.0 in 1 of 2 targets${more}`,
    });
  });

  test("names an older version, which is not routine", () => {
    expect(lineOf(imageChange("shop", "1.5.0", "1.4.2")).shown).toBe("Image shop 1.5.0 → 1.4.2 in 1 of 2 targets");
  });

  test.each([
    ["another image", [of("CronJob", "a"), imageChange("cart", "1", "2")]],
    ["another field", [of("CronJob", "a"), change({ name: "other" })]],
    ["an object", [of("CronJob", "a"), change({ name: "other", op: "added", fields: [] })]],
  ])("not with %s", (_what, changes) => {
    expect(lineOf(...changes).shown).toMatch(/^2 changes in 1 of 2 targets$/);
  });
});

test("says how many targets were rendered where not all were", () => {
  expect(affectedPhrase(overviewWith({ changed: 1, unaffected: 1200 }))).toBe("1 of 1,201 targets was rendered");
  expect(affectedPhrase(overviewWith({ changed: 2, unaffected: 1 }))).toBe("2 of 3 targets were rendered");
  expect(affectedPhrase(overviewWith({ changed: 2, same: 1 }))).toBe("");
});
