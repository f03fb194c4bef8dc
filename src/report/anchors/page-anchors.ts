/** The anchors of the HTML page: the same for the page itself and for a comment that links to it. */
import { createHash } from "node:crypto";
import type { DangerGroup } from "../danger-groups.ts";
import type { Overview, Row } from "../overview.ts";

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
