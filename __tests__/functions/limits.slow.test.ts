/** Limits on runs, and `--verify-idempotent`; docs/specification/function-limits.md 2.4, 3.2. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { createBudgets } from "../../src/functions/budget.ts";
import type { ProgramOutcome } from "../../src/functions/program.ts";
import { repeated } from "../../src/functions/repeated-program.ts";
import { buildIn, configOf, directoryOf, type Files, files, leaveNothing, names } from "./workshop.ts";

leaveNothing();

const ALL = ["ConfigMap one", "ConfigMap two", "Service three"];

describe("the functions of one build (docs/specification/function-limits.md 3.2)", () => {
  /** Each run leaves a mark. The third call has the same input as the first. */
  const CONTENT: Files = files("transformers", "", {
    "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [one.yaml, two.yaml, three.yaml]\n",
    "one.yaml": configOf("path: ./fn", "one"),
    "two.yaml": configOf("path: ./fn", "two"),
    "three.yaml": configOf("path: ./fn", "three"),
    fn: "#!/bin/sh\necho x >> ran\ncat\n",
  });
  const ran = (directory: string): number => readFileSync(join(directory, "ran"), "utf8").length / 2;

  test.each([
    ["without a limit", {}],
    ["with a limit of 0", { maxRuns: 0, maxTimeMs: 0 }],
    ["within the limits", { maxRuns: 3, maxTimeMs: 600_000 }],
  ])("run, %s", async (_, functions) => {
    const directory = directoryOf(CONTENT);
    const { text, diagnostics } = await buildIn(directory, { functions });
    expect([names(text), diagnostics, ran(directory)]).toEqual([ALL, [], 3]);
  });

  test.each([
    ["runs", { maxRuns: 2 }, 2, "three.yaml", /is not run: the limit of 2 runs/, /--max-function-runs/],
    ["time", { maxTimeMs: 1 }, 1, "two.yaml", /is not run: the limit of 0\.001 seconds/, /--max-function-time/],
  ])("have a limit on %s", async (_, functions, runs, file, message, hint) => {
    const directory = directoryOf(CONTENT);
    const { text, diagnostics } = await buildIn(directory, { functions });
    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "function-limit", file, message: expect.stringMatching(message), hint: expect.stringMatching(hint) },
    ]);
    expect(ran(directory)).toBe(runs);
  });

  test("have one limit for all levels, and equal calls count once", async () => {
    const base = Object.entries(CONTENT).map(([path, content]) => [`base/${path}`, content]);
    const content = {
      ...Object.fromEntries(base),
      "a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-\n",
      "b/kustomization.yaml": "resources: [../base]\nnamePrefix: b-\n",
      "kustomization.yaml": "resources: [a, b]\ntransformers: [base/one.yaml]\n",
      fn: "#!/bin/sh\ncat\n",
    };
    expect((await buildIn(directoryOf(content), { functions: { maxRuns: 4 } })).diagnostics).toEqual([]);
    const few = await buildIn(directoryOf(content), { functions: { maxRuns: 3 } });
    expect(few.diagnostics).toMatchObject([{ code: "function-limit", file: "base/one.yaml" }]);
  });

  test("have a budget of their own", () => {
    const budgetOf = createBudgets({ maxRuns: 1 });
    const [one, other] = [{}, {}];
    expect(budgetOf(one).take()).toBeUndefined();
    expect(budgetOf(one).take()).toBeDefined();
    expect(budgetOf(other).take()).toBeUndefined();
  });
});

describe("--verify-idempotent (docs/specification/function-limits.md 2.4)", () => {
  const outcome = (stdout: string, more: Partial<ProgramOutcome> = {}): ProgramOutcome => ({
    stdout: Buffer.from(stdout),
    stderr: "",
    exitCode: 0,
    ...more,
  });

  test.each([
    ["the same bytes", [outcome("a\nb"), outcome("a\nb", { stderr: "x" })], undefined],
    ["other bytes", [outcome("a\nb\nc"), outcome("a\nb\nd")], "differ from line 3 on"],
    ["fewer bytes", [outcome("a\nb"), outcome("a\n")], "differ from line 2 on"],
    ["more bytes", [outcome("a\n"), outcome("a\nb")], "differ from line 2 on"],
    ["another status", [outcome("a"), outcome("a", { exitCode: 4 })], "but the second failed: exit status 4"],
    [
      "no end",
      [outcome("a"), outcome("a", { exitCode: undefined, problem: "timeout", detail: "too long" })],
      "but the second failed: too long",
    ],
  ])("%s", async (_, outcomes, detail) => {
    const left = [...outcomes];
    const inputs: string[] = [];
    const program = repeated({
      title: "fn",
      async run({ stdin }) {
        inputs.push(stdin);
        return left.shift() as ProgramOutcome;
      },
    });
    const result = await program.run({ stdin: "in" });
    expect(inputs).toEqual(["in", "in"]);
    expect(result.detail ?? "").toContain(detail ?? "");
    expect(result.problem).toBe(detail && "not-idempotent");
  });

  test("a first run that fails is not repeated", async () => {
    let runs = 0;
    const failed = outcome("", { exitCode: 3 });
    const program = repeated({ title: "fn", run: async () => (runs++, failed) });
    expect([await program.run({ stdin: "" }), runs]).toEqual([failed, 1]);
  });

  const COUNTING = `n=$(cat n 2> /dev/null); echo "x$n" > n; sed "s/key: value/key: v$n/"`;

  test("an executable", async () => {
    const directory = directoryOf(files("transformers", COUNTING));
    expect(names((await buildIn(directory)).text)).toEqual(ALL);
    const { text, diagnostics } = await buildIn(directory, { functions: { verifyIdempotent: true } });
    expect(text).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        code: "function-failed",
        file: "config.yaml",
        message: expect.stringMatching(
          /^the function Fn fn \(\.\/fn\), a transformer, is not idempotent: the outputs .* line 6 on/,
        ),
      },
    ]);
  });

  test.each(["generators", "transformers", "validators"] as const)("%s that are idempotent pass", async (role) => {
    const script = role === "generators" ? "echo x >> ran" : "echo x >> ran; cat";
    const directory = directoryOf(files(role, script));
    const { text, diagnostics, log } = await buildIn(directory, { functions: { verifyIdempotent: true } });
    const told = role === "generators" ? ["function-makes-nothing"] : [];
    expect([names(text), diagnostics.map(({ code }) => code), log]).toEqual([ALL, told, []]);
    expect(readFileSync(join(directory, "ran"), "utf8")).toBe("x\nx\n");
  });

  test("a Starlark program", async () => {
    const config = configOf("path: x").replace(/exec:[^]*/, "starlark: {path: fn.star}\n");
    const content = files("transformers", "", { "config.yaml": config, "fn.star": "print('here')\n" });
    const functions = { starlark: true, verifyIdempotent: true };
    const { text, diagnostics, log } = await buildIn(directoryOf(content), { functions });
    expect([names(text), diagnostics, log]).toEqual([ALL, [], ["fn.star: here"]]);
  });

  test("a failure leaves nothing behind", async () => {
    const directory = directoryOf(files("transformers", `touch "$HOME/file"; echo "$HOME" > home; ${COUNTING}`));
    await buildIn(directory, { functions: { verifyIdempotent: true } });
    expect(existsSync(readFileSync(join(directory, "home"), "utf8").trim())).toBe(false);
  });
});
