/** Reads the options of {@link BUILD_OPTIONS} and `--strict`. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { IsolationMode } from "../../functions/index.ts";
import type { Invocation } from "../command.ts";
import { readFunctionSettings } from "./function-settings.ts";
import { positiveSeconds } from "./option-values.ts";

export type BuildSettings = Awaited<ReturnType<typeof readBuildSettings>>;

/** @throws UsageError */
export async function readBuildSettings(invocation: Invocation) {
  return {
    loadRestrictor: restrictorOf(invocation.value("load-restrictor")),
    reorder: invocation.value("reorder") === "none" ? ("none" as const) : ("legacy" as const),
    strict: invocation.has("strict"),
    managedByLabel: invocation.has("enable-managedby-label"),
    timeoutSeconds: invocation.value("timeout") === "none" ? undefined : positiveSeconds(invocation, "timeout"),
    helm: {
      /** True if charts of kustomizations are inflated. Those of HelmReleases always are. */
      isEnabled: invocation.has("enable-helm"),
      command: invocation.value("helm-command") || "helm",
      defaults: {
        apiVersions: invocation.values("helm-api-versions"),
        kubeVersion: invocation.value("helm-kube-version"),
        debug: invocation.has("helm-debug"),
      },
    },
    jsonnet: jsonnetOf(invocation),
    /** The setting of the repository, for charts of deployments. */
    kubernetesVersion: invocation.value("kubernetes-version"),
    functions: await readFunctionSettings(invocation),
    /** Warnings about deprecated options. */
    warnings: DEPRECATED.filter(([name]) => invocation.value(name) !== undefined).map(
      ([name, hint]): Diagnostic => ({
        code: "deprecated-option",
        severity: "warning",
        message: `--${name} is deprecated`,
        hint,
      }),
    ),
  };
}

/** The isolation of jsonnet; undefined where files of jsonnet that Applications deploy are not rendered. */
export function jsonnetOf(invocation: Invocation): IsolationMode | undefined {
  if (!invocation.has("enable-jsonnet")) return undefined;
  return (invocation.value("isolate-functions") ?? "auto") as IsolationMode;
}

/** Reads the value of `--load-restrictor`. */
export function restrictorOf(text: string | undefined): "none" | "root-only" {
  return text === "LoadRestrictionsNone" ? "none" : "root-only";
}

/** Tells whether the options ask for a lock. */
export function wantsLock(invocation: Invocation): boolean {
  return invocation.value("lock-out") !== undefined || invocation.value("locked") !== undefined;
}

/** Options that kustomize has deprecated, each with what to do instead. */
const DEPRECATED: readonly (readonly [name: string, hint: string])[] = [
  ["reorder", "Set sortOptions in the kustomization instead."],
  ["enable-managedby-label", "Add the label under labels in the kustomization instead."],
];
