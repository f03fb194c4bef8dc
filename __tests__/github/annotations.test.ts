import { expect, test } from "@jest/globals";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { annotate, MAX_ANNOTATIONS } from "../../src/github/annotations.ts";
import type { Runner } from "../../src/github/runner.ts";

function record(diagnostics: readonly Diagnostic[]) {
  const annotated: Diagnostic[] = [];
  const logged: string[] = [];
  const runner: Runner = {
    log: (text) => void logged.push(text),
    annotate: (diagnostic) => void annotated.push(diagnostic),
    group: () => undefined,
    hide() {},
    setOutputs() {},
  };
  annotate(runner, diagnostics);
  return { annotated, logged };
}

function problem(severity: Diagnostic["severity"], count: number): Diagnostic[] {
  return Array.from({ length: count }, (_, index) => ({ code: "x", severity, message: `problem ${index}`, file: "f" }));
}

test("annotates ten of each severity, and counts and prints the others", () => {
  const { annotated, logged } = record([...problem("warning", 12), ...problem("error", 11), ...problem("notice", 10)]);
  const count = (severity: string) => annotated.filter((diagnostic) => diagnostic.severity === severity).length;
  expect([count("error"), count("warning"), count("notice")]).toEqual([
    MAX_ANNOTATIONS,
    MAX_ANNOTATIONS,
    MAX_ANNOTATIONS,
  ]);
  expect(logged).toEqual([
    "1 more of severity error, beyond the annotations that the runner keeps:",
    "f: problem 10",
    "2 more of severity warning, beyond the annotations that the runner keeps:",
    "f: problem 10",
    "f: problem 11",
  ]);
});

test("annotates errors first, and a problem of several targets once", () => {
  const [error] = problem("error", 1);
  const [warning] = problem("warning", 1);
  if (error === undefined || warning === undefined) throw new Error("unreachable");
  expect(record([warning, error, { ...error }]).annotated).toEqual([error, warning]);
});
