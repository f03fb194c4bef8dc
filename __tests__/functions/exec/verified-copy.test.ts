/** The copies of programs that are started; docs/specification/store.md 4.8, executables.md 5.1. */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { copyVerified } from "../../../src/functions/exec/verified-copy.ts";
import { digestOf, temporary } from "./catalog-programs.ts";

const PROGRAM = "#!/bin/sh\necho stamped\n";
let place = "";
let to = "";

beforeEach(() => {
  place = temporary();
  to = join(place, "copy");
  writeFileSync(join(place, "stored"), PROGRAM);
});

const copy = (name = "stored", sha256 = digestOf(PROGRAM)): Promise<void> =>
  copyVerified({ title: "the program", from: join(place, name), to, sha256 });

describe("attack 9.7: the copy of a program", () => {
  test("is executable and read-only, and does not change with its original", async () => {
    await copy();
    writeFileSync(join(place, "stored"), "#!/bin/sh\necho other\n");
    expect(statSync(to).mode & 0o777).toBe(0o500);
    expect(spawnSync(to, { encoding: "utf8" }).stdout).toBe("stamped\n");
  });

  test("is not made of a file that has changed since it was verified", async () => {
    writeFileSync(join(place, "stored"), "other");
    await expect(copy()).rejects.toMatchObject({
      code: "digest-mismatch",
      message: expect.stringContaining(
        `the program has the digest sha256:${digestOf("other")}, but its catalog has sha256:${digestOf(PROGRAM)}`,
      ),
    });
    expect(readdirSync(place)).toEqual(["stored"]);
  });

  test("is not made of a link", async () => {
    symlinkSync("stored", join(place, "link"));
    await expect(copy("link")).rejects.toThrow("cannot be copied (ELOOP)");
    expect(readdirSync(place).sort()).toEqual(["link", "stored"]);
  });

  test("of a large file is complete", async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 5, "x");
    writeFileSync(join(place, "stored"), bytes);
    await copy("stored", digestOf(bytes));
    expect(statSync(to).size).toBe(bytes.length);
  });
});
