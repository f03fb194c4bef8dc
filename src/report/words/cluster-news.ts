/** Says cluster by cluster how much changes, where several clusters change. */
import { getOrInsert, groupBy } from "../../collections.ts";
import { deploymentOf } from "../../render/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { DangerGroup } from "../danger-groups.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";
import type { Failure } from "../failures.ts";
import type { Overview, Row } from "../overview.ts";
import { plural } from "../text.ts";

/** Clusters that differ from each other and are told. */
const MAX_SORTS = 6;
/** Clusters that are named of those where the same changes. */
const MAX_NAMES = 5;

interface ClusterNews {
  /** Undefined for the directories that no deployment covers. */
  readonly cluster: string | undefined;
  readonly dangers: Set<DangerGroup>;
  readonly rows: Set<Row>;
  /** The ids of targets that newly fail. */
  readonly failed: Set<string>;
  readonly failures: Set<Failure>;
}

/** `prod: 1 danger, 3 changes · eu, us: 2 changes (the same)`; empty unless several clusters change. Takes time linear in the rows and their targets. */
export function clusterPhrases({ rows, dangers, failures }: Pick<Overview, "rows" | "dangers" | "failures">): Phrase[] {
  const found = new Map<string | undefined, ClusterNews>();
  const newsOf = (target: string): ClusterNews => {
    const cluster = deploymentOf(target)?.cluster;
    return getOrInsert(found, cluster, () => ({
      cluster,
      dangers: new Set<DangerGroup>(),
      rows: new Set<Row>(),
      failed: new Set<string>(),
      failures: new Set<Failure>(),
    }));
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
  if ([...found.keys()].filter((cluster) => cluster !== undefined).length < 2) return [];
  const idOf = numbers();
  const sorts = [...groupBy(found.values(), (news) => contentOf(news, idOf)).values()]
    .map((same) => same.toSorted((a, b) => compareBytewise(a.cluster ?? "\uffff", b.cluster ?? "\uffff")))
    .sort(([a], [b]) => weightOf(b) - weightOf(a) || compareBytewise(a?.cluster ?? "\uffff", b?.cluster ?? "\uffff"));
  const told = sorts.slice(0, MAX_SORTS).map((same): Phrase[] => [...namesOf(same), `: ${countsOf(same)}`]);
  const rest = sorts.slice(MAX_SORTS).flat().length;
  return joinPhrases([...told, ...(rest === 0 ? [] : [[`${plural(rest, "more cluster")}`]])], " · ");
}

/** Returns a function that gives each object a number of its own. */
function numbers(): (object: object) => number {
  const known = new Map<object, number>();
  return (object) => getOrInsert(known, object, () => known.size);
}

/** Equal for clusters in which the same changes. */
function contentOf(
  { cluster, dangers, rows, failed, failures }: ClusterNews,
  idOf: (object: object) => number,
): string {
  const ids = [dangers, rows, failures].map((set) => Array.from<object, number>(set, idOf));
  return JSON.stringify([cluster === undefined, ids, failed.size]);
}

/** Puts clusters first in which something fails, then those with dangers. */
function weightOf(news: ClusterNews | undefined): number {
  if (news === undefined) return 0;
  const levels = new Set([...news.dangers].map(({ level }) => level));
  const danger = levels.has("high") ? 3 : levels.has("medium") ? 2 : levels.has("low") ? 1 : 0;
  return (news.failed.size > 0 ? 1e9 : 0) + danger * 1e8 + Math.min(news.rows.size, 1e7);
}

function namesOf(same: readonly ClusterNews[]): Phrase[] {
  const names = same
    .slice(0, MAX_NAMES)
    .map(({ cluster }): Phrase[] => (cluster === undefined ? ["other targets"] : [{ code: cluster }]));
  const more = same.length - MAX_NAMES;
  return [...joinPhrases(names), ...(more > 0 ? [` and ${more.toLocaleString("en")} more`] : [])];
}

function countsOf([first, ...others]: readonly ClusterNews[]): string {
  if (first === undefined) return "";
  const { dangers, rows, failed } = first;
  const counts = [
    ...(failed.size === 0 ? [] : [`${plural(failed.size, "target")} not rendered`]),
    ...(dangers.size === 0 ? [] : [plural(dangers.size, "danger")]),
    ...(rows.size === 0 ? [] : [plural(rows.size, "change")]),
  ];
  return `${counts.join(", ")}${others.length === 0 ? "" : " (the same)"}`;
}
