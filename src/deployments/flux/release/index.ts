/** HelmReleases of Flux: which chart with which values, and what becomes of the objects that helm makes of it. */
export { type AfterHelmOptions, applyAfterHelm, type HelmObject } from "./after-helm.ts";
export { isHelmRelease, type ReadReleaseInput, type Release, readRelease } from "./release.ts";
export type { CrdPolicies, CrdPolicy, HookRules, ReleaseRecipe } from "./release-recipe.ts";
