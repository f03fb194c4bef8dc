/** Proposes the files that a repository needs. Never proposes to overwrite one. */
import { CONFIGURATION_FILE } from "../../configuration/index.ts";
import type { Survey, UnknownSets } from "../survey/index.ts";
import { addedTargets, configurationText, missedTargets } from "./configuration-text.ts";
import { setsText } from "./sets-text.ts";
import { workflowProblems } from "./workflow-problems.ts";
import { WORKFLOW_FILE, workflowText } from "./workflow-text.ts";

export interface ProposedFile {
  /** From the top of the repository. */
  readonly path: string;
  readonly text: string;
  /** The reason why it is needed, in one sentence. */
  readonly reason: string;
}

/** A change that people have to make themselves. */
export interface Advice {
  /** A file, with a line where that is known. */
  readonly place: string;
  readonly message: string;
  readonly remedy: string;
}

export interface Proposal {
  /** Files that do not exist. */
  readonly files: readonly ProposedFile[];
  readonly advice: readonly Advice[];
  /** Files that need no change, one sentence each. */
  readonly settled: readonly string[];
}

/** The files at the top of the repository, and the targets. */
export interface Present {
  /** Undefined if there is no `.krm-render.yaml`; "broken" if it has mistakes. */
  readonly configuration: "valid" | "broken" | undefined;
  /** The targets, as `.krm-render.yaml` selects them; undefined if it selects none. */
  readonly targets: readonly string[] | undefined;
  /** True if something exists at {@link WORKFLOW_FILE}. */
  readonly hasWorkflowFile: boolean;
}

export function propose(survey: Survey, present: Present): Proposal {
  const files: ProposedFile[] = [];
  const advice: Advice[] = [];
  const settled: string[] = [];
  const ours = survey.workflows.filter(({ own }) => own.length > 0);
  for (const workflow of ours) {
    const problems = workflowProblems(workflow, survey.needs);
    for (const { file, line, message, remedy } of problems) advice.push({ place: `${file}:${line}`, message, remedy });
    if (problems.length === 0) settled.push(`${workflow.file} runs krm-render, and needs no change.`);
  }
  const text = workflowText(survey.needs);
  const reason = "It reviews each pull request.";
  if (ours.length === 0 && !present.hasWorkflowFile) files.push({ path: WORKFLOW_FILE, text, reason });
  else if (ours.length === 0)
    advice.push({
      place: WORKFLOW_FILE,
      message: "the file exists and does not run krm-render, so it is left as it is",
      remedy: "Rename it and run this command again, or write the workflow of docs/guide/comment.md to another file.",
    });
  proposeConfiguration(survey, present, { files, advice, settled });
  return { files, advice, settled };
}

interface Lists {
  readonly files: ProposedFile[];
  readonly advice: Advice[];
  readonly settled: string[];
}

function proposeConfiguration(
  survey: Survey,
  { configuration, targets = survey.targets }: Present,
  { files, advice, settled }: Lists,
): void {
  const place = CONFIGURATION_FILE;
  const missed = missedTargets({ ...survey, targets });
  const sets = setsText(survey.sets);
  if (configuration === "broken") {
    const remedy = "Run `krm-render doctor`, which lists them.";
    advice.push({ place, message: "the file has mistakes", remedy });
  } else if (missed.length === 0 && sets === "") {
    settled.push(
      configuration === undefined
        ? "No .krm-render.yaml is needed: each kustomization that is known to be deployed is a target."
        : ".krm-render.yaml exists, and needs no change.",
    );
  } else if (configuration === undefined) {
    const { patterns, left } = missed.length === 0 ? { patterns: [], left: 0 } : addedTargets(survey);
    const reasons = [
      ...(patterns.length === 0
        ? []
        : [
            "Some of the directories that are deployed are included by others, and would not be rendered on their own.",
          ]),
      ...(sets === ""
        ? []
        : [`${setsOf(survey.sets)} for what only Argo CD knows: comments in it show where to say that.`]),
    ];
    if (reasons.length > 0)
      files.push({ path: place, text: configurationText(patterns, sets), reason: reasons.join(" ") });
    if (left > 0)
      advice.push({
        place,
        message: `${left} of the deployed directories cannot be listed: there are too many, or their names are no single line`,
        remedy: "Rename them, or add globs for them to `targets`.",
      });
  } else {
    if (missed.length > 0)
      advice.push({
        place,
        message: `${missed.length} of the directories that are deployed ${missed.length === 1 ? "is no target" : "are no targets"}, such as ${JSON.stringify(missed[0])}`,
        remedy: "Add them to `targets`, with `+` in front, if reviews are to show them on their own.",
      });
    if (sets !== "")
      advice.push({
        place,
        message: `${setsOf(survey.sets)} for what only Argo CD knows, and these Applications are not known`,
        remedy:
          "Say it under `deployments.clusters` and `deployments.generators`: docs/guide/argocd.md#applicationsets.",
      });
  }
}

/** The beginning of a sentence. */
function setsOf({ sets: [first, ...more] }: UnknownSets): string {
  if (more.length === 0) return `The ApplicationSet ${JSON.stringify(first)} makes Applications`;
  return `${more.length + 1} ApplicationSets, such as ${JSON.stringify(first)}, make Applications`;
}
