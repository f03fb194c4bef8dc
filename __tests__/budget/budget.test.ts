/** The memory of builds: who is charged, who is measured, who is refused. The time is in __tests__/engine/time-limit.slow.test.ts. */
import { expect, test } from "@jest/globals";
import { type Budget, charge, checkTime, type Memory, MemoryPool, openBudget, within } from "../../src/budget/index.ts";

const MIB = 1024 ** 2;

/** A memory that is in use as the test says. */
function fakeMemory(limit: number): Memory & { garbage: number; live: number; collections: number } {
  return {
    limit,
    garbage: 0,
    live: 0,
    collections: 0,
    used() {
      return this.live + this.garbage;
    },
    inUse() {
      this.collections++;
      this.garbage = 0;
      return this.live;
    },
  };
}

function open(pool: MemoryPool, name: string, builds = 1): Budget {
  return openBudget({ memory: pool.share(builds), late: () => new Error("late"), tooLarge: () => new Error(name) });
}

/** Asks for memory in pieces, as a build does. Returns the MiB that it got. */
function ask(mebibytes: number, each: () => void = () => {}): number {
  for (let got = 0; got < mebibytes; got++) {
    try {
      charge(MIB);
    } catch {
      return got;
    }
    each();
  }
  return mebibytes;
}

test("a small build is never measured", () => {
  const budget = open(
    new MemoryPool(() => {
      throw new Error("measured");
    }),
    "small",
  );
  budget.claim();
  expect(ask(30)).toBe(30);
  budget.close();
});

test("memory that can be collected does not count", () => {
  const memory = fakeMemory(1000 * MIB);
  const budget = open(new MemoryPool(() => memory), "large");
  budget.claim();
  expect(ask(10_000, () => (memory.garbage += MIB))).toBe(10_000);
  expect(memory.collections).toBeLessThan(100);
  budget.close();
});

test("a build is refused before the limit is reached, and again if it goes on", () => {
  const memory = fakeMemory(1000 * MIB);
  const budget = open(new MemoryPool(() => memory), "large");
  budget.claim();
  const got = ask(2000, () => (memory.live += MIB));
  expect(got).toBeGreaterThan(700);
  expect(got).toBeLessThanOrEqual(1000);
  expect(budget.refusal?.message).toBe("large");
  memory.live = 0;
  expect(() => budget.resume()).toThrow("large");
  expect(() => charge(2 * MIB)).toThrow("large");
  budget.close();
});

test("each build is charged for its own memory", () => {
  const memory = fakeMemory(1000 * MIB);
  const pool = new MemoryPool(() => memory);
  const large = open(pool, "large", 2);
  const small = open(pool, "small", 2);
  large.claim();
  ask(2000, () => (memory.live += MIB));
  small.claim();
  expect(ask(20)).toBe(20);
  expect(small.refusal).toBeUndefined();
  expect(large.refusal?.message).toBe("large");
  small.close();
  large.close();
});

test("work outside of builds is not limited", () => {
  expect(ask(10_000)).toBe(10_000);
});

test("results that are kept to save time are forgotten before a build is refused", () => {
  const memory = fakeMemory(1000 * MIB);
  memory.live = 800 * MIB;
  const pool = new MemoryPool(() => memory);
  let releases = 0;
  const kept = {
    release() {
      releases++;
      memory.live = 0;
    },
  };
  pool.register(kept);
  const budget = open(pool, "large");
  budget.claim();
  expect(ask(200, () => (memory.live += MIB))).toBe(200);
  expect(releases).toBe(1);
  budget.close();
});

test("garbage is collected when much has gathered since the last time", () => {
  const memory = fakeMemory(4000 * MIB);
  const pool = new MemoryPool(() => memory);
  for (const live of [100, 200, 300, 400, 500, 600]) {
    memory.live = live * MIB;
    pool.tidy();
  }
  expect(memory.collections).toBe(2);
});

test("a step may be given less memory than its build", () => {
  const budget = open(new MemoryPool(() => fakeMemory(1000 * MIB)), "large");
  budget.claim();
  const most = (mebibytes: number, asked: number): number =>
    within(
      mebibytes * MIB,
      () => new Error("the step is too large"),
      () => ask(asked),
    );
  expect(most(10, 9)).toBe(9);
  expect(most(10, 100)).toBeLessThanOrEqual(12);
  expect(ask(20)).toBe(20);
  expect(
    within(
      30 * MIB,
      () => new Error("outer"),
      () => most(5, 20),
    ),
  ).toBeLessThanOrEqual(7);
  expect(budget.refusal).toBeUndefined();
  budget.close();
});

test("a task that was given up does not end others when it goes on", async () => {
  const pool = new MemoryPool(() => fakeMemory(1000 * MIB));
  const late = (): Error => new Error("late");
  const budget = openBudget({ seconds: 0.02, memory: pool.share(1), late, tooLarge: late });
  await expect(budget.race(new Promise(() => {}))).rejects.toThrow("late");
  budget.close();
  budget.claim();
  expect(ask(100)).toBe(100);
  expect(() => budget.resume()).toThrow("late");
  for (let calls = 0; calls < 100; calls++) checkTime();
});

test("memory is not measured if that takes much longer than the time that is left", () => {
  let measurements = 0;
  const more = (): number => {
    measurements++;
    const end = performance.now() + 1200;
    while (performance.now() < end);
    return MIB;
  };
  const late = (): Error => new Error("late");
  const budget = openBudget({
    seconds: 1.25,
    memory: { first: 0, more, has: () => true },
    late,
    tooLarge: () => new Error("large"),
  });
  budget.claim();
  expect(ask(100)).toBeLessThan(5);
  budget.close();
  expect(budget.refusal?.message).toBe("late");
  expect(measurements).toBe(1);
});
