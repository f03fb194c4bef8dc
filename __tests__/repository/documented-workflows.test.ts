/** The workflows that README.md and the pages of docs/ show, and workflows that must not be shown. */
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { documentationPages, readText } from "./repository.ts";
import { OWN, ownPins, type Workflow, workflowProblems } from "./workflow-rules.ts";

const PAGES = ["README.md", ...documentationPages()];
/** The page that people copy from, and the one for many machines. */
const STRICT = "docs/guide/workflows.md";
const MANY_MACHINES = "docs/guide/many-machines.md";

interface Shown {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

const shown = PAGES.flatMap((page) =>
  [...readText(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""], index): Shown[] => {
    if (!/^jobs:$/m.test(text) || !text.includes(OWN)) return [];
    return [{ page, title: `${page}, block ${index + 1}`, text }];
  }),
);

const pins = ownPins();

// Other pages link to them: a workflow that stands twice goes out of date once.
test("the workflows stand on three pages", () => {
  const pages = shown.map(({ page }) => page);
  expect([...new Set(pages)]).toEqual(["README.md", MANY_MACHINES, STRICT]);
  expect(pages.filter((page) => page === STRICT).length).toBeGreaterThan(10);
  expect(pins.size).toBeGreaterThan(5);
});

test(`${STRICT} has a workflow for each trigger`, () => {
  const triggers = shown
    .filter(({ page }) => page === STRICT)
    .flatMap(({ text }) => {
      const { on } = parse(text) as Workflow;
      return typeof on === "string" ? [on] : Object.keys(on);
    });
  expect([...new Set(triggers)].sort()).toEqual([
    "issue_comment",
    "merge_group",
    "pull_request",
    "pull_request_target",
    "push",
    "schedule",
    "workflow_dispatch",
    "workflow_run",
  ]);
});

test.each(shown)("$title has no problem", async ({ page, text }) => {
  expect(await workflowProblems(text, { strict: page === STRICT || page === MANY_MACHINES, pins })).toEqual([]);
});

test("the second workflow of forks reads what the first one uploads", () => {
  const workflows = shown.filter(({ page }) => page === STRICT).map(({ text }) => parse(text) as Workflow);
  const artifactOf = ({ jobs }: Workflow) =>
    Object.values(jobs)[0]?.steps.find(({ uses }) => uses === OWN)?.with?.["artifact-name"];
  const pairs = workflows.flatMap((second) => {
    const { workflow_run: run } = second.on as { workflow_run?: { workflows: string[] } };
    if (run === undefined) return [];
    return workflows.filter(({ name }) => run.workflows.includes(name)).map((first) => [first, second].map(artifactOf));
  });
  expect(pairs).toEqual([["krm-render-report", "krm-render-report"]]);
});

/** A workflow without problems. */
const GOOD = `name: Preview
on: pull_request
permissions:
  contents: read # to check out
  pull-requests: write # to comment
jobs:
  render:
    runs-on: ubuntu-latest
    timeout-minutes: 75
    steps:
      - uses: actions/checkout@${(pins.get("actions/checkout") ?? "").replace(" ", " # ")}
        with:
          persist-credentials: false
          fetch-depth: 0
      - uses: ${OWN}
        id: render
        with:
          artifact-name: krm-render
      - uses: actions/upload-artifact@${(pins.get("actions/upload-artifact") ?? "").replace(" ", " # ")}
        if: always() && steps.render.outputs.report-dir
        with:
          name: krm-render
          path: \${{ steps.render.outputs.report-dir }}
`;

describe("a workflow", () => {
  test("without problems has none", async () => {
    expect(await workflowProblems(GOOD, { strict: true, pins })).toEqual([]);
  });

  test.each([
    ["pull_request_target", true],
    ["issue_comment", true],
    ["pull_request", false],
  ])("on %s that checks out the head has a problem: %s", async (event, expected) => {
    const ref = "fetch-depth: 0\n          ref: ${{ github.event.pull_request.head.sha }}";
    const text = GOOD.replace("on: pull_request", `on: ${event}`).replace("fetch-depth: 0", ref);
    const problems = await workflowProblems(text, { strict: true, pins });
    expect(problems.includes("render: checks out what a stranger wrote, with secrets")).toBe(expected);
  });

  const OWN_STEP = `- uses: ${OWN}`;
  test.each<[name: string, from: string | RegExp, to: string, problem: string | RegExp]>([
    ["with an unknown event", "on: pull_request", "on: pull_requests", /^actionlint: 2: .*pull_requests/],
    ["with an unknown key", "runs-on:", "runs_on:", /^actionlint: .*runs_on/],
    ["with an expression that does not parse", "if: always() &&", "if: always( &&", /^actionlint: /],
    ["with a context that does not exist", "steps.render.outputs.report-dir }}", "step.render }}", /^actionlint: /],
    ["without jobs", /^jobs:[\s\S]*/m, "jobs: {}\n", "there are no jobs"],
    ["without permissions", /^permissions:\n(?: {2}.*\n)+/m, "", "render: names no permissions"],
    ["that cannot comment", "  pull-requests: write # to comment\n", "", "render: lacks pull-requests: write"],
    [
      "that can only read pull requests",
      "pull-requests: write",
      "pull-requests: read",
      "render: lacks pull-requests: write",
    ],
    ["with a permission for nothing", "jobs:", "  issues: write\njobs:", "render: needs no issues: write"],
    ["that may write what it reads", "contents: read", "contents: write", "render: lacks contents: read"],
    ["that comments on no pull request", "on: pull_request", "on: push", "render: needs no pull-requests: write"],
    [
      "that writes a check run without permission",
      "artifact-name:",
      "check: true\n          artifact-name:",
      "render: lacks checks: write",
    ],
    [
      "in mode comment without permission",
      "artifact-name:",
      "mode: comment\n          artifact-name:",
      "render: lacks actions: read",
    ],
    [
      "that attests without permission",
      OWN_STEP,
      `- uses: actions/attest@${(pins.get("actions/attest") ?? "").replace(" ", " # ")}\n      ${OWN_STEP}`,
      "render: lacks attestations: write",
    ],
    [
      "with a tag in place of a commit",
      /@[0-9a-f]{40} # v7\.\d\.\d\n {8}with:\n {10}persist/,
      "@v7\n        with:\n          persist",
      "actions/checkout@v7: not pinned by a commit",
    ],
    [
      "with a wrong version in the comment",
      /# v\d+\.\d+\.\d+/,
      "# v3.1.0",
      /^actions\/checkout@\w{40} # v3\.1\.0: elsewhere it is /,
    ],
    ["with a pin without a comment", / # v\d+\.\d+\.\d+/, "", /^actions\/checkout@\w{40}: no comment says/],
    [
      "with another commit",
      /checkout@[0-9a-f]{4}/,
      "checkout@0000",
      /^actions\/checkout@0000\w{36} # v\d\S+: elsewhere it is /,
    ],
    [
      "with an input that does not exist",
      "artifact-name:",
      "artefact: x\n          artifact-name:",
      "render: there is no input artefact",
    ],
    [
      "with an input of another mode",
      "artifact-name:",
      "reports: x\n          artifact-name:",
      "render: mode review does not read the input reports",
    ],
    [
      "with a mode that does not exist",
      "artifact-name:",
      "mode: revue\n          artifact-name:",
      "render: there is no mode revue",
    ],
    [
      "with an output that does not exist",
      "outputs.report-dir }}",
      "outputs.report }}",
      "render: there is no output report",
    ],
    [
      "with a step that does not exist",
      "steps.render.outputs.report-dir }}",
      "steps.rendr.outputs.report-dir }}",
      "render: there is no step rendr",
    ],
    [
      "with a job that does not exist",
      "    runs-on:",
      "    needs: plan\n    runs-on:",
      "render: needs the job plan, which does not exist",
    ],
    [
      "with an output of a job that does not exist",
      "artifact-name:",
      "base: ${{ needs.plan.outputs.base }}\n          artifact-name:",
      "render: needs.plan.outputs.base does not exist",
    ],
    [
      "with another artifact",
      "name: krm-render\n          path",
      "name: report\n          path",
      "render: artifact-name is krm-render, but report is uploaded",
    ],
    [
      "that keeps its token",
      "persist-credentials: false",
      "persist-credentials: true",
      "render: the checkout keeps its token",
    ],
    ["without the history", "fetch-depth: 0", "fetch-depth: 1", "render: the checkout lacks the history"],
    ["without a limit", "    timeout-minutes: 75\n", "", "render: has no timeout-minutes"],
    [
      "with an expression in a script",
      OWN_STEP,
      `- run: echo \${{ github.event.pull_request.title }}\n      ${OWN_STEP}`,
      "render: an expression stands in a script",
    ],
  ])("%s has one", async (_name, from, to, problem) => {
    const broken = GOOD.replace(from, to);
    expect(broken).not.toBe(GOOD);
    const problems = await workflowProblems(broken, { strict: true, pins });
    const isExpected = (found: string): boolean =>
      typeof problem === "string" ? found === problem : problem.test(found);
    expect(problems.filter(isExpected)).not.toEqual([]);
  });
});
