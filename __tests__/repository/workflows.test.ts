import { describe, expect, test } from "@jest/globals";
import { readText, readYaml, repositoryFiles } from "./repository.ts";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Workflow {
  name?: string;
  permissions?: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; "timeout-minutes"?: number; steps: Step[] }>;
}

const FILES = repositoryFiles().filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path));

/** Every `uses:` line with its comment. */
function usesLines(path: string): { reference: string; comment: string }[] {
  return [...readText(path).matchAll(/^\s*(?:- )?uses: (\S+)(?: # (.*))?$/gm)].map(
    ([, reference = "", comment = ""]) => ({
      reference,
      comment,
    }),
  );
}

describe.each(FILES)("%s", (path) => {
  const workflow = readYaml(path) as Workflow;
  const jobs = Object.entries(workflow.jobs);

  test("grants no permission by default, and sets the permissions of each job", () => {
    expect(workflow.permissions).toEqual({});
    expect(jobs.filter(([, job]) => job.permissions === undefined).map(([name]) => name)).toEqual([]);
  });

  test("gives a reason for every permission", () => {
    const granted = readText(path).match(/^ {6}[a-z-]+: (?:read|write)\b.*$/gm) ?? [];
    const total = jobs.reduce((sum, [, { permissions = {} }]) => sum + Object.keys(permissions).length, 0);
    expect(granted).toHaveLength(total);
    expect(granted.filter((line) => !/ # to \w+/.test(line))).toEqual([]);
  });

  test("limits the time of every job", () => {
    expect(jobs.filter(([, job]) => !job["timeout-minutes"]).map(([name]) => name)).toEqual([]);
  });

  test("pins every action by its commit, with the version in a comment", () => {
    const steps = jobs.flatMap(([, job]) => job.steps).flatMap(({ uses }) => (uses ? [uses] : []));
    const lines = usesLines(path);
    expect(lines.map(({ reference }) => reference)).toEqual(steps);
    const loose = lines.filter(
      ({ reference, comment }) =>
        reference !== "./" && !(/^[\w./-]+@[0-9a-f]{40}$/.test(reference) && /^v\d+\.\d+\.\d+$/.test(comment)),
    );
    expect(loose).toEqual([]);
  });

  test("keeps no token in a checkout", () => {
    const checkouts = jobs.flatMap(([, job]) => job.steps).filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
  });

  test("puts no expression into a script", () => {
    const scripts = jobs.flatMap(([, job]) => job.steps).flatMap(({ run }) => (run ? [run] : []));
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  });
});

test("there are workflows to check", () => {
  expect(FILES).toContain(".github/workflows/ci.yml");
});

test("all uses of an action have the same commit and version", () => {
  const pins = new Map<string, Set<string>>();
  for (const { reference, comment } of FILES.flatMap(usesLines)) {
    const [action = "", commit] = reference.split("@");
    if (commit === undefined) continue;
    const repository = action.split("/").slice(0, 2).join("/");
    pins.set(repository, (pins.get(repository) ?? new Set()).add(`${commit} ${comment}`));
  }
  expect(pins.size).toBeGreaterThan(5);
  expect([...pins].filter(([, commits]) => commits.size > 1)).toEqual([]);
});

test.each(
  repositoryFiles().filter(
    (path) => /^(\.github\/|action\.ya?ml$).*|^action\.ya?ml$/.test(path) && /\.ya?ml$/.test(path),
  ),
)("%s is YAML without errors", (path) => {
  expect(readYaml(path)).toEqual(expect.any(Object));
});
