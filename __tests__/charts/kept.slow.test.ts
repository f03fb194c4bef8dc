/** Renderings that are kept; docs/specification/helm-charts.md 9. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import {
  type ChartCall,
  questionOf,
  renderChart,
  renderingKey,
  renderingsInStore,
  unpackRendering,
} from "../../src/charts/index.ts";
import { digestOfBytes, openStore } from "../../src/store/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { callOf, chartOf, helmOf, printed, recipeOf, valuesOf } from "./calls.ts";

const directory = temporaryDirectories();
const OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n";
/** Each helm prints something else, so that what was kept can be told. */
let helms = 0;

function run(path: string, call: ChartCall, scope = "") {
  const store = openStore({ directory: path, scope });
  const helm = helmOf((_, repetition) => `${OBJECT}  helm: h${++helms}\n  random: r${repetition}${helms}\n`);
  return renderChart(call, { helm, kept: renderingsInStore(store) }).then((rendered) => {
    store.close();
    return { text: printed(rendered), calls: helm.calls.filter((name) => name === "template").length };
  });
}

const call = callOf(chartOf("a: b"), { values: [valuesOf("a: b\n")] });

describe("an equal rendering", () => {
  test("is not done again", async () => {
    const path = directory();
    const first = await run(path, call);
    expect(first.calls).toBe(1);
    expect(
      await run(
        path,
        callOf(chartOf("a: b"), { values: [{ file: Buffer.from("a: b\n"), display: "elsewhere" }], display: "other" }),
      ),
    ).toEqual({ text: first.text, calls: 0 });
  });

  test("with chance is not done again either", async () => {
    const path = directory();
    const chance = callOf(chartOf("a: {{ uuidv4 }}"));
    const first = await run(path, chance);
    expect(first.calls).toBe(2);
    expect(await run(path, chance)).toEqual({ text: first.text, calls: 0 });
  });

  test("is kept once if chance makes no difference", async () => {
    const path = directory();
    const chance = callOf(chartOf("{{ if .Values.x }}{{ uuidv4 }}{{ end }}"));
    const store = openStore({ directory: path });
    await renderChart(chance, { helm: helmOf(() => `${OBJECT}  a: b\n`), kept: renderingsInStore(store) });
    store.close();
    const [name = ""] = readdirSync(join(path, "v1/files"));
    const [header = ""] = gunzipSync(readFileSync(join(path, "v1/files", name)))
      .toString()
      .split("\n");
    expect(JSON.parse(header)).toMatchObject({ lengths: [OBJECT.length + 7] });
    expect(await run(path, chance)).toMatchObject({ text: expect.stringContaining("a: b"), calls: 0 });
  });

  test.each<[string, ChartCall]>([
    ["another chart", { ...call, files: chartOf("a: c") }],
    [
      "another name of a file",
      { ...call, files: new Map([...call.files].map(([name, bytes]) => [`${name}x`, bytes])) },
    ],
    ["other values", { ...call, values: [valuesOf("a: c\n")] }],
    ["another release", { ...call, recipe: recipeOf({ releaseName: "s" }) }],
    ["another namespace", { ...call, recipe: recipeOf({ namespace: "other" }) }],
    ["other capabilities", { ...call, recipe: recipeOf({ capabilities: { kubeVersion: "1.30", apiVersions: [] } }) }],
  ])("is none with %s", async (_, other) => {
    const path = directory();
    await run(path, call);
    expect(await run(path, other)).toMatchObject({ calls: 1 });
  });

  test("is none of another scope, or of another version of helm", async () => {
    const path = directory();
    await run(path, call);
    expect(await run(path, call, "strangers")).toMatchObject({ calls: 1 });
    const args = ["template", { file: Buffer.from("a"), display: "b" }];
    expect(renderingKey("v3.1.0", args)).not.toBe(renderingKey("v3.1.1", args));
    expect(renderingKey("v3.1.0", args)).toBe(
      renderingKey("v3.1.0", ["template", { file: Buffer.from("a"), display: "c" }]),
    );
  });
});

describe("nothing is kept", () => {
  test("of values of Secrets", async () => {
    const path = directory();
    const secret = { ...call, values: [valuesOf("a: hunter2\n", "a")] };
    await run(path, secret);
    expect(readdirSync(join(path, "v1/files"))).toEqual([]);
    expect(readdirSync(join(path, "v1/notes"))).toEqual([]);
    expect((await run(path, secret)).calls).toBeGreaterThan(0);
  });

  test("of a release whose namespace helm's configuration decides", async () => {
    const path = directory();
    const nowhere = { ...call, recipe: recipeOf({ namespace: "" }) };
    await run(path, nowhere);
    expect(await run(path, nowhere)).toMatchObject({ calls: 1 });
  });
});

describe("an entry", () => {
  const key = "a".repeat(64);
  const pack = (header: unknown, outputs = ""): Buffer => gzipSync(`${JSON.stringify(header)}\n${outputs}`);

  test("has its outputs as they are", async () => {
    expect(await unpackRendering(key, pack({ key, lengths: [3] }, "ä\n"))).toEqual({ outputs: ["ä\n"] });
    expect(await unpackRendering(key, pack({ key, lengths: [2, 1] }, "äb"))).toEqual({ outputs: ["ä", "b"] });
    expect(await unpackRendering(key, pack({ key, lengths: [0] }))).toEqual({ outputs: [""] });
  });

  test.each<[string, Buffer]>([
    ["that is no gzip", Buffer.from("x")],
    ["that is no JSON", gzipSync("{")],
    ["that is null", pack(null)],
    ["of another rendering", pack({ key: "b".repeat(64), lengths: [1] }, "a")],
    ["without outputs", pack({ key, lengths: [] })],
    ["of three outputs", pack({ key, lengths: [1, 1, 1] }, "abc")],
    ["of other lengths", pack({ key, lengths: ["1"] }, "a")],
    ["that is cut off", pack({ key, lengths: [2] }, "a")],
    ["with a negative length", pack({ key, lengths: [2, -1] }, "a")],
    ["with more behind it", pack({ key, lengths: [1] }, "ab")],
    ["of one line", gzipSync(JSON.stringify({ key, lengths: [0] }))],
    ["of 129 MiB", gzipSync(Buffer.alloc(129 * 1024 * 1024, " "))],
  ])("%s is none", async (_, bytes) => {
    expect(await unpackRendering(key, bytes)).toBeUndefined();
  });

  test("that was changed on the disk is removed, and rendered again", async () => {
    const path = directory();
    const first = await run(path, call);
    const [name = ""] = readdirSync(join(path, "v1/files"));
    const file = join(path, "v1/files", name);
    writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).toString().replace("helm: h", "helm: evil")));
    const second = await run(path, call);
    expect(second.calls).toBe(1);
    expect(second.text).not.toContain("evil");
    expect(first.text).not.toBe(second.text);
  });

  test("that a note of another rendering leads to is none", async () => {
    const store = openStore({ directory: directory() });
    const bytes = pack({ key: "b".repeat(64), lengths: [1] }, "a");
    store.keepFile(digestOfBytes(bytes), bytes);
    store.note(questionOf(key), digestOfBytes(bytes));
    expect(await renderingsInStore(store).get(key)).toBeUndefined();
    store.close();
  });
});
