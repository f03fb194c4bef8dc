/** Charts: which one, with which values, and what helm makes of it. */
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
