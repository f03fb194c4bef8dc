/** Argo CD: what its Applications render of charts, and what it makes of the objects. */
export { type AfterTemplate, afterTemplate } from "./after-template.ts";
export { isAppProject, PROJECT_TEXTS, type ProjectRules, projectOf, readAppProject } from "./app-project.ts";
export { type ApplicationSources, readApplication } from "./application.ts";
export {
  type ApplicationControls,
  ARGOCD_NAMESPACE,
  ARGOCD_TEXTS,
  clusterOf,
  type Destination,
  destinationOf,
  isApplication,
  isApplicationSet,
  patchesSyncPolicy,
  type ServerNames,
} from "./application-object.ts";
export {
  type ApplicationRecipe,
  commitOfChart,
  isBuiltSource,
  isChartSource,
  isRemoteSource,
  type LocalSource,
  type RemoteSource,
  type SourceRecipe,
} from "./application-recipe.ts";
export { type LoadRestrictor, loadRestrictorIn } from "./build-options.ts";
export { builtApplication, type RenderedSource } from "./built-application.ts";
export { type DirectorySource, isManifestOf, manifestsOfDirectory } from "./directory-source.ts";
export { hookOf, type Phase, phasesOf } from "./hooks.ts";
export { readIgnoreRules } from "./ignored-fields.ts";
export { directoriesOfSource, type KustomizeSource } from "./kustomize-source.ts";
export { syncOptionsOf } from "./object-controls.ts";
export type { Own } from "./own-repository.ts";
export { refusedParts } from "./project-problems.ts";
export {
  type ClusterParameters,
  type DeclaredParameters,
  type FetchRepository,
  type MadeApplication,
  type MadeBySet,
  makeApplications,
  type SetInput,
  SetsEffort,
} from "./sets/index.ts";
export { SourceImports } from "./source-imports.ts";
export { syncWindowsOf } from "./sync-windows.ts";
