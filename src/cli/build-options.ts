/** From the options of `kustomize build` to those of the engine. */
import type { BuildOptions } from "../build/built.ts";
import type { Invocation } from "./command.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

export function buildOptions(invocation: Invocation, { env }: Terminal): BuildOptions {
  return {
    loadRestrictor: invocation.value("load-restrictor") === "LoadRestrictionsNone" ? "none" : "root-only",
    reorder: invocation.value("reorder") === "none" ? "none" : "legacy",
    managedByLabel: invocation.has("enable-managedby-label") || env["KUSTOMIZE_ENABLE_MANAGEDBY_LABEL"] === "on",
  };
}

/** Tells about options that kustomize will drop. */
export async function warnAboutOptions(invocation: Invocation, terminal: Terminal): Promise<void> {
  if (invocation.value("reorder") === undefined) return;
  await printDiagnostics(terminal, [
    {
      code: "deprecated-option",
      severity: "warning",
      message: "--reorder is deprecated",
      hint: "Set sortOptions in the kustomization instead.",
    },
  ]);
}
