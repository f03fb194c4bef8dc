/** Finds out what would keep a run from working, and a remedy for each problem. */
import { repositoryFindings } from "./clone.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { machineFindings } from "./machine.ts";
import { runFindings } from "./run.ts";
import { setupFindings } from "./setup.ts";

export type { EngineFact, Facts, ProgramFact, RepositoryFacts, RunFacts, StoreFacts } from "./facts.ts";
export { type Finding, findingLines } from "./finding.ts";

/** All checks, in the order in which people read them. */
export function examine(facts: Facts): readonly Finding[] {
  return [...machineFindings(facts), ...repositoryFindings(facts), ...runFindings(facts), ...setupFindings(facts)];
}
