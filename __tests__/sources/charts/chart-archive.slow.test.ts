/** Archives of charts: what helm unpacks, and what nobody may. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { unpackArtifact, unpackChart } from "../../../src/sources/charts/chart-archive.ts";
import { END, type Member, rawMember, tarGz } from "../../store/artifacts/archives.ts";

async function unpacked(archive: Buffer | Promise<Buffer>): Promise<Record<string, string> | string> {
  try {
    const files = await unpackChart(await archive, "https://charts.example/web.tgz");
    return Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
  } catch (thrown) {
    return `${(thrown as { code: string }).code}: ${(thrown as Error).message.split("\n")[0]}`;
  }
}

// docs/specification/helm-charts.md 5.5
test("the first part of each name is the directory of the chart, whatever it is", async () => {
  const long = `web/templates/${"x".repeat(150)}.yaml`;
  const members: Member[] = [
    [{ name: "web/", type: "directory" }],
    [{ name: "web/Chart.yaml" }, "name: web"],
    [{ name: "other/./values.yaml" }, "\ufeffa: b"],
    [{ name: "web\\templates\\a.yaml" }, "windows"],
    [{ name: "./b.yaml" }, "b"],
    [{ name: long }, "long"],
    [{ name: "web/Chart.yaml" }, "name: again"],
  ];
  expect(await unpacked(tarGz(members))).toEqual({
    "Chart.yaml": "name: again",
    "values.yaml": "a: b",
    "templates/a.yaml": "windows",
    "b.yaml": "b",
    [long.slice("web/".length)]: "long",
  });
});

test("nothing is read behind the file that is wanted", async () => {
  const archive = await tarGz([
    [{ name: "web/Chart.yaml" }, "name: web"],
    [{ name: "web/a", type: "symlink", linkname: "b" }],
  ]);
  const files = await unpackChart(archive, "a.tgz", "Chart.yaml");
  expect([...files.keys()]).toEqual(["Chart.yaml"]);
});

// docs/specification/helm-charts.md 5.7
describe("attack 9.37: an artifact that is unpacked and packed again", () => {
  test.each<[what: string, content: () => Buffer, problem: string]>([
    [
      "with 20,001 entries, all of them links",
      () => Buffer.concat(Array.from({ length: 20_001 }, (_, at) => rawMember(`web/${at}`, "2", Buffer.alloc(0)))),
      "has more than 20000 entries",
    ],
    [
      "with gigabytes of zeros",
      () => rawMember("web/a", "0", Buffer.alloc(32 * 1024 * 1024)),
      "expands to more than 100 times its size",
    ],
    ["with a device", () => rawMember("web/a", "3", Buffer.alloc(0)), "is not a regular file but a character-device"],
  ])("%s", async (_, content, problem) => {
    const archive = gzipSync(Buffer.concat([content(), END]));
    await expect(unpackArtifact(archive, "r.example/web", undefined)).rejects.toThrow(
      expect.objectContaining({ code: "archive-refused", message: expect.stringContaining(problem) }),
    );
  });

  test("with more patterns than anybody needs", async () => {
    const archive = await tarGz([[{ name: "web/Chart.yaml" }, "name: web"]]);
    await expect(unpackArtifact(archive, "r.example/web", "a\n".repeat(100_001))).rejects.toThrow(
      expect.objectContaining({ code: "source-ignore-too-large" }),
    );
  });
});

describe("attack 9.37: an archive", () => {
  const entry = (name: string): string =>
    `has the entry ${JSON.stringify(name)}, which is not in the directory of the chart`;
  const named = (name: string): Promise<Buffer> => tarGz([[{ name }, "x"]]);
  const many = (count: number): Buffer =>
    gzipSync(
      Buffer.concat(Array.from({ length: count }, (_, at) => rawMember(`web/${at}`, "0", Buffer.from(`${at}`)))),
    );

  test.each<[name: string, archive: () => Buffer | Promise<Buffer>, problem: string]>([
    ["that leads out", () => named("web/../../x"), entry("web/../../x")],
    ["that leads out at once", () => named("../x"), entry("../x")],
    ["that leads out with backslashes", () => named("web\\..\\..\\x"), entry("web\\..\\..\\x")],
    ["that leads out by mixed slashes", () => named("web\\a/../../x"), entry("web\\a/../../x")],
    ["with an absolute name", () => named("/etc/passwd"), entry("/etc/passwd")],
    ["with an absolute name below", () => named("web//etc/passwd"), entry("web//etc/passwd")],
    ["with a drive", () => named("web/c:/x"), entry("web/c:/x")],
    ["with a file in place of the directory", () => named("web"), entry("web")],
    ["with a Chart.yaml at its top", () => named("Chart.yaml/x"), entry("Chart.yaml/x")],
    [
      "with a link",
      () => tarGz([[{ name: "web/a", type: "symlink", linkname: "/etc/passwd" }]]),
      'has the entry "web/a", which is not a regular file but a symlink',
    ],
    [
      "with a hard link",
      () => tarGz([[{ name: "web/a", type: "link", linkname: "web/b" }]]),
      "which is not a regular file but a link",
    ],
    [
      "with a device",
      () => gzipSync(Buffer.concat([rawMember("web/a", "3", Buffer.alloc(0)), END])),
      "which is not a regular file but a character-device",
    ],
    [
      "with a pipe",
      () => gzipSync(Buffer.concat([rawMember("web/a", "6", Buffer.alloc(0)), END])),
      "which is not a regular file but a fifo",
    ],
    ["of 100,000 entries", () => many(100_000), "has more than 20000 entries"],
    [
      "that is a bomb",
      () => gzipSync(Buffer.concat([rawMember("web/a", "0", Buffer.alloc(64 * 1024 * 1024)), END])),
      "expands to more than 100 times its size",
    ],
    [
      "with zeros behind its end",
      () => gzipSync(Buffer.concat([rawMember("web/a", "0", Buffer.from("a")), Buffer.alloc(64 * 1024 * 1024)])),
      "expands to more than 100 times its size",
    ],
    [
      "that ends early",
      async () => (await named("web/a")).subarray(0, 40),
      "cannot be read as a tar archive in gzip: ",
    ],
    ["that is no archive", () => Buffer.from("<html>not found</html>"), "cannot be read as a tar archive in gzip: "],
    [
      "that is not compressed",
      () => Buffer.concat([rawMember("web/a", "0", Buffer.from("a")), END]),
      "cannot be read as a tar archive in gzip: ",
    ],
  ])("%s", async (_, archive, problem) => {
    const found = await unpacked(archive());
    expect(found).toMatch(/^archive-refused: https:\/\/charts\.example\/web\.tgz /);
    expect(found).toContain(problem);
  });
});
