/** The command line of `helm template`; docs/specification/helm-charts.md 2.4. */
import { failure, type Location } from "../diagnostics.ts";
import type { HelmArgument } from "../sources/index.ts";
import type { Capabilities } from "./recipe.ts";

/** All that `helm template` gets besides the chart and its values. */
export interface TemplateCall {
  /** Absent or empty for a name that helm makes up. */
  readonly releaseName?: string | undefined;
  /** Absent or empty for that of helm's configuration. */
  readonly namespace?: string | undefined;
  readonly nameTemplate?: string | undefined;
  readonly capabilities: Capabilities;
  readonly includesCrds: boolean;
  readonly skipsTests: boolean;
  readonly skipsHooks: boolean;
  readonly skipsSchema?: boolean;
  readonly isDebug?: boolean;
  readonly isDevel?: boolean;
}

/** @param settings the arguments for single values, which follow those for files */
export function templateArguments(
  call: TemplateCall,
  chart: HelmArgument,
  valuesFiles: readonly HelmArgument[],
  settings: readonly HelmArgument[] = [],
): HelmArgument[] {
  const { releaseName, namespace, nameTemplate, capabilities } = call;
  const { apiVersions, kubeVersion } = capabilities;
  return [
    "template",
    releaseName || "--generate-name",
    chart,
    ...(namespace ? ["--namespace", namespace] : []),
    ...(nameTemplate ? ["--name-template", nameTemplate] : []),
    ...valuesFiles.flatMap((file) => ["-f", file]),
    ...settings,
    ...apiVersions.flatMap((version) => ["--api-versions", version]),
    ...(kubeVersion ? ["--kube-version", kubeVersion] : []),
    ...(call.includesCrds ? ["--include-crds"] : []),
    ...(call.skipsTests ? ["--skip-tests"] : []),
    ...(call.skipsHooks ? ["--no-hooks"] : []),
    ...(call.skipsSchema ? ["--skip-schema-validation"] : []),
    ...(call.isDebug ? ["--debug"] : []),
    ...(call.isDevel ? ["--devel"] : []),
  ];
}

/**
 * Refuses values that helm would take for options: some options of helm run programs.
 * @throws KrmError `invalid-value`
 */
export function requireNoOption(field: string, value: string, location: Location): void {
  if (!value.startsWith("-")) return;
  throw failure("invalid-value", `\`${field}\` must not begin with a dash: ${JSON.stringify(value)}`, { ...location });
}
