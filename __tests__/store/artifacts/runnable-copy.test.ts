/** The copies of programs that are started; docs/specification/store.md 4.8. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { runnableCopy } from "../../../src/store/index.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { sha256 } from "./archives.ts";

const directory = temporaryDirectories();
const PROGRAM = "#!/bin/sh\necho stamped\n";
const tmp = process.env["TMPDIR"];
let place = "";

beforeEach(() => {
  place = directory();
  process.env["TMPDIR"] = place;
  writeFileSync(join(place, "stored"), PROGRAM);
});
afterEach(() => {
  if (tmp === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = tmp;
});

describe("attack 9.7: the copy of a program", () => {
  test("is private, executable and read-only, and is removed", () => {
    const copy = runnableCopy(join(place, "stored"), sha256(PROGRAM));
    expect([statSync(copy.path).mode & 0o777, statSync(dirname(copy.path)).mode & 0o777]).toEqual([0o500, 0o700]);
    expect(spawnSync(copy.path, { encoding: "utf8" }).stdout).toBe("stamped\n");
    copy.remove();
    expect(readdirSync(place)).toEqual(["stored"]);
  });

  test("does not change with the file that it was made of", () => {
    const copy = runnableCopy(join(place, "stored"), sha256(PROGRAM));
    writeFileSync(join(place, "stored"), "#!/bin/sh\necho other\n");
    expect(spawnSync(copy.path, { encoding: "utf8" }).stdout).toBe("stamped\n");
    copy.remove();
  });

  test("is not made of a file that has changed since it was verified", () => {
    writeFileSync(join(place, "stored"), "other");
    const digests = [sha256("other"), sha256(PROGRAM)].map((digest) => `sha256:${digest}`);
    expect(() => runnableCopy(join(place, "stored"), sha256(PROGRAM))).toThrow(
      `a stored program has the digest ${digests.join(", not ")}`,
    );
    expect(readdirSync(place)).toEqual(["stored"]);
  });

  test("is not made of a link", () => {
    symlinkSync("stored", join(place, "link"));
    expect(() => runnableCopy(join(place, "link"), sha256(PROGRAM))).toThrow("ELOOP");
    expect(existsSync(join(place, "link"))).toBe(true);
    expect(readdirSync(place).sort()).toEqual(["link", "stored"]);
  });

  test("of a large file is complete", () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 5, "x");
    writeFileSync(join(place, "stored"), bytes);
    const copy = runnableCopy(join(place, "stored"), sha256(bytes));
    expect(statSync(copy.path).size).toBe(bytes.length);
    copy.remove();
  });
});
