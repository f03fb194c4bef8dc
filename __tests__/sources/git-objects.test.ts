import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type BatchAnswer, batchOutput } from "../../src/sources/git/batch-output.ts";
import type { ObjectReader } from "../../src/sources/git/object-reader.ts";
import { objectStore } from "../../src/sources/git/object-store.ts";
import { parseTreeObject } from "../../src/sources/git/tree-object.ts";

const ID = "0123456789abcdef0123456789abcdef01234567";

function printed(type: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${ID} ${type} ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

function collect(chunks: readonly Buffer[], limit = 1000): BatchAnswer[] {
  const answers: BatchAnswer[] = [];
  const feed = batchOutput(limit, (answer) => answers.push(answer));
  for (const chunk of chunks) feed(chunk);
  return answers;
}

describe("the output of git cat-file", () => {
  test("is parsed the same, however it is cut into chunks", () => {
    const object = fc.record({
      type: fc.constantFrom("blob", "tree", "commit", "tag"),
      // The contents include line feeds and texts that look like headers.
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom("\n", "\n\n", `${ID} blob 3\n`, ` missing\n`).map((text) => Buffer.from(text)),
      ),
    });
    const cases = fc.tuple(fc.array(fc.option(object), { maxLength: 8 }), fc.array(fc.nat(40), { minLength: 1 }));
    fc.assert(
      fc.property(cases, ([objects, steps]) => {
        const output = Buffer.concat(
          objects.map((one) => (one === null ? Buffer.from(`${ID} missing\n`) : printed(one.type, one.bytes))),
        );
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < output.length; turn++) {
          const step = (steps[turn % steps.length] ?? 0) + 1;
          chunks.push(output.subarray(at, at + step));
          at += step;
        }
        expect(collect(chunks)).toEqual(
          objects.map((one) =>
            one === null
              ? { found: false }
              : { found: true, id: ID, type: one.type, size: one.bytes.length, bytes: Buffer.from(one.bytes) },
          ),
        );
      }),
    );
  });

  test("skips an object above the limit, and goes on with the next", () => {
    const output = Buffer.concat([printed("blob", Buffer.alloc(11, "\n")), printed("blob", Buffer.alloc(10, "x"))]);
    const [large, small] = collect([output], 10);
    expect(large).toEqual({ found: true, id: ID, type: "blob", size: 11, bytes: undefined });
    expect(small).toMatchObject({ size: 10, bytes: Buffer.alloc(10, "x") });
  });

  test.each([
    ["text that is no header", "fatal: what\n"],
    ["a header without end", "x".repeat(10_000)],
    ["an object longer than announced", `${ID} blob 2\nabc\n`],
  ])("with %s is refused", (_, output) => {
    expect(() => collect([Buffer.from(output)])).toThrow(Error);
  });
});

describe("a tree object", () => {
  const entry = (mode: string, name: string, idBytes = 20) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.alloc(idBytes, 0xab)]);

  test.each([20, 32])("with ids of %i bytes gives types by mode, in bytewise order", (idBytes) => {
    // In git's order, `a.b` comes before the directory `a`, which sorts as `a/`.
    const rows = [
      ["100644", "a.b"],
      ["40000", "a"],
      ["120000", "link"],
      ["160000", "module"],
      ["100755", "run"],
    ] as const;
    const entries = parseTreeObject(Buffer.concat(rows.map(([mode, name]) => entry(mode, name, idBytes))), idBytes);
    const id = "ab".repeat(idBytes);
    expect([...entries]).toEqual([
      ["a", { type: "directory", id }],
      ["a.b", { type: "file", id }],
      ["link", { type: "link", id }],
      ["module", { type: "other", id, isSubmodule: true }],
      ["run", { type: "file", id, executable: true }],
    ]);
  });

  test.each([
    ["cut in an id", entry("100644", "a").subarray(0, -1)],
    ["without a mode", Buffer.from("nonsense")],
    ["without the end of a name", Buffer.from("100644 name")],
  ])("%s is refused", (_, bytes) => {
    expect(() => parseTreeObject(bytes, 20)).toThrow("not a tree object");
  });
});

describe("the store of objects", () => {
  /** Answers with blobs of 10 bytes, except for ids in `missing`. */
  function countingReader(missing: ReadonlySet<string> = new Set()): { asked: string[]; reader: ObjectReader } {
    const asked: string[] = [];
    const read = async (id: string): Promise<BatchAnswer> => {
      asked.push(id);
      if (missing.has(id)) return { found: false };
      return { found: true, id, type: "blob", size: 10, bytes: Buffer.alloc(10, id) };
    };
    return { asked, reader: { read, close() {} } };
  }

  test("reads a blob once, also for two requests at the same time", async () => {
    const { asked, reader } = countingReader();
    const store = objectStore(reader);
    const [first, second] = await Promise.all([store.blob("a"), store.blob("a")]);
    expect([await store.blob("a"), second]).toEqual([first, first]);
    expect(asked).toEqual(["a"]);
  });

  test("keeps the latest blobs within its budget", async () => {
    const { asked, reader } = countingReader();
    const store = objectStore(reader, 20);
    for (const id of ["a", "b", "c", "c", "b", "a"]) await store.blob(id);
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });

  test("does not remember failures", async () => {
    const missing = new Set(["a"]);
    const { reader } = countingReader(missing);
    const store = objectStore(reader);
    await expect(store.blob("a")).rejects.toMatchObject({ code: "git-object-missing" });
    missing.clear();
    expect((await store.blob("a")).size).toBe(10);
  });

  test("does not read a blob as a directory", async () => {
    const { reader } = countingReader();
    await expect(objectStore(reader).directory("a")).rejects.toMatchObject({ code: "git-object-broken" });
  });
});
