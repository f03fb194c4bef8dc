/** The supervisor with workers that the test plays: who is lost, who is tried again, and when it gives up. */
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import type { Setbacks, Stage, WorkMessage } from "../../src/supervision/messages.ts";
import { type Supervised, supervise, type WorkerExit } from "../../src/supervision/supervisor.ts";

type Script = (
  setbacks: Setbacks,
  send: (message: WorkMessage) => void,
  killed: Promise<void>,
) => WorkerExit | Promise<WorkerExit>;

const ABORTED: WorkerExit = { code: null, signal: "SIGABRT" };
const DONE: WorkerExit = { code: 0, signal: null };
const start = (target: string, stage: Stage = "head"): WorkMessage => ({ event: "start", stage, target });
const end = (target: string, stage: Stage = "head"): WorkMessage => ({ event: "end", stage, target });

/** Runs the scripts, one for each worker; the last one serves for all further workers. */
async function play(scripts: readonly Script[], stop = new AbortController().signal) {
  const given: Setbacks[] = [];
  const outcome: Supervised = await supervise((setbacks, onMessage) => {
    const script = scripts[Math.min(given.push(setbacks), scripts.length) - 1] as Script;
    let kill = (): void => undefined;
    const killed = new Promise<void>((resolve) => (kill = resolve));
    return { exit: Promise.resolve().then(() => script(setbacks, onMessage, killed)), kill };
  }, stop);
  return { outcome, given };
}

/** A worker that works on targets, several at a time, and ends without a result while one of `deadly` is in work. */
function worker(targets: readonly string[], deadly: ReadonlySet<string>): Script {
  return ({ head }, send) => {
    const { lost } = head;
    const together = targets.filter((target) => !head.first.has(target));
    for (const target of head.first) {
      send(start(target));
      if (deadly.has(target) && !lost.has(target)) return ABORTED;
      send(end(target));
    }
    for (let at = 0; at < together.length; at += 3) {
      const group = together.slice(at, at + 3);
      for (const target of group) send(start(target));
      if (group.some((target) => deadly.has(target) && !lost.has(target))) return ABORTED;
      for (const target of group) send(end(target));
    }
    send({ event: "done" });
    return DONE;
  };
}

test.each([
  ["none", []],
  ["one", ["b"]],
  ["two that are in work together", ["a", "b"]],
  ["all", ["a", "b", "c", "d", "e", "f", "g"]],
])("targets that end the process are lost: %s", async (_, deadly) => {
  const { outcome, given } = await play([worker(["a", "b", "c", "d", "e", "f", "g"], new Set(deadly))]);
  expect(outcome).toEqual({ kind: "done", code: 0 });
  const lost = new Map(given.at(-1)?.head.lost);
  expect([...lost.keys()].sort()).toEqual(deadly);
  for (const [target, { code, file, message }] of lost) {
    expect({ code, file }).toEqual({ code: "process-lost", file: target });
    expect(message).toBe(`the process that rendered ${target} at head ran out of memory`);
  }
});

test("a result that fails the step is a result", async () => {
  const { outcome, given } = await play([
    (_, send) => {
      send({ event: "done" });
      return { code: 1, signal: null };
    },
  ]);
  expect(outcome).toEqual({ kind: "done", code: 1 });
  expect(given).toHaveLength(1);
});

test("a process that ends without a target in work is not started again", async () => {
  const { outcome, given } = await play([
    (_, send) => {
      for (const message of [
        start("a"),
        end("a"),
        start("a", "base"),
        end("a", "base"),
        start("a", "review"),
        end("a", "review"),
      ])
        send(message);
      return { code: null, signal: "SIGKILL" };
    },
  ]);
  expect(given).toHaveLength(1);
  expect(outcome).toEqual({
    kind: "lost",
    reason: "was killed, probably because the machine ran out of memory",
    inWork: [],
    finished: ["a at head", "a at base", "a (comparison)"],
  });
});

test("a process that cannot be started is reported", async () => {
  const { outcome } = await play([() => ({ code: null, signal: null, error: new Error("spawn ENOMEM") })]);
  expect(outcome).toMatchObject({ kind: "lost", reason: "could not be started: spawn ENOMEM" });
});

test("the number of processes is limited", async () => {
  let next = 0;
  const { outcome, given } = await play([
    (_, send) => {
      send(start(`target-${next++}`));
      return { code: 7, signal: null };
    },
  ]);
  expect(given).toHaveLength(100);
  expect(outcome).toMatchObject({
    kind: "lost",
    reason: "ended with the status 7 and no result",
    inWork: ["target-99 at head"],
  });
});

test("a run that is cancelled starts no other process", async () => {
  const stop = new AbortController();
  const { outcome, given } = await play(
    [
      (_, send) => {
        send(start("a"));
        stop.abort("SIGTERM");
        return { code: null, signal: "SIGTERM" };
      },
    ],
    stop.signal,
  );
  expect(outcome).toEqual({ kind: "stopped" });
  expect(given).toHaveLength(1);
});

test("a worker that does not answer while it renders is ended", async () => {
  const silent: Script = async ({ head }, send, killed) => {
    send({ event: "patience", seconds: 0.05 });
    if (head.lost.size === 0) {
      send(start("a"));
      await killed;
      return { code: null, signal: "SIGKILL" };
    }
    send({ event: "done" });
    return DONE;
  };
  const { outcome, given } = await play([silent]);
  expect(outcome).toEqual({ kind: "done", code: 0 });
  expect(given).toHaveLength(2);
  expect(given[1]?.head.lost.get("a")?.message).toBe(
    "the process that rendered a at head did not answer for 0.05 seconds and was ended",
  );
});

describe("when the time for the whole run is over", () => {
  afterEach(() => void jest.useRealTimers());

  /** A worker that has no target in work, and gives signs of life until it is told to be silent. */
  function planning(aliveSeconds: number): Script {
    return async (_, send, killed) => {
      send({ event: "deadline", seconds: 60 });
      const pulse = setInterval(() => send({ event: "alive" }), 500);
      setTimeout(() => clearInterval(pulse), aliveSeconds * 1000);
      await killed;
      clearInterval(pulse);
      return { code: null, signal: "SIGKILL" };
    };
  }

  test.each([
    ["a worker that is silent from the beginning is ended soon after it", 0, 60],
    ["a worker that is silent later is ended as well", 80, 110],
    ["a worker that answers may finish", 600, undefined],
  ])("%s", async (_, aliveSeconds, endsAt) => {
    jest.useFakeTimers();
    let outcome: Supervised | undefined;
    const played = play([planning(aliveSeconds)]).then((result) => (outcome = result.outcome));
    await jest.advanceTimersByTimeAsync(((endsAt ?? 590) - 1) * 1000);
    expect(outcome).toBeUndefined();
    if (endsAt === undefined) return;
    await jest.advanceTimersByTimeAsync(2000);
    await played;
    const reason = expect.stringMatching(/^did not answer for \d+ seconds and was ended$/);
    expect(outcome).toMatchObject({ kind: "lost", reason, inWork: [] });
  });
});
