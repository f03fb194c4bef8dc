/** What a repository renders, what deploys it, what it needs, and which workflows it has. */
export { type Deployed, pathMatcher } from "./deployed.ts";
export { isDeploying } from "./deployments.ts";
export type { Documents } from "./documents.ts";
export { countedFiles, type Need, type Needs } from "./needs.ts";
export { type RenderDeployments, type Survey, surveyRepository } from "./survey.ts";
export type { OwnStep, Permissions, WorkflowFile } from "./workflows.ts";
