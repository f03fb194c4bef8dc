/**
 * Executables that misbehave, and their surroundings; docs/specification/executables.md 1, 2, 4 and
 * docs/specification/results.md 2, 3 and docs/specification/function-limits.md 2.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { formatDiagnostic, logText } from "../../src/diagnostics.ts";
import {
  binary,
  buildIn,
  configOf,
  directoryOf,
  endOf,
  type Files,
  files,
  kustomizeIn,
  leaveNothing,
  names,
  OBJECTS,
  printing,
  type Settings,
} from "./workshop.ts";

leaveNothing();

const exec = (script: string, more: Files = {}): Files => files("transformers", script, more);

async function failureOf(content: Files, settings: Settings = {}) {
  const { diagnostics, text } = await buildIn(directoryOf(content), settings);
  expect(text).toBeUndefined();
  return diagnostics;
}

describe("a function that fails", () => {
  test("is reported with its name, place, status, last lines and results (docs/specification/results.md 2.3, 2.4)", async () => {
    const script = `echo 'first' >&2; echo 'the reason' >&2
${printing("kind: ResourceList\nitems: []\nresults:\n- message: too old\n  severity: error\n  resourceRef: {apiVersion: v1, kind: Service, name: three}\n- {message: by the way, severity: info}")}
exit 3`;
    const [error, ...results] = await failureOf(exec(script));
    expect(error).toMatchObject({
      code: "function-failed",
      severity: "error",
      file: "config.yaml",
      line: 6,
      object: "Fn fn",
      message: "the function Fn fn (./fn), a transformer, failed: exit status 3\n  | first\n  | the reason",
    });
    expect(results.map(({ message, file, severity }) => [message, file, severity])).toEqual([
      ["the function Fn fn (./fn): Service three: too old", "objects.yaml", "error"],
      ["the function Fn fn (./fn): by the way", "config.yaml", "notice"],
    ]);
  });

  test("is reported with its exit status if its output cannot be read (docs/specification/results.md 2.3)", async () => {
    const [error] = await failureOf(exec("echo '{'; exit 5"));
    expect(error?.message).toContain("failed: exit status 5");
  });

  test("is quoted with its last lines only (docs/specification/results.md 3.2)", async () => {
    const [error] = await failureOf(exec("seq 1 100000 >&2; exit 1"));
    expect(error?.message.split("\n").slice(1)).toEqual(Array.from({ length: 10 }, (_, at) => `  | ${99_991 + at}`));
  });

  test.each([
    ["a workflow command", "::set-env name=A::b"],
    ["one behind blanks", "   ::error::x"],
    ["the old form", "x ##[error]y"],
    ["a carriage return", "x\r::error::y"],
    ["an escape sequence", "\u001b[2J\u001b]0;x\u0007"],
  ])("%s in its standard error is not a workflow command (docs/specification/results.md 3.3)", async (_, words) => {
    const [error] = await failureOf(
      exec(`printf '%s\\n' ${JSON.stringify(words).replaceAll("$", "\\$")} >&2
cat <<'END' >&2
${words}
END
exit 1`),
    );
    const text = formatDiagnostic(error as NonNullable<typeof error>);
    expect(text).not.toMatch(/^\s*::|##\[|[\u001b\u0007\r]/m);
    expect(logText(text)).not.toMatch(/^\s*::|##\[/m);
  });

  test.each([
    ["that runs too long", "sleep 60", "timed out: it ran longer than 0.5 seconds"],
    ["that ignores requests to end", "trap '' TERM INT HUP; sleep 60 & wait", "timed out"],
    ["that waits for its children", "sh -c 'sleep 60 & sleep 60 & wait' & wait", "timed out"],
    ["that never reads nor writes", "exec sleep 60 < /dev/null", "timed out"],
    ["that dies", "kill -9 $$", "did not end by itself: it was ended by SIGKILL"],
    ["that crashes", "kill -SEGV $$", "did not end by itself: it was ended by SIGSEGV"],
  ])("one %s (docs/specification/function-limits.md 2.1)", async (_, script, message) => {
    const [error] = await failureOf(exec(script), { functions: { timeoutMs: 500 } });
    expect(error?.message).toContain(message);
  });

  test("a function may leave a large input unread (docs/specification/function-limits.md 2.2)", async () => {
    const large = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: large}\ndata: {a: ${"x".repeat(1_000_000)}}\n`;
    const script = "exec 0<&-; cat <<'END'\n{apiVersion: v1, kind: ConfigMap, metadata: {name: small}}\nEND";
    const { text } = await buildIn(directoryOf(exec(script, { "objects.yaml": large })));
    expect(names(text)).toEqual(["ConfigMap small"]);
  });

  test.each([
    [
      "that is not there",
      "path: ./absent",
      "exec-not-found",
      "absent does not exist",
      "relative to the directory of the kustomization",
    ],
    ["that is a directory", "path: ./sub", "exec-not-found", "sub is not a file", "Write the path of the executable"],
    ["that is not executable", "path: ./objects.yaml", "function-failed", "it is not executable", "chmod"],
    ["whose interpreter is not there", "path: ./odd", "function-failed", "the interpreter", "its first line"],
    ["that misses a program", "path: ./fn\nargs: [absent]", "function-failed", "exit status 127", "--inherit-env PATH"],
    [
      "that says nothing",
      "path: ./fn\nargs: [false]",
      "function-failed",
      "exit status 1, without an error message",
      "",
    ],
    ["with a NUL in its arguments", 'path: ./fn\nargs: ["a\\0b"]', "function-failed", "could not be started", ""],
  ])("one %s", async (_, spec, code, message, hint) => {
    const content = exec('"$@"', { "config.yaml": configOf(spec), odd: "#!/no/such/interpreter\n", "sub/x": "" });
    const [error] = await failureOf(content);
    expect(error).toMatchObject({ code, file: "config.yaml", message: expect.stringContaining(message) });
    expect(error?.hint ?? "").toContain(hint);
  });
});

test("a build that exceeds its time ends its functions at once (docs/specification/function-limits.md 2.6)", async () => {
  const directory = directoryOf(exec("echo $$ >> pids; sleep 60 & echo $! >> pids; sleep 60"));
  const { diagnostics } = await buildIn(directory, {
    build: { timeoutSeconds: 0.5 },
    whileOpen: () => endOf(join(directory, "pids")),
  });
  expect(diagnostics).toMatchObject([{ code: "build-timeout" }]);
});

describe("attack 9.20: a malicious output (docs/specification/function-limits.md 2.5)", () => {
  const lines = (text: string): string => `cat > /dev/null\ncat <<'END'\n${text}\nEND`;
  const bomb = Array.from({ length: 12 }, (_, at) => {
    const previous = at === 0 ? "x" : Array.from({ length: 9 }, () => `*a${at - 1}`).join(", ");
    return `  a${at}: &a${at} [${previous}]`;
  }).join("\n");

  test("many short values are read as far as they take no more memory than allowed", async () => {
    const few = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: [${"a,".repeat(200_000)}]}`;
    expect((await buildIn(directoryOf(exec("cat few", { few })))).diagnostics).toEqual([]);
    const [error] = await failureOf(exec(lines(`kind: ConfigMap\nmetadata: {name: x}\ndata:\n${bomb}`)));
    expect(error?.message).toMatch(
      /cannot be used: it holds too many values: they take more than 64\.\d MiB of memory$/,
    );
  });

  test.each([
    ["aliases of aliases", lines(`kind: ConfigMap\nmetadata: {name: x}\ndata:\n${bomb}`), "function-output"],
    ["an alias to itself", lines("kind: ConfigMap\nmetadata: {name: x}\ndata: &a [*a]"), "function-output"],
    ["depth", `printf 'kind: X\nmetadata: {name: x}\na: '; yes '[' | head -n 100000 | tr -d '\n'`, "function-output"],
    [
      "a list of lists of lists",
      lines(`{kind: List, items: [${"{kind: List, items: [".repeat(500)}${"]}".repeat(500)}]}`),
      "function-output",
    ],
    ["control characters", `printf 'kind: X\nmetadata: {name: "a\\001"}\\n'`, "function-output"],
    [
      "a prototype",
      lines(
        "{apiVersion: v1, kind: X, metadata: {name: x, annotations: {__proto__: a}}, __proto__: [], constructor: 1}",
      ),
      undefined,
    ],
  ])("%s", async (_, script, code) => {
    const { diagnostics } = await buildIn(directoryOf(exec(script)));
    expect(diagnostics.map((one) => one.code)).toEqual(code === undefined ? [] : [code]);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});

test("a function may open its streams by name (docs/specification/wire-format.md 1.1)", async () => {
  const script =
    "echo a > /dev/stderr; cat /dev/stdin > /dev/stdout; echo b > /dev/stderr; echo c >&2; [ -p /dev/stdout ]";
  const outcome = await buildIn(directoryOf(exec(script)));
  expect(names(outcome.text)).toEqual(["ConfigMap one", "ConfigMap two", "Service three"]);
  expect(outcome.log).toEqual(["./fn: a", "./fn: b", "./fn: c"]);
});

describe("a process that a function leaves running (docs/specification/executables.md 4.1)", () => {
  test.each([
    ["a child in the background", "sleep 601 > /dev/null 2>&1 & cat"],
    ["a child that holds its standard error", "sleep 601 > /dev/null & cat"],
    ["a daemon", "setsid sleep 601 > /dev/null 2>&1 < /dev/null & cat"],
    ["a daemon that holds its standard error", "setsid sleep 601 > /dev/null & cat"],
  ])("%s is ended, and the output counts", async (_, script) => {
    const { text } = await buildIn(directoryOf(exec(script)));
    expect(names(text)).toEqual(["ConfigMap one", "ConfigMap two", "Service three"]);
  });

  test.each([
    ["transformers", "cat > in; (sleep 1; cat in; rm in) &"],
    ["transformers", "cat > in; setsid sh -c 'sleep 1; cat in; rm in' &"],
    ["generators", "echo '{apiVersion: v1, kind: Pod, metadata: {name: a}}'; (sleep 1; echo ---; sed s/x/b/ pod) &"],
  ] as const)("and prints, among %s, is waited for, as kustomize does: %s", async (role, script) => {
    const pod = "{apiVersion: v1, kind: Pod, metadata: {name: x}}\n";
    const directory = directoryOf(files(role, script, { pod }));
    const ours = await buildIn(directory);
    expect(names(ours.text)).toContain(role === "generators" ? "Pod b" : "Service three");
    expect(ours.text).toBe(binary === undefined ? ours.text : kustomizeIn(directory).text);
  });

  test("fails the function if it holds the output and prints nothing", async () => {
    const scripts = ["sleep 61 & cat", "setsid sleep 61 & cat"];
    const all = await Promise.all(scripts.map((script) => failureOf(exec(script))));
    for (const [error] of all) {
      expect(error?.message).toContain("may have printed more than was received: a process that it left running keeps");
    }
  });
});

describe("the surroundings of a function", () => {
  const SHOW = `cat > /dev/null; { pwd; printf '<%s>\\n' "$@"; env | grep -v '^\\(_\\|PWD\\|SHLVL\\|OLDPWD\\)=' | sort; } > seen
cat <<'END'\n{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}\nEND`;
  const secret = {
    GITHUB_TOKEN: "t",
    INPUT_TOKEN: "i",
    ACTIONS_RUNTIME_TOKEN: "r",
    GITHUB_ENV: "/e",
    MINE: "m",
    OTHER: "o",
  };
  const host = { ...process.env, ...secret };

  async function seen(spec: string, environment = { inherited: [] as string[], given: [] as string[] }) {
    const directory = directoryOf(exec(SHOW, { "config.yaml": configOf(spec) }));
    const { diagnostics } = await buildIn(directory, { functions: { environment: { host, ...environment } } });
    expect(diagnostics).toEqual([]);
    const [cwd, ...lines] = readFileSync(join(directory, "seen"), "utf8").trim().split("\n");
    expect(cwd).toBe(directory);
    return lines;
  }

  test("its environment is minimal and its home is private (docs/specification/executables.md 2.1)", async () => {
    const lines = await seen("path: ./fn");
    const home = lines.find((line) => line.startsWith("HOME="))?.slice("HOME=".length);
    expect(lines).toEqual([
      "<>",
      `HOME=${home}`,
      "LANG=C.UTF-8",
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      `TMPDIR=${home}`,
    ]);
    expect(existsSync(home as string)).toBe(false);
  });

  test("arguments are read by YAML 1.1 (docs/specification/function-configs.md 1.2)", async () => {
    const lines = await seen(`path: ./fn\nargs: [yes, 012, 1.50, "y", null, on, "a b", "$HOME; *"]`);
    expect(lines.filter((line) => line.startsWith("<"))).toEqual(
      ["true", "10", "1.5", "y", "", "true", "a b", "$HOME; *"].map((word) => `<${word}>`),
    );
  });

  test("variables of config, host and command line (docs/specification/executables.md 2.2)", async () => {
    const lines = await seen("path: ./fn\nenvs: [A=1, B=x=y, MINE]\nenv: [C=3]", {
      inherited: ["MINE", "ABSENT"],
      given: ["A=2", "OTHER"],
    });
    expect(lines.filter((line) => /^(A|B|C|MINE|OTHER|ABSENT)=/.test(line))).toEqual([
      "A=2",
      "B=x=y",
      "C=3",
      "MINE=m",
      "OTHER=o",
    ]);
  });

  test("a config cannot ask for a variable of the host (docs/specification/executables.md 2.2)", async () => {
    const [error] = await failureOf(exec(SHOW, { "config.yaml": configOf("path: ./fn\nenvs: [GITHUB_TOKEN]") }), {
      functions: { environment: { host, inherited: [], given: [] } },
    });
    expect(error).toMatchObject({ code: "environment-refused", file: "config.yaml", line: 6 });
    expect(error?.hint).toContain("--inherit-env GITHUB_TOKEN");
  });

  test("standard error is passed on with the name of the program (docs/specification/results.md 3.1)", async () => {
    const { log } = await buildIn(directoryOf(exec("printf 'a\\r\\n\\n  ::error::b\\n##[x]\\033[1m\\n' >&2; cat")));
    expect(log).toEqual(["./fn: a", "./fn:", "./fn:   ::error::b", "./fn: ## [x]\\u001b[1m"]);
  });
});

describe("the files that may run (docs/specification/executables.md 1.1, 1.2)", () => {
  const OUTSIDE: Files = {
    tool: "#!/bin/sh\ncat\n",
    "app/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
    "app/objects.yaml": OBJECTS,
    "app/fn": "#!/bin/sh\ncat\n",
    "app/configs/fn": "#!/bin/sh\nexit 9\n",
  };
  const at = (spec: string): Files => ({ ...OUTSIDE, "app/config.yaml": configOf(spec) });

  test.each([
    ["in the directory", "path: ./fn"],
    ["without a dot", "path: fn"],
    ["by a detour", "path: ../app/fn"],
  ])("%s", async (_, spec) => {
    expect((await buildIn(directoryOf(at(spec)), { target: "app" })).diagnostics).toEqual([]);
  });

  test.each([
    ["beside the directory", "path: ../tool", "exec-refused"],
    ["by an absolute path", "path: /bin/cat", "exec-refused"],
    ["by a link that leads out", "path: ./link", "exec-refused"],
    ["by name alone", "path: cat", "exec-not-found"],
    ["through the plugin directory and out again", "path: HOME/kustomize/plugins/../../cat", "exec-refused"],
  ])("attack 9.22: not %s", async (_, spec, code) => {
    const directory = directoryOf(at(spec.replace("HOME", "/nowhere")));
    symlinkSync("../tool", join(directory, "app/link"));
    const settings = { target: "app", functions: { pluginHome: "/nowhere/kustomize/plugins" } };
    expect((await buildIn(directory, settings)).diagnostics).toMatchObject([{ code, file: "app/config.yaml" }]);
  });

  test.each(["../tool", "/bin/cat", "cat"])("LoadRestrictionsNone lifts the rule for %s", async (path) => {
    const settings = { target: "app", build: { loadRestrictor: "none" as const } };
    expect((await buildIn(directoryOf(at(`path: ${path}`)), settings)).diagnostics).toEqual([]);
  });

  test("an absolute path below the plugin directory", async () => {
    const directory = directoryOf({ "plugins/tool": "#!/bin/sh\ncat\n" });
    const plugin = join(directory, "plugins");
    const outcome = await buildIn(directoryOf(at(`path: ${plugin}/tool`)), {
      target: "app",
      functions: { pluginHome: plugin },
    });
    expect(outcome.diagnostics).toEqual([]);
  });

  test("the path is relative to the kustomization, not to the config", async () => {
    const directory = directoryOf({
      ...at("path: ./fn"),
      "app/configs/config.yaml": configOf("path: ./fn"),
      "app/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [configs/config.yaml]\n",
    });
    expect((await buildIn(directory, { target: "app" })).diagnostics).toEqual([]);
  });

  test("a config from a directory runs where the directory is listed (docs/specification/executables.md 1.1)", async () => {
    const directory = directoryOf({
      ...at("path: ./fn"),
      "app/configs/kustomization.yaml": "resources: [config.yaml]\nnamePrefix: p-\n",
      "app/configs/config.yaml": configOf("path: ./fn"),
      "app/kustomization.yaml": "resources: [objects.yaml]\ntransformers: [configs]\n",
    });
    expect((await buildIn(directory, { target: "app" })).diagnostics).toEqual([]);
  });
});

describe("a function that is not allowed is an error that names the switch", () => {
  test.each([
    [
      "functions (docs/specification/function-configs.md 4.2)",
      { alphaPlugins: false },
      "functions-disabled",
      "--enable-alpha-plugins",
    ],
    ["executables (docs/specification/function-configs.md 4.2)", { exec: false }, "exec-disabled", "--enable-exec"],
  ])("%s", async (_, functions, code, option) => {
    const [error] = await failureOf(exec("touch ran; cat"), { functions });
    expect(error).toMatchObject({ code, file: "config.yaml", object: "Fn fn", hint: expect.stringContaining(option) });
  });

  test("before any other function runs", async () => {
    const content = exec("touch ran; cat", {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml, other.yaml]\n",
      "other.yaml": "apiVersion: x/v1\nkind: Other\nmetadata: {name: other}\n",
    });
    const directory = directoryOf(content);
    expect((await buildIn(directory)).diagnostics).toMatchObject([{ code: "plugins-disabled", file: "other.yaml" }]);
    expect(existsSync(join(directory, "ran"))).toBe(false);
  });
});

test("equal calls run once, within one directory (docs/specification/function-limits.md 3.3)", async () => {
  const base = exec("echo x >> /COUNT; cat".replace("/COUNT", '"$COUNT"'));
  const content: Record<string, string> = {};
  for (const top of ["a", "b", "c"]) {
    content[`${top}/kustomization.yaml`] = "resources: [../base]\n";
  }
  for (const [path, text] of Object.entries(base)) content[`base/${path}`] = text;
  // The same objects and function in another directory.
  for (const [path, text] of Object.entries(base)) content[`other/${path}`] = text;
  content["all/kustomization.yaml"] = "resources: [../a, ../nested]\nnamePrefix: p-\n";
  content["nested/kustomization.yaml"] = "resources: [../base]\nnameSuffix: -n\n";
  const directory = directoryOf(content);
  mkdirSync(dirname(join(directory, "count")), { recursive: true });
  const count = join(directory, "count");
  const functions = { environment: { host: {}, inherited: [], given: [`COUNT=${count}`] } };
  expect((await buildIn(directory, { functions, target: "all" })).diagnostics).toEqual([]);
  expect(readFileSync(count, "utf8")).toBe("x\n");
  expect((await buildIn(directory, { functions, target: "other" })).diagnostics).toEqual([]);
  expect(readFileSync(count, "utf8")).toBe("x\nx\n");
});
