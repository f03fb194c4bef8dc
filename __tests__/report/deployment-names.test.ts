/** How deployments are named in every form of a report. */
import { describe, expect, test } from "@jest/globals";
import { type DeploymentName, deploymentId } from "../../src/render/index.ts";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import {
  dangerGate,
  htmlChunks,
  lackingDiagnostic,
  markdownReport,
  overviewOf,
  patchChunks,
  sarifChunks,
  terminalChunks,
} from "../../src/report/index.ts";
import { countedTargets, manyTargets, targetItems, targetNames } from "../../src/report/words/target-names.ts";
import { parseReport, type Report } from "../../src/review/index.ts";
import { change, failedTarget, report, type TestTarget, target } from "./reports.ts";

function kustomization(cluster: string, name: string, more: Partial<TestTarget> = {}): TestTarget {
  const about = { system: "flux", kind: "Kustomization", namespace: "flux-system", name, cluster } as const;
  return deployed(about, target("apps/shop", more));
}

function deployed(deployment: DeploymentName, given: TestTarget): TestTarget {
  return { ...given, id: deploymentId(deployment), deployment };
}

const shop = kustomization("eu", "shop", { changes: [change()] });
const one = report(shop, target("tools"));
const several = report(shop, kustomization("us", "shop", { changes: [change()] }), target("tools"));
const textOf = (given: Report, ids: readonly string[]): string =>
  targetItems(ids, targetNames(given)).map(phrasesText).join("; ");

describe("items", () => {
  const [eu, us] = ["flux://eu/flux-system/shop", "flux://us/flux-system/shop"];
  test.each<[what: string, given: Report, ids: string[], text: string]>([
    ["one of one cluster", one, [eu], "Kustomization flux-system/shop"],
    ["one of several clusters", several, [us], "Kustomization flux-system/shop (cluster us)"],
    ["several of one namespace", one, [eu, "flux://eu/flux-system/web"], "Kustomizations flux-system/{shop,web}"],
    ["several of several namespaces", one, ["flux://eu/a/x", "flux://eu/b/y"], "Kustomizations a/x; b/y"],
    ["the same of several clusters", several, [eu, us], "Kustomizations flux-system/shop (clusters eu, us)"],
    [
      "with directories, which come first",
      one,
      [".", "tools", eu],
      "the top directory; tools; Kustomization flux-system/shop",
    ],
  ])("%s", (_what, given, ids, text) => {
    expect(textOf(given, ids)).toBe(text);
  });

  test("many are counted", () => {
    const names = targetNames(several);
    const told = (ids: readonly string[]) => {
      const { count, where } = manyTargets(ids, names);
      return `${count}${phrasesText(where)}`;
    };
    expect(told([eu])).toBe("all 1 Kustomization of cluster eu");
    expect(told([eu, us])).toBe("all 2 Kustomizations");
    expect(told(["tools", eu])).toBe("2 targets");
    expect([countedTargets([eu, us]), countedTargets([eu, "tools"])]).toEqual(["2 Kustomizations", "2 targets"]);
  });
});

describe("every form", () => {
  const patch = (given: Report) => [...patchChunks(given)].join("");
  const html = (given: Report) => [...htmlChunks(given)].join("");
  const terminal = (given: Report) => [...terminalChunks(given)].join("");
  const forms = (given: Report) => [
    markdownReport(given).text,
    html(given),
    terminal(given),
    patch(given),
    [...sarifChunks(given)].join(""),
  ];

  test("shows no id to people, but in the names of files", () => {
    for (const given of [one, several])
      for (const text of forms(given).slice(0, 4)) expect(text).not.toContain("flux://");
  });

  test("a change of one", () => {
    expect(markdownReport(one).text).toContain("in Kustomization `flux-system/shop`");
    expect(html(one)).toContain("Kustomization <code>flux-system/shop</code> of <code>apps/shop</code>");
    expect(patch(one)).toContain("diff --git a/flux/eu/flux-system/shop/shop/Deployment-web.yaml");
  });

  test("a change of several clusters", () => {
    expect(markdownReport(several).text).toContain("Kustomizations `flux-system/shop` (clusters `eu`, `us`)");
    expect(patch(several)).toContain("# in 2 Kustomizations: Kustomizations flux-system/shop (clusters eu, us)\n");
    expect(terminal(several)).toContain("Kustomizations flux-system/shop (clusters eu, us)");
  });

  test("one that is new, one that is gone, and one that was a directory", () => {
    const given = report(
      kustomization("eu", "new", { status: "added" }),
      kustomization("eu", "old", { status: "removed" }),
      kustomization("eu", "web", { from: "apps/web" }),
    );
    const text = terminal(given);
    expect(text).toContain("New: Kustomization flux-system/new.");
    expect(text).toContain("Gone: Kustomization flux-system/old.");
    expect(text).toContain("Renamed: apps/web → Kustomization flux-system/web.");
  });

  test("one that fails has no command for its directory", () => {
    const about = { system: "flux", kind: "Kustomization", namespace: "a", name: "b", cluster: "eu" } as const;
    const given = report(deployed(about, failedTarget("apps/b", "it is wrong")));
    const { text } = markdownReport(given);
    expect(text).toContain("**Kustomization `a/b`** no longer builds:");
    expect(text).not.toContain("krm-render build");
    expect(dangerGate(given, "high")?.message).toContain("Kustomization a/b");
  });

  test("one that lacks an input", () => {
    const about = { system: "flux", kind: "Kustomization", namespace: "a", name: "b", cluster: "eu" } as const;
    const diagnostics = [
      { code: "remote-disabled", severity: "error" as const, message: "not fetched", file: "k.yaml" },
    ];
    const given = report(deployed(about, failedTarget("apps/b", "", { diagnostics, needs: ["remote"] })));
    const [failure] = overviewOf(given).failures;
    expect(failure && lackingDiagnostic(failure, "warning").message).toMatch(
      /^Kustomization a\/b is not rendered here/,
    );
  });
});

describe("the reader of reports", () => {
  const read = (given: unknown): Report => parseReport(JSON.stringify(given));

  test("gives their paths as ids to the targets of earlier versions", () => {
    const given = report(target("apps/a", { changes: [change()] }), target("tools"));
    const earlier = { ...given, targets: given.targets.map(({ id: _id, ...rest }) => rest) };
    expect(read(earlier)).toEqual(given);
  });

  test("takes deployments", () => {
    expect(read(several)).toEqual(several);
  });

  test.each<[what: string, edit: Partial<Report["targets"][number]>, problem: string]>([
    ["another id than that of its path", { id: "x", deployment: undefined }, "targets[0].id is not that of its path"],
    ["another id than that of its deployment", { id: "flux://eu/a/b" }, "targets[0].id is not that of its deployment"],
    ["a path that leaves the repository", { path: "../x" }, "targets[0].path is no normal relative path"],
  ])("refuses %s", (_what, edit, problem) => {
    const [first, ...others] = report(kustomization("eu", "shop")).targets;
    const given = { ...report(kustomization("eu", "shop")), targets: [{ ...first, ...edit }, ...others] };
    expect(() => read(given)).toThrow(problem);
  });
});
