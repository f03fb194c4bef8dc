/** Says cluster by cluster how much changes, where several clusters change; else deployment by deployment. */
import { getOrInsert, groupBy } from "../../collections.ts";
import { type DeploymentName, deploymentOf } from "../../render/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { DangerGroup } from "../danger-groups.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import type { Failure } from "../failures.ts";
import type { Overview, Row } from "../overview.ts";
import { plural } from "../text.ts";

/** Places that differ from each other and are told. */
const MAX_SORTS = 6;
/** Places that are named of those where the same changes. */
const MAX_NAMES = 5;
/** Fewer rows are their own index of the deployments. */
const MIN_ROWS = 4;

/** How much changes in each of several places. */
export interface PlaceNews {
  readonly of: "Clusters" | "Deployments";
  readonly phrases: readonly (Phrase | NamedPlace)[];
}

/** The name of a place, with the ids of its targets that have news. */
export interface NamedPlace {
  readonly code: string;
  readonly targets: ReadonlySet<string>;
}

interface News {
  /** A cluster or a deployment; undefined for the directories that no deployment covers. */
  readonly place: string | undefined;
  /** The ids of its targets that have any. */
  readonly targets: Set<string>;
  readonly dangers: Set<DangerGroup>;
  readonly rows: Set<Row>;
  /** The ids of targets that newly fail. */
  readonly failed: Set<string>;
  readonly failures: Set<Failure>;
}

type Source = Pick<Overview, "rows" | "dangers" | "failures">;

/**
 * `prod: 1 danger, 3 changes · eu, us: 2 changes (the same)`. Undefined unless several clusters change, or in one of them several
 * deployments, in different ways. Takes time linear in the rows and their targets.
 */
export function placeNews(overview: Source): PlaceNews | undefined {
  const byCluster = newsBy(overview, ({ cluster }) => cluster);
  if (byCluster.length > 1) return { of: "Clusters", phrases: phrasesOf(sortsOf(byCluster), "cluster") };
  if (overview.rows.length < MIN_ROWS) return undefined;
  const nameOf = shortNames(overview);
  const sorts = sortsOf(newsBy(overview, nameOf));
  return sorts.length < 2 ? undefined : { of: "Deployments", phrases: phrasesOf(sorts, "deployment") };
}

/** Names the deployments of one cluster: by their own names, where these tell them apart. */
function shortNames(overview: Source): (deployment: DeploymentName) => string {
  const kinds = new Map<string, Set<string>>();
  const fullName = ({ kind, namespace, name }: DeploymentName): string => `${kind} ${namespace}/${name}`;
  for (const target of targetsOf(overview)) {
    const deployment = deploymentOf(target);
    if (deployment !== undefined)
      getOrInsert(kinds, deployment.name, () => new Set<string>()).add(fullName(deployment));
  }
  return (deployment) => ((kinds.get(deployment.name)?.size ?? 0) > 1 ? fullName(deployment) : deployment.name);
}

function* targetsOf({ rows, dangers, failures }: Source): Iterable<string> {
  for (const { group } of rows) yield* group.targets;
  for (const { targets } of dangers) yield* targets;
  for (const { targets } of failures) for (const { id } of targets) yield id;
}

/** The news of each place, with that of directories last if there is any; empty unless there is one of a deployment. */
function newsBy({ rows, dangers, failures }: Source, placeOf: (deployment: DeploymentName) => string): News[] {
  const found = new Map<string | undefined, News>();
  const newsOf = (target: string): News => {
    const deployment = deploymentOf(target);
    const place = deployment && placeOf(deployment);
    const news = getOrInsert(found, place, () => ({
      place,
      targets: new Set<string>(),
      dangers: new Set<DangerGroup>(),
      rows: new Set<Row>(),
      failed: new Set<string>(),
      failures: new Set<Failure>(),
    }));
    news.targets.add(target);
    return news;
  };
  for (const row of rows) for (const target of row.group.targets) newsOf(target).rows.add(row);
  for (const danger of dangers) for (const target of danger.targets) newsOf(target).dangers.add(danger);
  for (const failure of failures) {
    for (const { id: target } of failure.targets) {
      const news = newsOf(target);
      news.failures.add(failure);
      news.failed.add(target);
    }
  }
  return [...found.values()].filter(({ place }) => place !== undefined).length < 2 ? [] : [...found.values()];
}

/** The places in which the same changes, the worst first. */
function sortsOf(found: readonly News[]): (readonly News[])[] {
  const idOf = numbers();
  return [...groupBy(found, (news) => contentOf(news, idOf)).values()]
    .map((same) => same.toSorted((a, b) => compareBytewise(a.place ?? "\uffff", b.place ?? "\uffff")))
    .sort(([a], [b]) => weightOf(b) - weightOf(a) || compareBytewise(a?.place ?? "\uffff", b?.place ?? "\uffff"));
}

function phrasesOf(sorts: readonly (readonly News[])[], noun: string): PlaceNews["phrases"] {
  const told = sorts.slice(0, MAX_SORTS).map((same): PlaceNews["phrases"] => [...namesOf(same), `: ${countsOf(same)}`]);
  const rest = sorts.slice(MAX_SORTS).flat().length;
  return joinPhrases([...told, ...(rest === 0 ? [] : [[`${plural(rest, `more ${noun}`)}`]])], " · ");
}

/** Returns a function that gives each object a number of its own. */
function numbers(): (object: object) => number {
  const known = new Map<object, number>();
  return (object) => getOrInsert(known, object, () => known.size);
}

/** Equal for places in which the same changes. */
function contentOf({ place, dangers, rows, failed, failures }: News, idOf: (object: object) => number): string {
  const ids = [dangers, rows, failures].map((set) => Array.from<object, number>(set, idOf));
  return JSON.stringify([place === undefined, ids, failed.size]);
}

/** Puts places first in which something fails, then those with dangers. */
function weightOf(news: News | undefined): number {
  if (news === undefined) return 0;
  const levels = new Set([...news.dangers].map(({ level }) => level));
  const danger = levels.has("high") ? 3 : levels.has("medium") ? 2 : levels.has("low") ? 1 : 0;
  return (news.failed.size > 0 ? 1e9 : 0) + danger * 1e8 + Math.min(news.rows.size, 1e7);
}

function namesOf(same: readonly News[]): PlaceNews["phrases"] {
  const names = same
    .slice(0, MAX_NAMES)
    .map(({ place, targets }): PlaceNews["phrases"] =>
      place === undefined ? ["other targets"] : [{ code: place, targets }],
    );
  const more = same.length - MAX_NAMES;
  return [...joinPhrases(names), ...(more > 0 ? [` and ${more.toLocaleString("en")} more`] : [])];
}

function countsOf([first, ...others]: readonly News[]): string {
  if (first === undefined) return "";
  const { dangers, rows, failed } = first;
  const counts = [
    ...(failed.size === 0 ? [] : [`${plural(failed.size, "target")} not rendered`]),
    ...(dangers.size === 0 ? [] : [plural(dangers.size, "danger")]),
    ...(rows.size === 0 ? [] : [plural(rows.size, "change")]),
  ];
  return `${counts.join(", ")}${others.length === 0 ? "" : " (the same)"}`;
}
