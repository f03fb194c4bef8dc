/**
 * Writers of one comment, in every order in which their requests can take their turns: all orders, no sample. Decision 0024 says
 * what must hold, and quotes the numbers.
 */
import { describe, expect, jest, test } from "@jest/globals";
import type { CommentApi } from "../../src/github/api.ts";
import { formatMarker } from "../../src/github/marker.ts";
import { markOutdated } from "../../src/github/outdated-comment.ts";
import { postStickyComment } from "../../src/github/sticky-comment.ts";
import { type Explored, explore } from "./interleavings/explore.ts";
import { type Event, headOf, isWrite, type Scenario, type Turn, type World } from "./interleavings/world.ts";
import { type Body, type Comments, type Moment, textOf } from "./interleavings/writer.ts";

jest.setTimeout(120_000);
const [OLD, A, B, C] = ["0", "a", "b", "c"].map((digit) => digit.repeat(40)) as [string, string, string, string];
const KEY = "Preview/render";

type ScenarioWriter = Scenario["writers"][number];

function renders(run: number, head: string, startedBy: number, attempt = 1, job = ""): ScenarioWriter {
  const text = () => `by ${run}.${attempt}${job}`;
  const wanted = { key: KEY, stamp: { run, attempt, head }, pullRequest: 1, text, create: true };
  return { head, startedBy, work: (github) => postStickyComment(github, wanted) };
}

function fails(run: number, head: string, startedBy: number): ScenarioWriter {
  const render = { key: KEY, stamp: { run, attempt: 1, head }, pullRequest: 1, runUrl: "https://example.com/run" };
  return { head, startedBy, isStale: true, work: (github) => markOutdated(github, render) };
}

/** Somebody who deletes the first comment, whatever is in it. */
const PERSON: ScenarioWriter = {
  head: "",
  startedBy: 0,
  async work(github: CommentApi) {
    const [first] = await github.listComments(1);
    if (first !== undefined) await github.deleteComment(first.id);
  },
};

const earlier = [`${formatMarker(KEY, { run: 1, attempt: 1, head: OLD })}\nby 1.1`];
const twoEarlier = [...earlier, `${formatMarker(KEY, { run: 2, attempt: 1, head: OLD })}\nby 2.1`];
const three = [renders(11, A, 0), renders(12, B, 1), renders(13, C, 2)];
const back = [renders(11, A, 0), renders(12, B, 1), renders(13, A, 2)];
const equal = [renders(11, A, 0, 1), renders(11, A, 0, 2), renders(12, A, 0)];
const jobs = [renders(11, A, 0, 1, " left"), renders(11, A, 0, 1, " right")];
const failing = [renders(11, A, 0), fails(12, B, 1), renders(13, C, 2)];
const failingAgain = [renders(11, A, 0), fails(12, B, 1), renders(13, B, 1)];

/** What happens, and the number of orders in which it can. */
const scenarios: readonly [name: string, orders: bigint, scenario: Scenario][] = [
  ["three commits, and no comment", 1_734_148n, { heads: [A, B, C], writers: three }],
  ["three commits, and an earlier comment", 490_722n, { heads: [A, B, C], comments: earlier, writers: three }],
  ["three commits, and two earlier comments", 1_637_788n, { heads: [A, B, C], comments: twoEarlier, writers: three }],
  ["a branch that goes back, and no comment", 815_553_894n, { heads: [A, B, A], writers: back }],
  [
    "a branch that goes back, and an earlier comment",
    149_341_617n,
    { heads: [A, B, A], comments: earlier, writers: back },
  ],
  ["three runs of one commit, and no comment", 34_727_115n, { heads: [A], writers: equal }],
  ["three runs of one commit, and an earlier comment", 360_989_424n, { heads: [A], comments: earlier, writers: equal }],
  ["two jobs with one key, and no comment", 360n, { heads: [A], writers: jobs }],
  ["two jobs with one key, and an earlier comment", 192n, { heads: [A], comments: earlier, writers: jobs }],
  ["a failing run between two others", 490_722n, { heads: [A, B, C], comments: earlier, writers: failing }],
  [
    "a failing run, and another one of its commit",
    42_178_143n,
    { heads: [A, B], comments: earlier, writers: failingAgain },
  ],
  ["a lost answer, and no comment", 23_207n, { heads: [A, B], writers: three.slice(0, 2), losses: 1 }],
  [
    "a lost answer, and an earlier comment",
    6_790n,
    { heads: [A, B], comments: earlier, writers: three.slice(0, 2), losses: 1 },
  ],
  ["a person who deletes it", 92_213n, { heads: [A, B], comments: earlier, writers: [...three.slice(0, 2), PERSON] }],
];

describe.each(scenarios)("%s", (_name, orders, scenario) => {
  let explored: Explored;

  test("no write without the answer that the commit is ours, none that is not read back, and never no comment", async () => {
    explored = await explore(scenario, (world, path) => {
      scenario.writers.forEach((writer, index) => {
        const { moment } = world.turns[index] as Turn;
        if (moment.problem !== undefined) throw failed(path, moment.problem.message);
        const unread = writer === PERSON || moment.request !== undefined ? undefined : unreadOf(writer, moment);
        if (unread !== undefined) throw failed(path, unread);
        if (moment.request === undefined || !isWrite(moment.request) || writer === PERSON) return;
        // A run may remove a copy that it created itself, and that it must not keep.
        const isOwn = moment.request.kind === "delete" && isCopyOf(moment, world, moment.request.id);
        if (!isOwn && !isAnswer(moment, writer.head))
          throw failed(path, `${moment.request.kind} after ${JSON.stringify(moment.answer)}`);
      });
      const isLeft = world.comments.length > 0 || scenario.comments === undefined || scenario.writers.includes(PERSON);
      if (!isLeft) throw failed(path, "there is no comment left");
    });
    expect(explored.orders).toBe(orders);
  });

  test("at the end, one comment of the present commit, except while a stale write is in flight", () => {
    let count = 0;
    for (const { path, world } of explored.ends) {
      // Also a write that was in flight leaves one comment, because its writer removes the copy that it created.
      const isOne = world.comments.length === 1 || scenario.losses !== undefined || scenario.writers.includes(PERSON);
      if (!isOne) throw failed(path, JSON.stringify(textsOf(world)));
      const finished = finishers(scenario, world).filter(({ inFlight }) => inFlight !== "stale");
      if (finished.length === 0) continue;
      count++;
      const isDeleted = world.comments.length === 0 && scenario.writers.includes(PERSON);
      const texts = textsOf(world);
      const isGood = isDeleted || (texts.length === 1 && texts.every((text) => isOf(text, headOf(scenario, world))));
      if (!isGood) throw failed(path, JSON.stringify(texts));
    }
    expect(count).toBeGreaterThan(0);
  });

  if (scenario.writers === equal) {
    test("the newest run has the last word", () => {
      const ends = explored.ends.filter(({ world }) => world.turns[2]?.inFlight === "none");
      expect(new Set(ends.map(({ world }) => textsOf(world)[0]?.split("\n")[1]))).toEqual(new Set(["by 12.1"]));
    });
  }

  if (scenario.writers === failingAgain) {
    test("what a failing run leaves is of its commit, or marked as outdated", () => {
      const ends = explored.ends.filter(({ world }) => world.turns[1]?.inFlight === "none");
      const texts = ends.flatMap(({ world }) => textsOf(world)).filter((text) => !isOf(text, B));
      const mark = `<!-- krm-render outdated head=${B} run=12.1 -->`;
      expect(new Set(texts.map((text) => text.split("\n")[1]))).toEqual(new Set([mark]));
    });
  }
});

test("a stale write that is in flight when the others end can remain: the docs say so", async () => {
  const scenario = { heads: [A, B], comments: earlier, writers: three.slice(0, 2) };
  const { ends } = await explore(scenario, () => {});
  expect(ends.filter(({ world }) => textsOf(world).some((text) => isOf(text, A)))).not.toEqual([]);
});

/** The turns of writers that rendered the present commit, and ended after it was pushed. */
function finishers(scenario: Scenario, world: World): Turn[] {
  return world.turns.filter(({ pushes }, index) => {
    const writer = scenario.writers[index];
    return writer?.head === headOf(scenario, world) && !writer.isStale && pushes === world.pushes;
  });
}

function textsOf({ comments }: World): string[] {
  return comments.map(([, body]) => textOf(body));
}

function isOf(text: string, head: string): boolean {
  return text.split("\n")[0]?.includes(` head=${head} `) === true;
}

/**
 * Why a writer that has ended did not read enough after its last write: once, and once more if it wrote over a comment of another run,
 * which may still write to it. One that stopped because the commit is not its own need not read, nor one that only removed its copy.
 */
function unreadOf({ head }: ScenarioWriter, end: Moment): string | undefined {
  const lists: Comments[] = [];
  for (let { answer, before } = end; before !== undefined; { answer, before } = before) {
    const { request } = before;
    if (request?.kind === "head") return undefined;
    if (typeof answer === "object" && "comments" in answer) lists.push(answer.comments);
    if (request === undefined || !isWrite(request) || answer === "missing") continue;
    if (request.kind === "delete" && !isAnswer(before, head)) continue;
    if (lists.length === 0) return `ends after ${request.kind} without a read`;
    const isAlone = lists.every((comments) => comments.length === 1 && isWrittenBy(before, comments[0]?.[1]));
    return isAlone && request.kind !== "create" && lists.length < 2
      ? `ends after ${request.kind} and one read`
      : undefined;
  }
  return undefined;
}

/** Whether the last answer was that the pull request is at this commit. */
function isAnswer({ answer }: Moment, head: string): boolean {
  return JSON.stringify(answer) === JSON.stringify({ head });
}

function isWrittenBy(moment: Moment | undefined, body: Body | undefined): boolean {
  for (let at = moment; at !== undefined; at = at.before) {
    if (at.request !== undefined && "body" in at.request && at.request.body === body) return true;
  }
  return false;
}

/** Whether the comment has the text with which the writer created one. */
function isCopyOf(moment: Moment, { comments }: World, id: number): boolean {
  const body = comments.find(([other]) => other === id)?.[1];
  for (let before: Moment | undefined = moment; before !== undefined; before = before.before) {
    if (before.request?.kind === "create" && (body === undefined || before.request.body === body)) return true;
  }
  return false;
}

function failed(path: readonly Event[], what: string): Error {
  return new Error(`${what}\nafter ${path.join(", ")}`);
}
