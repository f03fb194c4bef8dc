/** The command lines of helm for a chart, and the objects that helm prints; docs/specification/helm-charts.md. */
import { posix } from "node:path";
import { failure, type Location } from "../../diagnostics.ts";
import type { HelmChart, HelmGlobals } from "../../documents/index.ts";
import { parseObjects, setField } from "../../resource/index.ts";
import type { ChartWanted, Helm, HelmArgument } from "../../sources/index.ts";
import type { Value } from "../../yaml/index.ts";
import { get, type MapNode, map, scalar } from "../../yaml/nodes/node.ts";
import { HELM_GENERATED } from "./generated.ts";

const MERGE_MODES = ["merge", "override", "replace"] as const;
/** How valuesInline is combined with the values file. */
export type ValuesMerge = (typeof MERGE_MODES)[number];

const DEFAULT_HOME = "charts";

export interface HelmArgs {
  readonly chart: HelmChart;
  readonly globals: HelmGlobals | undefined;
  /** Reads `valuesInline` in the dialect of the file that gives them. */
  readonly inlineValue: (values: MapNode) => Value;
  readonly location: Location;
}

/** A chart whose arguments have been checked. */
export interface CheckedChart extends HelmChart {
  readonly name: string;
  readonly valuesMerge: ValuesMerge;
}

/** Defaults for all charts: `--helm-api-versions`, `--helm-kube-version` and `--helm-debug`. */
export interface HelmDefaults {
  readonly apiVersions?: readonly string[] | undefined;
  readonly kubeVersion?: string | undefined;
  readonly debug?: boolean | undefined;
}

export interface HelmSettings extends HelmDefaults {
  readonly helm: Helm;
}

/**
 * Checks the arguments of a chart, and fills in defaults.
 * @throws KrmError `missing-name`, `invalid-value`
 */
export function checkChart(chart: HelmChart, defaults: HelmDefaults): CheckedChart {
  const { name, location } = chart;
  if (!name) throw failure("missing-name", "chart name cannot be empty", { ...location, hint: "Give it a `name`." });
  requireNoOption("name", name, location);
  if (chart.releaseName) requireNoOption("releaseName", chart.releaseName, location);
  // A template could read secrets of the environment, and the name is part of the output.
  if (/\b(?:env|expandenv|getHostByName)\b/.test(chart.nameTemplate ?? "")) {
    const hint = "Write the name itself.";
    throw failure("invalid-value", "`nameTemplate` must not read the environment or the network", {
      ...location,
      hint,
    });
  }
  const apiVersions = chart.apiVersions?.length ? chart.apiVersions : (defaults.apiVersions ?? []);
  const kubeVersion = chart.kubeVersion || (defaults.kubeVersion ?? "");
  const debug = chart.debug === true || defaults.debug === true;
  return { ...chart, name, valuesMerge: mergeMode(chart), apiVersions, kubeVersion, debug };
}

/** Refuses values that helm would take for options: some options of helm run programs. */
function requireNoOption(field: string, value: string, location: Location): void {
  if (!value.startsWith("-")) return;
  throw failure("invalid-value", `\`${field}\` must not begin with a dash: ${JSON.stringify(value)}`, { ...location });
}

function mergeMode({ valuesMerge, location }: HelmChart): ValuesMerge {
  if (!valuesMerge) return "override";
  const mode = MERGE_MODES.find((candidate) => candidate === valuesMerge);
  if (mode !== undefined) return mode;
  throw failure(
    "invalid-value",
    `valuesMerge must be one of ${MERGE_MODES.join(", ")}, not ${JSON.stringify(valuesMerge)}`,
    { ...location },
  );
}

/** The directory of the chart, relative to the root of the kustomization unless `chartHome` is absolute. */
export function chartDirectory(chart: CheckedChart, globals: HelmGlobals | undefined): string {
  const home = globals?.chartHome || DEFAULT_HOME;
  const versioned = chart.version && chart.repo ? `${chart.name}-${chart.version}` : "";
  return posix.join(home, versioned, chart.name);
}

/** The chart to fetch where there is none in the tree. */
export function wantedChart({ name, version = "", devel = false }: CheckedChart, repo: string): ChartWanted {
  return { repo, name, version, devel };
}

/** The arguments of `helm template`. */
export function templateArguments(
  chart: CheckedChart,
  directory: HelmArgument,
  valuesFiles: readonly HelmArgument[],
): HelmArgument[] {
  const { releaseName, namespace, nameTemplate, apiVersions = [], kubeVersion } = chart;
  return [
    "template",
    releaseName || "--generate-name",
    directory,
    ...(namespace ? ["--namespace", namespace] : []),
    ...(nameTemplate ? ["--name-template", nameTemplate] : []),
    ...valuesFiles.flatMap((file) => ["-f", file]),
    ...apiVersions.flatMap((version) => ["--api-versions", version]),
    ...(kubeVersion ? ["--kube-version", kubeVersion] : []),
    ...(chart.includeCRDs ? ["--include-crds"] : []),
    ...(chart.skipTests ? ["--skip-tests"] : []),
    ...(chart.skipHooks ? ["--no-hooks"] : []),
    ...(chart.debug ? ["--debug"] : []),
    ...(chart.devel ? ["--devel"] : []),
  ];
}

/**
 * @param output of `helm version --short`
 * @param isIsolated true if templates must not make helm resolve names, which could tell others what is in the values
 * @throws KrmError `helm-version`, or `helm-unusable` for a version that is only too old to be isolated
 */
export function checkHelmVersion(output: string, isIsolated = false): void {
  const version = /v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(output);
  const [major = 0, minor = 0, patch = 0] = (version?.slice(1) ?? []).map((part) => Number(part ?? 0));
  if (isIsolated && major === 3 && (minor < 11 || (minor === 11 && patch < 1))) {
    const hint = "Install helm 3.11.1 or newer in an earlier step, or set `enable-helm: true`.";
    const problem = `it is not inflated: helm ${version?.[0]} resolves names for templates, so \`enable-helm: auto\` does not use it`;
    throw failure("helm-unusable", problem, { hint });
  }
  if (major === 3 || major === 4) return;
  const shown = JSON.stringify(output.trim().slice(0, 100));
  const problem = version === null ? `cannot find version string in ${shown}` : `helm 3 or 4 is needed, not ${shown}`;
  throw failure("helm-version", problem, { hint: "Install helm 3 or 4, or name it: --helm-command PATH." });
}

/**
 * Parses the output of `helm template`, and marks the objects as made by helm.
 * @throws KrmError as resource files do
 */
export function chartObjects(output: string, display: string): MapNode[] {
  const objects = parseObjects(output, display);
  for (const object of objects) mark(object);
  return objects;
}

function mark(object: MapNode): void {
  let metadata = get(object, "metadata");
  if (metadata?.kind !== "map") {
    setField(object, "metadata", map());
    metadata = get(object, "metadata") as MapNode;
  }
  const annotations = get(metadata, "annotations");
  const value = scalar("true", "!!str", "double");
  if (annotations?.kind === "map") setField(annotations, HELM_GENERATED, value);
  else setField(metadata, "annotations", map([{ key: scalar(HELM_GENERATED), value }]));
}
