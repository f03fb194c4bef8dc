/** The report of each scenario is that of a run for each of its targets. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openConfiguration } from "../../../src/comparison/index.ts";
import { findBothDeployments } from "../../../src/deployments/index.ts";
import type { ComparisonInput } from "../../../src/review/index.ts";
import { gitTree, openRepository, type Repository, type TreeNotes, treeNotes } from "../../../src/sources/index.ts";
import { planTargets, TARGET_FILE_NAMES } from "../../../src/targets/index.ts";
import { type Directory, temporaryDirectory } from "../../cli/terminal.ts";
import { branchesOf, commitSides } from "../scenarios/repository.ts";
import { type Scenario, tables } from "../scenarios/scenario.ts";
import { ofOneRun, ofShards } from "./splitting.ts";

let directory: Directory;
let repository: Repository;

// Options of the command line belong to its own tests.
const scenarios: [name: string, scenario: Scenario][] = tables().flatMap(([table, all]) =>
  all
    .filter(({ sides, arguments: given, lack }) => sides === "commits" && given.length === 0 && lack === undefined)
    .map((scenario, at): [string, Scenario] => [`${table}-${at}`, scenario]),
);

beforeAll(async () => {
  directory = temporaryDirectory();
  directory.git("init", "--quiet", "--initial-branch=main");
  commitSides(directory.path, Object.fromEntries(scenarios));
  repository = await openRepository(directory.path, { env: process.env });
});

afterAll(() => {
  repository.close();
  directory.remove();
});

async function inputOf(name: string): Promise<ComparisonInput> {
  const branches = branchesOf(name);
  const treeOf = async (branch: string) => gitTree(repository, (await repository.ensureCommit(branch)).sha, branch);
  const trees = { base: await treeOf(branches.base), head: await treeOf(branches.head) };
  const { configuration, changes, notes } = await openConfiguration(trees);
  const settings = configuration.deployments;
  const deployments = await findBothDeployments(trees, { settings, own: undefined, build: {} });
  const { targets, changedFiles } = await planTargets(trees, [], { deployments });
  const side = (label: string) => ({ sha: null, label, reason: "given" });
  return {
    trees,
    sides: { base: side("base"), head: side("head") },
    targets,
    changedFiles,
    configuration,
    notes,
    build: {},
    ruleChanges: changes,
    deployments: { base: deployments.base.builder({}), head: deployments.head.builder({}) },
  };
}

/** Each run has notices of its own. */
function observed({ trees, ...input }: ComparisonInput): ComparisonInput {
  const noticed: TreeNotes = treeNotes(TARGET_FILE_NAMES);
  return { ...input, noticed, trees: { base: noticed.observe(trees.base), head: noticed.observe(trees.head) } };
}

describe("a run for each target", () => {
  test.each(scenarios)("%s", async (name) => {
    const input = await inputOf(name);
    const whole = await ofOneRun(observed(input));
    expect(await ofShards(input, (unit) => unit, undefined, observed)).toBe(whole);
  });
});
