/** The files that a repository needs to be reviewed. */
export { missedTargets } from "./configuration-text.ts";
export { type Advice, type Present, type Proposal, type ProposedFile, propose } from "./proposal.ts";
export { modeOf, type WorkflowProblem, workflowProblems } from "./workflow-problems.ts";
export { WORKFLOW_FILE } from "./workflow-text.ts";
