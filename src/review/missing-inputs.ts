/** Tells targets that cannot be rendered from those that only lack an input. */
import type { Diagnostic } from "../diagnostics.ts";

/** Stands among the inputs for a source that is not known to be this repository. No input gives that. */
export const OTHER_SOURCE = "a source elsewhere";

/** The codes of problems that an input solves, helm on the runner, or nothing here. */
const INPUTS: ReadonlyMap<string, string> = new Map([
  ["remote-unsupported", "remote"],
  ["flux-source-elsewhere", OTHER_SOURCE],
  ["argocd-source-elsewhere", OTHER_SOURCE],
  ["helm-disabled", "enable-helm"],
  ["helm-unusable", "helm"],
  ["argocd-jsonnet", "enable-jsonnet"],
  ["jsonnet-unusable", "jsonnet"],
  ["argocd-plugin", "a plugin of Argo CD"],
  ["argocd-plugin-perhaps", "a plugin of Argo CD"],
  ["argocd-values-elsewhere", "a plugin of helm"],
  ["functions-disabled", "plugins"],
  ["plugins-disabled", "plugins"],
  ["exec-disabled", "plugins"],
  ["starlark-disabled", "plugins"],
  ["network-disabled", "function-network"],
  ["mounts-disabled", "function-mounts"],
]);

/** The inputs without which a target fails, sorted; none if it has other errors as well, or no errors. */
export function missingInputs(diagnostics: readonly Diagnostic[]): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const inputs = new Set(errors.map(({ code }) => INPUTS.get(code) ?? ""));
  return inputs.has("") ? [] : [...inputs].sort();
}
