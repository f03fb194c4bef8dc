/** The schedule of programs; docs/specification/function-limits.md 3.1, 3.3. */
import { describe, expect, test } from "@jest/globals";
import type { Program, ProgramRun } from "../../src/functions/program.ts";
import { createSchedule } from "../../src/functions/schedule.ts";

/** A program that records its inputs. The test ends each run. */
function counting(): Program & { readonly inputs: string[]; readonly ends: (() => void)[] } {
  const inputs: string[] = [];
  const ends: (() => void)[] = [];
  return {
    title: "counting",
    inputs,
    ends,
    run({ stdin }: ProgramRun) {
      inputs.push(stdin);
      return new Promise((resolve) => {
        ends.push(() => resolve({ stdout: Buffer.from(stdin), stderr: "", exitCode: 0 }));
      });
    },
  };
}

const never = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test("equal calls run once, while the first runs and afterwards (docs/specification/function-limits.md 3.3)", async () => {
  const program = counting();
  const schedule = createSchedule(4, never);
  const first = schedule.run(program, ["a", 1], "in");
  const second = schedule.run(program, ["a", 1], "in");
  program.ends[0]?.();
  expect(await second).toBe(await first);
  expect(await schedule.run(program, ["a", 1], "in")).toBe(await first);
  expect(program.inputs).toEqual(["in"]);
});

test.each([
  ["another input", ["a", 1], "other"],
  ["another program", ["b", 1], "in"],
  ["another directory", ["a", 2], "in"],
  ["identity and input that concatenate to the same text", ["a"], "1]in"],
])("calls with %s are not equal (docs/specification/function-limits.md 3.3)", (_, identity, stdin) => {
  const program = counting();
  const schedule = createSchedule(4, never);
  void schedule.run(program, ["a", 1], "in");
  void schedule.run(program, identity, stdin);
  expect(program.inputs).toHaveLength(2);
});

test("a call that could not run is tried again (docs/specification/function-limits.md 3.3)", async () => {
  let runs = 0;
  const program: Program = {
    title: "broken",
    async run() {
      runs++;
      throw new Error("no engine");
    },
  };
  const schedule = createSchedule(1, never);
  await expect(schedule.run(program, [], "")).rejects.toThrow("no engine");
  await expect(schedule.run(program, [], "")).rejects.toThrow("no engine");
  expect(runs).toBe(2);
});

test("a limited number runs at a time, in order (docs/specification/function-limits.md 3.1)", async () => {
  const program = counting();
  const schedule = createSchedule(2, never);
  const all = ["a", "b", "c", "d", "e"].map((input) => schedule.run(program, [], input));
  await settled();
  expect(program.inputs).toEqual(["a", "b"]);
  program.ends[1]?.();
  await settled();
  expect(program.inputs).toEqual(["a", "b", "c"]);
  for (let at = 0; at < 5; at++) {
    program.ends.at(at)?.();
    program.ends.at(0)?.();
    await settled();
  }
  expect((await Promise.all(all)).map(({ stdout }) => Buffer.from(stdout).toString())).toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
  ]);
  expect(program.inputs).toEqual(["a", "b", "c", "d", "e"]);
});

test("a waiting call does not start after the signal (docs/specification/function-limits.md 2.1)", async () => {
  const stop = new AbortController();
  const program = counting();
  const schedule = createSchedule(1, stop.signal);
  void schedule.run(program, [], "a");
  const waiting = schedule.run(program, [], "b");
  stop.abort();
  program.ends[0]?.();
  expect(await waiting).toMatchObject({ exitCode: undefined, problem: "killed" });
  expect(program.inputs).toEqual(["a"]);
});

/** A caller that may give up. */
function caller(): { readonly ended: AbortSignal; begin(): void; end(): void; giveUp(): void } {
  const controller = new AbortController();
  return { ended: controller.signal, begin() {}, end() {}, giveUp: () => controller.abort() };
}

describe("a caller that gives up (docs/specification/function-limits.md 2.6)", () => {
  function ending(): { readonly program: Program; readonly signals: AbortSignal[] } {
    const signals: AbortSignal[] = [];
    const ended = { stdout: new Uint8Array(), stderr: "", exitCode: undefined, problem: "killed" as const };
    const run = ({ signal }: ProgramRun) =>
      new Promise<typeof ended>((resolve) => {
        signals.push(signal as AbortSignal);
        signal?.addEventListener("abort", () => resolve(ended));
      });
    return { program: { title: "ending", run }, signals };
  }

  test("ends the program if no other one waits for it, and the next call starts it again", async () => {
    const { program, signals } = ending();
    const schedule = createSchedule(1, never);
    const [first, second, third] = [caller(), caller(), caller()];
    const runs = [first, second].map((one) => schedule.run(program, [], "in", one));
    first.giveUp();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    second.giveUp();
    expect(await Promise.all(runs)).toMatchObject([{ problem: "killed" }, { problem: "killed" }]);
    void schedule.run(program, [], "in", third);
    await settled();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    third.giveUp();
    await schedule.settled();
  });

  test("takes a call that still waits for its turn out of the queue", async () => {
    const program = counting();
    const schedule = createSchedule(1, never);
    const one = caller();
    void schedule.run(program, [], "a");
    const waiting = schedule.run(program, [], "b", one);
    const next = schedule.run(program, [], "c");
    one.giveUp();
    program.ends[0]?.();
    expect(await waiting).toMatchObject({ problem: "killed" });
    await settled();
    expect(program.inputs).toEqual(["a", "c"]);
    program.ends[1]?.();
    await next;
  });
});

test("running programs receive the signal", async () => {
  const stop = new AbortController();
  let seen: AbortSignal | undefined;
  const program: Program = {
    title: "waiting",
    async run({ signal }) {
      seen = signal;
      return { stdout: new Uint8Array(), stderr: "", exitCode: 0 };
    },
  };
  await createSchedule(1, stop.signal).run(program, [], "");
  stop.abort();
  expect(seen?.aborted).toBe(true);
});
