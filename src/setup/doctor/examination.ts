/** All checks, in the order in which people read them. */
import { repositoryFindings } from "./clone.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { machineFindings } from "./machine.ts";
import { runFindings } from "./run.ts";
import { setupFindings } from "./setup.ts";

/** What keeps a run from working with these facts. */
export function examine(facts: Facts): readonly Finding[] {
  return [...machineFindings(facts), ...repositoryFindings(facts), ...runFindings(facts), ...setupFindings(facts)];
}
