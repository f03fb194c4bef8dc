/** The pager of `diff`, on a terminal of its own. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { configMap, type Directory, temporaryDirectory } from "../cli/terminal.ts";
import { distFile } from "../dist.ts";
import { lackOf } from "../programs.ts";
import { unless } from "../unless.ts";

/** util-linux runs a command on a new terminal. */
const onTerminals = unless(lackOf("script"), describe);

let directory: Directory;
beforeAll(() => {
  directory = temporaryDirectory({ "kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": configMap("a", "one") });
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("first");
  directory.write({ "a.yaml": configMap("a", "two") });
});
afterAll(() => directory.remove());

function onTerminal(pager: string | undefined, ...more: string[]): { status: number | null; text: string } {
  const command = [process.execPath, distFile("cli.js"), "diff", "--base", "HEAD", ...more].join(" ");
  const { PAGER: _, KRM_RENDER_PAGER: _own, ...env } = process.env;
  const { status, stdout } = spawnSync("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: directory.path,
    encoding: "utf8",
    env: { ...env, TERM: "xterm", NO_COLOR: "1", ...(pager === undefined ? {} : { PAGER: pager }) },
    timeout: 60_000,
  });
  return { status, text: stdout.replaceAll("\r\n", "\n") };
}

onTerminals("on a terminal, diff", () => {
  test("shows its text by $PAGER, which is a command line", () => {
    const { status, text } = onTerminal("sed 's/^/P: /' | cat");
    expect(status).toBe(0);
    expect(text).toContain("P: 1 change in 1 of 1 target\n");
    expect(text).toContain("P: +  key: two\n");
  });

  test("sets up less to end by itself, and to show colours", () => {
    expect(onTerminal("cat >/dev/null; echo LESS=$LESS").text).toContain("LESS=FRX\n");
  });

  test.each([["cat"], [""]])("prints directly if PAGER is %j", (pager) => {
    const { status, text } = onTerminal(pager);
    expect(status).toBe(0);
    expect(text).toMatch(/^1 change in 1 of 1 target\n/);
  });

  test("prints directly with --no-pager, and in other formats", () => {
    expect(onTerminal("sed 's/^/P: /'", "--no-pager").text).toMatch(/^1 change/);
    expect(onTerminal("sed 's/^/P: /'", "--format", "patch").text).toMatch(/^diff --git/);
  });

  test("ends as it would have, whatever the pager does", () => {
    expect(onTerminal("true", "--exit-code").status).toBe(3);
    expect(onTerminal("exit 7", "--exit-code").status).toBe(3);
    expect(onTerminal("no-such-pager-here", "--exit-code").status).toBe(3);
  });
});

test("without a terminal there is no pager", () => {
  const { status, stdout } = spawnSync(process.execPath, [distFile("cli.js"), "diff", "--base", "HEAD"], {
    cwd: directory.path,
    encoding: "utf8",
    env: { ...process.env, PAGER: "sed 's/^/P: /'" },
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^1 change/);
});
