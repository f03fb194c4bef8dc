import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { SUMMARY_LIMIT, writeSummary } from "../../src/github/summary.ts";
import { smallDisk } from "../small-disk.ts";
import { unless } from "../unless.ts";

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "summary-"));
  file = join(directory, "summary.md");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A writer that uses its whole budget, with characters of three bytes. */
const greedy = (maxBytes: number) => ({ text: "€".repeat(Math.floor(maxBytes / 3)), truncated: true });

test("uses the bytes that an earlier part of the step left", async () => {
  writeFileSync(file, "ä".repeat(1000));
  expect(await writeSummary(file, greedy)).toEqual({ truncated: true });
  const { length } = readFileSync(file);
  expect(length).toBeLessThanOrEqual(SUMMARY_LIMIT);
  expect(length).toBeGreaterThan(SUMMARY_LIMIT - 10);
});

test("writes nothing without space or without a file", async () => {
  writeFileSync(file, Buffer.alloc(SUMMARY_LIMIT - 100, "x"));
  expect(await writeSummary(file, greedy)).toBeUndefined();
  expect(readFileSync(file)).toHaveLength(SUMMARY_LIMIT - 100);
  expect(await writeSummary(undefined, greedy)).toBeUndefined();
  expect(await writeSummary("", greedy)).toBeUndefined();
});

const disk = smallDisk(64);
unless(disk.lack, test)("leaves nothing of a summary that does not fit on the disk", async () => {
  const path = join(disk.place, "summary.md");
  writeFileSync(path, "before\n");
  await expect(writeSummary(path, greedy)).rejects.toThrow(/the job summary cannot be written: ENOSPC/);
  expect(readFileSync(path, "utf8")).toBe("before\n");
});

test("fails when the file cannot be written", async () => {
  await expect(writeSummary(join(directory, "none", "summary.md"), greedy)).rejects.toThrow(
    "the job summary cannot be written",
  );
});
