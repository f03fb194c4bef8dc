/**
 * Permissions, inputs and failures of Starlark programs; docs/specification/starlark.md 2, 3, 5 and
 * docs/specification/function-limits.md 3.3.
 */
import { createHash } from "node:crypto";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diagnosticsOf, formatDiagnostic, logText } from "../../../src/diagnostics.ts";
import { createBuilder } from "../../../src/engine/index.ts";
import { createFunctions } from "../../../src/functions/index.ts";
import { configDirectory } from "../../../src/functions/script/config-directory.ts";
import { LOCAL_PROTOCOLS, lazyRemotes, memoryTree } from "../../../src/sources/index.ts";
import { krmRender, temporaryDirectory } from "../../cli/terminal.ts";
import { GIT_ENV, temporaryDirectories } from "../../sources/fixtures.ts";
import { text as answer, type HttpServer, httpServer } from "../../store/http/http-server.ts";
import { buildIn, directoryOf, leaveNothing, type Settings } from "../workshop.ts";
import { build, configOf, each, scriptFiles } from "./scripts.ts";

const temporary = temporaryDirectories();
leaveNothing();

async function problemsOf(source: string, starlark = "{path: fn.star}", settings: Settings = {}): Promise<string[]> {
  const { text, diagnostics } = await build(
    scriptFiles("transformers", source, { "config.yaml": configOf(starlark) }),
    settings,
  );
  expect(text).toBeUndefined();
  return diagnostics.map((one) => `${one.code}: ${logText(formatDiagnostic(one))}`);
}

describe("a program that fails", () => {
  test("is reported with its place, callers, config and printed lines (docs/specification/starlark.md 3.9, 3.10)", async () => {
    const source = `def f(r):\n  return r["metadata"]["labels"]\nprint("here")\nf(ctx.resource_list["items"][0])\n`;
    expect(await problemsOf(source)).toEqual([
      `starlark-failed: fn.star:2:23: the function Fn fn (fn.star), a transformer, failed: key "labels" not in dict
  f was called at fn.star:4:2
  declared at config.yaml:6:36
  | here
  hint: Use .get(key) or .setdefault(key, value) if the key may be missing.`,
    ]);
  });

  test("cannot print workflow commands (docs/specification/results.md 3.3)", async () => {
    const [problem] = await problemsOf(
      'print("::error::a", "##[error]b\\x1b[2J")\nfail("x\\n::error::c\\n  ::error::d ##[e]")',
    );
    expect(problem).toContain("::error::c");
    expect(problem).not.toMatch(/^\s*::|##\[|\u001b/m);
  });

  test.each([
    ["recursion", "def f(): return f()\nf()", "starlark-failed", /called recursively/],
    ["an endless loop", "def f():\n  for i in range(1000000000): pass\nf()", "starlark-limit", /10000000 steps/],
    ["a huge list", "x = [0] * (1 << 30)", "starlark-limit", /list of 1073741824 elements/],
    ["a huge string", 'x = "a" * (1 << 29)', "starlark-limit", /longer than/],
    ["an undefined name", "print(oops)", "starlark-syntax", /undefined: oops/],
  ])("%s (docs/specification/starlark.md 5.1)", async (_, source, code, message) => {
    const [problem] = await problemsOf(source);
    expect(problem).toMatch(new RegExp(`^${code}: fn\\.star:`));
    expect(problem).toMatch(message);
  });
});

describe("a program", () => {
  test("gets only the variables that are allowed (docs/specification/starlark.md 3.4)", async () => {
    const environment = { host: { TOKEN: "secret", TEAM: "shop" }, inherited: ["TEAM"], given: ["A=b"] };
    const { log } = await build(scriptFiles("transformers", "print(ctx.environment)"), { functions: { environment } });
    expect(log).toEqual(['fn.star: {"TEAM": "shop", "A": "b"}']);
  });

  test("gets an empty `open_api`, with a warning (docs/specification/starlark.md 3.5)", async () => {
    const { diagnostics, log } = await build(scriptFiles("transformers", "print(ctx.open_api)"));
    expect(log).toEqual(["fn.star: {}"]);
    expect(diagnostics).toMatchObject([{ code: "starlark-open-api", severity: "warning", file: "fn.star" }]);
  });

  test("prints to standard error, line by line and safe (docs/specification/results.md 3.1)", async () => {
    const { log } = await build(scriptFiles("transformers", 'print("a\\n::error::b\\x1b ##[x")'));
    expect(log).toEqual(["fn.star: a", String.raw`fn.star: ::error::b\u001b ## [x`]);
  });

  test("may return results (docs/specification/starlark.md 3.6 and docs/specification/results.md 1.1)", async () => {
    const result =
      '{"message": "too old", "severity": "error", "resourceRef": {"apiVersion": "v1", "kind": "Service", "name": "three"}}';
    expect(await problemsOf(`ctx.resource_list["results"] = [${result}]`)).toEqual([
      expect.stringMatching(/^function-result: objects\.yaml:.*Service three: too old/),
    ]);
  });
});

describe("a program that may not run", () => {
  test("without --enable-star (docs/specification/function-configs.md 4.1, 4.2)", async () => {
    const settings = { functions: { starlark: false } };
    expect(await problemsOf("x = 1", undefined, settings)).toEqual([
      expect.stringMatching(
        /^starlark-disabled: config\.yaml:6:36: .*\n {2}hint: Enable Starlark functions with --enable-star\./,
      ),
    ]);
    const content = scriptFiles("transformers", "x = 1");
    expect((await buildIn(directoryOf(content))).diagnostics).toMatchObject([{ code: "starlark-disabled" }]);
  });

  test.each([
    ["a path to a parent directory", "{path: ../fn.star}", /^starlark-refused: .*leads out of the directory/],
    ["a path to a parent directory, through a subdirectory", "{path: a/../../fn.star}", /^starlark-refused: /],
    ["an absolute path", "{path: /etc/passwd}", /^starlark-refused: /],
    [
      "path and url",
      "{path: fn.star, url: 'https://x.example/y'}",
      /^invalid-function: .*both `starlark\.path` and `starlark\.url`/,
    ],
    [
      "neither",
      "{name: x}",
      /^invalid-function: .*starlark\.path\n {2}hint: Name the file of the program\. .*, as for kpt,/,
    ],
    [
      "a dialect that there is not",
      "{path: fn.star, dialect: python}",
      /^invalid-function: .*`starlark.dialect` has the unknown value "python"/,
    ],
    ["a missing file", "{path: no.star}", /^starlark-not-found: config\.yaml:6:36: no\.star does not exist/],
    ["a directory", "{path: .}", /^starlark-not-found: .* is not a file/],
    ["an address without a digest", "{url: 'https://x.example/y'}", /^starlark-refused: .*has no digest/],
    ["an address of a file", `{url: 'file:///etc/passwd', sha256: ${"ab".repeat(32)}}`, /^starlark-refused: /],
    ["a path as an address", `{url: fn.star, sha256: ${"ab".repeat(32)}}`, /^starlark-refused: /],
    [
      "an address, where nothing is fetched",
      `{url: 'https://x.example/y', sha256: ${"ab".repeat(32)}}`,
      /^remote-unsupported: /,
    ],
  ])("%s (docs/specification/starlark.md 2.1, 2.2)", async (_, starlark, expected) => {
    expect(await problemsOf("x = 1", starlark)).toEqual([expect.stringMatching(expected)]);
  });

  test.each([
    ["StarlarkRun", "apiVersion: fn.kpt.dev/v1alpha1\nkind: StarlarkRun\nmetadata: {name: fn}\nsource: x = 1\n"],
    ["ConfigMap", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fn}\ndata: {source: x = 1}\n"],
  ])("from a %s of kpt, which must name its container (docs/specification/starlark.md 6.1)", async (kind, config) => {
    const { text, diagnostics } = await build(scriptFiles("transformers", "x = 1", { "config.yaml": config }));
    expect({ text, diagnostics }).toMatchObject({
      text: undefined,
      diagnostics: [
        {
          file: "config.yaml",
          message: expect.stringMatching(new RegExp(`^${kind}\\S* has no function specification`)),
          hint: expect.stringContaining("the annotation config.kubernetes.io/function"),
        },
      ],
    });
  });

  test("but kpt's own function runs as a container (docs/specification/starlark.md 6.1)", async () => {
    const config = `apiVersion: fn.kpt.dev/v1alpha1
kind: StarlarkRun
metadata:
  name: fn
  annotations:
    config.kubernetes.io/function: |
      container: {image: ghcr.io/kptdev/krm-functions-catalog/starlark:v0.5}
source: x = 1
`;
    const { diagnostics } = await build(scriptFiles("transformers", "x = 1", { "config.yaml": config }));
    expect(diagnostics).toMatchObject([{ file: "config.yaml", message: expect.stringContaining("container") }]);
  });

  test("a link that leads out, unless the load restrictor is disabled (docs/specification/starlark.md 2.1)", async () => {
    const outside = directoryOf({ "evil.star": each('r["x"] = 1') });
    const directory = directoryOf(scriptFiles("transformers", "x = 1", { "config.yaml": configOf("{path: l.star}") }));
    symlinkSync(join(outside, "evil.star"), join(directory, "l.star"));
    const functions = { starlark: true };
    expect((await buildIn(directory, { functions })).diagnostics).toMatchObject([{ code: "starlark-refused" }]);
    const lifted = await buildIn(directory, { functions, build: { loadRestrictor: "none" } });
    expect(lifted.text).toContain("x: 1");
  });

  test("a file that is not UTF-8 runs (docs/specification/starlark.md 2.3)", async () => {
    const { "fn.star": _, ...content } = scriptFiles("transformers", "");
    const lines: string[] = [];
    const tree = memoryTree({ ...content, "fn.star": Buffer.from('print(len("\xff"))\n', "latin1") });
    await createBuilder(tree, { functions: functionsPort((line) => void lines.push(line)) }).build("/");
    expect(lines).toEqual(["fn.star: 1"]);
  });

  test("blank lines are printed, too (docs/specification/results.md 3.1)", async () => {
    const program = 'print("a")\nprint()\nprint("")\nprint("b\\n\\nc")\nprint()\n';
    const lines: string[] = [];
    const tree = memoryTree(scriptFiles("transformers", program));
    await createBuilder(tree, { functions: functionsPort((line) => void lines.push(line)) }).build("/");
    expect(lines).toEqual(["a", "", "", "b", "", "c", ""].map((line) => `fn.star: ${line}`.trimEnd()));
  });
});

function functionsPort(log: (line: string) => void = () => {}) {
  const environment = { host: {}, inherited: [], given: [] };
  return createFunctions({ alphaPlugins: true, exec: false, starlark: true, environment, failOn: "error", log });
}

describe("a program from an address (docs/specification/starlark.md 2.2)", () => {
  const source = each('r["x"] = "web"');
  const digest = createHash("sha256").update(source).digest("hex");
  let web: HttpServer;
  beforeAll(async () => {
    web = await httpServer({ "/fn.star": answer(source) });
  });
  afterAll(() => web.close());

  async function fromWeb(starlark: string) {
    const rules = { protocols: LOCAL_PROTOCOLS, privateHosts: true };
    const remotes = lazyRemotes({ store: { directory: temporary() }, rules, env: GIT_ENV, sleep: async () => {} });
    const tree = memoryTree(scriptFiles("transformers", "", { "config.yaml": configOf(starlark) }));
    try {
      return await createBuilder(tree, { functions: functionsPort(), remotes }).build("/");
    } finally {
      await remotes.close();
    }
  }

  test("runs with the digest of its config", async () => {
    const { resources, diagnostics } = await fromWeb(`{url: '${web.url}/fn.star', sha256: ${digest}}`);
    expect(resources.map(({ yaml }) => yaml).join("")).toContain("x: web");
    expect(diagnostics).toEqual([]);
  });

  test("does not run with another digest", async () => {
    const thrown = await fromWeb(`{url: '${web.url}/fn.star', sha256: ${"ab".repeat(32)}}`).catch(
      (error: unknown) => error,
    );
    expect(diagnosticsOf(thrown)[0]).toMatchObject({ file: "config.yaml", message: expect.stringContaining(digest) });
  });
});

test("a program runs on revisions that are not on disk (docs/specification/starlark.md 2.1, 3.11)", async () => {
  const directory = temporaryDirectory({ ...scriptFiles("transformers", each('r["x"] = "old"')) });
  try {
    directory.git("init", "--quiet", "--initial-branch=main");
    directory.commit("base");
    directory.write({ "fn.star": each('r["x"] = "new"') });
    const flags = ["--base", "HEAD", "--enable-alpha-plugins", "--enable-star"];
    const { status, stdout, stderr } = await krmRender(["diff", ...flags], { cwd: directory.path });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.match(/^[-+]x: .*/gm)).toEqual(["-x: old", "+x: new", "-x: old", "+x: new", "-x: old", "+x: new"]);
  } finally {
    directory.remove();
  }
});

test("the directory of a config is found from the displayed name of its file", () => {
  const segment = fc.constantFrom("a", "b", "c");
  const path = fc.array(segment, { maxLength: 4 });
  fc.assert(
    fc.property(path, path, fc.constantFrom("", "?ref=v1"), (root, config, query) => {
      const tree = memoryTree({});
      const display = (at: string): string => (at === "/" ? `github.com/o/r${query}` : `github.com/o/r${at}${query}`);
      for (const one of [tree, { ...tree, display }]) {
        const directory = `/${config.join("/")}`;
        const file = one.display(config.length === 0 ? "/fn.yaml" : `${directory}/fn.yaml`);
        expect(configDirectory({ tree: one, path: `/${root.join("/")}` }, file)).toBe(directory);
      }
      expect(configDirectory({ tree: { ...tree, display }, path: "/" }, "elsewhere/fn.yaml")).toBeUndefined();
    }),
  );
});
