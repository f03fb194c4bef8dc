/**
 * What is true of every review, whatever the change: checked on random repositories and random changes to them, through git and the
 * command line. REVIEW_CASES=5000 checks more of them.
 */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { renderTargets } from "../../../src/render/index.ts";
import { htmlChunks } from "../../../src/report/html/page.ts";
import { markdownReport } from "../../../src/report/markdown.ts";
import { patchChunks } from "../../../src/report/patch.ts";
import { parseReport } from "../../../src/review/index.ts";
import type { Report } from "../../../src/review/report.ts";
import { gitTree, openRepository, type Repository } from "../../../src/sources/index.ts";
import { selectTargets } from "../../../src/targets/index.ts";
import { type Directory, krmRender, temporaryDirectory } from "../../cli/terminal.ts";
import { branchesOf, commitSides } from "../scenarios/repository.ts";
import { type Contents, contentsOf, contradictions } from "./applying.ts";
import { changed, edit, repository as repositoryModel } from "./changes.ts";
import { filesOf, type RepositoryModel, SECRET_MARK } from "./model.ts";

const numRuns = Number(process.env.REVIEW_CASES ?? 30);
const TIME_LIMIT = 120_000 + numRuns * 1_000;

let directory: Directory;
let repository: Repository;
let cases = 0;

beforeAll(async () => {
  directory = temporaryDirectory();
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.git("commit", "--quiet", "--allow-empty", "--message=empty");
  repository = await openRepository(directory.path, { env: process.env });
});

afterAll(() => {
  repository.close();
  directory.remove();
});

interface Reviewed {
  readonly text: string;
  readonly report: Report;
  readonly contents: Contents;
  readonly review: (...options: string[]) => Promise<string>;
}

async function reviewed(base: RepositoryModel, head: RepositoryModel): Promise<Reviewed> {
  const name = `case-${++cases}`;
  commitSides(directory.path, { [name]: { base: filesOf(base), head: filesOf(head) } });
  const branches = branchesOf(name);
  const review = async (...options: string[]) => {
    const sides = ["--base", branches.base, "--head", branches.head];
    const { stdout, stderr, status } = await krmRender(["diff", ...sides, "--format", "json", ...options], {
      cwd: directory.path,
    });
    if (stdout === "") throw new Error(`no report, status ${status}: ${stderr}`);
    return stdout;
  };
  const text = await review();
  const trees = { base: await treeOf(branches.base), head: await treeOf(branches.head) };
  const targets = await selectTargets(trees, []);
  const renderings = [await renderTargets(trees.base, targets), await renderTargets(trees.head, targets)] as const;
  return { text, report: JSON.parse(text), contents: contentsOf(...renderings), review };
}

async function treeOf(branch: string) {
  const { sha } = await repository.ensureCommit(branch);
  return gitTree(repository, sha, branch);
}

const change = fc.tuple(repositoryModel, fc.array(edit, { minLength: 1, maxLength: 4 }));

test(
  "every review of a random change",
  async () => {
    await fc.assert(
      fc.asyncProperty(change, async ([base, edits]) => {
        const result = await reviewed(base, changed(base, edits));
        expect(contradictions(result.report, result.contents)).toEqual([]);
        expectWellFormed(result.report);
        expect(parseReport(result.text)).toEqual(result.report);
        expect(removedAndAdded(result)).toEqual([]);
        expectNoSecrets(result);
      }),
      { numRuns },
    );
  },
  TIME_LIMIT,
);

test(
  "a review of affected targets finds what a review of all targets finds, in each run",
  async () => {
    await fc.assert(
      fc.asyncProperty(change, async ([base, edits]) => {
        const { report, text, review } = await reviewed(base, changed(base, edits));
        expect(await review()).toBe(text);
        const all: Report = JSON.parse(await review("--affected-only=false"));
        expect({ changes: all.changes, groups: all.groups }).toEqual({
          changes: report.changes,
          groups: report.groups,
        });
        const affected = report.targets.filter(({ status }) => status !== "unaffected");
        const paths = new Set(affected.map(({ path }) => path));
        const [rendered, others] = [true, false].map((has) =>
          all.targets.filter(({ path }) => paths.has(path) === has),
        );
        expect(rendered?.map(withoutReason)).toEqual(affected.map(withoutReason));
        expect(others?.flatMap(({ changes }) => changes)).toEqual([]);
        // A target that failed before fails as it did.
        expect(others?.filter(({ status }) => status !== "unchanged").filter((one) => !one.failedBefore)).toEqual([]);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  },
  TIME_LIMIT,
);

test(
  "a repository does not differ from itself",
  async () => {
    await fc.assert(
      fc.asyncProperty(repositoryModel, async (model) => {
        const { report } = await reviewed(model, model);
        expect(report).toMatchObject({ changes: [], groups: [] });
        expect(new Set(report.targets.map(({ status }) => status))).toEqual(new Set(["unaffected"]));
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    );
  },
  TIME_LIMIT,
);

/** Without what only the plan of affected targets knows. */
function withoutReason({ edited: _edited, ...target }: Report["targets"][number]): Report["targets"][number] {
  return { ...target, why: "" };
}

function expectWellFormed({ changes, targets, groups, figures }: Report): void {
  const ids = changes.map(({ id }) => id);
  expect(ids).toEqual([...new Set(targets.flatMap((target) => target.changes))]);
  expect(new Set(groups.flatMap((group) => group.changes))).toEqual(new Set(ids));
  expect(groups.map(({ id }) => id)).toEqual([...new Set(groups.map(({ id }) => id))]);
  for (const group of groups) {
    const holders = targets.filter((target) => target.changes.some((id) => group.changes.includes(id)));
    expect(holders.map(({ path }) => path)).toEqual(expect.arrayContaining([...group.targets]));
  }
  expect(figures.changes.total).toBe(ids.length);
  expect(figures.groups).toBe(groups.length);
  expect(figures.targets.total).toBe(targets.length);
  for (const { fields } of changes) {
    // An element that replaces another one has the same place.
    const labels = fields.map(({ label, op }) => `${op} ${label}`);
    expect(labels).toEqual([...new Set(labels)]);
  }
}

interface Whole {
  readonly path: string;
  readonly name: string;
  readonly yaml: string;
}

/**
 * The objects that the report calls removed and added, though they only have another name or namespace in their target, or are
 * in another target under their name. Who moves an object to another directory and renames it has made another one.
 */
function removedAndAdded({ report, contents }: Reviewed): string[] {
  const found = { removed: new Map<string, Whole[]>(), added: new Map<string, Whole[]>() };
  for (const { path, changes } of report.targets) {
    for (const id of changes) {
      const { op, object } = report.changes.find((one) => one.id === id) as Report["changes"][number];
      if (op === "changed") continue;
      const objects = (op === "removed" ? contents.base : contents.head).get(path) ?? [];
      const own = objects.find(
        ({ kind, name, namespace }) => kind === object.kind && name === object.name && namespace === object.namespace,
      );
      const mark = /note-0: (\d+) 0/.exec(own?.yaml ?? "")?.[1];
      if (own === undefined || mark === undefined) continue;
      const key = `${own.kind} ${mark}`;
      found[op].set(key, [...(found[op].get(key) ?? []), { path, name: own.name, yaml: own.yaml }]);
    }
  }
  return [...found.removed].flatMap(([key, [before, ...others]]) => {
    const [after, ...more] = found.added.get(key) ?? [];
    if (before === undefined || after === undefined || others.length + more.length > 0) return [];
    const isMove = before.path === after.path || before.name === after.name;
    return isMove && similarity(before.yaml, after.yaml) >= 0.9 ? [key] : [];
  });
}

/** The share of equal lines, names and namespaces aside. */
function similarity(before: string, after: string): number {
  const telling = (text: string) => text.split("\n").filter((line) => !/^ +(name|namespace|team): /.test(line));
  const [a, b] = [telling(before), telling(after)];
  return a.filter((line) => b.includes(line)).length / Math.max(a.length, b.length);
}

function expectNoSecrets({ text, report, contents }: Reviewed): void {
  const outputs = [
    text,
    [...htmlChunks(report)].join(""),
    markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text,
    [...patchChunks(report)].join(""),
  ];
  const marks = [SECRET_MARK, Buffer.from(`${SECRET_MARK}-`).toString("base64").slice(0, -2), ...contents.hashes];
  for (const output of outputs) expect(marks.filter((mark) => output.includes(mark))).toEqual([]);
}
