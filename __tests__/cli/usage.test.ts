import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { COMMANDS } from "../../src/cli/commands.ts";
import { krmRender } from "./terminal.ts";

describe("help", () => {
  test("the help of the program names every command", async () => {
    const { status, stdout, stderr } = await krmRender(["--help"]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const { name, summary } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, "m"));
    expect((await krmRender(["help"])).stdout).toBe(stdout);
    expect((await krmRender(["-h"])).stdout).toBe(stdout);
    expect((await krmRender(["help", "help"])).stdout).toBe(stdout);
  });

  test("without arguments the help is printed to standard error", async () => {
    const { status, stdout, stderr } = await krmRender([]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe((await krmRender(["help"])).stdout);
  });

  test.each(COMMANDS.map(({ name }) => name))("%s --help tells all there is", async (name) => {
    const { status, stdout, stderr } = await krmRender([name, "--help"]);
    const command = COMMANDS.find((candidate) => candidate.name === name);
    expect([status, stderr]).toEqual([0, ""]);
    for (const title of ["Usage", "Options", "Examples", "Exit status"]) expect(stdout).toContain(`\n${title}:\n`);
    for (const option of command?.options ?? []) expect(stdout).toContain(`--${option.name}`);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(110);
    expect((await krmRender(["help", name])).stdout).toBe(stdout);
  });

  test("--help takes precedence over usage errors", async () => {
    expect((await krmRender(["build", "a", "b", "--help"])).status).toBe(0);
  });
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const expected = { status: 0, stdout: `${version}\n`, stderr: "" };
  expect(await krmRender(["version"])).toEqual(expected);
  expect(await krmRender(["--version"])).toEqual(expected);
});

// docs/specification/command-line.md 1.1
describe("a usage error exits with 2, prints one sentence, and nothing on standard output", () => {
  test.each<[args: string[], message: string]>([
    [["bild"], 'error: unknown command "bild"\n  hint: Did you mean build?\n'],
    [["frobnicate"], 'error: unknown command "frobnicate"\n  hint: Run `krm-render help` for the list of commands.\n'],
    [["--frob"], 'error: unknown option "--frob"\n  hint: Run `krm-render help` for the list of commands.\n'],
    [["--versoin"], 'error: unknown option "--versoin"\n  hint: Did you mean --version?\n'],
    [["--hepl"], 'error: unknown option "--hepl"\n  hint: Did you mean --help?\n'],
    [["help", "bild"], 'error: unknown command "bild"\n  hint: Did you mean build?\n'],
    [["build", "--outptu", "x"], "error: unknown option --outptu for build\n  hint: Did you mean --output?\n"],
    [
      ["build", "--frob=1"],
      "error: unknown option --frob for build\n  hint: Run `krm-render build --help` for its options.\n",
    ],
    // The end of a name that is longer.
    [
      ["build", "--catalog", "c.yaml"],
      "error: unknown option --catalog for build\n  hint: Did you mean --trusted-catalog?\n",
    ],
    [["view", "--hosts", "a"], "error: unknown option --hosts for view\n  hint: Did you mean --allow-hosts?\n"],
    [["build", "-x"], "error: unknown option -x for build\n  hint: Run `krm-render build --help` for its options.\n"],
    [["build", "--output"], "error: --output needs a value: --output PATH\n"],
    [
      ["build", "--enable-managedby-label=maybe"],
      'error: --enable-managedby-label is a switch and takes no value "maybe"\n',
    ],
    [
      // docs/specification/command-line.md 2.3
      ["build", "--load-restrictor", "LoadRestrictionNone"],
      'error: illegal value "LoadRestrictionNone" for --load-restrictor: expected LoadRestrictionsRootOnly or LoadRestrictionsNone\n' +
        "  hint: Did you mean LoadRestrictionsNone?\n",
    ],
    [
      // docs/specification/command-line.md 2.4
      ["build", "--reorder=none", "--reorder", "x"],
      'error: illegal value "x" for --reorder: expected legacy or none\n',
    ],
    [
      ["build", "a", "b"],
      "error: build takes one target; `krm-render render` takes many\n  hint: Run `krm-render build --help` for its usage.\n",
    ],
    [
      ["version", "x"],
      'error: version takes no argument "x"\n  hint: Run `krm-render version --help` for its usage.\n',
    ],
    [["render"], "error: render needs --output-dir OUT\n"],
    [
      ["render", "--output-dir", "x", "--concurrency", "0"],
      'error: illegal value "0" for --concurrency: expected a whole number above 0\n',
    ],
    [
      ["build", "--function-timeout", "0s"],
      'error: illegal value "0s" for --function-timeout: expected a time such as 90s or 5m\n',
    ],
    [
      ["build", "--ulimit", "nofile=lots"],
      'error: illegal value "nofile=lots" for --ulimit: expected a limit such as nofile=1024:1024\n',
    ],
    [
      ["diff", "--format", "pdf"],
      'error: illegal value "pdf" for --format: expected text or markdown or patch or json or html or sarif\n',
    ],
  ])("%j", async (args, stderr) => {
    expect(await krmRender(args)).toEqual({ status: 2, stdout: "", stderr });
  });
});
