import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { makeDirectories } from "../../src/processes/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { NO_PROC, unless } from "../unless.ts";

const temporary = temporaryDirectories();

test("makes all that do not exist, with the mode", () => {
  const path = join(temporary(), "a/b/c");
  makeDirectories(path, 0o700);
  makeDirectories(path);
  expect([path, join(path, "..")].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
});

test("follows links, and makes nothing where they lead nowhere", () => {
  const top = temporary();
  makeDirectories(join(top, "real"));
  symlinkSync("real", join(top, "link"));
  makeDirectories(join(top, "link/below"));
  expect(existsSync(join(top, "real/below"))).toBe(true);
  symlinkSync("nowhere", join(top, "dangling"));
  expect(() => makeDirectories(join(top, "dangling"))).toThrow(/EEXIST/);
});

test("fails below a file, and at one", () => {
  const file = join(temporary(), "file");
  writeFileSync(file, "");
  expect(() => makeDirectories(join(file, "a/b"))).toThrow(/ENOTDIR/);
  expect(() => makeDirectories(file)).toThrow(/EEXIST/);
});

unless(NO_PROC, test).each(["/proc/absent", "/proc/absent/a/b", "/proc/1/absent"])(
  "ends at %s, where nothing can be made",
  (path) => {
    expect(() => makeDirectories(path)).toThrow(/ENOENT/);
  },
);
