/** Builds the targets once, with no consent of a workflow, to find out what they need. */
export { type Obstacle, type Trial, type TrialFailure, tryTargets } from "./trial.ts";
