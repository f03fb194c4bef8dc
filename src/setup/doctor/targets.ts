/** Checks whether the targets build, and whether the workflows allow their needs. */
import { readSettingsText, type SettingName } from "../../configuration/index.ts";
import { type Diagnostic, formatLocation } from "../../diagnostics.ts";
import { shorten } from "../../text/index.ts";
import { modeOf } from "../proposal/index.ts";
import { CONSENTS, type Consent, countedFiles, MANUAL_SOURCES, type OwnStep, type Survey } from "../survey/index.ts";
import {
  type Coverage,
  clustersOf,
  coverageText,
  elsewhereText,
  fluxProblems,
  type ReleaseCoverage,
  releasesText,
  type Trial,
  type TrialFailure,
  unknownText,
} from "../trial/index.ts";
import type { Facts } from "./facts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** The most problems that are listed. */
const MAX_LISTED = 20;

export function targetFindings({ targets, survey }: Facts): readonly Finding[] {
  if (!("total" in targets))
    return targets
      .slice(0, MAX_LISTED)
      .map(({ message, hint }) => problem(message, hint ?? "See docs/guide/targets.md."));
  const { total, failures, coverage } = targets;
  const problems = survey === undefined ? [] : fluxProblems(survey.flux);
  if (total === 0 && coverage === undefined && problems.length === 0) {
    const message = "there are no targets: no kustomization or composition is found";
    return [problem(message, "Run this at the top of the repository that has them.")];
  }
  const steps = (survey?.workflows ?? []).flatMap(({ own }) => own).filter((step) => modeOf(step) === "review");
  return [
    ...(coverage === undefined ? [] : deploymentFindings(coverage, survey, steps)),
    ...limited(problems.map(fluxFinding)),
    ...(total === 0 ? [] : [builtFinding(targets)]),
    ...failures.map((failure) => failureFinding(failure, steps)),
    ...manualFindings(survey, steps),
  ];
}

/** Reports which deployments are rendered as the cluster gets them, and what keeps the others from it. */
function deploymentFindings(
  coverage: Coverage,
  survey: Survey | undefined,
  steps: readonly OwnStep[],
): readonly Finding[] {
  const { total, unknown, elsewhere, failures, releases } = coverage;
  const clusters = survey === undefined ? [] : clustersOf(survey.flux);
  return [
    ...limited(clusters.map(({ name, files }) => ok(`the cluster ${name} begins in ${named(files)}`))),
    ...(total === 0 ? [] : [ok(coverageText(coverage))]),
    ...limited(unknown.map((each) => warning(unknownText(each), VALUES_REMEDY))),
    ...limited(elsewhere.map((each) => warning(elsewhereText(each), each.hint ?? SOURCES_REMEDY))),
    ...failures.map((failure) => failureFinding(failure, steps)),
    ...(releases === undefined ? [] : releaseFindings(releases, steps)),
  ];
}

/** Reports which HelmReleases can be rendered, and what keeps the others from it. */
function releaseFindings(releases: ReleaseCoverage, steps: readonly OwnStep[]): readonly Finding[] {
  const { automatic, manual, elsewhere, failures } = releases;
  const isOff = steps.some((step) => ["false", "none"].includes(valueOf(step, CONSENTS.remotes.input)));
  const namesHosts = steps.every((step) => MANUAL_SOURCES.areAllowed(valueOf(step, CONSENTS.remotes.input)));
  const isManual = manual > 0 && !(steps.length > 0 && namesHosts);
  const text = releasesText(releases);
  return [
    ...(isOff && automatic + manual > 0
      ? [warning(`${text}, but the input remote is off`, CONSENTS.remotes.remedy)]
      : [isManual ? warning(text, MANUAL_SOURCES.remedy) : ok(text)]),
    ...limited(elsewhere.map((each) => warning(elsewhereText(each), each.hint ?? SOURCES_REMEDY))),
    ...failures.map((failure) => failureFinding(failure, steps)),
  ];
}

const VALUES_REMEDY =
  "Nothing has to be done: both sides show the same text. For a value, write one for reviews under deployments.values in .krm-render.yaml.";
const SOURCES_REMEDY = "See docs/guide/targets.md.";

function fluxFinding(diagnostic: Diagnostic): Finding {
  const place = formatLocation(diagnostic);
  const text = [...(place === "" ? [] : [place]), shorten(diagnostic.message, 200)].join(": ");
  return warning(text, diagnostic.hint ?? "See docs/reference/diagnostics.md.");
}

/** The first findings, and how many others there are. */
function limited(findings: readonly Finding[]): readonly Finding[] {
  const more = findings.length - MAX_LISTED;
  const [first] = findings;
  if (more <= 0 || first === undefined) return findings;
  return [...findings.slice(0, MAX_LISTED), { ...first, message: `${more} more such findings are not listed` }];
}

function named(files: readonly string[]): string {
  const more = files.length > 3 ? [`${files.length - 3} more files`] : [];
  const listed = [...files.slice(0, 3), ...more];
  return listed.length < 2 ? listed.join("") : `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}`;
}

function builtFinding({ built, total, coverage }: Trial): Finding {
  const [one, many] = coverage === undefined ? ["target", "targets"] : ["directory", "directories"];
  if (total === 1) return ok(built === 1 ? `1 ${one}, which builds as it is` : `1 ${one}`);
  return ok(
    built === total
      ? `${total} ${many}, which all build as they are`
      : `${total} ${many}, of which ${built} ${built === 1 ? "builds as it is" : "build as they are"}`,
  );
}

function failureFinding({ obstacle, targets, example }: TrialFailure, steps: readonly OwnStep[]): Finding {
  const [first = ""] = targets;
  const one = targets.length === 1;
  const which = one ? `the target ${JSON.stringify(first)}` : `${targets.length} targets`;
  const such = one ? "" : `, such as ${JSON.stringify(first)},`;
  if (obstacle === "time")
    return warning(`${which}${such} ${one ? "was" : "were"} not tried for lack of time`, "Run `krm-render render`.");
  if (obstacle === "mistake") {
    const place = formatLocation(example);
    const text = [...(place === "" ? [] : [place]), shorten(example.message, 200)].join(": ");
    const remedy = example.hint ?? `Run \`krm-render build\` on the target.`;
    return problem(`${which}${such} ${one ? "does" : "do"} not build: ${text}`, remedy);
  }
  const { what, input, remedy, byDefault } = CONSENTS[obstacle];
  const needs = `${which}${such} ${one ? "needs" : "need"} ${what}`;
  const isUnset = steps.every((step) => valueOf(step, input) === "");
  if (byDefault !== undefined && isUnset) return ok(`${needs}: ${byDefault}`);
  const sort = obstacle === "jsonnet" ? "setting" : "input";
  if (allows(steps, obstacle)) return ok(`${needs}, and the workflow sets the ${sort} ${input}`);
  return warning(
    obstacle === "restrictions"
      ? `${needs}, and load-restrictor forbids that`
      : `${needs}: the ${sort} ${input} is off`,
    remedy,
  );
}

/** Reports what the action does not fetch by itself: a build fails for lack of helm before it looks at the source of a chart. */
function manualFindings(survey: Survey | undefined, steps: readonly OwnStep[]): readonly Finding[] {
  const used = survey?.needs.manualRemotes;
  const isAllowed = (step: OwnStep): boolean => {
    const value = valueOf(step, CONSENTS.remotes.input);
    return isExpression(value) || MANUAL_SOURCES.areAllowed(value);
  };
  if (used === undefined || (steps.length > 0 && steps.every(isAllowed))) return [];
  const use = countedFiles(used, "uses", "use");
  return [warning(`${use} ${MANUAL_SOURCES.what}: the input remote names no hosts`, MANUAL_SOURCES.remedy)];
}

function allows(steps: readonly OwnStep[], obstacle: Consent): boolean {
  return steps.length > 0 && steps.every((step) => isSet(step, obstacle));
}

function isSet(step: OwnStep, obstacle: Consent): boolean {
  if (obstacle === "functions" && step.inputs.get("plugins")?.includes("alpha")) return true;
  const { input, allows: isAllowing } = CONSENTS[obstacle];
  const value = valueOf(step, input);
  return isExpression(value) || isAllowing(value);
}

/** Tells whether the value shows when the workflow runs only. */
function isExpression(value: string): boolean {
  return value.includes("${{");
}

/** The value of an input of a step, or of a setting; empty if it has none. */
function valueOf({ inputs }: OwnStep, name: string): string {
  return inputs.get(name) ?? settingOf(inputs, name) ?? "";
}

/** Reads a setting of a step from its input `settings`, whose mistakes are problems of their own. */
function settingOf(inputs: OwnStep["inputs"], name: string): string | undefined {
  try {
    return readSettingsText(inputs.get("settings") ?? "").get(name as SettingName);
  } catch {
    return undefined;
  }
}
