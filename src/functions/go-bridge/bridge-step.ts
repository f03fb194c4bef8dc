/** Runs Go plugins by an installed kustomize that can load them; docs/specification/legacy-plugins.md 4. */

import { describeId, gvkText } from "../../resource/index.ts";
import { configFailure } from "../config-problems.ts";
import { placeOf } from "../place.ts";
import type { PluginCall, PluginSurroundings } from "../plugin-call.ts";
import type { ProgramOutcome } from "../program.ts";
import { createStep } from "../run-step.ts";
import type { FunctionStep } from "../step.ts";
import { bareText } from "./bare-objects.ts";
import { bridgeProgram } from "./bridge-program.ts";
import { bridgeProtocol } from "./bridge-protocol.ts";

/**
 * @param kustomize see {@link PluginOptions.kustomizeBinary}
 * @throws KrmError `go-plugin` without a kustomize
 */
export function bridgeStep(
  call: PluginCall,
  kustomize: string | undefined,
  surroundings: PluginSurroundings,
): FunctionStep {
  const { request, location, path, cwd, home, env } = call;
  if (kustomize === undefined) throw noBridge(call);
  const { config, phase, restricted, root } = request;
  const title = `the Go plugin ${describeId(config.id)} (${path})`;
  const text = bareText(config);
  const { limits } = surroundings;
  const { role } = phase;
  const program = bridgeProgram({ path, kustomize, home, cwd, env, limits, role, config: text, restricted });
  const identity = ["go", path, kustomize, role, text, [...env], ...placeOf(root)];
  const protocol = { ...bridgeProtocol(), refusal: (outcome: ProgramOutcome) => hintFor(outcome, kustomize) };
  return createStep({ title, request, location, protocol, program, identity }, surroundings);
}

function noBridge({ request, location, path }: PluginCall): Error {
  const message = `krm-render cannot load the Go plugin of ${gvkText(request.config.id)}, ${path}: only a Go program that was built with the same versions of Go and of all modules can`;
  const hint =
    "Name a kustomize that can load it, with --kustomize-binary PROGRAM on the command line, or turn the plugin into a KRM function: see docs/guide/plugins.md.";
  return configFailure("go-plugin", request.config, message, hint, location);
}

const HINTS: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /plugin was built with a different version of package/,
    "Build the plugin with the version of Go that built kustomize, and with the versions of api and kyaml that kustomize requires.",
  ],
  [
    /plugin: not implemented/,
    "This kustomize was built without cgo, like all releases. Build one with cgo: CGO_ENABLED=1 go install sigs.k8s.io/kustomize/kustomize/v5@v5.8.1.",
  ],
];

function hintFor({ stderr, problem }: ProgramOutcome, kustomize: string): { hint: string } | undefined {
  if (problem === "could-not-start") {
    return { hint: `It is run by ${kustomize}. Name another kustomize by its path with --kustomize-binary.` };
  }
  const found = HINTS.find(([pattern]) => pattern.test(stderr));
  return found && { hint: found[1] };
}
