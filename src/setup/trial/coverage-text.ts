/** Says in a few words what is rendered of the deployments, for `init` and `doctor`. */
import { getOrInsert } from "../../collections.ts";
import type { FoundDeployments } from "../../deployments/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { compareBytewise } from "../../text/index.ts";
import { fluxTargets } from "../survey/index.ts";
import type { Coverage, Elsewhere, ReleaseCoverage, UnknownSource } from "./coverage.ts";

/** The most variables or sources that a line names. */
const MAX_NAMED = 3;

/** A cluster, and the files in which the search for its deployments begins. */
export interface Cluster {
  readonly name: string;
  /** The paths as people write them, sorted. */
  readonly files: readonly string[];
}

export function clustersOf(deployments: FoundDeployments): readonly Cluster[] {
  const files = new Map<string, Set<string>>();
  for (const { deployment, origin } of fluxTargets(deployments)) {
    const found = getOrInsert(files, deployment?.cluster ?? "", () => new Set<string>());
    if (origin.parent === undefined) found.add(origin.location.file);
  }
  const clusters = [...files].map(([name, roots]) => ({ name, files: [...roots].sort(compareBytewise) }));
  return clusters.sort((a, b) => compareBytewise(a.name, b.name));
}

/** The problems that Flux would complain of, and those of the search. */
export function fluxProblems(found: FoundDeployments): readonly Diagnostic[] {
  return [...found.problems, ...fluxTargets(found).flatMap((deployment) => deployment.problems)];
}

export function coverageText({ total, kinds, exact }: Coverage): string {
  const [are, them] = exact === 1 || total === 1 ? ["is", "it"] : ["are", "them"];
  const names = kinds.map((kind) => `${kind}${total === 1 ? "" : "s"}`).join(" and ");
  const [kind, another] = kinds;
  const applied = (object: string): string =>
    another !== undefined
      ? `as the cluster gets ${object}`
      : `as ${kind === "Application" ? "Argo CD" : "Flux"} applies ${object}`;
  if (exact === total && total > 1) return `all ${total} ${names} are rendered ${applied("them")}`;
  return `${exact} of ${total} ${names} ${are} rendered ${applied(them)}`;
}

/** Says how many deployments of charts helm can render. They are not tried: that fetches charts. */
export function releasesText({ total, kinds, inRepository, automatic, manual }: ReleaseCoverage): string {
  const known = inRepository + automatic + manual;
  const places = [
    ...(inRepository > 0 ? [`${chartsText(inRepository, known)} in the repository`] : []),
    ...(automatic > 0 ? [`${chartsText(automatic, known)} fetched by default, where that takes no login`] : []),
    ...(manual > 0 ? [`${chartsText(manual, known)} fetched with the input remote only`] : []),
  ];
  const all = known === total && total > 1 ? `all ${total}` : `${known} of ${total}`;
  const releases = kinds.map((kind) => `${kind}${total === 1 ? "" : "s"}`).join(" and ");
  return `helm renders ${all} ${releases} in reviews${places.length === 0 ? "" : `: ${places.join("; ")}`}`;
}

function chartsText(count: number, all: number): string {
  if (count === all) return count === 1 ? "its chart is" : "their charts are";
  return count === 1 ? "the chart of 1 is" : `the charts of ${count} are`;
}

export function unknownText({ source, names, deployments }: UnknownSource): string {
  const [show, them] = [deployments.length === 1 ? "shows" : "show", names.length === 1 ? "it" : "them"];
  const variables = listed(names.map((name) => `\`${name}\``));
  return `${countText(deployments)} ${show} ${variables} as written: ${source}, can set ${them}`;
}

export function elsewhereText({ sources, reason, deployments }: Elsewhere): string {
  const are = deployments.length === 1 ? "is" : "are";
  const which =
    sources.length === 1 ? `the source ${sources[0]} ${reason}` : `of the sources ${listed(sources)}, each ${reason}`;
  return `${countText(deployments)} ${are} not rendered: ${which}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? [`${names.length - MAX_NAMED} more`] : [];
  const all = [...names.slice(0, MAX_NAMED), ...more];
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

function countText(ids: readonly string[]): string {
  return ids.length === 1 ? `1 (${ids[0]})` : `${ids.length} (such as ${ids[0]})`;
}
