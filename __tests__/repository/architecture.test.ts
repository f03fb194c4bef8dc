/** The pages that describe the rooms name what exists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { sourceFiles } from "../../scripts/rooms.mjs";
import { ROOMS } from "../../scripts/rooms-table.mjs";
import { ROOT, readText } from "./repository.ts";

const sources = sourceFiles(ROOT)
  .map((path) => readFileSync(join(ROOT, path), "utf8"))
  .join("\n");

/** What stands between backticks on a page and has this form, outside of fenced blocks. */
function named(page: string, form: RegExp): string[] {
  const text = readText(page).replace(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, "");
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code).filter((code) => form.test(code));
}

describe("docs/internals/architecture.md", () => {
  const page = "docs/internals/architecture.md";

  test("names types that exist", () => {
    const names = named(page, /^[A-Z][A-Za-z]+$/);
    expect(names.length).toBeGreaterThan(20);
    const declares = (name: string) =>
      new RegExp(`^export (?:abstract )?(?:interface|type|class) ${name}\\b`, "m").test(sources);
    expect(names.filter((name) => !declares(name))).toEqual([]);
  });

  test("names functions that exist", () => {
    const names = named(page, /^\w+\(\)$/).map((name) => name.slice(0, -2));
    expect(names.length).toBeGreaterThan(20);
    const declares = (name: string) => new RegExp(`^export (?:async )?function\\*? ${name}\\b`, "m").test(sources);
    expect(names.filter((name) => !declares(name))).toEqual([]);
  });
});

test.each(["docs/internals/architecture.md", "CONTRIBUTING.md"])("%s names paths that exist", (page) => {
  const paths = named(page, /^(?:src|scripts|docs|__tests__)\/[\w./-]+$/);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the map of CONTRIBUTING.md is that of scripts/rooms-table.mjs", () => {
  const rows = readText("CONTRIBUTING.md").matchAll(/^\| (\d+) \| (`src\/.*?) \| \S.* \|$/gm);
  const listed = [...rows].flatMap(([, floor, rooms = ""]) =>
    rooms.split(", ").map((room) => {
      const [, path = "", adapter] = /^`src\/([^`]+?)(?:\/|\.ts)`( ⇄)?$/.exec(room) ?? [];
      return { room: path, floor: Number(floor), adapter: adapter !== undefined };
    }),
  );
  const rooms = Object.entries(ROOMS).map(([room, { floor, adapter = false }]) => ({ room, floor, adapter }));
  const byRoom = (a: { room: string }, b: { room: string }) => (a.room < b.room ? -1 : 1);
  expect(listed.sort(byRoom)).toEqual(rooms.sort(byRoom));
});
