/** Charts: which one, with which values, and what helm makes of it. */

export { requireNoOption, type TemplateCall, templateArguments } from "./arguments.ts";
export { type BuiltChart, buildChart, type ChartOptions } from "./build-chart.ts";
export { type ChartFiles, chartFiles } from "./chart-files.ts";
export { chartSources } from "./chart-sources.ts";
export { type ChartFilePorts, fetchRepository } from "./fetching.ts";
export { GENERATED } from "./generated-parts.ts";
export { checkHelmVersion, helmVersion } from "./helm-version.ts";
export {
  type KeptRendering,
  type KeptRenderings,
  questionOf,
  renderingKey,
  renderingsInStore,
  unpackRendering,
} from "./kept-renderings.ts";
export { KnownCharts } from "./known-charts.ts";
export { localSchemas } from "./local-schemas.ts";
export { type Hook, parseChartObjects } from "./objects.ts";
export type {
  Capabilities,
  ChartRecipe,
  ChartSource,
  FetchedChart,
  GitChart,
  TreeChart,
  ValueSetting,
  ValuesFile,
} from "./recipe.ts";
export { type ChartCall, type ChartObject, type ChartPorts, type RenderedChart, renderChart } from "./render-chart.ts";
export type { ChartValues } from "./secret-values.ts";
export { valuesText } from "./values-text.ts";
