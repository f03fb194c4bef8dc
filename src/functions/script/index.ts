/** Functions that are programs in Starlark, as a config names them. */
import { type Diagnostic, failure } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import { gvkText } from "../../resource/index.ts";
import { FUNCTIONS, KPT } from "../../starlark/index.ts";
import { declaredEnvironment, type EnvironmentRules } from "../declared-environment.ts";
import type { Program } from "../program.ts";
import type { StarlarkSpecification } from "../specification/function-specification.ts";
import type { FunctionRequest } from "../step.ts";
import { readScript } from "./script.ts";
import { scriptProgram } from "./script-program.ts";

export interface ScriptOptions {
  /** `--enable-star` */
  readonly enabled: boolean;
  readonly environment: EnvironmentRules;
  readonly limits: RunLimits;
}

/**
 * The program of a function, and what makes two runs of it the same beside their input. It has no way to know what is
 * around it, so equal work is shared between targets and revisions (docs/specification/function-limits.md 3.3).
 * @throws KrmError `starlark-disabled`, and those of {@link readScript}
 */
export async function scriptRunnable(
  specification: StarlarkSpecification,
  request: FunctionRequest,
  { enabled, environment, limits }: ScriptOptions,
): Promise<{ readonly program: Program; readonly identity: readonly unknown[] }> {
  const { config, warn } = request;
  const { location, dialect } = specification;
  if (!enabled) {
    throw failure("starlark-disabled", `${gvkText(config.id)} is a Starlark function, and these are not enabled`, {
      ...location,
      object: config.describe(),
      hint: "Allow it with --enable-star. It sees the objects of the build and nothing of the machine.",
    });
  }
  const script = await readScript(specification, request);
  if (script.source.includes("open_api")) warn(withoutSchema(script.display));
  const env = declaredEnvironment([], environment, () => {
    throw new Error("a Starlark function declares no variables");
  });
  const program = scriptProgram(script, { dialect: dialect === "kpt" ? KPT : FUNCTIONS, env, limits });
  return { program, identity: ["starlark", script, dialect, [...env]] };
}

function withoutSchema(file: string): Diagnostic {
  return {
    code: "starlark-open-api",
    severity: "warning",
    message: "`ctx.open_api` is empty here: the descriptions of Kubernetes' types are not part of krm-render",
    file,
    hint: "Write into the program, or into its config, what it has to know of types.",
  };
}
