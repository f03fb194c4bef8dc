/** The data that the writers of the parts of a page share. */
import { createHash } from "node:crypto";
import { groupBy } from "../../collections.ts";
import type { Change, Danger, Report } from "../../review/index.ts";
import type { Links } from "../markdown-context.ts";
import { type Overview, type Row, targetsOfChanges } from "../overview.ts";
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
export interface PlacedRow {
  readonly row: Row;
  /** Its id on the page: the same in all runs for a row that is the same. */
  readonly anchor: string;
  readonly section: Section;
  /** The changes that are shown here, gathered by their diffs. Each change of the report is shown once. */
  readonly diffs: readonly (readonly [Change, ...Change[]])[];
  /** Its diffs are shown from the start. */
  readonly isOpen: boolean;
}

/** The parts of the list of changes, in order. */
export const SECTIONS = ["behaviour", "image", "metadata", "references", "noise"] as const;
export type Section = (typeof SECTIONS)[number];

/** Diffs are open until they have so many lines together, about three screens; twice that where dangers are. */
const MAX_OPEN_LINES = 150;

/** Hexadecimal digits of an anchor. Where two rows have the same ones, one of them gets its number as well. */
const ANCHOR_DIGITS = 12;

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
  const anchors = new Set<string>();
  let lines = 0;
  return SECTIONS.flatMap((section) => rowsOf(overview, section).map((row) => ({ row, section }))).map(
    ({ row, section }, number) => {
      const own = row.changes.filter(({ id }) => !shown.has(id));
      for (const { id } of own) shown.add(id);
      const diffs = [...groupBy(own, (change) => writer.keyOf(change)).values()];
      const size = diffs.reduce((sum, [{ hunks }]) => sum + hunks.reduce((all, hunk) => all + hunk.lines.length, 0), 0);
      const isDangerous = own.some(({ id }) => dangersOf.has(id));
      const isOpen =
        section !== "noise" && section !== "references" && lines + size <= (isDangerous ? 2 : 1) * MAX_OPEN_LINES;
      if (isOpen) lines += size;
      const name = anchorOf(row);
      const anchor = anchors.has(name) ? `${name}-${number}` : name;
      anchors.add(anchor);
      return { row, anchor, section, diffs, isOpen };
    },
  );
}

/** The same for the same edit of the same objects in the same targets: who has seen the row has seen all of it. */
function anchorOf({ group: { id, changes, targets } }: Row): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([id, changes, targets]))
    .digest("hex");
  return `g${digest.slice(0, ANCHOR_DIGITS)}`;
}

function rowsOf({ rows, references, folded }: Overview, section: Section): readonly Row[] {
  if (section === "references") return references;
  return section === "noise" ? folded : rows.filter(({ group }) => group.consequence === section);
}
