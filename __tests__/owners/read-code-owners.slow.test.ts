import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type CodeOwners, MAX_OWNERS, readCodeOwners, unionOfOwners } from "../../src/owners/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

async function ownersIn(text: string | Uint8Array): Promise<CodeOwners> {
  const { owners } = await readCodeOwners(memoryTree({ CODEOWNERS: text }));
  if (owners === undefined) throw new Error("there are no owners");
  return owners;
}

describe("a CODEOWNERS file", () => {
  test("gives each file the owners of the last line that matches", async () => {
    const owners = await ownersIn(
      [
        "\ufeff# who owns what",
        "*       @org/platform   # the others",
        "/apps/  @org/apps lead@example.com\r",
        "/apps/web @a @b @a",
        "/apps/none # nobody",
        "\t*.md\t@docs",
        "my\\ file @spaces",
      ].join("\n"),
    );
    const of = (path: string) => owners.of(path)?.names;
    expect(of("/x")).toEqual(["@org/platform"]);
    expect(of("/apps/x")).toEqual(["@org/apps", "lead@example.com"]);
    expect(of("/apps/web/x")).toEqual(["@a", "@b"]);
    expect(of("/apps/none/x")).toBeUndefined();
    expect(of("/apps/none/x.md")).toEqual(["@docs"]);
    expect(of("/a/my file")).toEqual(["@spaces"]);
    expect(owners.problem()).toBeUndefined();
  });

  test.each([
    [[".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"], ".github/CODEOWNERS"],
    [["CODEOWNERS", "docs/CODEOWNERS"], "CODEOWNERS"],
    [["docs/CODEOWNERS", "apps/CODEOWNERS"], "docs/CODEOWNERS"],
    [["apps/CODEOWNERS", "codeowners"], undefined],
  ])("of %j is at %s", async (files, wanted) => {
    const tree = memoryTree(Object.fromEntries(files.map((file) => [file, `* @${file.replace(/\W/g, "")}`])));
    const read = await readCodeOwners(tree);
    expect(read.owners?.file).toBe(wanted);
    expect(read.owners?.of("/x")?.names).toEqual(wanted && [`@${wanted.replace(/\W/g, "")}`]);
  });

  test.each([
    "!a @a",
    "[Section] @a",
    "a @",
    "a a",
    "a @a/b/c",
    "a @\u202ea",
    "a @a`b",
    "a <b>",
    "a @a,@b",
    "a [@b](https://x.example)",
    "a a@b",
    `${"a".repeat(5000)} @a`,
  ])("skips the line %j and says so once", async (line) => {
    const { owners, note } = await readCodeOwners(memoryTree({ CODEOWNERS: `* @all\n\n${line}\n/x @x\n${line}\n` }));
    expect(owners?.of("/x")?.names).toEqual(["@x"]);
    expect(owners?.of("/a")?.names).toEqual(["@all"]);
    expect(note).toMatchObject({ code: "codeowners-line", severity: "notice", line: 3 });
    expect(note?.message).toBe("this line and 1 more are skipped, as GitHub skips lines that are wrong");
  });

  test("of more than 3 MiB names nobody", async () => {
    const { owners, note } = await readCodeOwners(memoryTree({ CODEOWNERS: `* @a\n${"#".repeat(3 * 1024 * 1024)}` }));
    expect(owners).toBeUndefined();
    expect(note).toEqual({
      code: "codeowners-unused",
      severity: "notice",
      message: "is 3.1 MiB long, and GitHub reads at most 3 MiB, so no owners are named",
      file: "CODEOWNERS",
    });
  });
});

describe("a hostile file", () => {
  const deep = `/${Array.from({ length: 40 }, () => "a".repeat(60)).join("/")}/b`;

  test.each([
    ["many lines", "a\n".repeat(1_500_000)],
    ["many names", Array.from({ length: 99_000 }, (_, index) => `/d${index}/e @o${index}`).join("\n")],
    ["many wildcards", Array.from({ length: 99_000 }, (_, index) => `*a*a*a*a*b${index} @a`).join("\n")],
    ["many stars", Array.from({ length: 20_000 }, () => `${"**/*a*/".repeat(20)}c @a`).join("\n")],
    ["one line", `* ${"@a ".repeat(1_000_000)}`],
    ["one word", `* ${"a".repeat(3_000_000)}`],
    ["nothing but backslashes", "\\".repeat(3_000_000)],
    ["nothing but white space", " \t".repeat(1_500_000)],
    ["nothing but zeros", "\0".repeat(3_000_000)],
  ])("of %s ends the search after a bounded effort", async (_what, text) => {
    const { owners } = await readCodeOwners(memoryTree({ CODEOWNERS: text }), 1_000_000);
    for (let count = 0; count < 100; count++) owners?.of(`${deep}${count}`);
    expect([undefined, "codeowners-unused"]).toContain(owners?.problem()?.code);
    for (const path of [deep, "/a", "/x/y"]) {
      for (const owner of owners?.of(path)?.names ?? []) expect(owner).toMatch(/^@?[\w./%+@-]+$/);
    }
  });

  test("attack 9.17: of any bytes throws nothing, and names nothing but names", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.webPath(), async (bytes, path) => {
        const { owners } = await readCodeOwners(memoryTree({ CODEOWNERS: Buffer.concat([Buffer.from("* "), bytes]) }));
        for (const owner of owners?.of(`/${path}`)?.names ?? []) expect(owner).toMatch(/^[\w@./%+-]+$/);
      }),
    );
  });
});

test("owners of several things are named once, and never fewer are counted than one of them has", () => {
  const all = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `@${from + index}`);
  expect(unionOfOwners([])).toEqual({ names: [] });
  expect(unionOfOwners([{ names: ["@b", "@a"] }, undefined, { names: ["@a", "@c"] }])).toEqual({
    names: ["@b", "@a", "@c"],
  });
  expect(unionOfOwners([{ names: all(0, 15) }, { names: all(10, 25) }])).toEqual({
    names: all(0, MAX_OWNERS),
    more: 5,
  });
  expect(unionOfOwners([{ names: all(0, 20), more: 7 }])).toEqual({ names: all(0, 20), more: 7 });
});
