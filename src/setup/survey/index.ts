/** Finds out the targets of a repository, its deployments, its needs and its workflows. */
export { CONSENTS, type Consent, MANUAL_SOURCES } from "./consents.ts";
export { type Deployed, pathMatcher } from "./deployed.ts";
export { isDeploying, isHelmRelease } from "./deployments.ts";
export type { Documents } from "./documents.ts";
export { fluxTargets } from "./flux-targets.ts";
export { countedFiles, type Need, type Needs } from "./needs.ts";
export { type RenderDeployments, type Survey, type SurveyOptions, surveyRepository } from "./survey.ts";
export type { UnknownSets } from "./unknown-sets.ts";
export type { OwnStep, Permissions, WorkflowFile } from "./workflows.ts";
