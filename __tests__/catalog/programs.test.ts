/** Programs, digests and permissions; docs/specification/catalogs.md 5, 6. */
import { describe, expect, test } from "@jest/globals";
import { imageName, qualifiedRepository } from "../../src/catalog/image.ts";
import {
  type CatalogSearch,
  type ExplicitRuntime,
  findExplicit,
  parseCatalogReference,
  parseSwitch,
  parseTrustLines,
  permissionsOf,
  programOf,
  shownReference,
} from "../../src/catalog/index.ts";
import { catalogOf, catalogText, functionText, HEX, OTHER_HEX, problemsOf, rejection } from "./documents.ts";

const LINUX = { os: "linux", arch: "amd64", hasEngine: true };
const WITHOUT_ENGINE = { ...LINUX, hasEngine: false };

/** The program of a runtime in flow style. */
function program(runtime: string, platform = LINUX, catalog = "catalog/c.yaml") {
  const [entry] = catalogOf(catalogText(functionText("Paint", runtime)), catalog).entries;
  if (entry === undefined) throw new Error("no entry");
  return programOf(entry, platform, parseCatalogReference(catalog));
}

const problem = (runtime: string, platform = LINUX, catalog?: string): string =>
  problemsOf(() => program(runtime, platform, catalog)).join("\n");

describe("K7: the digest of an image", () => {
  test.each([
    ["in the reference", `{image: "r.test/a:v1@sha256:${HEX}"}`],
    ["beside a tag", `{image: "r.test/a:v1", sha256: ${HEX}}`],
    ["beside no tag", `{image: r.test/a, sha256: ${HEX}}`],
    ["with a prefix, in any case", `{image: r.test/a, sha256: "SHA256:${HEX.toUpperCase()}"}`],
    ["in both", `{image: "r.test/a@sha256:${HEX}", sha256: ${HEX}}`],
  ])("%s", (_, container) => {
    const found = program(`{container: ${container}}`);
    expect(found).toMatchObject({ type: "container", image: `r.test/a@sha256:${HEX}`, digest: `sha256:${HEX}` });
  });

  test.each([
    ["a tag alone", '{image: "r.test/a:v1"}', "catalog-no-digest"],
    ["no tag", "{image: r.test/a}", "catalog-no-digest"],
    ["two digests", `{image: "r.test/a@sha256:${HEX}", sha256: ${OTHER_HEX}}`, "catalog-invalid-digest"],
    ["63 digits", `{image: r.test/a, sha256: ${HEX.slice(1)}}`, "catalog-invalid-digest"],
    ["65 digits", `{image: r.test/a, sha256: ${HEX}0}`, "catalog-invalid-digest"],
    ["other letters", `{image: r.test/a, sha256: ${"g".repeat(64)}}`, "catalog-invalid-digest"],
    ["another algorithm", `{image: "r.test/a@sha512:${HEX}${HEX}"}`, "catalog-program"],
    ["a short digest", `{image: "r.test/a@sha256:00"}`, "catalog-program"],
    ["an option", `{image: --privileged, sha256: ${HEX}}`, "catalog-program"],
    ["two signs", `{image: "a@b@sha256:${HEX}"}`, "catalog-program"],
    ["capitals", `{image: r.test/A, sha256: ${HEX}}`, "catalog-program"],
  ])("%s is an error", (_, container, code) => {
    expect(problem(`{container: ${container}}`)).toMatch(new RegExp(`^${code} catalog/c.yaml:6:\\d+: `));
  });

  test("the message names the image and the command that helps", () => {
    expect(problem('{container: {image: "r.test/a:v1"}}')).toBe(
      "catalog-no-digest catalog/c.yaml:6:92: the image r.test/a:v1 of Paint of fn.acme.test/v1 has no digest, so other content could take its place\n" +
        "  hint: Add `sha256` to the catalog: `krm-render view catalog catalog/c.yaml --pin` prints it with all digests.",
    );
    expect(problem(`{container: {image: r.test/a, sha256: ${HEX.slice(1)}}}`)).toContain(
      "the `sha256` of the image of Paint of fn.acme.test/v1 is not 64 hexadecimal digits",
    );
  });
});

describe("the choice of a program", () => {
  const container = `container: {image: a, sha256: ${HEX}}`;
  const exec = (os: string, arch: string) =>
    `exec: {platforms: [{bin: b, os: ${os}, arch: ${arch}, uri: "https://a.test/b", sha256: ${HEX}}]}`;
  const starlark = `starlark: {path: a.star, sha256: ${HEX}}`;
  test.each([
    ["container", `{${container}, ${exec("linux", "amd64")}, ${starlark}}`, LINUX],
    ["exec", `{${container}, ${exec("linux", "amd64")}, ${starlark}}`, WITHOUT_ENGINE],
    ["exec", `{${exec("linux", "amd64")}, ${starlark}}`, LINUX],
    ["starlark", `{${container}, ${exec("darwin", "arm64")}, ${starlark}}`, WITHOUT_ENGINE],
    ["starlark", `{${exec("linux", "arm64")}, ${starlark}}`, LINUX],
    ["container", `{${container}, ${exec("darwin", "arm64")}}`, WITHOUT_ENGINE],
  ])("is %s for %s", (type, runtime, platform) => {
    expect(program(runtime, platform).type).toBe(type);
  });

  test("K13: no program for a platform", () => {
    const platforms = ["linux/amd64", "darwin/arm64"].map((each) => {
      const [os, arch] = each.split("/");
      return `{bin: b, os: ${os}, arch: ${arch}, uri: "https://a.test/b", sha256: ${HEX}}`;
    });
    expect(problem(`{exec: {platforms: [${platforms.join(", ")}]}}`, { ...LINUX, arch: "arm64" })).toBe(
      "catalog-no-program catalog/c.yaml:6:87: Paint of fn.acme.test/v1 has no program for linux/arm64, only for linux/amd64, darwin/arm64\n" +
        "  hint: Run it on one of these platforms, or add a `container` to the catalog entry.",
    );
  });

  test("a runtime that is not known", () => {
    expect(problem("{wasm: {}}")).toContain("has no program that this version of krm-render can run");
  });
});

describe("executables and scripts", () => {
  const file = (more: string) => `{exec: {platforms: [{os: linux, arch: amd64, ${more}}]}}`;
  test.each([
    ["a file", file(`bin: b, uri: "https://a.test/b", sha256: ${HEX}`), ["https://a.test/b", "b", HEX]],
    [
      "an archive",
      file(`bin: b, uri: "https://a.test/b.tar.gz?x=1", sha256: ${HEX}`),
      ["https://a.test/b.tar.gz?x=1", "b", HEX],
    ],
    ["a pin", file(`uri: "https://a.test/b#sha256=${HEX}"`), ["https://a.test/b", undefined, HEX]],
    [
      "an artifact",
      file(`uri: "oci://r.test/b@sha256:${HEX}"`),
      [`oci://r.test/b@sha256:${HEX}`, undefined, undefined],
    ],
    ["K28: a file of the catalog", `{exec: {path: bin/b, sha256: ${HEX}}}`, ["catalog/bin/b", undefined, HEX]],
    ["a file beside the catalog", `{exec: [{path: ../bin/b.tgz, bin: b, sha256: ${HEX}}]}`, ["bin/b.tgz", "b", HEX]],
    ["a script", `{starlark: "https://a.test/a.star#sha256=${HEX}"}`, ["https://a.test/a.star", undefined, HEX]],
    ["a script of the catalog", `{starlark: {path: ./a.star, sha256: ${HEX}}}`, ["catalog/a.star", undefined, HEX]],
  ])("%s", (_, runtime, expected) => {
    const found = program(runtime);
    if (found.type === "container") throw new Error("a container");
    const bin = found.type === "exec" ? found.bin : undefined;
    expect([found.source.normal, bin, found.sha256]).toEqual(expected);
  });

  test.each([
    ["no digest", file('bin: b, uri: "https://a.test/b"'), "catalog-no-digest", "the executable https://a.test/b"],
    ["an artifact by its tag", file('bin: b, uri: "oci://r.test/b:v1"'), "catalog-no-digest", "oci://r.test/b:v1"],
    ["a file without a digest", "{exec: {path: b}}", "catalog-no-digest", "the executable b"],
    [
      "K22: a script without a digest",
      "{starlark: https://a.test/a:v1.0.0}",
      "catalog-no-digest",
      "the Starlark program https://a.test/a:v1.0.0",
    ],
    [
      "a local script without a digest",
      "{starlark: {path: a.star}}",
      "catalog-no-digest",
      "the Starlark program a.star",
    ],
    [
      "two digests",
      file(`uri: "https://a.test/b#sha256=${HEX}", sha256: ${OTHER_HEX}`),
      "catalog-invalid-digest",
      "another digest",
    ],
    [
      "an archive without bin",
      file(`uri: "https://a.test/b.tgz", sha256: ${HEX}`),
      "catalog-program",
      "`bin` does not say",
    ],
    ["http", file(`uri: "http://a.test/b", sha256: ${HEX}`), "catalog-reference", "has the scheme http"],
    ["a path out of the repository", `{exec: {path: ../../b, sha256: ${HEX}}}`, "catalog-reference", "leads out"],
    ["an absolute path", `{starlark: {path: /b, sha256: ${HEX}}}`, "catalog-reference", "leads out"],
  ])("%s is an error", (_, runtime, code, text) => {
    expect(problem(runtime)).toMatch(new RegExp(`^${code} catalog/c.yaml:6:`));
    expect(problem(runtime)).toContain(text);
  });

  test.each([
    ["https://a.test/c.yaml", "is a path, but the file that names it has no directory"],
    ["oci://r.test/c:v1", "is a path, but the file that names it has no directory"],
  ])("a path in a catalog from %s is an error", (catalog, text) => {
    expect(problem(`{starlark: {path: a.star, sha256: ${HEX}}}`, LINUX, catalog)).toContain(text);
  });

  test.each([
    ["git::https://g.test/a//k/c.yaml?ref=v1", "git::https://g.test/a//k/a.star?ref=v1"],
    ["../shared/c.yaml", "../shared/a.star"],
    ["/etc/k/c.yaml", "/etc/k/a.star"],
  ])("a path in %s stays there", (catalog, expected) => {
    const found = program(`{starlark: {path: a.star, sha256: ${HEX}}}`, LINUX, catalog);
    expect(found.type === "starlark" && shownReference(found.source)).toBe(expected);
  });

  test.each(["../shared/c.yaml", "/etc/k/c.yaml"])("a path in %s stays in its directory", (catalog) => {
    expect(problem(`{starlark: {path: ../a.star, sha256: ${HEX}}}`, LINUX, catalog)).toContain("leads out");
  });
});

test.each([
  ["a", "docker.io/library/a"],
  ["a/b", "docker.io/a/b"],
  ["docker.io/a/b", "docker.io/a/b"],
  ["index.docker.io/a/b", "docker.io/a/b"],
  ["R.test:443/a", "r.test/a"],
  ["localhost/a", "localhost/a"],
  ["r:5000/a", "r:5000/a"],
])("the image %s is %s", (repository, expected) => {
  expect(qualifiedRepository(imageName(repository, { file: "" }))).toBe(expected);
});

const PAINT = { group: "fn.acme.test", version: "v1", kind: "Paint" };

describe("K6: a config that names its own program", () => {
  const LOCATION = { file: "paint.yaml", line: 4, column: 5 };
  const container = (more: Partial<Extract<ExplicitRuntime, { type: "container" }>> = {}): ExplicitRuntime => ({
    type: "container",
    image: `r.test/a:v9@sha256:${HEX}`,
    network: false,
    mounts: [],
    envs: [],
    location: LOCATION,
    ...more,
  });
  const exec = { type: "exec", sha256: HEX, args: ["x"], envs: [], location: LOCATION } as const;
  const starlark = { type: "starlark", sha256: HEX, dialect: "kustomize", location: LOCATION } as const;

  /** Empty if the program may run, else why not. */
  async function verdict(runtime: ExplicitRuntime, entry: string, id = PAINT, trusted = ["c.yaml"]): Promise<string> {
    const search: CatalogSearch = {
      references: [parseCatalogReference("c.yaml")],
      trusted: parseTrustLines(trusted, { source: "trusted-catalogs" }),
      defaults: [],
    };
    const catalog = catalogOf(catalogText(entry));
    const load = async () => ({ sha256: catalog.sha256, catalog: () => catalog });
    return (await rejection(() => findExplicit(id, runtime, search, { load, warn: () => {} }))).join("\n");
  }

  const image = (more = "") => functionText("Paint", `{container: {image: "r.test/a:v1", sha256: ${HEX}${more}}}`);
  const program2 = functionText(
    "Paint",
    `{exec: {path: b, sha256: ${HEX}, args: [x], envs: [A=b]}, starlark: "a.star#sha256=${HEX}"}`,
  );

  test.each([
    ["the same digest, whatever the tag", container(), image()],
    ["a digest beside the image", container({ image: "r.test/a", sha256: `sha256:${HEX}` }), image()],
    [
      "less than the entry allows",
      container(),
      image(", requireNetwork: true, requireStorageMount: true, envs: [A=b]"),
    ],
    [
      "as much",
      container({ network: true, mounts: [{}], envs: ["A=b"] }),
      image(", network: true, requireFilesystem: true, envs: [A=b]"),
    ],
    ["an executable", exec, program2],
    ["an executable with its variables", { ...exec, envs: ["A=b"] }, program2],
    ["a script", starlark, program2],
  ])("runs with %s", async (_, runtime, entry) => {
    expect(await verdict(runtime, entry)).toBe("");
  });

  test.each([
    ["another image", container({ image: `r.test/b@sha256:${HEX}` }), image(), "names another image"],
    ["another registry", container({ image: `evil.test/a@sha256:${HEX}` }), image(), "names another image"],
    ["another digest", container({ image: `r.test/a@sha256:${OTHER_HEX}` }), image(), "names another digest"],
    ["no digest", container({ image: "r.test/a:v1" }), image(), "counts only for an image with a digest"],
    ["two digests", container({ sha256: OTHER_HEX }), image(), "names another digest"],
    [
      "an entry without a digest",
      container(),
      functionText("Paint", "{container: {image: r.test/a}}"),
      "names another digest",
    ],
    ["the network", container({ network: true }), image(), "does not allow it the network"],
    ["mounts", container({ mounts: [{}] }), image(), "does not allow it mounts"],
    ["a variable", container({ envs: ["A=c"] }), image(", envs: [A=b]"), "does not have its environment variables"],
    ["a variable of the host", container({ envs: ["TOKEN"] }), image(), "does not have its environment variables"],
    ["an image where there is a program", container(), program2, "names no image"],
    ["another file", { ...exec, sha256: OTHER_HEX }, program2, "names another program"],
    ["a file without a digest", { ...exec, sha256: undefined }, program2, "this one has no `sha256`"],
    ["other arguments", { ...exec, args: ["x", "y"] }, program2, "names other arguments"],
    [
      "a variable of a program",
      { ...exec, envs: ["LD_PRELOAD=a"] },
      program2,
      "does not have its environment variables",
    ],
    ["a program where there is an image", exec, image(), "names no executable"],
    ["another script", { ...starlark, sha256: OTHER_HEX }, program2, "names another program"],
    ["another dialect", { ...starlark, dialect: "kpt" }, program2, "names another dialect"],
    ["a script where there is an image", starlark, image(), "names no Starlark program"],
  ] as const)("attack 9.3: is refused with %s", async (_, runtime, entry, expected) => {
    const message = await verdict(runtime, entry);
    expect(message).toMatch(
      /^explicit-runtime paint.yaml:4:5: the program that this config names may not run: the catalog entry of Paint of fn.acme.test\/v1 /,
    );
    expect(message).toContain(expected);
  });

  test("is refused without an entry, or without trust", async () => {
    expect(await verdict(container(), image(), { ...PAINT, kind: "Stamp" })).toContain(
      "catalog-function-unknown paint.yaml:4:5: the program that this config names needs a catalog entry: no catalog has Stamp",
    );
    expect(await verdict(container(), image(), PAINT, [])).toContain("catalog-untrusted");
  });

  test("K23: may be a ConfigMap, if the entry says so", async () => {
    const id = { group: "", version: "v1", kind: "ConfigMap" };
    const open = (more: string) => functionText("Paint", `{container: {image: r.test/a, sha256: ${HEX}}}`, more);
    expect(await verdict(container(), open(", configMap: true"), id)).toBe("");
    expect(await verdict(container(), open(""), id)).toContain("no trusted catalog has it with `configMap: true`");
    expect(await verdict(container({ network: true }), open(", configMap: true"), id)).toContain("explicit-runtime");
    expect(await verdict(container(), open(", configMap: true"), { ...id, kind: "Secret" })).toContain(
      "catalog-core-group",
    );
  });
});

describe("permissions", () => {
  const asked = { mounts: 0, location: { file: "paint.yaml", line: 4, column: 5 } };
  const switches = (network: string, mounts: string) => ({
    network: { value: parseSwitch(network, "--network"), name: "--network", takesKinds: false },
    mounts: { value: parseSwitch(mounts, "it"), name: "the input function-mounts", takesKinds: true },
  });
  const outcome = (
    requires: string,
    asks: { network?: boolean; mounts?: number },
    network = "false",
    mounts = "false",
  ) => {
    const declared = { requireNetwork: requires.includes("n"), requireStorageMount: requires.includes("m") };
    let granted = "";
    const problems = problemsOf(() => {
      const got = permissionsOf(PAINT, declared, { ...asked, ...asks }, switches(network, mounts));
      granted = `${got.network ? "n" : ""}${got.mounts ? "m" : ""}`;
    });
    return problems[0]?.split(" ")[0] ?? granted;
  };

  test.each([
    ["", {}, "false", "false", ""],
    ["", {}, "true", "true", ""],
    ["n", {}, "false", "false", "network-disabled"],
    ["n", {}, "true", "false", "n"],
    ["n", {}, "fn.acme.test/Paint", "false", "n"],
    ["n", {}, "other/Kind, fn.acme.test/Paint", "false", "n"],
    ["n", {}, "fn.acme.test/Stamp", "false", "network-disabled"],
    ["n", {}, "acme.test/Paint", "false", "network-disabled"],
    ["n", { network: false }, "false", "false", ""],
    ["n", { network: true }, "true", "false", "n"],
    ["", { network: true }, "true", "false", "network-undeclared"],
    ["m", {}, "false", "false", ""],
    ["m", { mounts: 1 }, "false", "false", "mounts-disabled"],
    ["m", { mounts: 1 }, "false", "true", "m"],
    ["", { mounts: 1 }, "true", "true", "mount-undeclared"],
    ["nm", { mounts: 2 }, "true", "true", "nm"],
  ])("K10, K11: declared %j, asked %j, switches %s and %s: %s", (requires, asks, network, mounts, expected) => {
    expect(outcome(requires, asks, network, mounts)).toBe(expected);
  });

  test.each([
    [
      "an option",
      {},
      "network-disabled paint.yaml:4:5: Paint of fn.acme.test/v1 needs the network, which is not allowed\n" +
        "  hint: If all functions of this command may have what they ask for, use --network.",
    ],
    [
      "an input",
      { network: false, mounts: 1 },
      "mounts-disabled paint.yaml:4:5: Paint of fn.acme.test/v1 needs mounts, which is not allowed\n" +
        "  hint: If it may have this, set the input function-mounts to `fn.acme.test/Paint`, or to `true` for all functions.",
    ],
  ])("the message names the switch and a value that it takes: %s", (_, asks, message) => {
    const declared = { requireNetwork: true, requireStorageMount: true };
    expect(problemsOf(() => permissionsOf(PAINT, declared, { ...asked, ...asks }, switches("false", "false")))).toEqual(
      [message],
    );
  });

  test.each([
    ["", false],
    ["FALSE", false],
    ["true", true],
    ["a/B", [{ group: "a", kind: "B" }]],
    [
      "a/B\nc/D",
      [
        { group: "a", kind: "B" },
        { group: "c", kind: "D" },
      ],
    ],
  ])("the switch %j is read", (text, expected) => {
    expect(parseSwitch(text, "--network")).toEqual(expected);
  });

  test.each(["yes", "a", "a/", "/B", "a/b/c", "true, a/B", "*"])("the switch %j is refused", (text) => {
    expect(problemsOf(() => parseSwitch(text, "--network"))[0]).toMatch(/^invalid-switch --network has the value /);
  });
});
