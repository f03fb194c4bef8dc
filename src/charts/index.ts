/** Charts: which one, with which values, and what helm makes of it. */
export { type ChartFiles, chartFiles } from "./chart-files.ts";
export { chartSources } from "./chart-sources.ts";
export type { ChartPorts } from "./fetching.ts";
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
