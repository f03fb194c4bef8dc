/** What a change edits of the lock; docs/specification/lock.md 4.6. */
import { describe, expect, test } from "@jest/globals";
import { type LockEntry, printLock } from "../../src/lock/index.ts";
import { lockChanges } from "../../src/render/lock-changes.ts";
import { memoryTree } from "../../src/sources/index.ts";

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;
const pin = (ref: string, digit: string, usedBy: readonly string[] = ["app"]): LockEntry => ({
  kind: "https",
  ref,
  digest: digest(digit),
  usedBy,
});
const [A, B] = [pin("https://a.example/x", "a"), pin("https://b.example/x", "b")];

type Files = Readonly<Record<string, readonly LockEntry[] | string>>;
const treeOf = (files: Files) =>
  memoryTree(
    Object.fromEntries(
      Object.entries(files).map(([path, lock]) => [path, typeof lock === "string" ? lock : printLock(lock)]),
    ),
  );

/** The changes in a line each, and the codes of the notes. */
async function linesOf(base: Files, head: Files, path?: string): Promise<string[]> {
  const { changes, notes } = await lockChanges({ base: treeOf(base), head: treeOf(head) }, path);
  return [
    ...changes.map(({ op, subject, file, line, fields: [field] }) =>
      [op, subject, `${file}:${line}`, field?.before?.slice(7, 9) ?? "-", field?.after?.slice(7, 9) ?? "-"].join(" "),
    ),
    ...notes.map(({ severity, code, message }) => `${severity} ${code}: ${message.replace(/^.*; /, "")}`),
  ];
}

describe("the pins of a lock", () => {
  test.each<{ what: string; base: Files; head: Files; path?: string; lines: readonly string[] }>([
    { what: "no lock", base: {}, head: {}, lines: [] },
    { what: "the same lock", base: { "krm-render.lock": [A] }, head: { "krm-render.lock": [A] }, lines: [] },
    {
      what: "other users of the same content",
      base: { "krm-render.lock": [A] },
      head: { "krm-render.lock": [{ ...A, usedBy: ["other"] }] },
      lines: [],
    },
    {
      what: "the same reference with other content, one that comes, and one that goes",
      base: { "krm-render.lock": [A, B] },
      head: { "krm-render.lock": [{ ...A, digest: digest("c") }, pin("https://c.example/x", "c")] },
      lines: [
        "changed https https://a.example/x krm-render.lock:4 aa cc",
        "added https https://c.example/x krm-render.lock:12 - cc",
        "removed https https://b.example/x krm-render.lock:12 bb -",
      ],
    },
    {
      what: "a new lock",
      base: {},
      head: { "krm-render.lock": [A] },
      lines: ["added https https://a.example/x krm-render.lock:4 - aa"],
    },
    {
      what: "a lock that goes",
      base: { "krm-render.lock": [A] },
      head: {},
      lines: ["removed https https://a.example/x krm-render.lock:4 aa -"],
    },
    {
      what: "a lock that the change moves",
      base: { "krm-render.lock": [A] },
      head: { "locks/all.json": [{ ...A, digest: digest("c") }] },
      path: "locks/all.json",
      lines: ["changed https https://a.example/x locks/all.json:4 aa cc"],
    },
    {
      what: "a lock that cannot be read",
      base: { "krm-render.lock": [A] },
      head: { "krm-render.lock": "{" },
      lines: ["warning lock-invalid: what changes of its pins is not known"],
    },
  ])("$what", async ({ base, head, path, lines }) => {
    expect(await linesOf(base, head, path)).toEqual(lines);
  });
});
