import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { applyPatch, createPatch } from "rfc6902";
import { applyJsonPatch, parseJsonPatch } from "../../src/resource/json-patch.ts";
import type { Value } from "../../src/yaml/nodes/value.ts";

function apply(document: unknown, ...operations: unknown[]): unknown {
  return applyJsonPatch(document as Value, parseJsonPatch(operations as Value));
}

/** Converts results, which have no prototype, to plain objects. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

// docs/specification/json-patch.md 3.1, 3.2
describe("operations", () => {
  test.each<[title: string, document: unknown, operation: unknown, result: unknown]>([
    ["add a key", {}, { op: "add", path: "/a", value: 1 }, { a: 1 }],
    ["add replaces a key", { a: 0 }, { op: "add", path: "/a", value: 1 }, { a: 1 }],
    ["add inserts", { l: [1, 2] }, { op: "add", path: "/l/1", value: 9 }, { l: [1, 9, 2] }],
    ["add appends by -", { l: [1] }, { op: "add", path: "/l/-", value: 9 }, { l: [1, 9] }],
    ["add appends at the length", { l: [1] }, { op: "add", path: "/l/1", value: 9 }, { l: [1, 9] }],
    ["add at -1 appends", { l: [1] }, { op: "add", path: "/l/-1", value: 9 }, { l: [1, 9] }],
    ["leading zeros and signs count", { l: [1, 2] }, { op: "add", path: "/l/+01", value: 9 }, { l: [1, 9, 2] }],
    ["add without value sets null", {}, { op: "add", path: "/a" }, { a: null }],
    ["escapes", {}, { op: "add", path: "/a~1b~0c~01", value: 1 }, { "a/b~c~1": 1 }],
    ["the empty key", {}, { op: "add", path: "/", value: 1 }, { "": 1 }],
    ["what stands before the slash does not count", {}, { op: "add", path: "x/a", value: 1 }, { a: 1 }],
    ["replace adds a key that is missing", {}, { op: "replace", path: "/a", value: 1 }, { a: 1 }],
    ["replace an element from the end", { l: [1, 2] }, { op: "replace", path: "/l/-1", value: 9 }, { l: [1, 9] }],
    ["replace the whole", { a: 1 }, { op: "replace", path: "", value: { b: 2 } }, { b: 2 }],
    ["remove a key", { a: 1, b: 2 }, { op: "remove", path: "/a" }, { b: 2 }],
    ["remove an element from the end", { l: [1, 2] }, { op: "remove", path: "/l/-2" }, { l: [2] }],
    ["move", { a: { b: 1 } }, { op: "move", from: "/a/b", path: "/c" }, { a: {}, c: 1 }],
    ["copy", { a: { b: 1 } }, { op: "copy", from: "/a", path: "/c" }, { a: { b: 1 }, c: { b: 1 } }],
    ["copy of what is missing writes null", {}, { op: "copy", from: "/a", path: "/c" }, { c: null }],
    ["test", { a: { b: [1, null] } }, { op: "test", path: "/a", value: { b: [1, null] } }, { a: { b: [1, null] } }],
    ["test a missing key against null", {}, { op: "test", path: "/a", value: null }, {}],
    ["test the whole", { a: 1 }, { op: "test", path: "", value: { a: 1 } }, { a: 1 }],
    [
      "a key that objects inherit is an ordinary key",
      {},
      { op: "add", path: "/constructor", value: 1 },
      { constructor: 1 },
    ],
  ])("%s", (_title, document, operation, result) => {
    expect(plain(apply(document, operation))).toEqual(result);
  });

  test.each<[document: unknown, operation: unknown, message: string]>([
    [
      {},
      { op: "add", path: "/q/r", value: 1 },
      'add operation does not apply: doc is missing path: "/q/r": missing value',
    ],
    [
      { q: 1 },
      { op: "add", path: "/q/r", value: 1 },
      'add operation does not apply: doc is missing path: "/q/r": missing value',
    ],
    [
      { q: null },
      { op: "add", path: "/q/r" },
      'add operation does not apply: doc is missing path: "/q/r": missing value',
    ],
    [{}, { op: "add", path: "", value: {} }, 'add operation does not apply: doc is missing path: "": missing value'],
    [{}, { op: "add", path: "q", value: {} }, 'add operation does not apply: doc is missing path: "q": missing value'],
    [
      { l: [1] },
      { op: "add", path: "/l/4" },
      "error in add for path: '/l/4': Unable to access invalid index: 4: invalid index referenced",
    ],
    [
      { l: [] },
      { op: "add", path: "/l/x" },
      "error in add for path: '/l/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
    ],
    [{}, { op: "add" }, "add operation failed to decode path: missing value"],
    [{}, { op: "add", path: 5 }, "add operation failed to decode path: missing value"],
    [
      { l: [1] },
      { op: "replace", path: "/l/3" },
      "replace operation does not apply: doc is missing key: /l/3: missing value",
    ],
    [
      { l: [1] },
      { op: "replace", path: "/l/-" },
      "replace operation does not apply: doc is missing key: /l/-: missing value",
    ],
    [{}, { op: "replace", path: "/q/r" }, "replace operation does not apply: doc is missing path: /q/r: missing value"],
    [{}, { op: "replace", path: "", value: 1 }, "replace operation value must be object or array"],
    [{}, { op: "replace" }, "replace operation failed to decode path: operation missing path field: missing value"],
    [
      {},
      { op: "remove", path: "/q" },
      "error in remove for path: '/q': Unable to remove nonexistent key: q: missing value",
    ],
    [{}, { op: "remove", path: "/toString" }, "Unable to remove nonexistent key: toString"],
    [{}, { op: "remove", path: "/q/r" }, 'remove operation does not apply: doc is missing path: "/q/r": missing value'],
    [
      { l: [1] },
      { op: "remove", path: "/l/7" },
      "error in remove for path: '/l/7': Unable to access invalid index: 7: invalid index referenced",
    ],
    [{ l: [1] }, { op: "remove", path: "/l/99999999999999999999" }, "value out of range"],
    [{ a: 1 }, { op: "test", path: "/a", value: 2 }, "testing value /a failed: test failed"],
    [{ a: 1 }, { op: "test", path: "/a", value: "1" }, "testing value /a failed: test failed"],
    [{ a: {} }, { op: "test", path: "/a", value: [] }, "testing value /a failed: test failed"],
    [{ a: [1] }, { op: "test", path: "/a", value: [1, 2] }, "testing value /a failed: test failed"],
    [{}, { op: "test", path: "/a/b", value: 2 }, "test operation does not apply: is missing path: /a/b: missing value"],
    [
      {},
      { op: "move", from: "/q", path: "/b" },
      "error in move for path: 'q': Unable to remove nonexistent key: q: missing value",
    ],
    [
      {},
      { op: "move", path: "/b" },
      "move operation failed to decode from: operation, missing from field: missing value",
    ],
    [
      { a: {} },
      { op: "move", from: "/a", path: "/a/b" },
      "move operation does not apply: doc is missing destination path: /a/b: missing value",
    ],
    [
      {},
      { op: "copy", from: "/a/b", path: "/c" },
      "copy operation does not apply: doc is missing from path: /a/b: missing value",
    ],
    [{}, { op: "bogus", path: "/a" }, "Unexpected kind: bogus"],
    [{}, { path: "/a" }, "Unexpected kind: unknown"],
    [{}, null, "Unexpected kind: unknown"],
  ])("%j with %j: %s", (document, operation, message) => {
    expect(() => apply(document, operation)).toThrow(message);
  });

  test("the message counts operations", () => {
    expect(() => apply({}, { op: "add", path: "/a", value: 1 }, { op: "remove", path: "/b" })).toThrow(
      "operation 2 of the patch",
    );
  });
});

describe("parsing", () => {
  test.each<[patch: Value, message: string]>([
    [{ op: "add" }, "f.yaml: the JSON patch is not a list of operations"],
    ["text", "the JSON patch is not a list of operations"],
    [[{ op: "add" }, "text"], "operation 2 of the JSON patch is not a map"],
    [[[]], "operation 1 of the JSON patch is not a map"],
  ])("%j: %s", (patch, message) => {
    expect(() => parseJsonPatch(patch, "f.yaml")).toThrow(message);
  });

  test("an empty document is an empty patch", () => {
    expect(parseJsonPatch(null)).toEqual([]);
  });

  test("a value of null is a value", () => {
    expect(parseJsonPatch([{ op: "add", path: "/a", value: null }])[0]?.value).toBeNull();
    expect(parseJsonPatch([{ op: "add", path: "/a" }])[0]?.value).toBeUndefined();
  });
});

describe("safety", () => {
  test("no prototype is reached through __proto__", () => {
    const result = apply(JSON.parse('{"a":{}}'), { op: "add", path: "/a/__proto__", value: { polluted: true } });
    expect(Object.keys((result as { a: object }).a)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(() => apply({}, { op: "add", path: "/__proto__/polluted", value: 1 })).toThrow("doc is missing path");
  });

  test("copies of copies cannot fill the memory", () => {
    const doubling = Array.from({ length: 40 }, () => ({ op: "copy", from: "/a", path: "/a/-" }));
    expect(() => apply({ a: [1] }, ...doubling)).toThrow("the patch copies more than");
    const longer = { a: ["x".repeat(10_000_000)] };
    expect(() => apply(longer, ...doubling.slice(0, 10))).toThrow("the patch copies more than");
  });

  test("document and patch stay unchanged, and unchanged parts are shared", () => {
    const document = { a: { b: [1] }, c: { d: 1 } };
    const patch = parseJsonPatch([
      { op: "add", path: "/a/b/-", value: { x: [] } },
      { op: "add", path: "/a/b/1/x/-", value: 1 },
    ]);
    const before = JSON.stringify([document, patch]);
    const first = applyJsonPatch(document, patch) as typeof document;
    const second = applyJsonPatch(document, patch);
    expect(plain(first)).toEqual({ a: { b: [1, { x: [1] }] }, c: { d: 1 } });
    expect(second).toEqual(first);
    expect(JSON.stringify([document, patch])).toBe(before);
    expect(first.c).toBe(document.c);
  });

  test("a copy is independent of its source", () => {
    const operations = [
      { op: "add", path: "/a", value: { x: 1 } },
      { op: "copy", from: "/a", path: "/b" },
      { op: "add", path: "/b/y", value: 2 },
    ];
    expect(plain(apply({}, ...operations))).toEqual({ a: { x: 1 }, b: { x: 1, y: 2 } });
  });
});

/** Whether another implementation applies a patch. It throws on input that it does not expect. */
function succeeds(applyTheirs: () => readonly (Error | null)[]): boolean {
  try {
    return applyTheirs().every((error) => error === null);
  } catch {
    return false;
  }
}

describe("against another implementation", () => {
  const key = fc.constantFrom("a", "b", "c/d", "e~f", "0");
  /** Any JSON; `list` makes lists of an arbitrary. Texts are empty: the other implementation finds `/0` in any other. */
  const trees = (list: (item: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.oneof(fc.integer(), fc.constant(""), fc.boolean(), fc.constant(null)),
        list(tie("tree")),
        fc.dictionary(key, tie("tree")),
      ),
    })).tree;
  const tree = trees((item) => fc.array(item, { maxLength: 4 }));
  const object = fc.dictionary(key, tree);

  test("a patch made from two documents leads from one to the other", () => {
    fc.assert(
      fc.property(object, object, (from, to) => {
        const patch = createPatch(from, to);
        expect(plain(apply(from, ...patch))).toEqual(plain(to));
        const theirs = plain(from);
        expect(applyPatch(theirs, patch).every((error) => error === null)).toBe(true);
        expect(theirs).toEqual(plain(to));
      }),
    );
  });

  test("moves, copies and tests agree with rfc6902 where both succeed", () => {
    const path = fc
      .array(key, { minLength: 1, maxLength: 3 })
      .map((keys) => keys.map((one) => `/${one.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
    // The other implementation writes any key into a list, so there are no lists.
    const mapTree = trees((item) => fc.dictionary(key, item));
    const operation = fc.oneof(
      fc.record({ op: fc.constant("add"), path, value: mapTree }),
      fc.record({ op: fc.constant("remove"), path }),
      fc.record({ op: fc.constantFrom("move", "copy"), from: path, path }),
      fc.record({ op: fc.constant("test"), path, value: mapTree }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(key, mapTree),
        fc.array(operation, { minLength: 1, maxLength: 4 }),
        (document, operations) => {
          const theirs = plain(document);
          // Only kustomize copies missing values and finds them equal to null.
          fc.pre(succeeds(() => applyPatch(theirs, plain(operations) as never)));
          expect(plain(apply(document, ...operations))).toEqual(plain(theirs));
        },
      ),
      { numRuns: 100, maxSkipsPerRun: 100 },
    );
  });
});

test.each([
  ["insertions", { l: [] }, 50_000, { op: "add", path: "/l/0", value: 1 }],
  ["removals", { l: Array.from({ length: 50_000 }, () => 1) }, 50_000, { op: "remove", path: "/l/0" }],
])("%s at the front of a list have a limit of their own", (_, document, count, operation) => {
  const operations = Array.from({ length: count }, () => operation);
  expect(() => apply(document, ...operations)).toThrow(
    "the patch moves more than 1000000000 elements of lists: `-` as an index adds at the end",
  );
});
