/** The findings and proposals of `init` and `doctor`. Pure: trees and facts in, findings and texts out. */
export {
  type EngineFact,
  examine,
  type Facts,
  type Finding,
  findingLines,
  type ProgramFact,
  type RepositoryFacts,
  type RunFacts,
  type StoreFacts,
} from "./doctor/index.ts";
export { newFilesPatch } from "./patch.ts";
export {
  type Advice,
  type Present,
  type Proposal,
  type ProposedFile,
  propose,
  WORKFLOW_FILE,
} from "./proposal/index.ts";
export { surveyLines } from "./summary.ts";
export { type Survey, surveyRepository } from "./survey/index.ts";
export { type Obstacle, type Trial, tryTargets } from "./trial/index.ts";
