import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { importsOf, PERMITS, violations } from "../../scripts/rooms.mjs";
import { ROOMS } from "../../scripts/rooms-table.mjs";
import { ROOT, temporaryRepository } from "./repository.ts";

function violationsOf(files: Readonly<Record<string, string>>): string[] {
  const repository = temporaryRepository(files);
  try {
    return violations(repository.path);
  } finally {
    repository.remove();
  }
}

describe("the check of imports between rooms", () => {
  test("finds nothing in this repository", () => {
    expect(violations(ROOT)).toEqual([]);
  });

  const allowed: [string, Record<string, string>][] = [
    [
      "downward, through the door",
      {
        "src/report/a.ts": 'import { n } from "../yaml/index.ts";\nexport const m = n;\n',
        "src/yaml/index.ts": 'export { n } from "./b.ts";\n',
        "src/yaml/b.ts": "export const n = 1;\n",
      },
    ],
    [
      "into a room without a door",
      { "src/cli/main.ts": 'import "../yaml/b.ts";\n', "src/yaml/b.ts": "export const n = 1;\n" },
    ],
    [
      "by a contract beside the door",
      {
        "src/review/a.ts": 'import type { Tree } from "../sources/tree.ts";\nexport type T = Tree;\n',
        "src/sources/index.ts": 'export type { Tree } from "./tree.ts";\n',
        "src/sources/tree.ts": "export type Tree = 1;\n",
      },
    ],
    [
      "one file behind a door, lazily",
      { "src/cli/a.ts": 'await import("../yaml/b.ts");\n', "src/yaml/b.ts": "", "src/yaml/index.ts": "" },
    ],
    [
      "the version of the package",
      { "src/cli/main.ts": 'import json from "../../package.json" with { type: "json" };\nexport const v = json;\n' },
    ],
    [
      "the world, in an adapter",
      { "src/sources/a.ts": 'import { readFileSync } from "node:fs";\nreadFileSync("x");\n' },
    ],
    ["what Node computes", { "src/engine/a.ts": 'import { createHash } from "node:crypto";\ncreateHash("sha256");\n' }],
    [
      "a room within a room, through its door",
      {
        "src/yaml/a.ts": 'import "./reading/index.ts";\n',
        "src/yaml/reading/index.ts": 'import "../nodes/index.ts";\nimport "../nodes/node.ts";\n',
        "src/yaml/nodes/index.ts": "",
        "src/yaml/nodes/node.ts": "",
      },
    ],
    [
      "a contract of the room around it",
      {
        "src/review/grouping/index.ts": 'import type { Report } from "../report.ts";\nexport type R = Report;\n',
        "src/review/report.ts": "export type Report = 1;\n",
        "src/review/index.ts": 'export type { R } from "./grouping/index.ts";\n',
      },
    ],
    [
      "what only a comment says",
      { "src/yaml/a.ts": '// import("../cli/b.ts")\n/**\n * import(x) is lazy\n */\nexport {};\n' },
    ],
  ];
  test.each(allowed)("allows %s", (_name, files) => {
    expect(violationsOf(files)).toEqual([]);
  });

  const upward = "src/yaml/a.ts:1: yaml (floor 2) must not import cli (floor 14): imports go downward";
  const forbidden: [string, Record<string, string>, string][] = [
    ["an upward import", { "src/yaml/a.ts": 'import { b } from "../cli/b.ts";\n' }, upward],
    ["an upward import of a type", { "src/yaml/a.ts": 'import type { B } from "../cli/b.ts";\n' }, upward],
    ["an upward re-export", { "src/yaml/a.ts": 'export * from "../cli/b.ts";\n' }, upward],
    ["an upward side effect", { "src/yaml/a.ts": 'import "../cli/b.ts";\n' }, upward],
    ["an upward lazy import", { "src/yaml/a.ts": 'const b = await import("../cli/b.ts");\n' }, upward],
    [
      "an upward import over several lines",
      { "src/yaml/a.ts": 'import {\n  a,\n  b,\n} from "../cli/b.ts";\n' },
      upward.replace(":1:", ":4:"),
    ],
    [
      "a neighbour",
      { "src/manifests/a.ts": 'import "../targets/b.ts";\n', "src/targets/b.ts": "" },
      "src/manifests/a.ts:1: manifests must not import targets: both are on floor 9",
    ],
    [
      "a way past the door",
      { "src/cli/main.ts": 'import "../yaml/b.ts";\n', "src/yaml/b.ts": "", "src/yaml/index.ts": "" },
      "src/cli/main.ts:1: cli must enter yaml through its door, src/yaml/index.ts, not by src/yaml/b.ts",
    ],
    [
      "the world, in a pure room",
      { "src/engine/a.ts": 'import { readFile } from "node:fs/promises";\n' },
      "src/engine/a.ts:1: engine must not import node:fs/promises, because it is not an adapter; take a port as an argument instead",
    ],
    [
      "the world, by its old name",
      { "src/engine/a.ts": 'import { exec } from "child_process";\n' },
      "src/engine/a.ts:1: engine must not import child_process, because it is not an adapter; take a port as an argument instead",
    ],
    [
      "an upward import among the rooms of a room",
      { "src/yaml/nodes/a.ts": 'import "../reading/b.ts";\n', "src/yaml/reading/b.ts": "" },
      "src/yaml/nodes/a.ts:1: yaml/nodes (floor 1) must not import yaml/reading (floor 2): imports go downward",
    ],
    [
      "a way past the door of a room within",
      { "src/yaml/a.ts": 'import "./nodes/b.ts";\n', "src/yaml/nodes/b.ts": "", "src/yaml/nodes/index.ts": "" },
      "src/yaml/a.ts:1: yaml must enter yaml/nodes through its door, src/yaml/nodes/index.ts, not by src/yaml/nodes/b.ts",
    ],
    [
      "a way past two doors",
      { "src/cli/a.ts": 'import "../yaml/nodes/b.ts";\n', "src/yaml/nodes/b.ts": "", "src/yaml/index.ts": "" },
      "src/cli/a.ts:1: cli must enter yaml through its door, src/yaml/index.ts, not by src/yaml/nodes/b.ts",
    ],
    [
      "a room that imports the files around it",
      { "src/yaml/nodes/a.ts": 'import "../index.ts";\n', "src/yaml/index.ts": "" },
      "src/yaml/nodes/a.ts:1: yaml/nodes must not import src/yaml/index.ts: the files of yaml are above the rooms in it",
    ],
    [
      "a directory of more than 30 files",
      Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`src/yaml/nodes/${index}.ts`, ""])),
      "src/yaml/nodes: holds 31 files, and 30 is the limit; divide it by idea",
    ],
    [
      "a room that nobody planned",
      { "src/attic/a.ts": "" },
      "src/attic/a.ts: is in no room; give it one in scripts/rooms-table.mjs",
    ],
    [
      "a file outside of src/",
      { "src/yaml/a.ts": 'import "../../scripts/b.mjs";\n' },
      "src/yaml/a.ts:1: ../../scripts/b.mjs leaves src/",
    ],
    ["a file that is missing", { "src/yaml/a.ts": 'import "./b.ts";\n' }, "src/yaml/a.ts:1: ./b.ts does not exist"],
    [
      "a computed import",
      { "src/cli/main.ts": "await import(name);\n" },
      "src/cli/main.ts:1: import() must have a literal argument, so that it can be bundled and checked",
    ],
    [
      "a circle, though it is of types",
      { "src/yaml/a.ts": 'import type { B } from "./b.ts";\n', "src/yaml/b.ts": 'import type { A } from "./a.ts";\n' },
      "src/yaml/a.ts: imports itself in a cycle: src/yaml/a.ts -> src/yaml/b.ts -> src/yaml/a.ts",
    ],
  ];
  test.each(forbidden)("forbids %s", (_name, files, message) => {
    expect(violationsOf({ "src/cli/b.ts": "export const b = 1;\n", ...files })).toEqual([message]);
  });

  test("fails as a program, and prints the places", () => {
    const repository = temporaryRepository({ "src/yaml/a.ts": 'import "../cli/b.ts";\n', "src/cli/b.ts": "" });
    try {
      const run = spawnSync(process.execPath, [join(ROOT, "scripts/rooms.mjs"), repository.path], { encoding: "utf8" });
      expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 1, stderr: `${upward}\n` });
    } finally {
      repository.remove();
    }
  });

  test("has only permits that are needed and give a reason", () => {
    const imports = importsOf(ROOT);
    for (const { room, module, because } of PERMITS) {
      expect(ROOMS[room]).not.toHaveProperty("adapter");
      const uses = imports.filter(
        ({ file, specifier }) => file.startsWith(`src/${room}/`) && specifier === `node:${module}`,
      );
      expect(uses).not.toEqual([]);
      expect(because).toMatch(/\w+ \w+/);
    }
  });
});
