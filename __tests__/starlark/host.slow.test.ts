/** Programs on ResourceLists, each in its own thread (docs/specification/starlark.md 3). */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Data } from "../../src/starlark/data.ts";
import { FUNCTIONS, KPT, runStarlark, type StarlarkRequest, type StarlarkResult } from "../../src/starlark/index.ts";
import {
  encode,
  type MapNode,
  map,
  type Node,
  parseResources,
  scalar,
  toValue,
  type Value,
} from "../../src/yaml/index.ts";
import { anyText } from "../any-text.ts";
import { NO_PROC, unless } from "../unless.ts";
import { type BundledWorker, bundledWorker } from "./worker.ts";

let worker: BundledWorker;
beforeAll(async () => {
  worker = await bundledWorker();
});
afterAll(() => worker.remove());

const LIST = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: a
    annotations: {x: y}
  data: {k: "1"}
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: b}
  spec: {replicas: 3, paused: false, ratio: 1.0, part: 0.25, nothing: null, large: 9007199254740993, text: "on"}
functionConfig:
  kind: Fn
  metadata: {name: fn}
  spec: {suffix: -x}
`;

function nodeOf(text: string): Node {
  const [node] = parseResources(text, "list.yaml") as MapNode[];
  return node as Node;
}

function start(source: string, more: Partial<StarlarkRequest> = {}): Promise<StarlarkResult> {
  return runStarlark({ source, filename: "fn.star", resourceList: nodeOf(LIST), entry: worker.entry, ...more });
}

async function itemsAfter(source: string): Promise<Value> {
  const { output, problems } = await start(source);
  expect(problems).toEqual([]);
  return (toValue(nodeOf(output as string)) as { items: Value }).items;
}

const OVER_ITEMS = (body: string) =>
  `def run(items):\n  for r in items:\n    ${body}\nrun(ctx.resource_list["items"])\n`;

describe("a program", () => {
  test("changes items in place, and keeps everything else as it was", async () => {
    const source = OVER_ITEMS('r["metadata"].setdefault("labels", {})["env"] = "on"');
    const { output, problems, printed, cut, steps } = await start(source);
    expect(output).toBe(`apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: a
    annotations:
      x: "y"
    labels:
      env: "on"
  data:
    k: "1"
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: b
    labels:
      env: "on"
  spec:
    replicas: 3
    paused: false
    ratio: 1.0
    part: 0.25
    nothing: null
    large: 9007199254740993
    text: "on"
functionConfig:
  kind: Fn
  metadata:
    name: fn
  spec:
    suffix: -x
`);
    expect({ problems, printed, cut }).toEqual({ problems: [], printed: [], cut: false });
    expect(steps).toBeGreaterThan(4);
  });

  test("adds, removes and replaces items", async () => {
    const source = `
items = ctx.resource_list["items"]
items.append({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "c"}, "l": (1, 2.5)})
items.pop(0)
ctx.resource_list["items"] = [items[1], items[0]]
`;
    const names = ((await itemsAfter(source)) as { metadata: { name: string }; l?: Value }[]).map((item) => [
      item.metadata.name,
      item.l,
    ]);
    expect(names).toEqual([
      ["c", [1, 2.5]],
      ["b", undefined],
    ]);
  });

  test("reads its config in order, with integers and floats kept apart", async () => {
    const source = `
spec = ctx.resource_list["items"][1]["spec"]
print(ctx.resource_list["functionConfig"]["spec"]["suffix"], list(ctx.resource_list), spec)
print([type(x) for x in spec.values()], spec["large"] + 1)
`;
    const { printed } = await start(source);
    expect(printed).toEqual([
      '-x ["apiVersion", "kind", "items", "functionConfig"] {"replicas": 3, "paused": False, "ratio": 1, "part": 0.25, "nothing": None, "large": 9007199254740993, "text": "on"}',
      '["int", "bool", "float", "float", "NoneType", "int", "string"] 9007199254740994',
    ]);
  });

  test("sees only the environment variables that are passed", async () => {
    const environment = new Map([["TEAM", "añ"]]);
    expect((await start("print(ctx.environment)", { environment })).printed).toEqual(['{"TEAM": "añ"}']);
    expect((await start("print(ctx.environment)")).printed).toEqual(["{}"]);
  });

  test("has an empty open_api", async () => {
    expect((await start("print(ctx.open_api, dir(ctx))")).printed).toEqual([
      '{} ["environment", "open_api", "resource_list"]',
    ]);
  });

  test("can leave results", async () => {
    const { output } = await start('ctx.resource_list["results"] = [{"message": "m", "severity": "warning"}]');
    expect((toValue(nodeOf(output as string)) as { results: Value }).results).toEqual([
      { message: "m", severity: "warning" },
    ]);
  });

  test("cannot replace the list", async () => {
    const { problems } = await start("ctx.resource_list = {}");
    expect(problems).toMatchObject([{ code: "starlark-failed", message: "cannot assign to .resource_list of struct" }]);
  });

  test("uses the dialect of functions, or that of kpt", async () => {
    const source = "for r in ctx.resource_list['items']: print(r['kind'])";
    expect((await start(source)).problems).toMatchObject([{ code: "starlark-syntax", line: 1, column: 1 }]);
    expect((await start(source, { dialect: KPT })).printed).toEqual(["ConfigMap", "Deployment"]);
  });
});

describe("a failure", () => {
  test("has its place and the calls around it", async () => {
    const source =
      'def label(r):\n  r["metadata"]["labels"]["x"] = "y"\ndef run():\n  [label(r) for r in ctx.resource_list["items"]]\nprint("here")\nrun()\n';
    const { problems, trace, printed, output } = await start(source);
    expect(problems).toEqual([
      {
        code: "starlark-failed",
        severity: "error",
        message: 'key "labels" not in dict\n  label was called at fn.star:4:9\n  run was called at fn.star:6:4',
        file: "fn.star",
        line: 2,
        column: 16,
        hint: "Use .get(key) or .setdefault(key, value) if the key may be missing.",
      },
    ]);
    expect(trace).toEqual([
      { line: 6, column: 4, function: "<toplevel>" },
      { line: 4, column: 9, function: "run" },
      { line: 2, column: 16, function: "label" },
    ]);
    expect({ printed, output }).toEqual({ printed: ["here"], output: undefined });
  });

  test("shows only the innermost of very many calls", async () => {
    const { problems, trace } = await start("def f(n): return f(n + 1)\nf(0)", {
      dialect: KPT,
      limits: { milliseconds: 2 ** 40 },
    });
    expect(trace.length).toBe(200);
    expect(problems[0]?.message.split("\n")).toEqual([
      "calls are nested deeper than 200",
      ...Array.from({ length: 10 }, () => "  f was called at fn.star:1:19"),
      "  and so on, through 189 more calls",
    ]);
  });

  test("includes all problems of a program that does not start", async () => {
    const { problems } = await start("load('x', 'y')\nprint(foo, é)\n");
    expect(problems.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)).toEqual([
      "starlark-syntax 1:1 load is not available: a function is one file",
      "starlark-syntax 2:7 undefined: foo",
      "starlark-syntax 2:12 undefined: é",
    ]);
  });

  const results: [string, string, string][] = [
    [
      "a set",
      'ctx.resource_list["items"][0]["data"]["s"] = set([1])',
      'ctx.resource_list["items"][0]["data"]["s"] is a set, which cannot be in a resource',
    ],
    [
      "a function",
      'ctx.resource_list["items"][0]["f"] = len',
      'ctx.resource_list["items"][0]["f"] is a builtin_function_or_method, which cannot be in a resource',
    ],
    [
      "the context",
      'ctx.resource_list["items"][0]["f"] = ctx',
      'ctx.resource_list["items"][0]["f"] is a struct, which cannot be in a resource',
    ],
    [
      "a key that is no string",
      'ctx.resource_list["items"][1]["spec"][1] = 2',
      'ctx.resource_list["items"][1]["spec"] is a dict with a key of type int, which cannot be in a resource',
    ],
    [
      "an integer of 65 bits",
      'ctx.resource_list["x"] = [1 << 64]',
      'ctx.resource_list["x"][0] is the integer 18446744073709551616, of more than 64 bits, which cannot be in a resource',
    ],
    [
      "a float that is not finite",
      'ctx.resource_list["x"] = float("nan")',
      'ctx.resource_list["x"] is a float that is not finite, which cannot be in a resource',
    ],
    [
      "half of a character",
      'ctx.resource_list["x"] = "é"[0:1]',
      'ctx.resource_list["x"] is a string that is not UTF-8, which cannot be in a resource',
    ],
    [
      "itself",
      'ctx.resource_list["ä"] = [ctx.resource_list]',
      'ctx.resource_list["ä"][0] is a value that contains itself, which cannot be in a resource',
    ],
    [
      "an item that is not an object",
      'ctx.resource_list["items"].append("x")',
      'ctx.resource_list["items"][2] is not an object',
    ],
    ["items that are not a list", 'ctx.resource_list["items"] = {}', 'ctx.resource_list["items"] is not a list'],
    ["no items", 'ctx.resource_list.pop("items")', 'ctx.resource_list["items"] is not a list'],
  ];
  test.each(results)("is a result with %s", async (_, source, message) => {
    const { problems, output } = await start(source, { dialect: { ...FUNCTIONS, set: true } });
    expect(problems).toMatchObject([{ code: "starlark-result", message, file: "fn.star" }]);
    expect(output).toBeUndefined();
  });

  test("is a result that is much larger than the values in memory", async () => {
    const source = 'def f():\n  x = [1]\n  for i in range(60): x = [x, x]\n  ctx.resource_list["x"] = x\nf()';
    expect((await start(source, { limits: { steps: 100_000 } })).problems).toMatchObject([{ code: "starlark-limit" }]);
  });
});

describe("the output of a program has a limit", () => {
  const shared = (value: string) => `x = [${value}] * 1000\nctx.resource_list["items"][0]["x"] = [x] * 1000`;
  test.each([
    ["as a text", shared('"a" * 100'), { output: 1 << 20 }, "the program made more than 1048576 bytes"],
    ["as objects", shared("{}"), { bytes: 1 << 24 }, "the program allocated more than 16777216 bytes"],
  ])("%s", async (_, source, limits, message) => {
    const { problems, output } = await start(source, { limits });
    expect(problems).toMatchObject([{ code: "starlark-limit", message, file: "fn.star" }]);
    expect(output).toBeUndefined();
  });

  test("and the input has none", async () => {
    expect((await start("", { limits: { bytes: 20_000 } })).problems).toEqual([]);
    const entries = Array.from({ length: 1000 }, (_, index) => `    k${index}: {}`).join("\n");
    const resourceList = nodeOf(`kind: ResourceList\nitems:\n- kind: A\n  data:\n${entries}\n`);
    const source = 'ctx.resource_list["items"] = []';
    expect((await start(source, { resourceList, limits: { bytes: 20_000 } })).problems).toEqual([]);
  });

  test("counted to the byte", async () => {
    const { length } = Buffer.from((await start("")).output as string);
    expect((await start("", { limits: { output: length } })).problems).toEqual([]);
    expect((await start("", { limits: { output: length - 1 } })).problems).toMatchObject([{ code: "starlark-limit" }]);
  });
});

describe("a thread", () => {
  const ENDLESS = "x = [0 for i in range(2000000000) if i < 0]";
  const unlimited = { steps: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

  test("is terminated when it takes too long", async () => {
    const late = await start(ENDLESS, { limits: { ...unlimited, milliseconds: 300 } });
    expect(late.problems).toMatchObject([
      { code: "starlark-limit", message: "the program did not end within 0.3 s", file: "fn.star" },
    ]);
  });

  const counted = unless(NO_PROC, test);
  counted("is gone once it was ended, by whatever", async () => {
    const threads = () => readdirSync("/proc/self/task").length;
    await start("");
    const before = threads();
    const aborted = () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 20);
      return start(ENDLESS, { limits: unlimited, signal: controller.signal }).catch(() => {});
    };
    const late = () => start(ENDLESS, { limits: { ...unlimited, milliseconds: 20 } });
    const fails = () => start("fail()");
    for (let round = 0; round < 6; round++) for (const run of [aborted, late, fails]) await run();
    // Node may start its pool of four threads in between.
    expect(threads()).toBeLessThanOrEqual(before + 4);
  });

  test.each([
    ["integers with equal low bits are keys", "d = {i << 64: 1 for i in range(300000)}"],
    ["floats beyond integers are keys", "d = {i * 18446744073709551616.0: 1 for i in range(300000)}"],
    [
      "little is left of a large dict",
      "d = {i: 1 for i in range(1000000)}\nfor i in range(900000): d.pop(i)\nfor i in range(300000):\n  for k in d: break\nfor i in range(50000): d.popitem()",
    ],
    [
      "a long program fails deep within",
      `${"#\n".repeat(2_000_000)}def f(n): return f(n + 1)\nf(0)`,
      "calls are nested deeper than 200",
    ],
    ["a long text is no float", 'float("1" * 2000000 + "x")', "invalid float literal"],
  ])("is not needed for longer than what it counts, where %s", async (_, source, message = "") => {
    const { problems } = await start(source, { dialect: KPT, limits: { milliseconds: 40_000 } });
    expect(problems.map((problem) => problem.message.slice(0, message.length))).toEqual(
      message === "" ? [] : [message],
    );
  });

  test("is terminated by a signal, whose reason is thrown", async () => {
    const controller = new AbortController();
    const running = start(ENDLESS, { limits: unlimited, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 100);
    await expect(running).rejects.toThrow("enough");
    await expect(start("", { signal: controller.signal })).rejects.toThrow("enough");
  });

  test("has a stack that is deep enough for nested and chained code", async () => {
    const deep = `x = ${"(".repeat(190)}1${")".repeat(190)}\ny = 1${" + 1".repeat(9999)}\nprint(x, y)`;
    expect((await start(deep)).printed).toEqual(["1 10000"]);
    const { problems } = await start(`y = 1${" + 1".repeat(1_000_000)}`);
    expect(problems).toMatchObject([
      { code: "starlark-syntax", line: 1, message: expect.stringContaining("more than 10000") },
    ]);
  });

  test("returns printed text unchanged", async () => {
    const { printed } = await start('print("::error::x", "\\x1b[2J")');
    expect(printed).toEqual(["::error::x \x1b[2J"]);
  });

  test("is not used by unbundled sources, with the same result", async () => {
    const request = {
      source: "print(ctx.resource_list['items'][0]['kind'])\nfail()",
      filename: "fn.star",
      resourceList: nodeOf(LIST),
    };
    const [here, there] = [await runStarlark(request), await runStarlark({ ...request, entry: worker.entry })];
    expect(here).toEqual(there);
    expect(here.printed).toEqual(["ConfigMap"]);
  });
});

const json = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Value>(
      null,
      true,
      false,
      "",
      "on",
      "1",
      "é😀",
      "a\nb",
      "-",
      "{",
      0,
      -1,
      1.5,
      2 ** 53,
      -(2 ** 31),
      9007199254740993n,
    ),
    anyText().filter(
      (text) => !/\p{Surrogate}/u.test(text) && !/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(text),
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z0-9./]{1,8}$/), tie("value"), { maxKeys: 3 }),
  ) as fc.Arbitrary<Value>,
})).value;

test("any resource comes back unchanged", async () => {
  const { dataOfNode } = await import("../../src/starlark/data-of-node.ts");
  const { toValue: toStarlark, ResultReader } = await import("../../src/starlark/host-values.ts");
  const { LIMITS, Meter } = await import("../../src/starlark/values/meter.ts");
  fc.assert(
    fc.property(json, (value) => {
      const meter = new Meter(LIMITS);
      const data = dataOf(value);
      const back = new ResultReader(meter, "x").read(toStarlark(meter, data));
      expect(dataOfNode(back)).toEqual(data);
      const tree = map([{ key: scalar("x", "!!str"), value: back }]);
      expect(dataOfNode(nodeOf(encode(tree)))).toEqual(new Map([["x", data]]));
    }),
  );
});

function dataOf(value: Value): Data {
  if (Array.isArray(value)) return value.map(dataOf);
  if (typeof value === "number" && !Number.isSafeInteger(value)) return { float: value };
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, each]) => [key, dataOf(each)]));
}

test("containers are sorted by name, as kustomize 5.4 did (docs/specification/starlark.md 1.2)", async () => {
  const list = `items:
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {template: {spec: {containers: [{name: web}, {name: app}]}}}}
- {apiVersion: apps/v1, kind: Other, metadata: {name: b}, spec: {template: {spec: {containers: [{name: web}, {name: app}]}}}}
functionConfig: {}
`;
  const names = async (dialect: typeof KPT): Promise<unknown> => {
    const { output } = await start("x = 1", { resourceList: nodeOf(list), dialect });
    return `${output}`.match(/(?<=name: )(?:web|app)/g);
  };
  expect(await names(FUNCTIONS)).toEqual(["app", "web", "web", "app"]);
  expect(await names(KPT)).toEqual(["web", "app", "web", "app"]);
});
