/** Builds what deployments apply: by the engine, by helm, and by what their controllers do to the objects. */
export { ChartBuilds } from "./chart-builds.ts";
export { findLocalPaths, type LocalPaths, NO_PATHS, pathsOfApplication, pathsOfChart } from "./chart-paths.ts";
export { buildApplication, buildInstalled, buildRelease } from "./deployed-charts.ts";
export type { ApplicationDeployment, Deployment } from "./deployment.ts";
export { type EarlierSide, keepsVersion } from "./kept-charts.ts";
export { RecipeBuilds } from "./recipe-builds.ts";
export { onlyKustomize, SourceBuilds } from "./source-builds.ts";
