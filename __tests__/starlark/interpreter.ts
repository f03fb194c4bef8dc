/** Runs programs here and with the interpreter in Go. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CORE, type Dialect } from "../../src/starlark/dialect.ts";
import { type Run, run } from "../../src/starlark/program.ts";
import { LIMITS, type Limits } from "../../src/starlark/values/meter.ts";
import { findProgram, lackOf } from "../programs.ts";

/** The program of go.starlark.net. */
export const STARLARK = findProgram("STARLARK_BIN");
export const NO_STARLARK = lackOf("STARLARK_BIN");

/** Runs a program without a host. */
export function interpret(program: string, dialect: Dialect = CORE, limits: Partial<Limits> = {}): Run {
  return run(program, dialect, { ...LIMITS, ...limits }, { given: new Map(), read: () => {} });
}

/** The dialect for switches of the interpreter in Go. */
export function dialectOf(switches: readonly string[] = []): Dialect {
  const reassign = switches.includes("-globalreassign");
  const recursion = switches.includes("-recursion");
  return { ...CORE, recursion, while: reassign, topLevelControl: reassign, globalReassign: reassign };
}

export interface Outcome {
  /** The printed text, with invalid UTF-8 replaced. */
  readonly printed: string;
  readonly fails: boolean;
  /** Line and function of each call, the outermost first. */
  readonly calls: readonly string[];
}

/** The outcome of a run here. */
export function outcomeOf({ printed, failures }: Run): Outcome {
  const [failure] = failures;
  const trace = failure === undefined || failure.kind === "syntax" ? [] : failure.trace;
  return {
    printed: printed.map((line) => `${line}\n`).join(""),
    fails: failure !== undefined,
    calls: trace.map((place) => `${place.line} ${place.function}`),
  };
}

/** Runs programs with the interpreter in Go. */
export class Reference {
  readonly #directory = mkdtempSync(join(tmpdir(), "starlark-"));

  run(program: string | Uint8Array, switches: readonly string[] = []): Outcome {
    const file = join(this.#directory, "p.star");
    writeFileSync(file, program);
    const { status, stderr } = spawnSync(STARLARK as string, [...switches, file], {
      encoding: "utf8",
      timeout: 30_000,
    });
    if (status === 0) return { printed: stderr, fails: false, calls: [] };
    const at = stderr.lastIndexOf("Traceback (most recent call last):\n");
    const calls = [...stderr.slice(Math.max(0, at)).matchAll(/p\.star:(\d+):\d+: in (\S+)/g)];
    return {
      printed: at < 0 ? "" : stderr.slice(0, at),
      fails: true,
      calls: calls.map(([, line, name]) => `${line} ${name}`),
    };
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
