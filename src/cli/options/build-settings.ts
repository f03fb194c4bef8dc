/** Reads the options of {@link BUILD_OPTIONS} and `--strict`. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { Invocation } from "../command.ts";
import { type FunctionSettings, readFunctionSettings } from "./function-settings.ts";
import { positiveSeconds } from "./values.ts";

export interface BuildSettings {
  readonly loadRestrictor: "root-only" | "none";
  readonly reorder: "legacy" | "none";
  readonly strict: boolean;
  readonly managedByLabel: boolean;
  readonly timeoutSeconds: number | undefined;
  /** Undefined without `--enable-helm`. */
  readonly helm: ChartSettings | undefined;
  readonly functions: FunctionSettings;
  /** Warnings about deprecated options. */
  readonly warnings: readonly Diagnostic[];
}

export interface ChartSettings {
  readonly command: string;
  readonly apiVersions: readonly string[];
  readonly kubeVersion: string | undefined;
  readonly debug: boolean;
}

/** @throws UsageError */
export async function readBuildSettings(invocation: Invocation): Promise<BuildSettings> {
  return {
    loadRestrictor: invocation.value("load-restrictor") === "LoadRestrictionsNone" ? "none" : "root-only",
    reorder: invocation.value("reorder") === "none" ? "none" : "legacy",
    strict: invocation.has("strict"),
    managedByLabel: invocation.has("enable-managedby-label"),
    timeoutSeconds: invocation.value("timeout") === "none" ? undefined : positiveSeconds(invocation, "timeout"),
    helm: invocation.has("enable-helm")
      ? {
          command: invocation.value("helm-command") || "helm",
          apiVersions: invocation.values("helm-api-versions"),
          kubeVersion: invocation.value("helm-kube-version"),
          debug: invocation.has("helm-debug"),
        }
      : undefined,
    functions: await readFunctionSettings(invocation),
    warnings: DEPRECATED.filter(([name]) => invocation.value(name) !== undefined).map(([name, hint]) => ({
      code: "deprecated-option",
      severity: "warning",
      message: `--${name} is deprecated`,
      hint,
    })),
  };
}

/** Options that kustomize has deprecated, each with what to do instead. */
const DEPRECATED: readonly (readonly [name: string, hint: string])[] = [
  ["reorder", "Set sortOptions in the kustomization instead."],
  ["enable-managedby-label", "Add the label under labels in the kustomization instead."],
];
