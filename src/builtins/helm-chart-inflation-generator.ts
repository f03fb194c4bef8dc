/** HelmChartInflationGenerator: entries of the field `helmCharts`; docs/specification/helm-charts.md. */
import { failure, KrmError } from "../diagnostics.ts";
import { type HelmChart, helmChartFields, helmGlobalsFields } from "../documents/index.ts";
import { idText } from "../resource/index.ts";
import { toConfigValue, toValue } from "../yaml/index.ts";
import type { GeneratorKind } from "./builtin.ts";
import { decodedAs, documentOf, strictly } from "./document.ts";
import type { HelmArgs } from "./helm/arguments.ts";

export const helmChartInflationGenerator: GeneratorKind<HelmArgs> = {
  kind: "HelmChartInflationGenerator",
  role: "generator",
  decode: decodedAs(
    documentOf(strictly({ ...helmChartFields, ...helmGlobalsFields })),
    (config): HelmArgs => ({ chart: config, globals: config, inlineValue: toValue, location: config.location }),
  ),
  field: {
    name: "helmCharts",
    /** A chart without a namespace gets that of the kustomization, or that of the levels around it. */
    args: ({ helmCharts = [], helmGlobals, namespace }, outerNamespace) =>
      helmCharts.map((chart) => ({
        chart: { ...chart, namespace: chart.namespace || namespace || outerNamespace },
        globals: helmGlobals,
        inlineValue: toConfigValue,
        location: chart.location,
      })),
  },
  async generate(args, context) {
    const inline = args.chart.valuesInline && args.inlineValue(args.chart.valuesInline);
    const settings = requireHelm(context.helm, args.chart);
    // Loaded on demand: most builds have no charts.
    const { Inflation } = await import("./helm/inflation.ts");
    try {
      const nodes = await new Inflation(args, settings, context).objects(inline);
      return nodes.map((node) => ({ node }));
    } catch (thrown) {
      throw thrown instanceof KrmError ? aboutChart(thrown, args.chart) : thrown;
    }
  },
  conflict: ({ chart }, resource) =>
    aboutChart(
      failure(
        "generator-conflict",
        `it makes ${idText(resource.id)}, but an object with this identity already exists`,
        {
          object: resource.describe(),
          hint: "Remove one of the two, or set values so that the chart does not make it.",
        },
      ),
      chart,
    ),
};

function requireHelm<T>(helm: T | undefined, { name, location }: HelmChart): T {
  if (helm !== undefined) return helm;
  throw failure("helm-disabled", `the chart ${name ?? ""} is not inflated: must specify --enable-helm`, {
    ...location,
    hint: "Pass --enable-helm; in the action, set `enable-helm: true`. This runs the helm that is installed.",
  });
}

/** Names the chart in each problem. A problem without a file of its own gets the place of the entry. */
function aboutChart(error: KrmError, { name, location }: HelmChart): KrmError {
  const prefix = name ? `chart ${name}: ` : "";
  const diagnostics = error.diagnostics.map((one) => ({
    ...location,
    ...(one.file !== undefined && { file: one.file, line: one.line, column: one.column }),
    ...one,
    message: prefix + one.message,
  }));
  return new KrmError(diagnostics, { cause: error });
}
