/** Checks the configuration, the targets and the workflows of the repository. */
import { formatLocation } from "../../diagnostics.ts";
import { workflowProblems } from "../proposal/index.ts";
import type { Facts } from "./facts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { targetFindings } from "./targets.ts";

/** The most problems of one sort that are listed. */
const MAX_LISTED = 20;

export function setupFindings(facts: Facts): readonly Finding[] {
  return [...configurationFindings(facts), ...targetFindings(facts), ...workflowFindings(facts)];
}

function configurationFindings({ configuration }: Facts): readonly Finding[] {
  if (configuration === undefined) return [ok("there is no .krm-render.yaml, and the defaults count")];
  if (configuration.length === 0) return [ok(".krm-render.yaml is valid")];
  return configuration.slice(0, MAX_LISTED).map((diagnostic) => {
    const { severity, message, hint = "Mend the file: docs/reference/configuration.md." } = diagnostic;
    return (severity === "error" ? problem : warning)(`${formatLocation(diagnostic)}: ${message}`, hint);
  });
}

function workflowFindings({ survey }: Facts): readonly Finding[] {
  if (survey === undefined) return [];
  const ours = survey.workflows.filter(({ own }) => own.length > 0);
  if (ours.length === 0) return [warning("no workflow runs krm-render", "Run `krm-render init`, which proposes one.")];
  return ours.flatMap((workflow): readonly Finding[] => {
    const problems = workflowProblems(workflow, undefined);
    if (problems.length === 0) return [ok(`${workflow.file} has the permissions and steps that it needs`)];
    return problems.slice(0, MAX_LISTED).map(({ severity, file, line, message, remedy }): Finding => {
      return { status: severity, message: `${file}:${line}: ${message}`, remedy };
    });
  });
}
