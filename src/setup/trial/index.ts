/** Builds the targets once, with no consent of a workflow, to find out what they need. */
export type { Coverage, Elsewhere, ReleaseCoverage, UnknownSource } from "./coverage.ts";
export { clustersOf, coverageText, elsewhereText, fluxProblems, releasesText, unknownText } from "./coverage-text.ts";
export type { Obstacle, TrialFailure } from "./failures.ts";
export { rendersCharts } from "./release-coverage.ts";
export { type Trial, tryTargets } from "./trial.ts";
