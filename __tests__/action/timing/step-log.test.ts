import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type PhaseEvent, StepLog, type TargetEvent } from "../../../src/action/timing/index.ts";

/** A log with a clock that the test moves, in milliseconds. */
function open(startedAt = 0, first?: string) {
  const lines: string[] = [];
  const groups: { title: string; text: string }[] = [];
  const phases: PhaseEvent[] = [];
  const clock = { time: 0 };
  const runner = {
    log: (text: string) => void lines.push(text),
    group: (title: string, text: string) => void groups.push({ title, text }),
  };
  const log = new StepLog({
    runner,
    startedAt,
    now: () => clock.time,
    onPhase: (event) => void phases.push(event),
    ...(first === undefined ? {} : { first }),
  });
  const at = (time: number, event: TargetEvent["event"], stage: TargetEvent["stage"], target: string): void => {
    clock.time = time;
    log.observe({ event, stage, target });
  };
  return { log, lines, groups, phases, clock, at };
}

describe("where the time went", () => {
  test("each phase prints a line when it begins, and they add up", () => {
    const { log, lines, groups, phases, clock, at } = open(-500);
    clock.time = 250;
    log.begin("fetching", "fetching the commits");
    clock.time = 1000;
    log.begin("rendering", "rendering 2 targets", 2);
    at(1000, "start", "head", "a");
    at(1000, "start", "head", "b");
    at(3000, "end", "head", "a");
    at(3000, "start", "review", "a");
    at(3500, "end", "review", "a");
    at(4000, "end", "head", "b");
    at(4000, "start", "review", "b");
    clock.time = 4100;
    log.during("writing", () => void (clock.time = 4400));
    at(4500, "end", "review", "b");
    at(4500, "start", "review", "/all targets");
    at(4600, "end", "review", "/all targets");
    at(4700, "start", "causes", "a");
    at(6000, "end", "causes", "a");
    at(6000, "start", "causes", "b");
    at(6500, "end", "causes", "b");
    clock.time = 6600;
    log.begin("posting");
    clock.time = 7000;
    log.finish();
    expect(lines).toEqual([
      "fetching the commits",
      "rendering 2 targets",
      "looking for the causes of the changes",
      "time: 7.5 s (starting 0.8 s, fetching 0.7 s, rendering 2.5 s, comparing 1.0 s, writing 0.3 s, causes 1.8 s, posting 0.4 s)",
    ]);
    expect(phases.map(({ doing, targets }) => [doing, targets])).toEqual([
      ["fetching the commits", undefined],
      ["rendering 2 targets", 2],
      ["looking for the causes of the changes", undefined],
    ]);
    // The parts of the work on a target add up.
    expect(groups.map(({ text }) => text)).toEqual(["4.0 s  b\n3.8 s  a"]);
  });

  test("says that the first processes were lost", () => {
    const { log, lines, clock } = open(-60_000, "processes that were lost");
    log.begin("fetching");
    clock.time = 40;
    log.finish();
    expect(lines).toEqual(["time: 60.0 s (processes that were lost 60.0 s, fetching 0.0 s)"]);
  });

  test("a phase that ends in an error ends all the same", () => {
    const { log, lines, clock } = open();
    log.begin("comparing");
    const fail = (): never => {
      clock.time = 2000;
      throw new Error("full");
    };
    expect(() => log.during("writing", fail)).toThrow("full");
    clock.time = 3000;
    log.finish();
    expect(lines).toEqual(["time: 3.0 s (starting 0.0 s, comparing 1.0 s, writing 2.0 s)"]);
  });

  test("the rounded phases add up to the rounded time, whatever they are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.nat(5000)), { maxLength: 30 }), (steps) => {
        const { log, lines, clock } = open();
        for (const [name, milliseconds] of steps) {
          log.begin(name);
          clock.time += milliseconds;
        }
        log.finish();
        const [whole = 0, ...parts] = [...(lines[0] ?? "").matchAll(/\d+\.\d/g)].map(([text]) => 10 * Number(text));
        expect(Math.round(parts.reduce((sum, part) => sum + part, 0))).toBe(Math.round(whole));
        expect(whole).toBe(Math.round(clock.time / 100));
      }),
    );
  });
});

describe("slow targets", () => {
  test("are named in a folded group, the slowest first", () => {
    const { log, groups, at } = open();
    for (const [target, seconds] of [
      ["fast", 1],
      ["slow", 1.1],
      ["slower", 12.34],
      ["\n::error::x\u001b", 5],
    ] as const) {
      at(0, "start", "head", target);
      at(seconds * 1000, "end", "head", target);
    }
    log.finish();
    expect(groups).toEqual([
      {
        title: "3 targets took longer than a second",
        text: "12.3 s  slower\n5.0 s  \\u000a::error::x\\u001b\n1.1 s  slow",
      },
    ]);
  });

  test("are at most 1,000", () => {
    const { log, groups, at } = open();
    for (let index = 0; index < 1500; index++) at(0, "start", "head", `t${index}`);
    for (let index = 0; index < 1500; index++) at(2000, "end", "head", `t${index}`);
    log.finish();
    expect(groups[0]?.text.split("\n")).toHaveLength(1001);
    expect(groups[0]?.text).toMatch(/\nand 500 more$/);
  });

  test("are no group if there are none", () => {
    const { log, groups, at } = open();
    at(0, "start", "head", "a");
    at(1000, "end", "head", "a");
    log.finish();
    expect(groups).toEqual([]);
  });
});
