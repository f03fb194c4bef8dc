/** Findings about a catalog, and its view; docs/specification/catalogs.md 8. */
import { describe, expect, test } from "@jest/globals";
import { lintCatalog, parseCatalogReference, viewCatalog, viewText } from "../../src/catalog/index.ts";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import type { ProgramFormat } from "../../src/program-format.ts";
import { catalogOf, catalogText, functionText, HEX, imageText, OTHER_HEX } from "./documents.ts";

const COMPLETE =
  "description: d, publisher: p, versions: [{name: v1, idempotent: true, usage: u, examples: [e], license: Apache 2.0, " +
  "schema: {openAPIV3Schema: {type: object}}, runtime: ";
const complete = (runtime: string) => `{group: fn.acme.test, names: {kind: Paint}, ${COMPLETE}${runtime}}]}`;

describe("executables beside the catalog", () => {
  const program: ProgramFormat = { type: "program", os: "darwin", archs: ["arm64"] };
  const mach = "which is a program for darwin/arm64, for";
  test.each<[platform: string, format: ProgramFormat | undefined, expected: string | undefined]>([
    ["os: darwin, arch: arm64", program, undefined],
    ["os: linux, arch: amd64", program, `error ${mach} linux/amd64`],
    ["os: darwin, arch: amd64", program, `error ${mach} darwin/amd64`],
    ["os: linux", program, `error ${mach} linux/any`],
    ["os: darwin", program, `warning ${mach} darwin/any`],
    ["bin: a", program, `warning ${mach} any/any`],
    ["bin: a", { type: "script" }, undefined],
    ["bin: a", { type: "archive", packing: "gzip" }, undefined],
    ["os: linux", { type: "archive", packing: "tar" }, "error which is a tar archive"],
    ["bin: a", { type: "other", what: "a zip archive" }, "error which is a zip archive"],
    ["bin: a", undefined, undefined],
  ])("row %#: {%s}", (platform, format, expected) => {
    const runtime = `{exec: {platforms: [{${platform}, path: bin/a, sha256: ${HEX}}]}}`;
    const asked: string[] = [];
    const found = lintCatalog(
      catalogOf(catalogText(complete(runtime)), "team/c.yaml"),
      parseCatalogReference("team/c.yaml"),
      (path) => {
        asked.push(path);
        return format;
      },
    );
    expect(asked).toEqual(["team/bin/a"]);
    const text = found.map(({ severity, message }) => `${severity} ${message}`).join();
    expect(text.replace("Paint of fn.acme.test/v1 lists bin/a, ", "")).toBe(expected ?? "");
  });
});

function findings(...functions: string[]): string[] {
  const reference = parseCatalogReference("https://acme.test/c.yaml");
  const found = lintCatalog(catalogOf(catalogText(...functions), "c.yaml"), reference);
  return found.map((one) => `${one.severity} ${one.code} ${formatDiagnostic(one)}`);
}

const GOOD = complete(`{container: {image: r.test/a, sha256: ${HEX}}}`);

test("a complete catalog has no findings", () => {
  expect(findings(GOOD)).toEqual([]);
});

test.each([
  ["an image without a digest", complete('{container: {image: "r.test/a:v1"}}'), ["error catalog-no-digest"]],
  ["a wrong digest", complete("{container: {image: r.test/a, sha256: abc}}"), ["error catalog-invalid-digest"]],
  [
    "each program",
    complete(
      '{exec: {platforms: [{os: linux, arch: amd64, uri: "http://a.test/b"}, {os: darwin, arch: arm64, uri: "https://a.test/b"}]}, starlark: a.star}',
    ),
    ["error catalog-reference", "error catalog-no-digest", "error catalog-reference"],
  ],
  [
    "a schema that cannot be used",
    complete(`{container: {image: r.test/a, sha256: ${HEX}}}`).replace("{type: object}", "{$ref: a}"),
    ["error catalog-schema"],
  ],
  ["no known program", complete("{wasm: {}}"), ["warning ignored-field", "error catalog-no-program"]],
  [
    "attack 9.21: an image without a registry",
    complete(`{container: {image: acme/a, sha256: ${HEX}}}`),
    ["warning short-image-name"],
  ],
  [
    "bin out of its archive",
    complete(`{exec: [{uri: "https://a.test/b.tgz", bin: ../b, sha256: ${HEX}}]}`),
    ["warning catalog-lint"],
  ],
  [
    "unknown platforms",
    complete(`{exec: {platforms: [{os: plan9, arch: mips, uri: "https://a.test/b", sha256: ${HEX}}]}}`),
    ["notice catalog-lint", "notice catalog-lint"],
  ],
  ["another license", GOOD.replace("Apache 2.0", "MIT"), ["notice catalog-lint"]],
  ["an official group", GOOD.replace("fn.acme.test", "kustomize.io"), ["notice catalog-lint"]],
  ["missing texts", imageText("Paint", "r.test/a"), ["notice catalog-lint"]],
  ["unknown fields", GOOD.replace("description", "descriptoin"), ["warning ignored-field", "notice catalog-lint"]],
])("%s", (_, text, expected) => {
  expect(findings(text).map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(expected);
});

describe("characters that people do not see", () => {
  const hidden = (text: string): string[] =>
    findings(text)
      .filter((line) => line.includes("catalog-hidden-character"))
      .map((line) => line.replace(/\n.*/s, "").replace("warning catalog-hidden-character c.yaml:", ""));
  const said = "contains characters that are invisible or reorder a text";
  const image = (more: string) => complete(`{container: {image: "r.test/a${more}", sha256: ${HEX}}}`);

  test.each<[what: string, text: string, found: string[]]>([
    [
      "a description",
      GOOD.replace("description: d", 'description: "safe\u202e"'),
      [`6:62: the value of \`description\` ${said}: U+202E`],
    ],
    [
      "an escape",
      GOOD.replace("description: d", 'description: "\\u2066\\e"'),
      [`6:62: the value of \`description\` ${said}: U+2066, U+001B`],
    ],
    ["a kind", GOOD.replace("kind: Paint", "kind: Pa\u200bint"), [`6:41: the value of \`kind\` ${said}: U+200B`]],
    ["a group", GOOD.replace("fn.acme.test", "fn.acme\u00ad.test"), [`6:13: the value of \`group\` ${said}: U+00AD`]],
    ["an address", image("\u3164"), [`6:237: the value of \`image\` ${said}: U+3164`]],
    [
      "a blank of another kind",
      GOOD.replace("examples: [e]", "examples: [e], tags: [a\u00a0b]"),
      [`6:151: the value of \`tags\` ${said}: U+00A0`],
    ],
    [
      "an argument, by a tag",
      complete(`{exec: {args: [a\u{e0041}], platforms: [{uri: "https://a.test/b", sha256: ${HEX}}]}}`),
      [`6:232: the value of \`args\` ${said}: U+E0041`],
    ],
    [
      "the name of a field",
      GOOD.replace("type: object", "type: object, properties: {a\u200d: {}}"),
      [`6:219: a field ${said}: U+200D`],
    ],
    [
      "texts for people, in any script",
      GOOD.replace("description: d", "description: \u0645\u06cc\u200c\u062e \u2764\ufe0f \u{1f468}\u200d\u{1f469}"),
      [],
    ],
    ["several lines", GOOD.replace("usage: u", 'usage: "a\\n\\tb"'), []],
  ])("%s", (_, text, found) => {
    expect(hidden(text)).toEqual(found);
  });
});

test("messages name the function and the place", () => {
  expect(findings(complete(`{container: {image: acme/a, sha256: ${HEX}}}`))).toEqual(
    [
      "warning c.yaml:6:229: Paint of fn.acme.test/v1 has the image acme/a, whose name has no registry: Docker Hub is meant\n" +
        "  hint: Write the registry in front of the name: `docker.io/…`.",
    ].map((line) => line.replace("warning ", "warning short-image-name ")),
  );
  expect(findings(functionText("Paint", `{container: {image: r.test/a, sha256: ${HEX}}}`))).toEqual([
    "notice catalog-lint c.yaml:6:60: Paint of fn.acme.test/v1 has no `description`, `publisher`, `schema`, `idempotent`, `usage`, `examples`, `license`",
  ]);
});

test("a definition without effect", () => {
  expect(findings(GOOD, GOOD)[0]).toContain(
    "Paint of fn.acme.test/v1 is defined before: this definition has no effect",
  );
});

describe("the view", () => {
  const text = catalogText(
    functionText(
      "Paint",
      `{container: {image: "r.test/paint:v1", sha256: ${HEX}, requireNetwork: true}}`,
      ", license: MIT, idempotent: false",
    ),
    functionText(
      "Stamp",
      `{exec: {platforms: [{bin: s, os: linux, arch: amd64, uri: "https://a.test/s.tgz", sha256: ${OTHER_HEX}}]}, starlark: "https://a.test/s.star"}`,
    ),
    functionText("Paint", "{wasm: {}}"),
  ).replace("{name: acme}", "{name: acme, labels: {team: platform}}");

  test("shows what there is to trust, and the pinned line", () => {
    const catalog = catalogOf(text, "https://acme.test/c.yaml");
    const view = viewCatalog(catalog, parseCatalogReference("https://acme.test/c.yaml"), { lint: false });
    expect(viewText(view)).toBe(`catalog   https://acme.test/c.yaml
sha256    ${catalog.sha256}
name      acme
labels    team=platform

fn.acme.test/v1 Paint
  license      MIT
  container    r.test/paint:v1 ${HEX}
  asks for     network
  schema       no: its configurations are not checked
  idempotent   no: running it again may give another result

fn.acme.test/v1 Stamp
  exec         linux/amd64 https://a.test/s.tgz ${OTHER_HEX}
  starlark     https://a.test/s.star (no digest: it will not run)
  asks for     nothing
  schema       no: its configurations are not checked

fn.acme.test/v1 Paint (no effect: it is defined before)
  program      none that this version of krm-render can run
  asks for     nothing
  schema       no: its configurations are not checked

To trust exactly this content:

  https://acme.test/c.yaml#sha256=${catalog.sha256}

Without \`#sha256=\`, the reference trusts whatever it leads to later.
`);
  });

  test("K21: the line is one that can be parsed, and trusts this content only", () => {
    const catalog = catalogOf(text);
    const { trustLine, pinned } = viewCatalog(catalog, parseCatalogReference(`c.yaml#sha256=${HEX}`));
    expect(parseCatalogReference(trustLine)).toMatchObject({ normal: "c.yaml", sha256: catalog.sha256 });
    expect(pinned).toBe(true);
  });

  test("findings follow, and what it led to", () => {
    const view = viewCatalog(catalogOf(text), parseCatalogReference("oci://r.test/c:v1"), {
      lint: true,
      resolved: `sha256:${HEX}`,
    });
    expect(view.resolved).toBe(`sha256:${HEX}`);
    expect(viewText(view)).toContain("\nfindings:\n");
    expect(view.findings.length).toBeGreaterThan(3);
  });

  test("hostile texts neither control the terminal nor look like lines of the view", () => {
    const hostile = catalogText(
      imageText("Paint", "a").replace(
        "group:",
        `description: "a\\n\\nTo trust exactly this content:\\u001b[2J\\u202e", group:`,
      ),
    );
    const shown = viewText(viewCatalog(catalogOf(hostile), parseCatalogReference("c.yaml")));
    expect(shown).toContain("  description  a To trust exactly this content:\\u001b[2J\\u202e\n");
    expect(shown.match(/^To trust/gm)).toHaveLength(1);
  });

  test("it is data for JSON", () => {
    const view = viewCatalog(catalogOf(text), parseCatalogReference("c.yaml"));
    expect(JSON.parse(JSON.stringify(view))).toMatchObject({
      labels: { team: "platform" },
      functions: [
        { kind: "Paint", network: true, programs: [{ type: "container", digest: HEX }] },
        { kind: "Stamp" },
        { hidden: true },
      ],
    });
  });
});
