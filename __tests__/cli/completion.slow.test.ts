import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { COMMANDS } from "../../src/cli/commands.ts";
import { valuesOf } from "../../src/cli/completion/candidates.ts";
import { optionsOf } from "../../src/cli/options/option-table.ts";
import { lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

/** `--name` of all options of a command, as the table has them. */
const namesOf = (command: (typeof COMMANDS)[number]) => optionsOf(command).map(({ name }) => `--${name}`);

let directory: Directory;
const scripts = new Map<string, string>();

beforeAll(async () => {
  directory = temporaryDirectory({ "overlays/prod/kustomization.yaml": "", "one file.yaml": "" });
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("first");
  directory.git("tag", "v1.2.3");
  mkdirSync(join(directory.path, "out dir"));
  for (const shell of ["bash", "zsh", "fish"]) {
    const { status, stdout, stderr } = await krmRender(["completion", shell]);
    expect([status, stderr]).toEqual([0, ""]);
    const file = join(directory.path, `.completion.${shell}`);
    writeFileSync(file, stdout);
    scripts.set(shell, file);
  }
});
afterAll(() => directory.remove());

/** What bash offers for the last word, sorted. bash makes words of their own of equals signs. */
function bash(...words: string[]): string[] {
  const program = `
    source "$1"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _krm_render
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ["--norc", "-c", program, "bash", scripts.get("bash") as string, "krm-render", ...words];
  const text = execFileSync("bash", args, { cwd: directory.path, encoding: "utf8" });
  return text.split("\n").filter(Boolean).sort();
}

function fish(line: string): string[] {
  const program = `source ${scripts.get("fish")}; complete -C "$argv"`;
  const env = { ...process.env, HOME: directory.path, XDG_CONFIG_HOME: directory.path };
  const text = execFileSync("fish", ["--no-config", "-c", program, "--", line], {
    cwd: directory.path,
    encoding: "utf8",
    env,
  });
  return text
    .split("\n")
    .filter(Boolean)
    .map((each) => each.split("\t", 1)[0] as string)
    .sort();
}

describe("bash", () => {
  test("completes every command, and every option of each", () => {
    const names = [...COMMANDS.map(({ name }) => name), "help", "--help", "--version"];
    expect(bash("")).toEqual([...names].sort());
    for (const command of COMMANDS) {
      const found = bash(command.name, "--").map((each) => each.replace(/=$/, ""));
      expect(found.sort()).toEqual(namesOf(command).sort());
    }
  });

  test("completes the values of every option that has a choice", () => {
    for (const command of COMMANDS) {
      for (const option of command.options) {
        if (option.choices === undefined) continue;
        const spelling = `--${option.name}`;
        expect([command.name, spelling, bash(command.name, spelling, "=", "")]).toEqual([
          command.name,
          spelling,
          [...option.choices].sort(),
        ]);
      }
    }
  });

  test.each<[words: string[], expected: string[]]>([
    [["vi"], ["view"]],
    [
      ["view", ""],
      ["catalog", "composition"],
    ],
    [["cache", "p"], ["prune"]],
    [
      ["completion", ""],
      ["bash", "fish", "zsh"],
    ],
    [
      ["diff", "--base", ""],
      ["HEAD", "main", "v1.2.3"],
    ],
    [["diff", "--base", "=", "v"], ["v1.2.3"]],
    [["build", "over"], ["overlays"]],
    [["build", "overlays/"], ["overlays/prod"]],
    [["render", "--output-dir", "out"], ["out dir"]],
    [["diff", "--from", "one"], ["one file.yaml"]],
    [["build", "--timeout", ""], []],
    [["help", "expl"], ["explain"]],
    [["version", ""], []],
  ])("%j gives %j", (words, expected) => {
    expect(bash(...words)).toEqual(expected);
  });

  test("neither runs nor offers a command in the name of a branch", () => {
    const names = ["$(touch${IFS}run)", "`touch${IFS}run`", "v;touch${IFS}run", "v&true", "v'\"|<x>"];
    for (const name of names) directory.git("update-ref", `refs/heads/${name}`, "HEAD");
    try {
      expect(bash("diff", "--base", "")).toEqual(["HEAD", "main", "v1.2.3"]);
      expect(existsSync(join(directory.path, "run"))).toBe(false);
    } finally {
      for (const name of names) directory.git("update-ref", "-d", `refs/heads/${name}`);
    }
  });
});

unless(lackOf("fish"), describe)("fish", () => {
  test("completes every command, and every option of each", () => {
    expect(fish("krm-render ")).toEqual([...COMMANDS.map(({ name }) => name), "help"].sort());
    for (const command of COMMANDS) {
      const found = fish(`krm-render ${command.name} --`).map((each) => each.replace(/=$/, ""));
      expect([...new Set(found)]).toEqual(namesOf(command).sort());
    }
  });

  test("completes values", () => {
    expect(fish("krm-render diff --format ")).toEqual(expect.arrayContaining(["html", "json", "markdown", "patch"]));
    expect(fish("krm-render diff --base v")).toEqual(["v1.2.3"]);
    expect(fish("krm-render view ")).toEqual(["catalog", "composition"]);
  });
});

unless(lackOf("zsh"), describe)("zsh", () => {
  /** What `_arguments` is told of the options of a command. */
  function specs(command: string): string {
    const program = `
      autoload -U compinit && compinit -u -d ${join(directory.path, ".zcompdump")}
      source ${scripts.get("zsh")}
      _arguments() { print -rl -- "$@" }
      words=(krm-render ${command} ""); CURRENT=3
      _krm_render`;
    return execFileSync("zsh", ["-f", "-c", program], { cwd: directory.path, encoding: "utf8" });
  }

  test("knows every option of every command, with its values", () => {
    for (const command of COMMANDS) {
      const text = specs(command.name);
      for (const option of optionsOf(command)) {
        const sign = option.optional ? "=-" : valuesOf(option) === undefined ? "" : "=";
        expect(text).toContain(`--${option.name}${sign}[`);
        expect(text).toContain(option.choices === undefined ? "" : `(${option.choices.join(" ")})`);
      }
    }
  });
});

test("a shell must be named", async () => {
  expect(await krmRender(["completion"])).toEqual({
    status: 2,
    stdout: "",
    stderr: "error: completion needs a shell: completion bash, zsh or fish\n",
  });
  expect((await krmRender(["completion", "tcsh"])).status).toBe(2);
});
