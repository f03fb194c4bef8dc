/** Files that `pin` writes: all or none; docs/specification/lock.md 5.6. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type PinnedFile, writePinned } from "../../src/cli/commands/pinned-files.ts";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { writeFileAtomically } from "../../src/render/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";

const directory = temporaryDirectories();

/** A new lock, and two files that are there, one with a byte order mark. */
function shop() {
  const top = directory();
  const file = (name: string, before: string | undefined, text: string): PinnedFile => {
    if (before !== undefined) writeFileSync(join(top, name), before);
    return { path: join(top, name), before: before === undefined ? undefined : Buffer.from(before), text };
  };
  const files = [
    file("krm-render.lock", undefined, "{}\n"),
    file("a.yaml", "\ufeffa: 1\r\n", "\ufeffa: 2\r\n"),
    file("b.yaml", "b: 1\n", "b: 2\n"),
  ];
  const state = (): unknown[] => files.map(({ path }) => (existsSync(path) ? readFileSync(path, "utf8") : undefined));
  return { top, files, state };
}

function messageOf(work: () => void): string[] {
  try {
    work();
    return [];
  } catch (thrown) {
    return diagnosticsOf(thrown).map(formatDiagnostic);
  }
}

test("all are written", () => {
  const { top, files, state } = shop();
  writePinned(files, top);
  expect(state()).toEqual(["{}\n", "\ufeffa: 2\r\n", "b: 2\n"]);
});

test.each(["krm-render.lock", "a.yaml", "b.yaml"])("none is written if %s cannot be", (name) => {
  const { top, files, state } = shop();
  const before = state();
  const write = (path: string, text: string): void => {
    if (path.endsWith(name)) throw new Error("the disk is full");
    writeFileAtomically(path, text);
  };
  expect(() => writePinned(files, top, write)).toThrow("the disk is full");
  expect(state()).toEqual(before);
});

describe("a file that was edited meanwhile stays, and so do the others", () => {
  test.each<[what: string, edit: (path: string) => void]>([
    ["with another text", (path) => writeFileSync(path, "b: 3\n")],
    ["that is gone", (path) => rmSync(path)],
  ])("%s", (_, edit) => {
    const { top, files, state } = shop();
    edit(join(top, "b.yaml"));
    const before = state();
    expect(messageOf(() => writePinned(files, top))).toEqual([
      "b.yaml: the file was changed while its references were resolved, so no file is written\n  hint: Run the command again.",
    ]);
    expect(state()).toEqual(before);
  });

  test("a lock that somebody else has written", () => {
    const { top, files, state } = shop();
    writeFileSync(join(top, "krm-render.lock"), "theirs");
    expect(messageOf(() => writePinned(files, top))).toEqual([
      expect.stringMatching(/^krm-render\.lock: the file was/),
    ]);
    expect(state()).toEqual(["theirs", "\ufeffa: 1\r\n", "b: 1\n"]);
  });
});
