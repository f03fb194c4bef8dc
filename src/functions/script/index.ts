/** Runs functions that are Starlark programs. */
import type { Diagnostic, Warn } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import { gvkText } from "../../resource/index.ts";
import { type Dialect, FUNCTIONS, KPT } from "../../starlark/index.ts";
import { configFailure } from "../config-problems.ts";
import { declaredEnvironment, type EnvironmentRules } from "../declared-environment.ts";
import type { Runnable } from "../program.ts";
import type { StarlarkSpecification } from "../specification/function-specification.ts";
import type { FunctionRequest } from "../step.ts";
import { readScript, type Script } from "./script.ts";
import { scriptProgram } from "./script-program.ts";

interface ScriptOptions {
  /** `--enable-star` */
  readonly enabled: boolean;
  readonly environment: EnvironmentRules;
  readonly limits: RunLimits;
}

/**
 * Prepares the Starlark program of a function, and the identity of its calls. The program sees nothing of its surroundings,
 * so equal calls are shared between targets and revisions (docs/specification/function-limits.md 3.3).
 * @throws KrmError `starlark-disabled`, and those of {@link readScript}
 */
export async function scriptRunnable(
  specification: StarlarkSpecification,
  request: FunctionRequest,
  { enabled, environment, limits }: ScriptOptions,
): Promise<Runnable> {
  const { config, warn } = request;
  const { location, dialect } = specification;
  if (!enabled) {
    const message = `${gvkText(config.id)} is a Starlark function, and Starlark functions are disabled`;
    const hint =
      "Enable Starlark functions with --enable-star. They see the objects of the build and nothing of the machine.";
    throw configFailure("starlark-disabled", config, message, hint, location);
  }
  const script = await readScript(specification, request);
  return runnableScript(script, dialect === "kpt" ? KPT : FUNCTIONS, { environment, limits, warn });
}

/** A program that was read and verified, and the identity of its calls. */
export function runnableScript(
  script: Script,
  dialect: Dialect,
  { environment, limits, warn }: Pick<ScriptOptions, "environment" | "limits"> & { readonly warn: Warn },
): Runnable {
  if (script.source.includes("open_api")) warn(withoutSchema(script.display));
  const env = declaredEnvironment(environment);
  const program = scriptProgram(script, { dialect, env, limits });
  return { program, identity: ["starlark", script, dialect === KPT ? "kpt" : "kustomize", [...env]] };
}

function withoutSchema(file: string): Diagnostic {
  return {
    code: "starlark-open-api",
    severity: "warning",
    message: "`ctx.open_api` is empty: krm-render does not contain the OpenAPI document of Kubernetes",
    file,
    hint: "Write what the program needs to know of types into the program or its config.",
  };
}
