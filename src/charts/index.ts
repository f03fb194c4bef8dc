/** Charts: which one, with which values, and what helm makes of it. */
export { requireNoOption, type TemplateCall, templateArguments } from "./arguments.ts";
export { checkHelmVersion, helmVersion } from "./helm-version.ts";
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
