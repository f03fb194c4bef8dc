/** KRM functions: programs that generate, transform or validate objects. */

export type { CatalogOptions, CatalogSources } from "./catalogs/catalog-options.ts";
export { goPlatform } from "./catalogs/go-platform.ts";
export { openSources, type SourceOptions } from "./catalogs/open-sources.ts";
export type { FunctionUse, NotedReference, TrustChange, TrustFacts, TrustSide } from "./catalogs/trust-changes.ts";
export {
  chooseEngine,
  createContainerRuntime,
  type EngineProgram,
  type EngineTools,
  type FetchedImage,
  type ImageDigests,
  type ImagePlatform,
  type ImageSource,
  MAX_LOAD_MS,
  type PullPolicy,
  parseMount,
  type ToolAnswer,
} from "./container/index.ts";
export type { Containers } from "./containers.ts";
export type { EnvironmentRules } from "./declared-environment.ts";
export { isolatedStart, prepareDirectory } from "./exec/isolated-start.ts";
export { createIsolation, type Isolation, type IsolationMode } from "./exec/isolation.ts";
export { type PluginHomes, pluginHomes } from "./legacy/plugin-home.ts";
export type { PluginOptions } from "./plugin-call.ts";
export type { FailOn } from "./reports.ts";
export { createFunctions, type FunctionsOfRun, type FunctionsOptions } from "./runner.ts";
export type { FunctionRequest, FunctionRoot, FunctionStep, Functions, ListedCatalog, Phase, Role } from "./step.ts";
