import { expect, test } from "@jest/globals";
import { TimeLimit } from "../../../src/action/timing/index.ts";
import type { KrmError } from "../../../src/diagnostics.ts";

const pause = (milliseconds: number) => new Promise<string>((resolve) => setTimeout(resolve, milliseconds, "done"));

test("work that ends in time has its result, and its failure", async () => {
  const limit = new TimeLimit(60);
  expect(await limit.within("testing", 0, () => pause(1))).toBe("done");
  expect(await limit.within("testing", 0, () => "at once")).toBe("at once");
  const fail = async () => Promise.reject(new Error("mine"));
  await expect(limit.within("testing", 0, fail)).rejects.toThrow("mine");
  expect(limit.isOverdue).toBe(false);
});

test("work that takes longer is given up, but not before the time that it has in any case", async () => {
  const limit = new TimeLimit(2, Date.now() - 10_000);
  expect(await limit.within("fetching the commits", 60, () => pause(1))).toBe("done");
  const thrown: unknown = await limit.within("fetching the commits", 0.2, () => pause(5000)).catch((error) => error);
  expect(limit.isOverdue).toBe(true);
  expect((thrown as KrmError).diagnostics).toEqual([
    {
      code: "run-timeout",
      severity: "error",
      message: "the time for the whole run, 2 seconds, is over while fetching the commits",
      hint: "Find out what it waits for. If it is right, set total-timeout under the input settings.",
    },
  ]);
});

test("the limit counts from the start of the run", () => {
  const deadlineOf = (age: number) => new TimeLimit(100, Date.now() - age).deadline;
  const [late, early] = [deadlineOf(0), deadlineOf(40_000)];
  expect([late?.totalSeconds, early?.totalSeconds]).toEqual([100, 100]);
  expect(Math.round(((late?.at ?? 0) - (early?.at ?? 0)) / 10_000)).toBe(4);
});

test("without a limit, nothing is given up", async () => {
  const limit = new TimeLimit(undefined);
  expect(limit.deadline).toBeUndefined();
  expect(await limit.within("testing", 0, () => pause(5))).toBe("done");
});

test("a limit of months does not end at once", async () => {
  const limit = new TimeLimit(10_000_000);
  expect(await limit.within("testing", 0, () => pause(20))).toBe("done");
});
