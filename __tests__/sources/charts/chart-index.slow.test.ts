/** The index of a chart repository: layouts, the choice of helm, and bounds. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { stringify } from "yaml";
import { readIndex } from "../../../src/sources/charts/chart-index.ts";
import { growth } from "../../work.ts";

const REPO = "https://charts.example/stable";
const DIGEST = "ab".repeat(32);

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly urls?: readonly string[];
  readonly digest?: string;
  readonly type?: string;
  readonly description?: string;
}

function entry(name: string, version: string, more: Partial<Entry> = {}): Entry {
  return { name, version, urls: [`${name}-${version}.tgz`], ...more };
}

function indexOf(entries: Readonly<Record<string, readonly unknown[]>>): string {
  return stringify({ apiVersion: "v1", entries, generated: "2026-01-01T00:00:00Z" });
}

function find(text: string | Buffer, name: string, version = ""): unknown {
  try {
    return readIndex(Buffer.from(text), REPO).find(name, version);
  } catch (thrown) {
    return `${(thrown as { code: string }).code}: ${(thrown as Error).message.split("\n")[0]}`;
  }
}

// docs/specification/helm-charts.md 5.3
describe("is read in every layout", () => {
  const web = "apiVersion: v2\n    name: web\n    version: 1.0.0\n    urls: [a.tgz]";
  const other = "  other:\n  - name: other\n    version: 9.0.0\n    urls: [b.tgz]";
  test.each<[layout: string, text: string]>([
    ["as helm writes it", `apiVersion: v1\nentries:\n  web:\n  - ${web}\n${other}\ngenerated: "x"\n`],
    ["without an end", `entries:\n${other}\n  web:\n  - ${web}`],
    [
      "with deeper items",
      `entries:\n    other: []\n    web:\n      - name: web\n        version: 1.0.0\n        urls:\n        - a.tgz\n`,
    ],
    ["with comments and blanks", `# a\n---\nentries:  \n# b\n\n  web: # c\n# d\n  - ${web}\n\n    # e\n${other}\n`],
    ["with quoted keys", `entries:\n  "web":\n  - ${web}\n  'other': \n  - {name: other, version: 9.0.0}\n`],
    ["with line ends of Windows", `entries:\n  web:\n  - ${web}\n${other}\n`.replaceAll("\n", "\r\n")],
    [
      "with a text that looks like a chart",
      `entries:\n  web:\n  - description: |\n      other:\n      - web:\n    ${web}\n${other}\n`,
    ],
    [
      "with an anchor of another chart",
      `entries:\n  other:\n  - urls: &u [a.tgz]\n    name: other\n    version: 9.0.0\n  web:\n  - {name: web, version: 1.0.0, urls: *u}\n`,
    ],
    ["as JSON", JSON.stringify({ entries: { web: [entry("web", "1.0.0", { urls: ["a.tgz"] })] } })],
    ["in flow style", "entries: {web: [{name: web, version: 1.0.0, urls: [a.tgz]}]}\n"],
    ["in part in flow style", `entries:\n  other: [{name: other}]\n  web:\n  - ${web}\n`],
    ["with tabs", `{"entries":\n\t{"web":\n\t[{"name": "web", "version": "1.0.0", "urls": ["a.tgz"]}]}}\n`],
  ])("%s", (_, text) => {
    expect(find(text, "web")).toMatchObject({ version: "1.0.0", url: "a.tgz", digest: undefined });
    expect(find(text, "none")).toBe(`chart-not-found: the index of ${REPO} has no chart none`);
  });

  test("and means the same in YAML and in JSON", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", ":", " ", "\n", "-", "#", '"', "'", "  web:", "{", "é"),
    });
    const version = fc
      .tuple(fc.nat(3), fc.nat(3), fc.constantFrom("", "-rc.1", "+b"))
      .map(([a, b, c]) => `${a}.${b}.0${c}`);
    const charts = fc.dictionary(
      fc.constantFrom("web", "db", "a.b", "1password", "true", "x_y"),
      fc.array(fc.record({ name: fc.constantFrom("web", "db"), version, description: text, urls: fc.tuple(text) })),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(
        charts,
        fc.constantFrom("", ">0.0.0-0", "^1", "2.0.0"),
        fc.constantFrom(2, 4),
        (entries, range, indent) => {
          const all = { apiVersion: "v1", entries, generated: "x" };
          const yaml = stringify(all, { indent });
          for (const name of [...Object.keys(entries), "none"]) {
            expect(find(yaml, name, range)).toEqual(find(JSON.stringify(all), name, range));
          }
        },
      ),
    );
  });
});

// docs/specification/helm-charts.md 5.2
describe("the choice", () => {
  const versions = ["1.0.0", "1.10.0", "1.9.0", "2.0.0-rc.1", "v1.8.0", "1.9.0+build"];
  const text = indexOf({ web: versions.map((version) => entry("web", version)) });
  test.each<[version: string, found: string]>([
    ["", "1.10.0"],
    ["1.9.0", "1.9.0"],
    ["v1.9.0", "1.9.0"],
    ["1.9.0+build", "1.9.0+build"],
    ["1.8.0", "v1.8.0"],
    ["v1.8.0", "v1.8.0"],
    ["~1.9", "1.9.0"],
    [">0.0.0-0", "2.0.0-rc.1"],
    ["^2.0.0-0", "2.0.0-rc.1"],
    ["<1.9", "v1.8.0"],
  ])("for %s is %s", (version, found) => {
    expect(find(text, "web", version)).toMatchObject({ version: found, url: `web-${found}.tgz` });
  });

  test.each<[name: string, entries: readonly unknown[], version: string, problem: string]>([
    ["none that fits", [entry("web", "1.0.0")], "^2", "chart-not-found: the index of R has no version of web for ^2"],
    [
      "prereleases only",
      [entry("web", "1.0.0-rc")],
      "",
      "chart-not-found: the index of R has no version of web that is a release",
    ],
    [
      "without a name",
      [{ version: "1.0.0", urls: ["a"] }],
      "",
      "chart-not-found: the index of R has no version of web that is a release",
    ],
    [
      "of an unknown type",
      [entry("web", "1.0.0", { type: "x" })],
      "",
      "chart-not-found: the index of R has no version of web that is a release",
    ],
    [
      "no version",
      [entry("web", "latest"), null, "x"],
      "",
      "chart-not-found: the index of R has no version of web that is a release",
    ],
    [
      "without an address",
      [entry("web", "1.0.0", { urls: [] })],
      "",
      "chart-not-found: the index of R has no address for web 1.0.0",
    ],
    ["and no range", [entry("web", "1.0.0")], "latest", 'invalid-value: "latest" is neither a version nor a range'],
  ])("is refused for entries %s", (_, entries, version, problem) => {
    expect(find(indexOf({ web: entries }), "web", version)).toBe(problem.replace(" R ", ` ${REPO} `));
  });

  test.each([
    [DIGEST, DIGEST],
    [`sha256:${DIGEST.toUpperCase()}`, DIGEST],
    ["ab", undefined],
    ["sha512:ab", undefined],
  ])("has the digest %s", (digest, expected) => {
    expect(find(indexOf({ web: [entry("web", "1.0.0", { digest })] }), "web")).toMatchObject({ digest: expected });
  });
});

// docs/specification/helm-charts.md 5.3
describe("attack 9.37: an index", () => {
  const MIB = 1024 * 1024;
  test.each<[name: string, text: () => string, problem: string]>([
    ["that is no index", () => "<html>: [", "it is neither JSON nor YAML"],
    ["without entries", () => "apiVersion: v1\n", "it has no map `entries`"],
    ["of many charts", () => `entries:\n${"  web:\n".repeat(20_001)}`, "it has more than 20000 charts"],
    [
      "of many versions",
      () => `entries:\n  web:\n${"  - \n".repeat(20_001)}`,
      "it has more than 20000 versions of web",
    ],
    [
      "of long versions",
      () => `entries:\n  web:\n  - a: ${"b".repeat(17 * MIB)}\n`,
      "the versions of web take more than 16 MiB",
    ],
    [
      "of one long line",
      () => `entries: {${" ".repeat(9 * MIB)}}`,
      "it is larger than 8 MiB, and not laid out as helm writes it",
    ],
    [
      "of aliases that grow",
      () => `a: &a [x, x]\nb: &b [*a, *a]\nentries: {web: [${"*b, ".repeat(10)}]}`,
      "has no version of web",
    ],
  ])("%s", (_, text, problem) => {
    expect(find(text(), "web")).toContain(problem);
  });

  test("costs as much as it is long", async () => {
    const of = (charts: number) =>
      Buffer.from(
        indexOf(Object.fromEntries(Array.from({ length: charts }, (_, at) => [`c${at}`, [entry(`c${at}`, "1.0.0")]]))),
      );
    expect(await growth(300, (size) => readIndex(of(size), REPO).find(`c${size - 1}`, ""))).toBeLessThan(2.5);
  });
});

// docs/specification/helm-charts.md 5.8: 6,000 random indexes were given to source-controller 1.9.6, too.
describe("source-controller chooses", () => {
  const at = (version: string, created?: string) => ({ ...entry("web", version), ...(created && { created }) });
  const [first, second] = ["2026-01-01T00:00:00Z", "2026-01-01T12:00:00+01:00"];
  test.each<[version: string, entries: object[], found: string, ofHelm: string]>([
    ["1.x", [at("1.2.0"), at("1.3")], "1.2.0", "1.3"],
    ["*", [at("2"), at("1.2.0")], "1.2.0", "2"],
    ["", [at("2.0.0-rc.1"), at("1.2.0")], "1.2.0", "1.2.0"],
    // The same text counts, however few numbers it has.
    ["1.3", [at("1.3"), at("1.3.1")], "1.3", "1.3"],
    ["1.3", [at("v1.3"), at("1.3.1")], "1.3.1", "1.3.1"],
    ["1.x", [at("1.0.0+a", second), at("1.0.0+b", first)], "1.0.0+a", "1.0.0+a"],
    ["1.x", [at("1.0.0+a", first), at("1.0.0+b", second)], "1.0.0+b", "1.0.0+a"],
    ["1.x", [at("1.0.0+a"), at("1.0.0+b")], "1.0.0+b", "1.0.0+a"],
    ["1.0.0+a", [at("1.0.0+a", first), at("1.0.0+b", second)], "1.0.0+a", "1.0.0+a"],
  ])("for %j of %j", (version, web, found, ofHelm) => {
    const index = readIndex(Buffer.from(JSON.stringify({ entries: { web } })), REPO);
    expect(index.find("web", version, "source-controller").version).toBe(found);
    expect(index.find("web", version).version).toBe(ofHelm);
  });
});
