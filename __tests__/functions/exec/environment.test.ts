/** The variables and descriptors of an executable of a catalog (docs/specification/executables.md 5.2). */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { NO_LINUX, unless } from "../../unless.ts";
import { leaveNothing } from "../workshop.ts";
import { bundle, describeVariants, NO_SANDBOX, run, SANDBOXED, stored, temporary, textOf } from "./catalog-programs.ts";
import { NO_PERL } from "./hostile-program.ts";

leaveNothing();

/** Prints its variables, its descriptors without those of Perl itself, and where it is. */
const PROGRAM = `#!/usr/bin/perl
use Cwd;
print "$_=$ENV{$_}\\n" for sort keys %ENV;
opendir(my $directory, "/proc/self/fd");
for my $fd (sort { $a <=> $b } grep { /\\d/ } readdir($directory)) {
  my $link = readlink("/proc/self/fd/$fd") // next;
  print "fd $fd $link\\n" if $fd > 2 && $link !~ m{^/proc/\\d+/fd$|/program$};
}
print "input: ", scalar(<STDIN>), "\\n";
print "cwd is home\\n" if getcwd() eq $ENV{HOME};
open(my $cgroup, "<", "/proc/self/cgroup"); print "cgroup: $_" while <$cgroup>;
`;

/** The variables of a step in a workflow, and more that only the machine's owner should have. */
const RUNNER = {
  GITHUB_TOKEN: "ghs_0",
  GITHUB_ENV: "/home/runner/work/_temp/_runner_file_commands/env",
  GITHUB_OUTPUT: "/home/runner/work/_temp/_runner_file_commands/output",
  RUNNER_TEMP: "/home/runner/work/_temp",
  ACTIONS_RUNTIME_TOKEN: "ey0",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "ey1",
  INPUT_TOKEN: "ghs_1",
  DOCKER_HOST: "tcp://127.0.0.1:2375",
  AWS_SECRET_ACCESS_KEY: "key",
  SSH_AUTH_SOCK: "/tmp/ssh",
  LD_LIBRARY_PATH: "/home/runner/lib",
};

unless(NO_LINUX ?? NO_PERL, describe)("attack 9.13: its variables and descriptors", () => {
  let program = "";
  const { file } = stored(PROGRAM);
  const secret = join(temporary(), "secret");
  writeFileSync(secret, "secret");
  beforeAll(async () => {
    program = await bundle();
  });

  function outcomeFor(mode: string, declared: readonly string[]) {
    // The descriptors of a lock, as shells hold them, on both sides of what Node closes.
    const shell = 'exec 5<"$0" 9<"$0" 100<"$0" 200<"$0"; exec "$@"';
    const args = ["--norc", "-c", shell, secret, process.execPath, program, file, mode, ...declared];
    const env = { PATH: process.env["PATH"], ...RUNNER };
    const { stdout, stderr } = spawnSync("/bin/bash", args, { env, encoding: "utf8" });
    expect(stderr).toBe("");
    return (JSON.parse(stdout) as { stdout: string }).stdout.trimEnd().split("\n");
  }

  describeVariants(({ mode }) =>
    test("nothing of the runner", () => {
      const home = mode === "never" ? /^\/.*\/krm-render-[^/]+\/home$/ : /^\/tmp$/;
      const hostile = Object.keys(RUNNER).filter((name) => !/^(?:AWS|SSH|LD)_/.test(name));
      const declared = ["A=b c='\"$(id)", "odd.name=1", ...hostile.map((name) => `${name}=declared`)];
      const lines = outcomeFor(mode, declared);
      const variables = new Map(
        lines
          .filter((line) => /^[\w.]+=/.test(line))
          .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
      );
      expect([...variables.keys()].sort()).toEqual(["A", "HOME", "LANG", "PATH", "TMPDIR", "odd.name"]);
      expect(variables.get("A")).toBe("b c='\"$(id)");
      expect(variables.get("PATH")).toBe("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
      expect(variables.get("HOME")).toMatch(home);
      expect(variables.get("TMPDIR")).toBe(variables.get("HOME"));
      expect(lines).toContain("cwd is home");
      expect(lines).toContain("input: input");
      const descriptors = lines.filter((line) => line.startsWith("fd "));
      expect(descriptors.filter((line) => !line.endsWith(" /dev/null"))).toEqual([]);
      if (mode === "never") return;
      for (const line of lines.filter((each) => each.startsWith("cgroup: "))) expect(line).toMatch(/:\/$/);
    }),
  );

  unless(NO_SANDBOX, test)("variables do not reach the programs that make the sandbox", async () => {
    // A library that is not there makes every program that is started with it complain.
    const env = new Map([["LD_PRELOAD", "/absent.so"]]);
    const { stderr, stdout } = await run("#!/bin/sh\nread line; echo done\n", SANDBOXED, { env });
    expect(Buffer.from(stdout).toString()).toBe("done\n");
    // `env` sets it, and only the program is started after that.
    expect(stderr.match(/absent\.so/g)).toHaveLength(1);
  });

  describeVariants((variant) =>
    test("its arguments are not options of other programs", async () => {
      const args = ["--bind", "/", "-c", "A=b", "$(id)", "", "--"];
      const outcome = await run('#!/bin/sh\nprintf "%s|" "$@"\n', variant, { args });
      expect(textOf(outcome)).toBe("--bind|/|-c|A=b|$(id)||--|");
    }),
  );
});
