import { expect, test } from "@jest/globals";
import { Heartbeat } from "../../../src/action/timing/index.ts";

/** A heartbeat with a clock that the test moves. */
function open() {
  const printed: [seconds: number, line: string][] = [];
  let time = 0;
  let look: (() => void) | undefined;
  const clock = {
    now: () => time,
    every(_milliseconds: number, callback: () => void) {
      look = callback;
      return () => void (look = undefined);
    },
  };
  const heartbeat = new Heartbeat((line) => void printed.push([time / 1000, line]), clock);
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) {
      time += 1000;
      look?.();
    }
  };
  return { heartbeat, pass, printed };
}

test("a run is never silent for ten seconds, and names what is longest in work", () => {
  const { heartbeat, pass, printed } = open();
  pass(8);
  heartbeat.observe({ event: "phase", doing: "rendering 5 targets", targets: 5 });
  heartbeat.observe({ event: "printed" });
  for (const target of ["a", "b\n::error::x", "c", "d"]) {
    heartbeat.observe({ event: "start", stage: "head", target });
    pass(1);
  }
  heartbeat.observe({ event: "end", stage: "head", target: "a" });
  heartbeat.observe({ event: "start", stage: "review", target: "a" });
  heartbeat.observe({ event: "end", stage: "review", target: "a" });
  // At the head only, as in a release, and at the base as well.
  heartbeat.observe({ event: "end", stage: "head", target: "d" });
  heartbeat.observe({ event: "end", stage: "head", target: "c" });
  heartbeat.observe({ event: "start", stage: "base", target: "c" });
  heartbeat.observe({ event: "start", stage: "review", target: "/all targets" });
  heartbeat.observe({ event: "alive" });
  pass(20);
  expect(printed).toEqual([
    [8, "still starting"],
    [16, "still rendering 5 targets; 2 of 5 done; in work: b\\u000a::error::x for 7 s, c for 4 s"],
    [24, "still rendering 5 targets; 2 of 5 done; in work: b\\u000a::error::x for 15 s, c for 12 s"],
    [32, "still rendering 5 targets; 2 of 5 done; in work: b\\u000a::error::x for 23 s, c for 20 s"],
  ]);
});

test("is quiet while the worker speaks, and after the end", () => {
  const { heartbeat, pass, printed } = open();
  for (let count = 0; count < 10; count++) {
    pass(7);
    heartbeat.observe({ event: "printed" });
  }
  heartbeat.stop();
  pass(60);
  expect(printed).toEqual([]);
});

test("forgets what a lost worker had in work", () => {
  const { heartbeat, pass, printed } = open();
  heartbeat.observe({ event: "phase", doing: "rendering 1 target", targets: 1 });
  heartbeat.observe({ event: "start", stage: "head", target: "a" });
  heartbeat.restart();
  pass(8);
  expect(printed).toEqual([[8, "still starting"]]);
});
