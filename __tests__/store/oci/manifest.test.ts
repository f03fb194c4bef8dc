import { describe, expect, test } from "@jest/globals";
import { parseChallenges } from "../../../src/store/oci/challenge.ts";
import { chooseCatalogLayer, chooseExecutableLayer, chooseScriptLayer } from "../../../src/store/oci/layers.ts";
import { type Descriptor, type ImageIndex, parseManifest } from "../../../src/store/oci/manifest.ts";
import { chooseImage } from "../../../src/store/oci/platforms.ts";
import { TYPES } from "./registry.ts";

const DIGEST = `sha256:${"0".repeat(64)}`;
const ENTRY = { mediaType: TYPES.layer, digest: DIGEST, size: 1 };
const IMAGE = { schemaVersion: 2, mediaType: TYPES.manifest, config: ENTRY, layers: [ENTRY] };
const INDEX = { schemaVersion: 2, mediaType: TYPES.index, manifests: [ENTRY] };
const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));

// docs/specification/oci.md 5.2, 5.3
describe("manifests", () => {
  test.each([
    [IMAGE, TYPES.manifest, "image", TYPES.manifest],
    [IMAGE, `${TYPES.manifest}; charset=utf-8`, "image", TYPES.manifest],
    [IMAGE, "application/json", "image", TYPES.manifest],
    [IMAGE, undefined, "image", TYPES.manifest],
    [{ ...IMAGE, mediaType: undefined }, undefined, "image", TYPES.manifest],
    [{ ...IMAGE, mediaType: undefined }, TYPES.dockerManifest, "image", TYPES.dockerManifest],
    [INDEX, TYPES.index, "index", TYPES.index],
    [{ ...INDEX, mediaType: TYPES.dockerList }, TYPES.dockerList, "index", TYPES.dockerList],
    [{ ...IMAGE, annotations: { a: "b", c: 1 }, __proto__: null }, undefined, "image", TYPES.manifest],
  ])("%j sent as %s is an %s of type %s", (content, type, kind, mediaType) => {
    expect(parseManifest(bytesOf(content), type, "name")).toMatchObject({ kind, mediaType });
  });

  test.each([
    ["text", "{", /not a JSON object/],
    ["a list", [], /not a JSON object/],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]).toString("latin1"), /not a JSON object/],
    ["the first version", { ...IMAGE, schemaVersion: 1 }, /schemaVersion is not 2/],
    ["both kinds in one", { ...IMAGE, manifests: [] }, /both an index and the manifest/],
    ["neither", { schemaVersion: 2 }, /neither layers nor manifests/],
    ["an image with the type of an index", { ...IMAGE, mediaType: TYPES.index }, /its media type is/],
    ["an unknown type", { ...IMAGE, mediaType: "x" }, /its media type is "x"/],
    ["no list", { ...IMAGE, layers: {} }, /layers is not a list/],
    ["a long list", { ...IMAGE, layers: Array(1001).fill(ENTRY) }, /more than 1000 entries/],
    ["no config", { ...IMAGE, config: undefined }, /config: it is not an object/],
    ["a short digest", { ...IMAGE, config: { ...ENTRY, digest: "sha256:a" } }, /config: its digest is "sha256:a"/],
    ["a path for a digest", { ...IMAGE, layers: [{ ...ENTRY, digest: "../../x" }] }, /layers\[0\]: its digest is/],
    ["a size below zero", { ...IMAGE, layers: [{ ...ENTRY, size: -1 }] }, /its size is not a number of bytes/],
    ["a size that is text", { ...IMAGE, layers: [{ ...ENTRY, size: "1" }] }, /its size is not a number of bytes/],
    ["a blob elsewhere", { ...IMAGE, layers: [{ ...ENTRY, urls: ["https://x"] }] }, /it lies on another server/],
  ])("%s is refused", (_, content, message) => {
    expect(() => parseManifest(bytesOf(content), undefined, "name")).toThrow(message);
  });

  test("a type other than the one that was announced is refused", () => {
    expect(() => parseManifest(bytesOf(IMAGE), TYPES.dockerManifest, "name")).toThrow(/but it was sent as/);
  });
});

// docs/specification/oci.md 5.4
describe("O6: platforms", () => {
  const entry = (text: string, more: Partial<Descriptor> = {}): Descriptor => {
    const [os = "", architecture = "", variant] = text.split("/");
    return { ...ENTRY, annotations: new Map([["name", text]]), platform: { os, architecture, variant }, ...more };
  };
  const attestation = entry("linux/amd64", {
    annotations: new Map([["vnd.docker.reference.type", "attestation-manifest"]]),
  });
  const nested = entry("linux/amd64", { mediaType: TYPES.index });
  const index = (...manifests: Descriptor[]): ImageIndex =>
    ({ ...INDEX, kind: "index", manifests }) as unknown as ImageIndex;

  test.each([
    [["linux/arm64", "linux/amd64"], "linux/amd64", "linux/amd64"],
    [["windows/amd64", "linux/amd64"], "linux/amd64", "linux/amd64"],
    [["linux/arm64"], "linux/arm64/v8", "linux/arm64"],
    [["linux/arm64/v8"], "linux/arm64", "linux/arm64/v8"],
    [["linux/arm/v5", "linux/arm/v6", "linux/arm/v7"], "linux/arm", "linux/arm/v7"],
    [["linux/arm/v5", "linux/arm/v6"], "linux/arm/v7", "linux/arm/v6"],
    [["linux/arm/v7", "linux/arm/v6"], "linux/arm/v6", "linux/arm/v6"],
    [["linux/amd64/v3", "linux/amd64"], "linux/amd64", "linux/amd64"],
    [["linux/amd64", "linux/amd64"], "linux/amd64", "linux/amd64"],
    [["linux/amd64/v3"], "linux/amd64", undefined],
    [["linux/arm64/v9"], "linux/arm64/v8", undefined],
    [["unknown/unknown"], "unknown/unknown", undefined],
    [["linux/amd64"], "linux/arm64", undefined],
    [[], "linux/amd64", undefined],
  ])("of %j, %s gets %s", (offered, wanted, expected) => {
    const [os = "", architecture = "", variant] = wanted.split("/");
    const found = chooseImage(index(attestation, nested, ...offered.map((text) => entry(text))), {
      os,
      architecture,
      variant,
    });
    expect(found?.annotations.get("name")).toBe(expected);
  });
});

// docs/specification/oci.md 7.2, 7.3
describe("O7, K15: the layer of an artifact", () => {
  const layer = (mediaType: string, title?: string): Descriptor => ({
    ...ENTRY,
    mediaType,
    annotations: new Map(title === undefined ? [] : [["org.opencontainers.image.title", title]]),
  });
  const definition = "application/vnd.cncf.kubernetes.krm-func-definition.layer.v1+yaml";
  const script = "application/vnd.cncf.kubernetes.krm-func-runtime-starlark.layer.v1";
  const exec = "application/vnd.cncf.kubernetes.krm-func-runtime-exec.layer.v1";
  const other = layer("application/octet-stream", "README.md");

  test.each([
    ["a catalog by its type", chooseCatalogLayer, [other, layer(TYPES.catalog)], 1],
    ["a definition by its type", chooseCatalogLayer, [layer(definition, "x"), other], 0],
    ["a type before a title", chooseCatalogLayer, [layer("x", "a.yaml"), layer(TYPES.catalog)], 1],
    ["a catalog by its title", chooseCatalogLayer, [other, layer("x", "catalog.yaml")], 1],
    ["a catalog by its short title", chooseCatalogLayer, [layer("x", "catalog.yml")], 0],
    ["a script by its type", chooseScriptLayer, [other, layer(script)], 1],
    ["a script by its title", chooseScriptLayer, [other, layer("x", "a.star")], 1],
    ["the only layer as a script", chooseScriptLayer, [other], 0],
    ["an executable by its type", chooseExecutableLayer, [other, layer(exec)], 1],
    ["an executable by the mistaken type", chooseExecutableLayer, [other, layer(script)], 1],
    ["the only layer as an executable", chooseExecutableLayer, [other], 0],
  ])("%s", (_, choose, layers, index) => {
    expect(choose(layers, "name")).toBe(layers[index]);
  });

  test.each([
    ["no layers", chooseCatalogLayer, [], /none of its layers is a catalog: it has no layers/],
    ["another type", chooseCatalogLayer, [other], /none of its layers is a catalog: README.md/],
    [
      "two catalogs",
      chooseCatalogLayer,
      [layer(TYPES.catalog), layer(definition)],
      /several of its layers could be a catalog/,
    ],
    [
      "two titles",
      chooseCatalogLayer,
      [layer("x", "a.yaml"), layer("x", "b.yaml")],
      /could be a catalog: a.yaml, b.yaml/,
    ],
    ["two layers", chooseExecutableLayer, [other, other], /several of its layers could be an executable/],
  ])("%s are refused", (_, choose, layers, message) => {
    expect(() => choose(layers, "name")).toThrow(message);
  });
});

// docs/specification/oci.md 2.3
describe("the header WWW-Authenticate", () => {
  test.each<[string | undefined, [string, Record<string, string>][]]>([
    [undefined, []],
    ['Bearer realm="https://a/token",service="s"', [["bearer", { realm: "https://a/token", service: "s" }]]],
    ['BEARER Realm="a,b" , SCOPE=x', [["bearer", { realm: "a,b", scope: "x" }]]],
    [
      'Basic realm="a\\"b", Bearer realm="c"',
      [
        ["basic", { realm: 'a"b' }],
        ["bearer", { realm: "c" }],
      ],
    ],
    [
      "Negotiate, Basic realm=x",
      [
        ["negotiate", {}],
        ["basic", { realm: "x" }],
      ],
    ],
    ['realm="x"', []],
    ['Bearer realm="never ends', [["bearer", {}]]],
  ])("%s", (header, expected) => {
    const found = parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
    expect(found).toEqual(expected);
  });

  test("is read up to 16 KiB", () => {
    const found = parseChallenges(`${" ".repeat(16 * 1024 - 6)}Bearer realm="x"`);
    expect(found.map(({ scheme }) => scheme)).toEqual(["bearer"]);
    expect(found[0]?.parameters.size).toBe(0);
  });
});
