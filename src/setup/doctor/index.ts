/** What would keep a run from working, each with its remedy. */
export { examine } from "./examination.ts";
export type { EngineFact, Facts, ProgramFact, RepositoryFacts, RunFacts, StoreFacts } from "./facts.ts";
export type { Finding, Status } from "./finding.ts";
export { findingLines } from "./lines.ts";
