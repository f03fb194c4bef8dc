/** How jsonnet runs: what it gets, what it cannot do, and what its errors say. A script takes its place where it is not installed. */
import { chmodSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import {
  createJsonnet,
  findImports,
  type JsonnetCall,
  type JsonnetOptions,
  KnownImports,
} from "../../src/jsonnet/index.ts";
import { messageOf } from "../../src/jsonnet/messages.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { type Directory, temporaryDirectory } from "../cli/terminal.ts";
import { NO_LINUX, unless } from "../unless.ts";

const { JSONNET_BIN } = process.env;
const NO_JSONNET = JSONNET_BIN === undefined ? "JSONNET_BIN is not set" : undefined;

const directories: Directory[] = [];
afterEach(() => {
  for (const made of directories.splice(0)) made.remove();
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`krm-render-${process.pid}-`))).toEqual([]);
});

/** A PATH with a jsonnet that is a script. */
function scripted(script: string): string {
  const made = temporaryDirectory({ jsonnet: `#!/bin/sh\n${script}\n` });
  directories.push(made);
  chmodSync(join(made.path, "jsonnet"), 0o755);
  return made.path;
}

type Given = Partial<Pick<JsonnetCall, "libraries" | "externals" | "args">>;

/** What is printed, or the problems. */
async function evaluated(
  PATH: string,
  files: Readonly<Record<string, string>>,
  given: Given = {},
  options: Partial<JsonnetOptions> = {},
): Promise<string> {
  const notices: string[] = [];
  const report = ({ code }: { readonly code: string }): void => void notices.push(code);
  const jsonnet = createJsonnet({
    env: { PATH, SECRET: "s", JSONNET_PATH: "/etc" },
    isolation: "auto",
    report,
    ...options,
  });
  const tree = memoryTree(files);
  const program = { file: "/app/main.jsonnet", libraries: ["/app"], externals: [], args: [], ...given };
  const code = [...program.externals, ...program.args].flatMap(({ isCode, value, location }) =>
    isCode ? [{ text: value, location }] : [],
  );
  try {
    const found = await findImports(tree, { ...program, code }, new KnownImports());
    const display = (path: string): string => `shop${path}`;
    const printed = await jsonnet.evaluate({ ...program, ...found, display });
    expect(notices.filter((notice) => notice !== "jsonnet-not-isolated")).toEqual([]);
    return printed;
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics
      .map(({ code: its, message, file, line, column }) => `${its} ${file}:${line}:${column} ${message}`)
      .join("\n");
  } finally {
    jsonnet.close();
  }
}

const location = { file: "app.yaml", line: 3, column: 5 };
const variable = (name: string, value: string, isCode = false) => ({ name, value, isCode, location });

// docs/specification/argocd-sources.md 4.5
describe("a program gets", () => {
  const FILES = { "app/main.jsonnet": 'import "../lib/a b"', "lib/a b": "1", "secret.yaml": "x" };

  test("copies of what it imports, its arguments, and no variable", async () => {
    const told = 'printf "%s\\n" "$@"; find . | sort; env | cut -d= -f1 | sort; cat "repository~/lib/a b"';
    const given = {
      libraries: ["/app", "/lib"],
      externals: [variable("a", "b c=d"), variable("e", "1 + 1", true)],
      args: [variable("f", ""), variable("g", "null", true)],
    };
    const lines = (await evaluated(scripted(told), FILES, given)).split("\n");
    expect(lines.slice(0, 13)).toEqual(
      "-J repository~/app -J repository~/lib --ext-str a=b\\c=d --ext-code e=1\\+\\1 --tla-str f= --tla-code g=null repository~/app/main.jsonnet"
        .split(" ")
        .map((word) => word.replaceAll("\\", " ")),
    );
    expect(lines.filter((line) => line.includes("repository~/")).slice(-3)).toEqual([
      "./repository~/app/main.jsonnet",
      "./repository~/lib",
      "./repository~/lib/a b",
    ]);
    expect(lines.filter((line) => /^(?:SECRET|JSONNET_PATH|GITHUB_.*)$/.test(line))).toEqual([]);
    expect(lines.at(-1)).toBe("1");
  });

  test("the same result for an equal call", async () => {
    const jsonnet = createJsonnet({
      env: { PATH: scripted("echo $$-$PPID-$(date +%N)") },
      isolation: "never",
      report: () => {},
    });
    const call = {
      file: "/a",
      directories: [],
      libraries: [],
      externals: [],
      args: [],
      display: (path: string) => path,
    };
    const bytes = (text: string) => new Map([["/a", Buffer.from(text)]]);
    const [first, second, third] = await Promise.all(
      ["x", "x", "y"].map((text) => jsonnet.evaluate({ ...call, files: bytes(text) })),
    );
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    jsonnet.close();
  });

  test.each([
    ["-m/tmp", "its name has a dash in front, an equals sign or a NUL character"],
    ["a=b", "its name has a dash in front, an equals sign or a NUL character"],
    ["long", "it is longer than 100000 bytes"],
    ["nul", "its value has a NUL character"],
  ])("no variable %s", async (name, reason) => {
    const value = { long: "x".repeat(100_000), nul: "\0" }[name] ?? "";
    const found = await evaluated(scripted("exit 0"), FILES, { externals: [variable(name, value)] });
    expect(found).toBe(
      `jsonnet-failed app.yaml:3:5 shop/app/main.jsonnet cannot get the variable "${name}": ${reason}`,
    );
  });
});

describe("attack 9.38: is an error", () => {
  const FILES = { "app/main.jsonnet": "{}" };

  test.each([
    [
      "a mistake",
      `echo 'RUNTIME ERROR: no' >&2; printf '\\trepository~/app/main.jsonnet:2:3-9\\tf\\n' >&2; exit 1`,
      "shop/app/main.jsonnet:2:3 jsonnet failed: no",
    ],
    ["a status alone", "exit 3", "shop/app/main.jsonnet:undefined:undefined jsonnet failed: exit status 3"],
    [
      "a loop",
      "while :; do :; done",
      "shop/app/main.jsonnet:undefined:undefined jsonnet gave no result within 1 seconds",
    ],
    ["an endless output", "yes", "shop/app/main.jsonnet:undefined:undefined jsonnet printed more than 64 MiB"],
    [
      "a lack of memory",
      "echo 'fatal error: runtime: out of memory' >&2; exit 2",
      "shop/app/main.jsonnet:undefined:undefined jsonnet needs more than 300 MiB of memory",
    ],
  ])("%s", async (_, script, expected) => {
    // Only a loop takes all of the time that it gets.
    const options = { timeoutSeconds: expected.includes("no result") ? 1 : 60, memoryBytes: 300 * 1024 * 1024 };
    expect(await evaluated(scripted(script), FILES, {}, options)).toBe(`jsonnet-failed ${expected}`);
  });

  test("no jsonnet", async () => {
    expect(await evaluated("", FILES)).toBe(
      "jsonnet-unusable undefined:undefined:undefined files of jsonnet are not rendered: jsonnet is not installed here",
    );
  });
});

test.each([
  ["RUNTIME ERROR: a\nb\n\trepository~/x y.jsonnet:1:2-3\tf\n\t<std>:4:5\t\n", "a\nb", "x y.jsonnet", 1, 2],
  ["RUNTIME ERROR: a\n\t<std>:4:5-6\tfunction\n\trepository~/x:(12:3)-(14:5)\tf\n", "a", "x", 12, 3],
  ["repository~/a/x.jsonnet:1:2-3 Unknown variable: y\n\n y\n", "Unknown variable: y", "a/x.jsonnet", 1, 2],
  ["STATIC ERROR: repository~/x.jsonnet:1:2: expected a\n", "expected a", "x.jsonnet", 1, 2],
  ["RUNTIME ERROR: a\n\trepository~/app/../lib/x:1:2-3\t\n", "a", "lib/x", 1, 2],
  ["repository~/x:(1:2)-(3:4) Expected a\n\n{\n", "Expected a", "x", 1, 2],
  ['RUNTIME ERROR: couldn\'t read "repository~/b"\n\trepository~/x:1:2-3\t\n', 'couldn\'t read "b"', "x", 1, 2],
])("%j", (stderr, message, file, line, column) => {
  expect(messageOf(stderr, (path) => path.slice(1))).toEqual({ message, location: { file, line, column } });
});

test("an error in the code of a variable has no place", () => {
  expect(messageOf("<extvar:a>:1:2-3 Unknown variable: y\n", (path) => path)).toEqual({
    message: "<extvar:a>:1:2-3 Unknown variable: y",
    location: undefined,
  });
});

unless(NO_JSONNET, describe)("jsonnet itself", () => {
  const PATH = dirname(JSONNET_BIN ?? "");
  const FILES = {
    "app/main.jsonnet": 'function(f) [import "../lib/a.libsonnet", importstr "t", std.extVar("a"), std.extVar("e"), f]',
    "app/t": "text",
    "lib/a.libsonnet": 'import "b"',
    "lib/b": '{ x: (import "c").y }',
    "two/c": "{ y: 1 }",
    "app/c": "{ y: 2 }",
    "two/d": "4",
  };

  test("renders what it imports", async () => {
    const externals = [variable("a", "b c"), variable("e", 'import "d"', true)];
    const given = { libraries: ["/app", "/two"], externals, args: [variable("f", "null", true)] };
    expect(JSON.parse(await evaluated(PATH, FILES, given))).toEqual([{ x: 1 }, "text", "b c", 4, null]);
  });

  test.each([
    ["1 + ", "shop/app/main.jsonnet:1:5 jsonnet failed: Unexpected end of file"],
    ["\n  error 'no'", "shop/app/main.jsonnet:2:3 jsonnet failed: no"],
    ["(import '../lib/a').x", "shop/lib/a:1:1 jsonnet failed: inside"],
    [
      "import 'x'",
      'shop/app/main.jsonnet:1:1 jsonnet failed: couldn\'t open import "x": no match locally or in the Jsonnet library paths',
    ],
    ["import 'x' + 'y'", "shop/app/main.jsonnet:1:8 jsonnet failed: Computed imports are not allowed"],
    ["local f(x) = 1 + f(x); f(1)", "shop/app/main.jsonnet:1:18 jsonnet failed: max stack frames exceeded."],
  ])("%j fails", async (text, expected) => {
    const files = { "app/main.jsonnet": text, "lib/a": "error 'inside'" };
    expect(await evaluated(PATH, files)).toBe(`jsonnet-failed ${expected}`);
  });

  test.each([
    ["std.foldl(function(a, b) a + b, std.range(1, 1e9), 0)", /needs more than 256 MiB of memory/],
    [
      "local f(x) = if x == 0 then 0 else f(x - 1) tailstrict; f(1e12)",
      /needs more than 256 MiB of memory|gave no result within 3 seconds/,
    ],
    ["std.repeat('x', 1e9)", /needs more than 256 MiB of memory|printed more than 64 MiB/],
  ])("%s ends", async (text, expected) => {
    const options = { timeoutSeconds: 3, memoryBytes: 256 * 1024 * 1024 };
    const found = await evaluated(PATH, { "app/main.jsonnet": text }, {}, options);
    expect(found).toMatch(unlimited ?? expected);
  });
});

/** Memory is limited on Linux only, so elsewhere the time is over first. */
const unlimited = NO_LINUX === undefined ? undefined : /^jsonnet-failed/;
