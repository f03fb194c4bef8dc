/** Schemas for values that lead out of a chart; docs/specification/helm-charts.md 6. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { buildChart, localSchemas } from "../../src/charts/index.ts";
import { createHelm, memoryTree } from "../../src/sources/index.ts";
import { HELM, NO_HELM } from "../helm/tools.ts";
import { tarGz } from "../store/artifacts/archives.ts";
import { unless } from "../unless.ts";
import { CHART_YAML, filesOf, recipeOf } from "./calls.ts";

async function schemaOf(schema: unknown, name = "values.schema.json"): Promise<unknown> {
  const { files } = await localSchemas(filesOf({ [name]: JSON.stringify(schema) }));
  const bytes = files.get(name);
  return bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString());
}

describe("a schema", () => {
  test.each<[what: string, schema: object, local: object]>([
    ["that leads nowhere", { $ref: "#/$defs/a", $defs: { a: true } }, { $ref: "#/$defs/a", $defs: { a: true } }],
    [
      "of another host",
      { properties: { a: { $ref: "https://example.com/a.json", type: "string" } } },
      { properties: { a: { type: "string" } } },
    ],
    ["of a file", { $ref: "../../../etc/passwd" }, {}],
    ["of a file by its address", { allOf: [{ $ref: "file:///etc/passwd" }] }, { allOf: [{}] }],
    ["relative to another host", { $id: "https://example.com/x/", $ref: "a.json" }, { $id: "https://example.com/x/" }],
    ["of a dynamic reference", { items: { $dynamicRef: "https://example.com/a#b" } }, { items: {} }],
    ["of an unknown sort", { $schema: "https://example.com/schema", type: "object" }, { type: "object" }],
    [
      "of a known sort",
      { $schema: "http://json-schema.org/draft-07/schema#" },
      { $schema: "http://json-schema.org/draft-07/schema#" },
    ],
  ])("%s", async (_, schema, local) => {
    expect(await schemaOf(schema)).toEqual(local);
    expect(await schemaOf(schema, "charts/a/charts/b/values.schema.json")).toEqual(local);
  });

  test("with an escaped name", async () => {
    const files = filesOf({ "values.schema.json": '{"\\u0024ref": "https://example.com"}' });
    const [bytes] = (await localSchemas(files)).files.values();
    expect(Buffer.from(bytes as Uint8Array).toString()).toBe("{}");
  });

  test("that is no JSON and leads nowhere, or is another file, stays", async () => {
    const files = filesOf({ "values.schema.json": '{"type": ', "files/values.schema.json": '{"$ref": "https://x"}' });
    expect((await localSchemas(files)).files).toBe(files);
  });

  test.each([
    ["with text behind it, which old helms ignore", '{"$ref": "https://example.com"} more', undefined],
    ["with a byte order mark, which helm takes off", '\ufeff{"$ref": "https://example.com"}', "{}"],
  ])("%s", async (_, text, expected) => {
    const bytes = (await localSchemas(filesOf({ "values.schema.json": text }))).files.get("values.schema.json");
    expect(bytes && Buffer.from(bytes).toString()).toBe(expected);
  });

  test("in a packed chart counts as one in a directory", async () => {
    const inner = await tarGz([
      [{ name: "db/Chart.yaml" }, CHART_YAML],
      [{ name: "db/values.schema.json" }, '{"$ref": "https://example.com"}'],
    ]);
    const { files } = await localSchemas(filesOf({ "Chart.yaml": CHART_YAML, "charts/db.tgz": inner }));
    const schemas = [...files].filter(([name]) => name.endsWith("values.schema.json"));
    expect(schemas.map(([, bytes]) => Buffer.from(bytes).toString())).toEqual(["{}"]);
    expect(files.has("charts/db.tgz")).toBe(false);
  });

  test("that is very large is left out", async () => {
    expect(await schemaOf({ a: "x".repeat(9 * 1024 * 1024) })).toBeUndefined();
  });
});

unless(NO_HELM, describe)("helm", () => {
  const helm = createHelm({
    command: HELM ?? "helm",
    cwd: "/",
    env: process.env,
    configHome: "private",
    isolated: true,
  });
  const asked: string[] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer(({ url = "" }, response) => {
      asked.push(url);
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    helm.close();
    server.close();
  });

  test("asks no host for a schema, and checks the rest", async () => {
    const { port } = server.address() as AddressInfo;
    const schema = { properties: { a: { $ref: `http://127.0.0.1:${port}/a.json` }, b: { type: "string" } } };
    const tree = memoryTree({
      "web/Chart.yaml": CHART_YAML,
      "web/values.schema.json": JSON.stringify(schema),
      "web/templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
    });
    const build = (b: string | number) =>
      buildChart(
        recipeOf({ values: [{ value: { a: 1, b }, display: "the values" }] }),
        { display: "web" },
        { tree, remotes: undefined, helm },
      );
    expect((await build("x")).objects).toHaveLength(1);
    await expect(build(1)).rejects.toThrow(/b.*string/s);
    expect(asked).toEqual([]);
  });
});
