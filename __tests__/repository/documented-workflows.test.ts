/** The workflows that README.md and the pages of docs/ show: the action, its inputs and its outputs exist. */
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { action } from "../action/runner.ts";
import { readText, repositoryFiles } from "./repository.ts";

const OWN = "org/krm-render@v1";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly name: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const PAGES = repositoryFiles().filter((path) => path === "README.md" || /^docs\/[^/]+\.md$/.test(path));

interface Shown {
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly workflow: Workflow;
}

const shown = PAGES.flatMap((page) =>
  [...readText(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""], index): Shown[] => {
    if (!/^jobs:$/m.test(text) || !text.includes(OWN)) return [];
    return [{ page, title: `${page}, block ${index + 1}`, text, workflow: parse(text) as Workflow }];
  }),
);

const isOwn = ({ uses }: Step): boolean => uses === OWN;
const known = { inputs: Object.keys(action.inputs), outputs: Object.keys(action.outputs) };

test("there are workflows to check", () => {
  const pages = shown.map(({ page }) => page);
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/action.md", "docs/review-pull-requests.md"]));
  expect(pages.filter((page) => page === "docs/action.md").length).toBeGreaterThan(3);
});

describe.each(shown)("$title", ({ text, workflow }) => {
  const jobs = Object.entries(workflow.jobs);

  test("runs the action with inputs that it has", () => {
    const steps = jobs.flatMap(([, job]) => job.steps).filter(isOwn);
    const unknown = steps
      .flatMap((step) => Object.keys(step.with ?? {}))
      .filter((name) => !known.inputs.includes(name));
    expect(unknown).toEqual([]);
  });

  test("reads outputs that exist, of steps and jobs that exist", () => {
    const ids = jobs.flatMap(([, job]) => job.steps.filter(isOwn).flatMap(({ id }) => id ?? []));
    const ofSteps = [...text.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g)];
    expect(ofSteps.filter(([, id = "", name = ""]) => !ids.includes(id) || !known.outputs.includes(name))).toEqual([]);
    const ofJobs = [...text.matchAll(/\bneeds\.([\w-]+)\.outputs\.([\w-]+)/g)];
    expect(ofJobs.filter(([, job = "", name = ""]) => workflow.jobs[job]?.outputs?.[name] === undefined)).toEqual([]);
    for (const [, { needs = [] }] of jobs)
      expect([needs].flat().filter((name) => workflow.jobs[name] === undefined)).toEqual([]);
  });

  test("may do what its steps do", () => {
    const lacking = jobs.filter(([, job]) => {
      const granted = job.permissions ?? workflow.permissions ?? {};
      const uploads = job.steps.some(({ uses }) => uses?.startsWith("github/codeql-action/upload-sarif@"));
      return (
        (job.steps.some(isOwn) && granted["contents"] !== "read") || (uploads && granted["security-events"] !== "write")
      );
    });
    expect(lacking).toEqual([]);
  });

  test("tells the action the artifact that it uploads", () => {
    // A release writes no comment that could name an artifact.
    const reviewing = jobs.filter(([, { steps }]) => !steps.some((step) => step.with?.["mode"] === "release"));
    const different = reviewing.filter(([, { steps }]) => {
      const upload = steps.find(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
      return steps.find(isOwn)?.with?.["artifact-name"] !== upload?.with?.["name"];
    });
    expect(different).toEqual([]);
  });
});

test("all pages use one version of each action", () => {
  const versions = new Map<string, Set<string>>();
  for (const { workflow } of shown) {
    for (const { uses = "" } of Object.values(workflow.jobs).flatMap(({ steps }) => steps)) {
      const [used = "", version = ""] = uses.split("@");
      // A workflow that publishes names commits.
      const name = /^[0-9a-f]{40}$/.test(version) ? `${used} by its commit` : used;
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
  }
  expect([...versions].filter(([, each]) => each.size > 1)).toEqual([]);
});
