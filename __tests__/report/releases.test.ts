/** HelmReleases in a report: one story with what their charts render, and nothing is said of what is not shown where all is. */
import { describe, expect, test } from "@jest/globals";
import { deploymentId } from "../../src/render/index.ts";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { headlinePhrases } from "../../src/report/headline/headline.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { sectionsOf } from "../../src/report/sections/sections.ts";
import { elsewherePhrases } from "../../src/report/words/elsewhere-words.ts";
import type { Change } from "../../src/review/index.ts";
import { change, report, type TestTarget, target } from "./reports.ts";

const [before, after] = ["1.0.0", "1.1.0"];
const version = (kind: string, apiVersion: string, name: string): Change =>
  change({
    apiVersion,
    kind,
    namespace: "apps",
    name,
    fields: [{ path: "/spec/version", op: "changed", before, after }],
    elsewhere: { versions: [{ what: "chart", name: "shop", before, after }] },
  });
const RELEASE = version("HelmRelease", "helm.toolkit.fluxcd.io/v2", "shop");
const SOURCE = version("OCIRepository", "source.toolkit.fluxcd.io/v1", "shop");
const PODS = change({ namespace: "apps", fields: [{ path: "/spec/replicas", op: "changed", before: 1, after: 2 }] });
const LABEL = change({
  namespace: "apps",
  fields: [{ path: "/metadata/labels/helm.sh~1chart", op: "changed", before: "a", after: "b", noise: "chart-labels" }],
});

function deployed(kind: "Kustomization" | "HelmRelease", name: string, more: Partial<TestTarget>): TestTarget {
  const deployment = { system: "flux", kind, namespace: "apps", name, cluster: "prod" } as const;
  return target(name, { id: deploymentId(deployment), deployment, ...more });
}

/** The report of one Kustomization with an object, and of the releases that it decides. */
function overview(object: Change, releases: readonly Partial<TestTarget>[]) {
  const all = releases.map((more, index) => deployed("HelmRelease", index === 0 ? "shop" : `shop-${index}`, more));
  return overviewOf(report(...all, deployed("Kustomization", "all", { changes: [object] })));
}

const textOf = (given: ReturnType<typeof overview>): string => phrasesText(headlinePhrases(given));
const hidden = (given: ReturnType<typeof overview>): string => phrasesText(elsewherePhrases(given));
const source = "OCIRepository apps/shop";
const failed: Partial<TestTarget> = {
  status: "failed",
  failedBefore: true,
  needs: ["remote"],
  resources: { base: null, head: null },
};
const UNSEEN = "What chart shop 1.0.0 → 1.1.0 changes in the cluster is not shown here.";

describe("docs/guide/comment.md: HelmReleases", () => {
  test.each<[about: string, object: Change, releases: Partial<TestTarget>[], line: string, hidden: string]>([
    ["its objects change", RELEASE, [{ changes: [PODS] }], "Chart shop 1.0.0 → 1.1.0 in 1 release: 1 change", ""],
    [
      "its labels change",
      RELEASE,
      [{ changes: [LABEL] }],
      "Chart shop 1.0.0 → 1.1.0 in 1 release; nothing else of consequence changes",
      "",
    ],
    [
      "nothing else changes",
      RELEASE,
      [{}],
      "Chart shop 1.0.0 → 1.1.0 in 1 release; nothing else of consequence changes",
      "",
    ],
    ["it is not rendered", RELEASE, [{ ...failed }], "Chart shop 1.0.0 → 1.1.0 in 1 of 2 targets", UNSEEN],
    [
      "a source of two releases",
      SOURCE,
      [{ source, changes: [PODS] }, { source }],
      "Chart shop 1.0.0 → 1.1.0 in 2 releases: 1 change",
      "",
    ],
    [
      "a source of two releases, one of which is not rendered",
      SOURCE,
      [
        { source, changes: [PODS] },
        { source, ...failed },
      ],
      "Chart shop 1.0.0 → 1.1.0 in 2 of 3 targets",
      UNSEEN.replace("not shown", "not all shown"),
    ],
    [
      "a source of nothing that is known",
      SOURCE,
      [{ source: "OCIRepository apps/other" }],
      "Chart shop 1.0.0 → 1.1.0 in 1 of 2 targets",
      UNSEEN,
    ],
  ])("%s", (_about, object, releases, line, unseen) => {
    const given = overview(object, releases);
    expect([textOf(given), hidden(given)]).toEqual([line, unseen]);
  });

  test("the diff of the object is the first one of what it changes", () => {
    const sections = sectionsOf(overview(RELEASE, [{ changes: [PODS] }]));
    expect(sections.map(({ rows }) => rows.map(({ changes: [{ object }] }) => object.kind))).toEqual([
      ["HelmRelease", "Deployment"],
    ]);
  });
});
