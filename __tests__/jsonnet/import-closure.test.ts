/** The files that an evaluation of jsonnet can read. */
import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { findImports, KnownImports } from "../../src/jsonnet/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const place = { file: "app.yaml", line: 9, column: 3 };

async function closure(files: Files, more: { readonly libraries?: string[]; readonly code?: string } = {}) {
  const asked = new Set<string>();
  const { libraries = ["/app"], code } = more;
  const program = {
    file: "/app/main.jsonnet",
    libraries,
    code: code === undefined ? [] : [{ text: code, location: place }],
  };
  try {
    const found = await findImports(memoryTree(files), program, new KnownImports(), { asked });
    return { files: [...found.files.keys()], directories: [...found.directories], asked: [...asked] };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics.map(
      ({ code: its, message, file, line, column }) => `${its} ${file}:${line}:${column} ${message}`,
    );
  }
}

// docs/specification/argocd-sources.md 4.3, 4.4
describe("findImports", () => {
  test("follows imports, and no texts", async () => {
    const files = {
      "app/main.jsonnet": 'import "../lib/a.libsonnet"',
      "lib/a.libsonnet": '[import "b.libsonnet", importstr "t.jsonnet", importbin "x.bin", import "a.libsonnet"]',
      "lib/b.libsonnet": 'import "../app/main.jsonnet"',
      "lib/t.jsonnet": 'import "/etc/passwd"',
      "lib/x.bin": 'import "y"',
    };
    expect(await closure(files)).toMatchObject({
      files: ["/app/main.jsonnet", "/lib/a.libsonnet", "/lib/b.libsonnet", "/lib/t.jsonnet", "/lib/x.bin"],
    });
  });

  test("a file that is a text first is followed where it is code", async () => {
    const files = { "app/main.jsonnet": '[importstr "a", import "a"]', "app/a": 'import "b"', "app/b": "1" };
    expect(await closure(files)).toMatchObject({ files: ["/app/main.jsonnet", "/app/a", "/app/b"] });
  });

  test.each<[string, Files, string]>([
    ["beside the file", { "app/sub/x": "", "app/x": "", "one/x": "", "two/x": "" }, "/app/sub/x"],
    ["in the last library", { "app/x": "", "one/x": "", "two/x": "" }, "/two/x"],
    ["in an earlier one", { "app/x": "", "one/x": "" }, "/one/x"],
    ["in the directory of the source at last", { "app/x": "" }, "/app/x"],
  ])("an import is looked for %s", async (_, files, expected) => {
    const all = { "app/main.jsonnet": 'import "sub/a"', "app/sub/a": 'import "x"', ...files };
    const found = await closure(all, { libraries: ["/app", "/one", "/two"] });
    expect(found).toMatchObject({ files: ["/app/main.jsonnet", "/app/sub/a", expected] });
  });

  test("all places that were looked at are told, also those with nothing", async () => {
    const found = await closure({ "app/main.jsonnet": 'import "x"' }, { libraries: ["/app", "/one"] });
    expect(found).toMatchObject({ asked: ["/app/main.jsonnet", "/app/x", "/one/x"] });
  });

  test("a directory ends the search, as it ends that of jsonnet", async () => {
    const files = { "app/main.jsonnet": 'import "x"', "app/x/y": "", "one/x": "" };
    expect(await closure(files, { libraries: ["/one"] })).toMatchObject({
      files: ["/app/main.jsonnet"],
      directories: ["/app/x"],
    });
  });

  test("code of variables imports from the libraries", async () => {
    const files = { "app/main.jsonnet": "1", "one/x": 'import "y"', "one/y": "" };
    expect(await closure(files, { libraries: ["/app", "/one"], code: 'import "x"' })).toMatchObject({
      files: ["/one/x", "/app/main.jsonnet", "/one/y"],
    });
  });

  test.each([
    ['import "/etc/passwd"', "is an absolute path"],
    ["importstr @'c:/users'", "is an absolute path"],
    ['1 + importbin "../../x"', "leads out of the repository"],
    ['import "a/../../../x"', "leads out of the repository"],
    [String.raw`importstr "..\\..\\x"`, "has a backslash"],
    [String.raw`import "\u0000"`, "has a NUL character"],
    [String.raw`import "\u002e\u002e/../x"`, "leads out of the repository"],
    ['if false then import "/x"', "is an absolute path"],
  ])("attack 9.38: %s is refused", async (text, reason) => {
    const found = await closure({ "app/main.jsonnet": `\n ${text}` });
    expect(found).toEqual([
      expect.stringMatching(new RegExp(`^jsonnet-import-refused app/main.jsonnet:2:.* ${reason}$`)),
    ]);
  });

  test.each([
    ['import "../x"', "leads out of the repository"],
    ['import "./../x"', "leads out of the repository"],
    ['import "repository~/x"', "leads out of the repository"],
    ['import "/x"', "is an absolute path"],
  ])("in the code of a variable, %s is refused", async (code, reason) => {
    const found = await closure({ "app/main.jsonnet": "1", x: "1", "lib/x": "1" }, { libraries: ["/lib"], code });
    expect(found).toEqual([expect.stringMatching(new RegExp(`^jsonnet-import-refused app.yaml:9:3 .* ${reason}$`))]);
  });

  test("a path that leads out from one place and in from another is refused", async () => {
    const files = { "app/main.jsonnet": 'import "../../lib/x"', "lib/x": "1" };
    expect(await closure(files, { libraries: ["/a/b/c"] })).toEqual([expect.stringContaining("leads out")]);
  });

  test("too many files are refused", async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => [`app/${at}`, ""]);
    const main = many.map(([path]) => `importstr "${path?.slice(4)}"`).join(" + ");
    const found = await closure({ ...Object.fromEntries(many), "app/main.jsonnet": main });
    expect(found).toEqual([expect.stringContaining("app/main.jsonnet imports more than 10000 files")]);
  });
});
