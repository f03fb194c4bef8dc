/** Argo CD: what its Applications render of charts, and what it makes of the objects. */
export { type AfterTemplate, afterTemplate } from "./after-template.ts";
export { isAppProject, PROJECT_TEXTS, type ProjectRules, projectOf, readAppProject } from "./app-project.ts";
export {
  type ApplicationInput,
  type ApplicationSources,
  type ChartSourceOf,
  isBuiltSource,
  isChartSource,
  type OtherSourceOf,
  type ReadSource,
  readApplication,
} from "./application.ts";
export {
  type ApplicationControls,
  ARGOCD_NAMESPACE,
  ARGOCD_TEXTS,
  clusterOf,
  type Destination,
  destinationOf,
  isApplication,
} from "./application-object.ts";
export type { ApplicationRecipe, SourceRecipe } from "./application-recipe.ts";
export { builtApplication, type RenderedSource } from "./built-application.ts";
export { type DirectorySource, manifestsOfDirectory } from "./directory-source.ts";
export { type Phase, phasesOf } from "./hooks.ts";
export { readIgnoreRules } from "./ignored-fields.ts";
export type { KustomizeSource } from "./kustomize-source.ts";
export { keptByApplication } from "./object-controls.ts";
export { refusedParts } from "./project-problems.ts";
export { syncWindowsOf } from "./sync-windows.ts";
