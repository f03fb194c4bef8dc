/** The arguments of an entry of `helmCharts`, checked; docs/specification/helm-charts.md. */
import { posix } from "node:path";
import { requireNoOption, type TemplateCall } from "../../charts/index.ts";
import { failure, type Location } from "../../diagnostics.ts";
import type { HelmChart, HelmGlobals } from "../../documents/index.ts";
import { setField } from "../../resource/index.ts";
import type { ChartWanted, Helm } from "../../sources/index.ts";
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

/** The part of a chart that `helm template` gets as options. */
export function templateCall(chart: CheckedChart): TemplateCall {
  const { releaseName, namespace, nameTemplate, apiVersions = [], kubeVersion } = chart;
  return {
    releaseName,
    namespace,
    nameTemplate,
    capabilities: { kubeVersion, apiVersions },
    includesCrds: chart.includeCRDs === true,
    skipsTests: chart.skipTests === true,
    skipsHooks: chart.skipHooks === true,
    isDebug: chart.debug === true,
    isDevel: chart.devel === true,
  };
}

/** Marks an object as made by helm. */
export function markGenerated(object: MapNode): void {
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
