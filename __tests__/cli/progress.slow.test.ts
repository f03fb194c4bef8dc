import { spawnSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Progress, showProgress } from "../../src/cli/progress.ts";
import { RemainingTime, remainingText } from "../../src/cli/remaining-time.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { distFile } from "../dist.ts";
import { lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { temporaryDirectory } from "./terminal.ts";

const CLEAR = "\r\u001b[2K";

interface Shown {
  readonly written: string[];
  readonly progress: Progress;
  /** Lets the time pass, in milliseconds. */
  readonly pass: (milliseconds: number) => void;
  /** How many timers run. */
  readonly timers: () => number;
}

/** A progress line on a terminal, with a clock that only the test moves. */
function show({
  isTTY = true,
  env = {},
  columns,
}: {
  isTTY?: boolean;
  env?: Terminal["env"];
  columns?: number;
}): Shown {
  const written: string[] = [];
  const sink = { isTTY, columns, write: async (text: string) => void written.push(text) };
  let time = 0;
  const timers = new Map<() => void, { every: number; due: number }>();
  const clock = {
    now: () => time,
    every(every: number, callback: () => void) {
      timers.set(callback, { every, due: time + every });
      return () => void timers.delete(callback);
    },
  };
  return {
    written,
    progress: showProgress({ cwd: "/", env, stdout: sink, stderr: sink }, clock),
    pass(milliseconds) {
      for (const end = time + milliseconds; time < end; ) {
        time++;
        for (const [callback, timer] of timers) {
          if (timer.due > time) continue;
          timer.due = time + timer.every;
          callback();
        }
      }
    },
    timers: () => timers.size,
  };
}

describe("the line", () => {
  test("appears after a second, changes at most ten times a second, and is erased", () => {
    const { progress, pass, written, timers } = show({});
    for (let at = 0; at <= 1500; at += 50) {
      progress.update(at / 50, 31, `target-${at}`);
      pass(50);
    }
    progress.finish();
    progress.finish();
    expect(written[0]).toBe(`${CLEAR}19/31 target-950`);
    expect(written).toHaveLength(7);
    expect(written.at(-1)).toBe(CLEAR);
    expect(timers()).toBe(0);
  });

  test("is not there if the work takes less than a second", () => {
    const { progress, pass, written } = show({});
    pass(10);
    progress.update(1, 2, "a");
    progress.finish();
    pass(5000);
    expect(written).toEqual([]);
  });

  test.each([
    ["a pipe", { isTTY: false }, 0],
    ["a terminal that erases nothing", { env: { TERM: "dumb" } }, 0],
    ["a terminal without colour", { env: { NO_COLOR: "1" } }, 2],
  ])("in %s", (_name, surroundings, expected) => {
    const { progress, pass, written, timers } = show(surroundings);
    pass(60_000);
    progress.update(1, 2, "a");
    progress.finish();
    expect(written).toHaveLength(expected);
    expect(timers()).toBe(0);
    // Of the sequences of terminals, only the one that erases.
    expect(written.join("").replaceAll(CLEAR, "")).not.toContain("\u001b");
  });

  test.each([
    [undefined, "x".repeat(200), 79],
    [40, "x".repeat(200), 39],
    [40, "ü".repeat(200), 39],
    [40, "\u{1f40b}".repeat(200), 39],
    [10, "overlays/production", 9],
    [40, "a\r\nb\u001b[31m", 39],
  ])("on a terminal of %s columns, fits %.20j", (columns, target, most) => {
    const { progress, pass, written } = show({ columns: columns as number });
    pass(5000);
    progress.update(1, 2, target);
    const line = written[0]?.slice(CLEAR.length) ?? "";
    const width = Array.from(line).reduce((sum, character) => sum + (character > "~" && character !== "…" ? 2 : 1), 0);
    expect(width).toBeLessThanOrEqual(most);
    expect(line).not.toMatch(/[\r\n\u001b]/);
    expect(line).toMatch(/^1\/2/);
  });

  test("goes on while one target takes long, with the remaining time", () => {
    const { progress, pass, written } = show({});
    for (let done = 1; done <= 10; done++) {
      pass(1000);
      progress.update(done, 40, `t${done}`);
    }
    pass(20_000);
    progress.follow("looking for causes", "t1");
    pass(2000);
    progress.finish();
    const lines = written.map((line) => line.slice(CLEAR.length));
    expect(lines).toContain("10/40, about 30 s left t10");
    expect(lines).toContain("10/40, about 20 s left t10");
    expect(lines.filter((line) => line.startsWith("10/40")).length).toBeGreaterThan(15);
    expect(lines).toContain("looking for causes t1");
  });
});

describe("the remaining time", () => {
  test.each([
    [undefined, ""],
    [0, ", a few seconds left"],
    [4.9, ", a few seconds left"],
    [7.4, ", about 5 s left"],
    [57.4, ", about 55 s left"],
    [58, ", about 1 min left"],
    [95, ", about 2 min left"],
    [3569, ", about 59 min left"],
    [3599, ", about 1 h 0 min left"],
    [7262, ", about 2 h 1 min left"],
  ])("%s seconds: %j", (seconds, text) => expect(remainingText(seconds)).toBe(text));

  test("is not told before there is something to tell it from", () => {
    const time = new RemainingTime(0);
    time.update(2, 100, 5000);
    expect(time.seconds(5000)).toBeUndefined();
    time.update(3, 100, 5100);
    expect(time.seconds(5100)).toBeCloseTo(165, 0);
  });

  test("of equal targets is right from the start to the end", () => {
    const time = new RemainingTime(0);
    const wrong: number[] = [];
    for (let done = 1; done <= 100; done++) {
      time.update(done, 100, done * 500);
      const seconds = time.seconds(done * 500) ?? (done < 4 ? 50 - done / 2 : Number.NaN);
      if (!(Math.abs(seconds - (100 - done) / 2) < 1)) wrong.push(done);
    }
    expect(wrong).toEqual([]);
  });

  test("reaches the truth after a slow start and after a slow part", () => {
    const durations = [8000, ...Array<number>(99).fill(100), ...Array<number>(100).fill(400)];
    const time = new RemainingTime(0);
    let now = 0;
    let seconds: number | undefined;
    for (const [index, duration] of durations.slice(0, 150).entries()) {
      now += duration;
      time.update(index + 1, durations.length, now);
      seconds = time.seconds(now);
    }
    // Half of the slow part is left: 20 seconds.
    expect(seconds).toBeGreaterThan(13);
    expect(seconds).toBeLessThan(27);
  });

  test("never jumps: asked ten times a second, it moves by at most 2 % of what is measured beside the time that passes", () => {
    const durations = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 5, maxLength: 80 });
    fc.assert(
      fc.property(durations, (all) => {
        const time = new RemainingTime(0);
        let [now, told] = [0, undefined as number | undefined];
        const worst = Math.max(...all) * all.length;
        for (const [index, duration] of all.entries()) {
          for (const end = now + duration; now < end; ) {
            now = Math.min(end, now + 100);
            const seconds = time.seconds(now);
            if (seconds === undefined) continue;
            const step = Math.abs(seconds - Math.max(0, (told ?? seconds) - 0.1));
            if (seconds < 0 || step > (worst / 1000) * 0.02 + 0.1) throw new Error(`moved by ${step} to ${seconds}`);
            told = seconds;
          }
          time.update(index + 1, all.length, now);
        }
      }),
      { numRuns: 30 },
    );
  });
});

unless(lackOf("script"), test)(
  "on a real terminal, the line counts the targets and is erased before the result",
  () => {
    const names = Array.from({ length: 12 }, (_, index) => `t${index}`);
    const slow = "generators:\n- slow.yaml\n";
    const directory = temporaryDirectory(
      Object.fromEntries(
        names.flatMap((name) => [
          [`${name}/kustomization.yaml`, slow],
          [
            `${name}/slow.yaml`,
            `apiVersion: example.com/v1\nkind: Slow\nmetadata:\n  name: ${name}\n  annotations:\n    config.kubernetes.io/function: "exec: {path: ./slow.sh}"\n`,
          ],
          [
            `${name}/slow.sh`,
            "#!/bin/sh\nsleep 0.4\necho '{apiVersion: config.kubernetes.io/v1, kind: ResourceList, items: []}'\n",
          ],
        ]),
      ),
    );
    try {
      spawnSync("chmod", ["+x", ...names.map((name) => `${name}/slow.sh`)], { cwd: directory.path });
      directory.git("init", "--quiet");
      const run = (term: string) => {
        const command = `stty cols 60; '${process.execPath}' '${distFile("cli.js")}' render --enable-alpha-plugins --enable-exec --concurrency 2 --output-dir out`;
        const env = { ...process.env, TERM: term };
        return spawnSync("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
          cwd: directory.path,
          env,
          encoding: "utf8",
        });
      };
      const { status, stdout } = run("xterm");
      expect(stdout).toMatch(/\r\u001b\[2K\d+\/12 t\d+/);
      expect(stdout).toMatch(/\r\u001b\[2K\d+\/12, a few seconds left t\d+/);
      expect(stdout.slice(stdout.lastIndexOf(CLEAR) + CLEAR.length)).not.toContain("/12");
      expect({ status, dumb: run("dumb").stdout }).toEqual({ status: 0, dumb: expect.not.stringContaining("\u001b") });
    } finally {
      directory.remove();
    }
  },
);
