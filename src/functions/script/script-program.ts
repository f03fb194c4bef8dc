/** Runs Starlark programs as functions; docs/specification/starlark.md 3 to 5. */
import type { RunLimits } from "../../processes/index.ts";
import { type Dialect, runStarlark } from "../../starlark/index.ts";
import { parseResources } from "../../yaml/index.ts";
import type { Node } from "../../yaml/nodes/node.ts";
import type { Program, ProgramOutcome } from "../program.ts";
import type { Script } from "./script.ts";

interface ScriptSettings {
  readonly dialect: Dialect;
  /** The variables in `ctx.environment`. */
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
}

/** Printed lines become standard error. Errors of the program become diagnostics with places in the program. */
export function scriptProgram({ source, display }: Script, { dialect, env, limits }: ScriptSettings): Program {
  return {
    title: display,
    async run({ stdin, signal }) {
      const [resourceList] = parseResources(stdin, "the input");
      const counted = { milliseconds: limits.timeoutMs, printed: limits.stderrBytes, output: limits.stdoutBytes };
      const request = { source, filename: display, dialect, environment: env, limits: counted, signal };
      try {
        const result = await runStarlark({ ...request, resourceList: resourceList as Node });
        const lines = [...result.printed, ...(result.cut ? ["… the rest of its output is left out …"] : [])];
        const stderr = lines.map((line) => `${line}\n`).join("");
        if (result.output === undefined) return { ...FAILED, stderr, diagnostics: result.problems };
        return { stdout: new TextEncoder().encode(result.output), stderr, exitCode: 0 };
      } catch (thrown) {
        if (signal?.aborted) return { ...FAILED, exitCode: undefined, problem: "killed" };
        throw thrown;
      }
    },
  };
}

const FAILED: ProgramOutcome = { stdout: new Uint8Array(), stderr: "", exitCode: 1 };
