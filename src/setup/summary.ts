/** Summarizes a survey in a few lines. */
import { formatLocation } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";
import { missedTargets } from "./proposal/index.ts";
import { CONSENTS, fluxTargets, type Need, type Survey } from "./survey/index.ts";
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
} from "./trial/index.ts";

/** The most names that a line lists. */
const MAX_LISTED = 3;
const MAX_NAME = 100;

/** Lines for people. Names in them may hold any character but line ends. */
export function surveyLines(survey: Survey, trial: Trial | undefined): readonly string[] {
  const { targets, kustomizations, workflows, unread, isCutOff, flux } = survey;
  const hasFlux = fluxTargets(flux).length > 0;
  const hasDeployments = flux.targets.length > 0;
  const { charts, remotes, functions } = survey.needs;
  const included = kustomizations.length - targets.length;
  return [
    ...(hasFlux ? fluxLines(survey) : []),
    ...(targets.length === 0 && hasDeployments ? [] : [targetsLine(targets, included, flux)]),
    ...deployedLines(survey),
    ...needLine(["inflates", "inflate"], "Helm charts", charts),
    ...needLine(["uses", "use"], "sources of other places", remotes),
    ...needLine(["configures", "configure"], "functions or plugins", functions),
    ...(trial?.coverage === undefined ? [] : coverageLines(trial.coverage, flux)),
    ...(trial === undefined ? [] : trialLines(trial)),
    ...workflows.flatMap(({ file, own, others }) => [
      ...own.slice(0, 1).map(({ line }) => `${one(file)}:${line} runs krm-render.`),
      ...others.slice(0, MAX_LISTED).map(({ tool, line }) => `${one(file)}:${line} runs ${one(tool)}.`),
    ]),
    ...lineIf(
      unread.length > 0,
      `${plural(unread.length, "file")} ${areOrIs(unread.length)} no plain YAML, or too large, and not looked at: ${listed(unread)}.`,
    ),
    ...lineIf(isCutOff, "The repository has more files than this command looks at."),
  ];
}

function targetsLine(targets: readonly string[], included: number, flux: Survey["flux"]): string {
  const hasDeployments = flux.targets.length > 0;
  const builders = fluxTargets(flux).length === flux.targets.length ? "Kustomization of Flux" : "deployment";
  if (targets.length === 0) return "No kustomization or composition is found here: there is nothing to render.";
  const count = plural(
    targets.length,
    hasDeployments ? "directory" : "target",
    hasDeployments ? "directories" : "targets",
  );
  if (hasDeployments)
    return `${count} that no ${builders} builds ${areOrIs(targets.length)} rendered by ${targets.length === 1 ? "itself" : "themselves"}: ${listed(targets)}.`;
  const rest =
    included === 0
      ? ""
      : ` ${targets.length === 1 ? "It includes" : "They include"} ${plural(included, "other kustomization")}.`;
  return `${count}: ${listed(targets)}.${rest}`;
}

/** The deployments, by clusters, and the files in which the search for them begins. */
function fluxLines({ flux }: Survey): readonly string[] {
  const clusters = clustersOf(flux);
  const shown = clusters.slice(0, MAX_LISTED).map(({ name, files }) => `${one(name)}, from ${listed(files)}`);
  const more = clusters.length > MAX_LISTED ? [`and ${clusters.length - MAX_LISTED} more`] : [];
  return [
    `${plural(fluxTargets(flux).length, "deployment")} of Flux in ${plural(clusters.length, "cluster")}: ${[...shown, ...more].join("; ")}.`,
  ];
}

function deployedLines(survey: Survey): readonly string[] {
  const { counts, directories, others, foreign, helmReleases } = survey.deployed;
  const kinds = [
    ...lineIf(
      counts.Application > 0,
      `${plural(counts.Application, "Application")}${counts.ApplicationSet > 0 ? "" : " of Argo CD"}`,
    ),
    ...lineIf(counts.ApplicationSet > 0, `${plural(counts.ApplicationSet, "ApplicationSet")} of Argo CD`),
  ];
  // What Flux renders of them is counted with its deployments.
  const helm = fluxTargets(survey.flux).length > 0 ? [] : helmLines(helmReleases);
  if (kinds.length === 0) return helm;
  const total = counts.Application + counts.ApplicationSet;
  const deployed = new Set(directories);
  const missed = missedTargets(survey);
  const alone = survey.targets.filter((path) => !deployed.has(path));
  return [
    `${joined(kinds)} ${total === 1 ? "deploys" : "deploy"}${directories.length === 0 ? " no kustomization of this repository that is known" : ` ${plural(directories.length, "kustomization")} of this repository: ${listed(directories)}`}.`,
    ...lineIf(
      missed.length > 0,
      `${missed.length} of them ${areOrIs(missed.length)} included by other kustomizations, so ${missed.length === 1 ? "it is no target by itself" : "they are no targets by themselves"}: ${listed(missed)}.`,
    ),
    ...lineIf(
      directories.length > 0 && alone.length > 0 && alone.length < survey.targets.length,
      `${plural(alone.length, "target")} ${areOrIs(alone.length)} deployed by nothing that was found: ${listed(alone)}.`,
    ),
    ...lineIf(
      others.length > 0,
      `${plural(others.length, "deployed directory", "deployed directories")} without a kustomization file (plain manifests, or charts) ${areOrIs(others.length)} not rendered: ${listed(others)}.`,
    ),
    ...lineIf(foreign > 0, `${plural(foreign, "source")} of other repositories ${areOrIs(foreign)} not looked at.`),
    ...helm,
  ];
}

function helmLines(count: number): readonly string[] {
  return lineIf(
    count > 0,
    `${plural(count, "HelmRelease")} ${areOrIs(count)} compared as ${count === 1 ? "it is" : "they are"} written: no Kustomization here applies ${count === 1 ? "it" : "them"}.`,
  );
}

function needLine([verb, verbs]: readonly [string, string], what: string, need: Need | undefined): readonly string[] {
  if (need === undefined) return [];
  const { file, line } = need.example;
  const place = `${one(file)}:${line}`;
  return [need.files === 1 ? `${place} ${verb} ${what}.` : `${need.files} files ${verbs} ${what}, such as ${place}.`];
}

function coverageLines(coverage: Coverage, flux: Survey["flux"]): readonly string[] {
  const { total, exact, unknown, elsewhere, failures, releases } = coverage;
  const faults = fluxProblems(flux).length;
  return [
    ...lineIf(total > 0, `${capitalized(coverageText(coverage))}.${exact < total ? " The others:" : ""}`),
    ...unknown.map((each) => `  ${one(unknownText(each))}`),
    ...elsewhere.map((each) => `  ${one(elsewhereText(each))}`),
    ...failures.map((failure) => `  ${failureLine(failure)}`),
    ...(releases === undefined ? [] : releaseLines(releases)),
    ...lineIf(
      faults > 0,
      `${plural(faults, "problem")} of deployments: \`krm-render doctor\` lists ${faults === 1 ? "it" : "them"}.`,
    ),
  ];
}

function releaseLines(releases: ReleaseCoverage): readonly string[] {
  const { total, inRepository, automatic, manual, elsewhere, failures } = releases;
  const isAll = inRepository + automatic + manual === total;
  return [
    `${capitalized(releasesText(releases))}.${isAll ? "" : " The others:"}`,
    ...elsewhere.map((each) => `  ${one(elsewhereText(each))}`),
    ...failures.map((failure) => `  ${failureLine(failure)}`),
  ];
}

function trialLines({ built, total, failures, coverage }: Trial): readonly string[] {
  if (total === 0) return [];
  const what = coverage === undefined ? "targets" : "directories";
  return [
    built < total
      ? `${built} of ${total} ${what} ${built === 1 ? "builds as it is" : "build as they are"}. The others:`
      : total === 1
        ? `${coverage === undefined ? "It" : "The directory"} builds as it is.`
        : `All ${total} ${what} build as they are.`,
    ...failures.map((failure) => `  ${failureLine(failure)}`),
  ];
}

function failureLine({ obstacle, targets, example }: TrialFailure): string {
  const [first = ""] = targets;
  const count = targets.length;
  if (obstacle === "mistake") {
    const place = formatLocation(example);
    const isInside = first === "." || place.startsWith(`${first}/`);
    const parts = [
      ...(isInside ? [] : [directoryName(first)]),
      ...(place === "" ? [] : [place]),
      shorten(example.message, 200),
    ];
    return one(`${count === 1 ? "1 has a mistake:" : `${count} have mistakes, such as`} ${parts.join(": ")}`);
  }
  const which = count === 1 ? directoryName(first) : String(count);
  const such = count === 1 ? "" : `, such as ${directoryName(first)}`;
  if (obstacle === "time") return one(`${which} ${count === 1 ? "was" : "were"} not tried for lack of time${such}`);
  const { what, input, byDefault = `set ${input}` } = CONSENTS[obstacle];
  return one(`${which} ${count === 1 ? "needs" : "need"} ${what}${such}: ${byDefault}`);
}

function lineIf(isShown: boolean, line: string): readonly string[] {
  return isShown ? [line] : [];
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function areOrIs(count: number): string {
  return count === 1 ? "is" : "are";
}

function plural(count: number, name: string, names = `${name}s`): string {
  return `${count} ${count === 1 ? name : names}`;
}

function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? [`and ${names.length - MAX_LISTED} more`] : [];
  return [...names.slice(0, MAX_LISTED).map((name) => one(directoryName(name))), ...more].join(", ");
}

/** The name of a directory or a file within a sentence, where a dot would end it. */
function directoryName(path: string): string {
  return path === "." ? "the top directory" : path;
}

/** In one line. */
function one(text: string): string {
  return shorten(text.replaceAll(/\s+/g, " "), MAX_NAME * 4);
}
