/** What is said of Applications and ApplicationSets whose objects the review does not show, or not all. */
import { describe, expect, test } from "@jest/globals";
import { deploymentId } from "../../src/render/index.ts";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { elsewherePhrases } from "../../src/report/words/elsewhere-words.ts";
import { change, report, type TestTarget, target } from "./reports.ts";

const declared = (kind: string, name: string, more: Partial<Parameters<typeof change>[0]> = {}) =>
  change({
    apiVersion: "argoproj.io/v1alpha1",
    kind,
    namespace: "argocd",
    name,
    elsewhere: { versions: [] },
    fields: [{ path: "/spec/x", op: "changed", before: 1, after: 2 }],
    ...more,
  });

function app(cluster: string, name: string, more: Partial<TestTarget> = {}): TestTarget {
  const deployment = { system: "argocd", kind: "Application", namespace: "argocd", name, cluster } as const;
  return target(name, { id: deploymentId(deployment), deployment, ...more });
}

const failed: Partial<TestTarget> = { status: "failed", failedBefore: true, resources: { base: null, head: null } };
const SET = declared("ApplicationSet", "web");
const set = "argocd/web";
const version = (before: string) => ({
  versions: [{ what: "repository", name: "shop", before, after: "v2" }] as const,
});

describe("what is not shown", () => {
  test.each<[what: string, targets: TestTarget[], said: string]>([
    [
      "of a set that makes nothing",
      [target("all", { changes: [SET] })],
      "ApplicationSet argocd/web changes in the cluster may not all be shown here.",
    ],
    [
      "of a set whose Applications do not build",
      [target("all", { changes: [SET] }), app("eu", "a", { set, ...failed })],
      "ApplicationSet argocd/web changes in the cluster is not shown here.",
    ],
    [
      "of a set of which one Application builds",
      [target("all", { changes: [SET] }), app("eu", "a", { set, ...failed }), app("eu", "b", { set })],
      "ApplicationSet argocd/web changes in the cluster is not all shown here.",
    ],
    ["of a set whose Applications build", [target("all", { changes: [SET] }), app("eu", "a", { set })], ""],
    [
      "of an Application of which each cluster has one",
      [app("eu", "all", { changes: [declared("Application", "web")] }), app("eu", "web"), app("us", "web")],
      "",
    ],
    [
      "of an Application that several clusters have, in none of which it is declared",
      [app("hub", "all", { changes: [declared("Application", "web")] }), app("eu", "web"), app("us", "web")],
      "Application argocd/web changes in the cluster may not all be shown here.",
    ],
    [
      "of a version that another set has, too, and shows",
      [
        target("all", {
          changes: [
            declared("ApplicationSet", "api", { elsewhere: version("v1") }),
            declared("ApplicationSet", "web", { elsewhere: version("v1") }),
          ],
        }),
        app("eu", "a", { set }),
      ],
      "repository shop v1 → v2 changes in the cluster is not all shown here.",
    ],
    [
      "of a removed object that stays in the cluster",
      [
        app("eu", "web", {
          status: "removed",
          fate: { keeps: "no-finalizer" },
          changes: [declared("Application", "api", { op: "removed" })],
        }),
      ],
      "",
    ],
    [
      "of a removed object that stays until somebody prunes",
      [
        app("eu", "web", {
          fate: { keeps: "not-pruned" },
          changes: [declared("Application", "api", { op: "removed" })],
        }),
      ],
      "the removed Application argocd/api changes in the cluster may not all be shown here.",
    ],
  ])("%s", (_, targets, said) => {
    const text = phrasesText(elsewherePhrases(overviewOf(report(...targets))));
    expect(text).toBe(said === "" ? "" : `What ${said}`);
  });
});
