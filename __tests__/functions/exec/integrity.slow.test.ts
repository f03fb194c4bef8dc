/** The file that runs is the one that was verified (docs/specification/executables.md 5.1), within limits (5.6). */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test } from "@jest/globals";
import type { KrmError } from "../../../src/diagnostics.ts";
import { catalogProgram } from "../../../src/functions/exec/catalog-program.ts";
import { DEFAULT_LIMITS } from "../../../src/functions/limits.ts";
import { createSchedule } from "../../../src/functions/schedule.ts";
import { leaveNothing } from "../workshop.ts";
import { describeVariants, digestOf, run, stored, textOf, WITHOUT } from "./catalog-programs.ts";

leaveNothing();

const SCRIPT = "#!/bin/sh\necho genuine\n";

describeVariants((variant) => {
  describe("attack 9.7: the bytes that run are those of the digest", () => {
    const prepared = (file: string, sha256: string) =>
      catalogProgram({
        title: "Fn of c.yaml",
        file,
        sha256,
        args: [],
        env: new Map(),
        limits: DEFAULT_LIMITS,
        isolation: variant.isolation,
      });

    test("each run verifies the file anew", async () => {
      const { file, sha256 } = stored(SCRIPT);
      const program = prepared(file, sha256);
      expect(textOf(await program.run({ stdin: "" }))).toBe("genuine\n");
      writeFileSync(file, "#!/bin/sh\necho other\n");
      await expect(program.run({ stdin: "" })).rejects.toMatchObject({
        code: "digest-mismatch",
        message: expect.stringContaining(
          `Fn of c.yaml has the digest sha256:${digestOf("#!/bin/sh\necho other\n")}, but its catalog has sha256:${sha256}`,
        ),
      });
      writeFileSync(file, SCRIPT);
      expect(textOf(await program.run({ stdin: "" }))).toBe("genuine\n");
    });

    test("what changes after the copy does not matter, and a run cannot change the next one", async () => {
      // It tries to replace its own file, and its store as far as it can reach that.
      const content = '#!/bin/sh\necho genuine\n(chmod u+w "$0"; echo "echo other" >"$0"; rm -f "$0") 2>/dev/null\n';
      const { file, sha256 } = stored(content);
      const program = prepared(file, sha256);
      for (let time = 0; time < 2; time++) expect(textOf(await program.run({ stdin: "" }))).toBe("genuine\n");
      expect(existsSync(file)).toBe(true);
    });

    test.each<[name: string, change: (file: string) => void, reason: string]>([
      ["is gone", (file) => rmSync(file), "ENOENT"],
      ["is a directory", (file) => (rmSync(file), mkdirSync(file)), "not a file"],
      ["is a link", (file) => (renameSync(file, `${file}.real`), symlinkSync(`${file}.real`, file)), "ELOOP"],
    ])("a file that %s does not run", async (_, change, reason) => {
      const { file, sha256 } = stored(SCRIPT);
      change(file);
      const error = (await prepared(file, sha256)
        .run({ stdin: "" })
        .catch((thrown: unknown) => thrown)) as KrmError;
      expect(error.code).toBe("digest-mismatch");
      expect(error.diagnostics[0]).toMatchObject({
        message: `Fn of c.yaml cannot be copied (${reason}), so its digest cannot be checked`,
        hint: expect.stringContaining("krm-render cache verify"),
      });
    });

    test("the stored file needs no right to be executed, and the copy has no other", async () => {
      const { file, sha256 } = stored('#!/bin/sh\nstat -c %a "$0"\n');
      chmodSync(file, 0o400);
      expect(textOf(await prepared(file, sha256).run({ stdin: "" }))).toBe("500\n");
    });

    test.each<[name: string, content: string, outcome: object]>([
      [
        "text without an interpreter",
        "echo x\n",
        { problem: "could-not-start", hint: expect.stringContaining("#!/bin/sh") },
      ],
      ["an empty file", "", { problem: "could-not-start" }],
      ["an interpreter that is not there", "#!/absent/sh\n", { hint: expect.stringContaining("linked statically") }],
    ])("%s is reported", async (_, content, outcome) => {
      expect(await run(content, variant)).toMatchObject(outcome);
    });
  });
});

test("while it runs, only its own user can enter the directory of the copy", async () => {
  const { stdout } = await run('#!/bin/sh\nstat -c %a "${0%/*}" "$HOME"\n', WITHOUT);
  expect(Buffer.from(stdout).toString()).toBe("700\n700\n");
});

describeVariants((variant) => {
  describe("attack 9.20: limits end a program", () => {
    const MIB = 1024 * 1024;
    const limits = { timeoutMs: 20_000, stdoutBytes: 10_000, stderrBytes: 2_000 };

    test.each<[name: string, script: string, more: object, outcome: object]>([
      [
        "time",
        "sleep 60 & sleep 60",
        { timeoutMs: 500 },
        { problem: "timeout", detail: "it ran longer than 0.5 seconds" },
      ],
      ["standard output", "exec yes", {}, { problem: "output-too-large", detail: "it printed more than 10000 bytes" }],
      [
        "memory",
        "x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo survived",
        { memoryBytes: 64 * MIB },
        { exitCode: expect.not.stringMatching("0") },
      ],
    ])("%s", async (_, script, more, outcome) => {
      const found = await run(`#!/bin/sh\n${script}\n`, variant, { limits: { ...limits, ...more } });
      expect(found).toMatchObject(outcome);
      expect(textOf(found)).not.toContain("survived");
    });

    test("standard error is cut", async () => {
      const { stderr, exitCode } = await run("#!/bin/sh\nseq 1 100000 >&2\n", variant, { limits });
      expect({ exitCode, short: stderr.length < 3000 }).toEqual({ exitCode: 0, short: true });
      expect(stderr).toContain("bytes are left out here");
    });

    test("a build that ends takes its programs with it", async () => {
      const stop = new AbortController();
      const program = catalogProgram({
        title: "",
        ...stored("#!/bin/sh\nsleep 60\n"),
        args: [],
        env: new Map(),
        limits,
        isolation: variant.isolation,
      });
      setTimeout(() => stop.abort(), 300);
      expect(await program.run({ stdin: "", signal: stop.signal })).toMatchObject({ problem: "killed" });
    });
  });
});

test("attack 9.20: as many programs run at a time as the schedule allows, and equal calls are one", async () => {
  const schedule = createSchedule(2, new AbortController().signal);
  const given = { ...stored("#!/bin/sh\nsleep 0.3\ncat\n"), args: [], env: new Map(), limits: DEFAULT_LIMITS };
  const program = catalogProgram({ title: "", ...given, isolation: WITHOUT.isolation });
  const count = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`krm-render-${process.pid}-`)).length;
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, count())), 10);
  let started = 0;
  const caller = { ended: new AbortController().signal, begin: () => void started++, end: () => undefined };
  const inputs = ["a", "b", "c", "d", "a", "b"];
  const outcomes = await Promise.all(inputs.map((stdin) => schedule.run(program, [given.sha256], stdin, caller)));
  clearInterval(timer);
  expect(outcomes.map(textOf)).toEqual(inputs);
  expect({ started, most }).toEqual({ started: 4, most: 2 });
});
