import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Value } from "../../../../src/render/rendering.ts";
import { compareFields, type FieldsResult } from "../../../../src/review/differences/fields/index.ts";
import type { FieldChange } from "../../../../src/review/report.ts";

function compare(
  before: Value,
  after: Value,
  names: [string, string][][] = [[], []],
  except: string[] = [],
): Omit<FieldsResult, "fields"> & { fields: Omit<FieldChange, "label">[] } {
  const result = compareFields({
    before,
    after,
    namesBefore: new Map(names[0]),
    namesAfter: new Map(names[1]),
    maskBefore: (text) => text,
    maskAfter: (text) => text,
    except: new Set(except),
  });
  return { ...result, fields: result.fields.map(unlabelled) };
}

function unlabelled(field: FieldChange): Omit<FieldChange, "label"> {
  const { label: _label, ...rest } = field;
  return rest;
}

describe("field changes", () => {
  test.each<{ what: string; before: Value; after: Value; fields: object[] }>([
    { what: "nothing", before: { a: 1 }, after: { a: 1 }, fields: [] },
    { what: "the order of keys", before: { a: 1, b: 2 }, after: { b: 2, a: 1 }, fields: [] },
    {
      what: "a scalar",
      before: { spec: { replicas: 3 } },
      after: { spec: { replicas: 5 } },
      fields: [{ path: "/spec/replicas", op: "changed", before: 3, after: 5 }],
    },
    {
      what: "a type",
      before: { a: "1" },
      after: { a: 1 },
      fields: [{ path: "/a", op: "changed", before: "1", after: 1 }],
    },
    {
      what: "an added null",
      before: {},
      after: { a: null },
      fields: [{ path: "/a", op: "added", after: null }],
    },
    {
      what: "keys that need escaping",
      before: { "a/b~c": 1, gone: { x: 1 } },
      after: { "a/b~c": 2 },
      fields: [
        { path: "/a~1b~0c", op: "changed", before: 1, after: 2 },
        { path: "/gone", op: "removed", before: { x: 1 } },
      ],
    },
    {
      what: "an integer beyond 2^53",
      before: { a: 9007199254740993n },
      after: { a: 9007199254740995n },
      fields: [{ path: "/a", op: "changed", before: "9007199254740993", after: "9007199254740995" }],
    },
    {
      what: "an element with a name",
      before: { c: [{ name: "a", image: "x:1" }, { name: "b" }] },
      after: { c: [{ name: "new" }, { name: "a", image: "x:2" }] },
      fields: [
        { path: "/c/1/image", namedPath: "/c/a/image", op: "changed", before: "x:1", after: "x:2" },
        { path: "/c/1", namedPath: "/c/b", op: "removed", before: { name: "b" } },
        { path: "/c/0", namedPath: "/c/new", op: "added", after: { name: "new" } },
      ],
    },
    {
      what: "reordered elements",
      before: { c: [{ name: "a" }, { name: "b" }] },
      after: { c: [{ name: "b" }, { name: "a" }] },
      fields: [{ path: "/c", op: "reordered" }],
    },
    {
      what: "ports with the same number and different protocols",
      before: { ports: [{ containerPort: 53 }, { containerPort: 53, protocol: "UDP" }] },
      after: {
        ports: [
          { containerPort: 53, hostPort: 1 },
          { containerPort: 53, protocol: "UDP" },
        ],
      },
      fields: [{ path: "/ports/0/hostPort", namedPath: "/ports/53~1TCP/hostPort", op: "added", after: 1 }],
    },
    {
      what: "a position in a named element",
      before: { c: [{ name: "a", args: ["x"] }] },
      after: { c: [{ name: "a", args: ["y"] }] },
      fields: [{ path: "/c/0/args/0", namedPath: "/c/a/args/0", op: "changed", before: "x", after: "y" }],
    },
    {
      what: "volume mounts with the same name and different paths",
      before: {
        m: [
          { name: "v", mountPath: "/a" },
          { name: "v", mountPath: "/b" },
        ],
      },
      after: { m: [{ name: "v", mountPath: "/b" }] },
      fields: [{ path: "/m/0", op: "removed", before: { name: "v", mountPath: "/a" } }],
    },
    {
      what: "a scalar inserted into a list",
      before: { args: ["a", "b", "c"] },
      after: { args: ["a", "x", "b", "c"] },
      fields: [{ path: "/args/1", op: "added", after: "x" }],
    },
    {
      what: "a scalar replaced in a list",
      before: { args: ["a", "b", "c"] },
      after: { args: ["a", "x", "c"] },
      fields: [{ path: "/args/1", op: "changed", before: "b", after: "x" }],
    },
    {
      what: "a map in a list without keys",
      before: { rules: [{ verbs: ["get"] }, { verbs: ["list"] }] },
      after: { rules: [{ verbs: ["get", "watch"] }, { verbs: ["list"] }] },
      fields: [{ path: "/rules/0/verbs/1", op: "added", after: "watch" }],
    },
    {
      what: "a list in place of a map",
      before: { a: { b: 1 } },
      after: { a: [1] },
      fields: [{ path: "/a", op: "changed", before: { b: 1 }, after: [1] }],
    },
  ])("$what", ({ before, after, fields }) => {
    expect(compare(before, after)).toMatchObject({ fields, more: 0 });
  });

  test("a value that is too long is shown by the hunks only", () => {
    expect(compare({ a: "x" }, { a: "y".repeat(5_000) }).fields).toEqual([
      { path: "/a", op: "changed", oversized: true },
    ]);
  });

  test("fields beyond the first two hundred are counted", () => {
    const map = (offset: number) => Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`k${i}`, i + offset]));
    const result = compare(map(0), map(1));
    expect(result.fields).toHaveLength(200);
    expect(result.more).toBe(50);
  });

  test("excepted fields are left out", () => {
    expect(compare({ a: 1, b: 1 }, { a: 2, b: 2 }, [[], []], ["/a"]).fields).toEqual([
      { path: "/b", op: "changed", before: 1, after: 2 },
    ]);
  });

  test("long lists without equal elements are removed and added whole", () => {
    const list = (prefix: string) => Array.from({ length: 1_000 }, (_, i) => `${prefix}${i}`);
    const result = compare(list("a"), list("b"));
    expect(result.fields[0]).toMatchObject({ path: "/0", op: "removed", before: "a0" });
    expect(result.fields.length + result.more).toBe(2_000);
  });

  test("a number that is none stays the same", () => {
    expect(compare({ a: Number.NaN, b: 1 }, { a: Number.NaN, b: 2 }).fields).toMatchObject([{ path: "/b" }]);
  });
});

describe("generated names", () => {
  const names: [string, string][][] = [[["conf-1", "conf"]], [["conf-2", "conf"]]];

  test.each<{ what: string; before: Value; after: Value; onlyReferences: boolean }>([
    { what: "as a value", before: { n: "conf-1" }, after: { n: "conf-2" }, onlyReferences: true },
    { what: "in a list", before: { n: ["x", "conf-1"] }, after: { n: ["x", "conf-2"] }, onlyReferences: true },
    {
      what: "as the key of a list",
      before: { n: [{ name: "x" }, { name: "conf-1" }] },
      after: { n: [{ name: "x" }, { name: "conf-2" }] },
      onlyReferences: true,
    },
    {
      what: "inside elements without keys",
      before: { n: [{ ref: { name: "conf-1" } }] },
      after: { n: [{ ref: { name: "conf-2" } }] },
      onlyReferences: true,
    },
    {
      what: "next to another change",
      before: { n: "conf-1", a: 1 },
      after: { n: "conf-2", a: 2 },
      onlyReferences: false,
    },
    { what: "part of a longer text", before: { n: "x conf-1" }, after: { n: "x conf-2" }, onlyReferences: false },
    { what: "another object's name", before: { n: "conf-1" }, after: { n: "other-2" }, onlyReferences: false },
    { what: "a removed hash", before: { n: "conf-1" }, after: { n: "conf" }, onlyReferences: true },
    { what: "nothing", before: { n: "conf" }, after: { n: "conf" }, onlyReferences: false },
  ])("$what", ({ before, after, onlyReferences }) => {
    expect(compare(before, after, names).onlyReferences).toBe(onlyReferences);
  });

  test("the new names are returned", () => {
    const result = compare({ a: "conf-1", b: 1 }, { a: "conf-2", b: 2 }, names);
    expect([...result.references]).toEqual(["conf-2"]);
    expect(result.fields[0]).toMatchObject({
      path: "/a",
      op: "changed",
      reference: true,
      before: "conf-1",
      after: "conf-2",
    });
  });
});

describe("any two values", () => {
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Value>(null, true, 0, 1, "a", "b"),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("name", "key", "a", "b/~", "__proto__"), tie("value"), { maxKeys: 4 }),
    ),
  }));

  function at(root: Value, pointer: string): Value | undefined {
    let node: Value | undefined = root;
    for (const part of pointer.split("/").slice(1)) {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
      node = (node as { [key: string]: Value })[key];
    }
    return node;
  }

  /** A text that is the same for values that differ in the order of keys only. */
  function canonical(part: Value): string {
    if (Array.isArray(part)) return `[${part.map(canonical).join()}]`;
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const entries = Object.keys(part).sort();
    return `{${entries.map((key) => `${key}=${canonical(part[key] as Value)}`).join()}}`;
  }

  function pointsAtItsValue(field: Omit<FieldChange, "label">, before: Value, after: Value): boolean {
    if (field.op === "reordered") return Array.isArray(at(after, field.path));
    const [side, told] = field.op === "removed" ? [before, field.before] : [after, field.after];
    return JSON.stringify(at(side, field.path)) === JSON.stringify(told);
  }

  test("the changes are exactly the differences, and their paths lead to the values", () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const { fields } = compare(before, after);
        expect(fields.length === 0).toBe(canonical(before) === canonical(after));
        expect(fields.filter((field) => !pointsAtItsValue(field, before, after))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
