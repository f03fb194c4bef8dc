/** The anchors of the HTML page: the same for the page itself and for a comment that links to it. */
import { createHash } from "node:crypto";
import { isSilenced, type Report } from "../../review/index.ts";
import type { DangerGroup } from "../danger-groups.ts";
import type { Failure } from "../failures.ts";
import { type NewWarning, type Overview, type Row, targetsOfChanges } from "../overview.ts";
import type { Problem } from "../problems.ts";
import { type PlaceNews, placeNews } from "../words/place-news.ts";

/** The parts of the list of changes, in order. */
export const SECTIONS = ["behaviour", "image", "metadata", "references", "noise"] as const;
export type Section = (typeof SECTIONS)[number];

/** A row in its part of the page. */
export interface AnchoredRow {
  readonly row: Row;
  readonly section: Section;
  /** Its id on the page: the same in all runs for a row that is the same. */
  readonly anchor: string;
}

/** Hexadecimal digits of an anchor. Where two have the same ones, one of them gets its number as well. */
const ANCHOR_DIGITS = 12;

/** The rows in the order of the page. */
export function anchoredRows(overview: Overview): AnchoredRow[] {
  const placed = SECTIONS.flatMap((section) => rowsOf(overview, section).map((row) => ({ row, section })));
  const anchors = distinct("g", placed, ({ row }) => contentOf(row));
  return placed.map((each, index) => ({ ...each, anchor: anchors[index] as string }));
}

/** The ids of the dangers on the page, silenced ones included: the same in all runs for the same dangers of the same objects. */
export function dangerAnchors({ dangers, silenced }: Overview): ReadonlyMap<DangerGroup, string> {
  const groups = [...dangers, ...silenced];
  const anchors = distinct("d", groups, ({ members, targets }) => [members.map(({ danger: { key } }) => key), targets]);
  return new Map(groups.map((group, index) => [group, anchors[index] as string]));
}

/** The ids of the failures on the page: the same in all runs for the same problems of the same targets. */
export function failureAnchors({ failures, earlier }: Overview): ReadonlyMap<Failure, string> {
  const all = [...failures, ...earlier];
  const anchors = distinct("f", all, ({ targets, needs, problems }) => [
    targets.map(({ id }) => id),
    needs.length > 0 ? needs : problems.map(problemOf),
  ]);
  return new Map(all.map((failure, index) => [failure, anchors[index] as string]));
}

/** The ids of the new warnings on the page: the same in all runs for the same warning of the same targets. */
export function warningAnchors({ warnings }: Overview): ReadonlyMap<NewWarning, string> {
  const anchors = distinct("w", warnings, (warning) => [warning.targets.map(({ id }) => id), problemOf(warning)]);
  return new Map(warnings.map((warning, index) => [warning, anchors[index] as string]));
}

/** The places that the line above the changes names, as far as the overview of the page has a row for them. */
export interface PlaceAnchors {
  readonly of: PlaceNews["of"];
  /** By the names of the places. */
  readonly names: ReadonlyMap<string, string>;
  /** By the ids of the targets in these places that the overview names. */
  readonly targets: ReadonlyMap<string, string>;
}

export function placeAnchors(report: Report, overview: Overview): PlaceAnchors | undefined {
  const news = placeNews(overview);
  const shown = tableTargets(report, overview);
  if (news === undefined || shown.size < 2) return undefined;
  const places = news.phrases.flatMap((phrase) => {
    if (typeof phrase === "string" || !("targets" in phrase)) return [];
    const targets = [...phrase.targets].filter((id) => shown.has(id));
    return targets.length === 0 ? [] : [{ name: phrase.code, targets }];
  });
  const anchors = distinct("m", places, ({ name }) => [news.of, name]);
  return {
    of: news.of,
    names: new Map(places.map(({ name }, index) => [name, anchors[index] as string])),
    targets: new Map(places.flatMap(({ targets }, index) => targets.map((id) => [id, anchors[index] as string]))),
  };
}

/** The ids of the targets to which the overview of the page has something to say. It is left out if there are less than two. */
function tableTargets(report: Report, { failures, earlier }: Overview): ReadonlySet<string> {
  const holders = targetsOfChanges(report);
  return new Set([
    ...report.plan.flatMap(({ change, targets = holders.get(change) ?? [] }) => targets),
    ...report.dangers.flatMap((danger) => (isSilenced(danger) ? [] : danger.targets)),
    ...failures.flatMap(({ targets }) => targets.map(({ id }) => id)),
    ...earlier.flatMap(({ edited }) => edited.map(({ id }) => id)),
  ]);
}

function problemOf({ diagnostic: { code, message } }: Problem): unknown {
  return [code, message];
}

function rowsOf({ rows, references, folded }: Overview, section: Section): readonly Row[] {
  if (section === "references") return references;
  return section === "noise" ? folded : rows.filter(({ group }) => group.consequence === section);
}

/** The same for the same edit of the same objects in the same targets: who has seen the row has seen all of it. */
function contentOf({ group: { id, changes, targets } }: Row): unknown {
  return [id, changes, targets];
}

/** A name for each item, by its content. */
function distinct<T>(prefix: string, items: readonly T[], contentOfItem: (item: T) => unknown): string[] {
  const taken = new Set<string>();
  return items.map((item, number) => {
    const digest = createHash("sha256")
      .update(JSON.stringify(contentOfItem(item)))
      .digest("hex");
    const name = `${prefix}${digest.slice(0, ANCHOR_DIGITS)}`;
    const anchor = taken.has(name) ? `${name}-${number}` : name;
    taken.add(anchor);
    return anchor;
  });
}
