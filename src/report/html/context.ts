/** The data that the writers of the parts of a page share. */
import { groupBy } from "../../collections.ts";
import type { Change, Danger, Report } from "../../review/index.ts";
import {
  type AnchoredRow,
  anchoredRows,
  dangerAnchors,
  failureAnchors,
  type PlaceAnchors,
  placeAnchors,
  warningAnchors,
} from "../anchors/page-anchors.ts";
import type { DangerGroup } from "../danger-groups.ts";
import type { Failure } from "../failures.ts";
import type { Links } from "../markdown-context.ts";
import { type NewWarning, type Overview, targetsOfChanges } from "../overview.ts";
import type { TargetNames } from "../words/target-names.ts";
import { DiffWriter } from "./diffs.ts";
import { Surroundings } from "./surroundings.ts";
import { TargetSets } from "./target-sets.ts";

export interface PageContext {
  readonly report: Report;
  readonly overview: Overview;
  readonly links: Links | undefined;
  readonly sets: TargetSets;
  readonly names: TargetNames;
  readonly diffs: DiffWriter;
  /** The number of the set of targets that have a change. */
  readonly setOf: ReadonlyMap<string, number>;
  /** The dangers of a change. */
  readonly dangersOf: ReadonlyMap<string, readonly Danger[]>;
  /** The ids of dangers on the page. */
  readonly dangerAnchors: ReadonlyMap<DangerGroup, string>;
  /** The ids of failures on the page. */
  readonly failureAnchors: ReadonlyMap<Failure, string>;
  /** The ids of new warnings on the page. */
  readonly warningAnchors: ReadonlyMap<NewWarning, string>;
  /** The ids of the places in the overview that the top of the page names. */
  readonly placeAnchors: PlaceAnchors | undefined;
  /** The kinds of all objects, by their names, with their numbers. */
  readonly kinds: ReadonlyMap<string, number>;
  /** The owners of all rows, with their numbers. */
  readonly owners: ReadonlyMap<string, number>;
  /** The rows in the order of the page, each with the changes that no row before has. */
  readonly rows: readonly PlacedRow[];
  /** The lines around the hunks of the changes that are shown. */
  readonly surroundings: Surroundings;
}

/** A row with its place on the page. */
export interface PlacedRow extends AnchoredRow {
  /** The changes that are shown here, gathered by their diffs. Each change of the report is shown once. */
  readonly diffs: readonly (readonly [Change, ...Change[]])[];
  /** Its diffs are shown from the start. */
  readonly isOpen: boolean;
}

/** Diffs are open until they have so many lines together, about three screens; twice that where dangers are. */
const MAX_OPEN_LINES = 150;

export function contextOf(report: Report, overview: Overview, links: Links | undefined): PageContext {
  const sets = new TargetSets(report.targets.map(({ id }) => id));
  const dangersOf = groupBy(report.dangers, ({ change }) => change);
  const diffs = new DiffWriter();
  const rows = placed(overview, dangersOf, diffs);
  const shown = rows.flatMap((row) => row.diffs.map(([first]) => first));
  const surroundings = new Surroundings(shown);
  diffs.plan(shown, (change) => surroundings.has(change));
  const kinds = new Map<string, number>();
  for (const { object } of report.changes) if (!kinds.has(object.kind)) kinds.set(object.kind, kinds.size);
  return {
    report,
    overview,
    links,
    sets,
    names: overview.names,
    diffs,
    setOf: new Map(Array.from(targetsOfChanges(report), ([id, having]) => [id, sets.number(having)])),
    dangersOf,
    dangerAnchors: dangerAnchors(overview),
    failureAnchors: failureAnchors(overview),
    warningAnchors: warningAnchors(overview),
    placeAnchors: placeAnchors(report, overview),
    kinds,
    owners: new Map(
      [...new Set(rows.flatMap(({ row }) => row.group.owners?.names ?? []))].map((name, at) => [name, at]),
    ),
    rows,
    surroundings,
  };
}

function placed(
  overview: Overview,
  dangersOf: ReadonlyMap<string, readonly Danger[]>,
  writer: DiffWriter,
): PlacedRow[] {
  const shown = new Set<string>();
  let lines = 0;
  return anchoredRows(overview).map((placedRow) => {
    const { row, section } = placedRow;
    const own = row.changes.filter(({ id }) => !shown.has(id));
    for (const { id } of own) shown.add(id);
    const diffs = [...groupBy(own, (change) => writer.keyOf(change)).values()];
    const size = diffs.reduce((sum, [{ hunks }]) => sum + hunks.reduce((all, hunk) => all + hunk.lines.length, 0), 0);
    const isDangerous = own.some(({ id }) => dangersOf.has(id));
    const isOpen =
      section !== "noise" && section !== "references" && lines + size <= (isDangerous ? 2 : 1) * MAX_OPEN_LINES;
    if (isOpen) lines += size;
    return { ...placedRow, diffs, isOpen };
  });
}
