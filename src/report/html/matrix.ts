/** Writes the overview: a table of the targets by their clusters, with the numbers of objects by what becomes of them. */
import { getOrInsert, groupBy } from "../../collections.ts";
import { deploymentOf } from "../../render/index.ts";
import {
  DANGER_LEVELS,
  type DangerLevel,
  declaredBy,
  deploymentsByName,
  isSilenced,
  PLAN_ACTIONS,
  type PlanAction,
} from "../../review/index.ts";
import { stableJson } from "../../text/index.ts";
import type { PlaceAnchors } from "../anchors/page-anchors.ts";
import { targetsOfChanges } from "../overview.ts";
import { plural } from "../text.ts";
import type { PageContext } from "./context.ts";
import { attribute, text } from "./markup.ts";
import { targets } from "./rows.ts";

/** Rows that stand open. Further ones are folded. */
const MAX_OPEN = 40;

const HEADS: Readonly<Record<PlanAction, string>> = {
  create: "created",
  update: "updated",
  restart: "restarted",
  recreate: "recreated",
  rename: "renamed",
  move: "moved",
  hook: "hooks",
  delete: "deleted",
  drop: "no longer rendered",
  keep: "kept",
  skip: "not applied",
  refuse: "refused",
};

const LAST = ["danger", "failure"] as const;
type Column = PlanAction | (typeof LAST)[number];

/** The anchors of the changes of a target by what becomes of them. */
interface TargetCells {
  readonly cells: Map<Column, string[]>;
  level: DangerLevel | undefined;
}

/** Targets of one cluster in which the same happens to the same objects. */
interface MatrixRow extends TargetCells {
  readonly ids: readonly string[];
}

/** Empty unless something becomes of several targets. Takes time linear in the targets of all changes. */
export function matrix(context: PageContext): string {
  const found = cellsOf(context);
  if (found.size < 2) return "";
  const rows = [
    ...groupBy(found, ([id, { cells, level }]) => stableJson([clusterOf(id), level ?? "", [...cells]])).values(),
  ].map((same): MatrixRow => ({ ...same[0][1], ids: same.map(([id]) => id) }));
  const columns = [...PLAN_ACTIONS, ...LAST].filter((column) => rows.some(({ cells }) => cells.has(column)));
  const clusters = [...groupBy(rows, ({ ids: [first = ""] }) => clusterOf(first)).values()].flat();
  const head = `<thead><tr><th scope=col>target${columns.map((column) => `<th scope=col>${titleOf(column)}`).join("")}\n`;
  const anchors = anchorsOnce(context);
  const table = (id: string, list: readonly MatrixRow[]): string =>
    `<div class=wide><table${id} class=x><caption>Objects by what becomes of them on apply</caption>${head}${bodies(list, columns, anchors, context)}</table></div>`;
  const rest = clusters.slice(MAX_OPEN);
  const more =
    rest.length === 0
      ? ""
      : `<details><summary>${plural(rest.length, "more row")}</summary>\n${table("", rest)}</details>\n`;
  return `<section id=matrix><h2>Overview</h2>\n${table(" id=overview", clusters.slice(0, MAX_OPEN))}\n${more}</section>\n`;
}

/** By the ids of targets, in the order of the report. */
function cellsOf(context: PageContext): Map<string, TargetCells> {
  const { report, overview, dangersOf } = context;
  const found = new Map<string, TargetCells>();
  const at = (id: string): TargetCells =>
    getOrInsert(found, id, () => ({ cells: new Map<Column, string[]>(), level: undefined }));
  const add = (id: string, column: Column, change: string): void => {
    getOrInsert(at(id).cells, column, (): string[] => []).push(change);
  };
  const holders = targetsOfChanges(report);
  const placeOf = placesOf(context, holders);
  for (const { change, action, targets: own = holders.get(change) ?? [] } of report.plan)
    for (const id of own) add(id, action, placeOf(change));
  for (const danger of [...dangersOf.values()].flat()) {
    if (isSilenced(danger)) continue;
    for (const id of danger.targets) {
      add(id, "danger", placeOf(danger.change) || "dangers");
      const cell = at(id);
      const levels = [danger.level, cell.level];
      cell.level = DANGER_LEVELS.find((level) => levels.includes(level));
    }
  }
  for (const { targets: failed } of overview.failures) for (const { id } of failed) add(id, "failure", "failures");
  for (const { edited } of overview.earlier) for (const { id } of edited) add(id, "failure", "earlier");
  const order = new Map(report.targets.map(({ id }, index) => [id, index]));
  return new Map([...found].sort(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0)));
}

/**
 * Returns the place of a change on the page: its own, or that of the target that comes or goes with it, such as a Kustomization that is
 * new; empty for one that has neither.
 */
function placesOf(
  { report, rows }: PageContext,
  holders: ReturnType<typeof targetsOfChanges>,
): (change: string) => string {
  const shown = new Set(rows.flatMap(({ diffs }) => diffs.flat().map(({ id }) => id)));
  const byName = deploymentsByName(report.targets);
  const whole = new Map(
    rows.flatMap(({ row: { group }, anchor }) =>
      group.whole === undefined ? [] : group.targets.map((id) => [`${group.op} ${id}`, anchor]),
    ),
  );
  const others = report.changes.flatMap((change) => {
    if (shown.has(change.id)) return [];
    const declared = declaredBy(change, holders.get(change.id) ?? [], byName);
    const anchor = declared.flatMap((id) => whole.get(`${change.op} ${id}`) ?? [])[0];
    return anchor === undefined ? [] : [[change.id, anchor] as const];
  });
  const merged = new Map(others);
  return (change) => (shown.has(change) ? change : (merged.get(change) ?? ""));
}

function clusterOf(id: string): string {
  return deploymentOf(id)?.cluster ?? "";
}

function titleOf(column: Column): string {
  if (column === "danger") return "dangers";
  return column === "failure" ? "failed" : HEADS[column];
}

/** Returns the anchors of the places that targets are in, each of them at its first target only. */
function anchorsOnce({ placeAnchors }: PageContext): Anchors {
  const used = new Set<string>();
  return (of, ids) => {
    const found = placeAnchors?.of === of ? ids.flatMap((id) => placeAnchors.targets.get(id) ?? []) : [];
    return [...new Set(found)].filter((anchor) => !used.has(anchor) && used.add(anchor));
  };
}

type Anchors = (of: PlaceAnchors["of"], ids: readonly string[]) => readonly string[];

/** One body for each cluster. Directories, whose cluster is not known, have one without a name. */
function bodies(
  list: readonly MatrixRow[],
  columns: readonly Column[],
  anchors: Anchors,
  context: PageContext,
): string {
  const clusters = groupBy(list, ({ ids: [first = ""] }) => clusterOf(first));
  return Array.from(clusters, ([cluster, rows]) => {
    const ids = rows.flatMap((row) => row.ids);
    const head = cluster === "" ? "" : headOf(cluster, columns.length, anchors("Clusters", ids));
    const lines = rows.map((row) => {
      // Those of a cluster without a name are still there.
      const own = (["Clusters", "Deployments"] as const).flatMap((of) => anchors(of, row.ids));
      return rowOf(row, columns, own, context);
    });
    return `<tbody>${head}${lines.join("")}`;
  }).join("");
}

function headOf(cluster: string, columns: number, [anchor]: readonly string[]): string {
  const id = anchor === undefined ? "" : ` id=${anchor}`;
  return `<tr${id}><th scope=rowgroup colspan=${columns + 1}>cluster <code>${text(cluster)}</code>\n`;
}

/** @param anchors of the deployments that the top of the page leads to */
function rowOf(
  { ids, cells, level }: MatrixRow,
  columns: readonly Column[],
  anchors: readonly string[],
  context: PageContext,
): string {
  const set = context.sets.number(ids);
  const words = columns.map((column) => {
    const changes = cells.get(column);
    if (changes === undefined) return "<td>";
    const count =
      column === "failure" ? "yes" : (changes.length * (column === "danger" ? 1 : ids.length)).toLocaleString("en");
    const place = changes.find((anchor) => anchor !== "") ?? `t${set}`;
    const linked = `<a href=${attribute(`#${place}`)}>${count}</a>`;
    return `<td>${column === "danger" ? `<em class=${level}>${linked}</em>` : linked}`;
  });
  // The row above says which cluster it is.
  const names = { ...context.names, clusters: new Map<string, number>() };
  const named = targets(set, { sets: context.sets, names });
  const [first, ...others] = anchors;
  const id = first === undefined ? "" : ` id=${first}`;
  const start = others.map((anchor) => `<span id=${anchor}>`).join("");
  return `<tr${id}><th scope=row>${start}${named}${"</span>".repeat(others.length)}${words.join("")}\n`;
}
