/** helm: charts of the repository that `helm upgrade` installs, as the configuration lists them. */
export { builtRelease } from "./built-release.ts";
export { type InstalledCharts, type InstalledRecipe, installedCharts, missingChart } from "./installed-charts.ts";
