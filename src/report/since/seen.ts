/** Keeps what a report says in digests, so that a later report can tell what is new; docs/decisions/0040-since-the-last-look.md. */
import { createHash } from "node:crypto";
import type { Report } from "../../review/index.ts";
import { stableJson } from "../../text/index.ts";
import { type Overview, overviewOf, type Row } from "../overview.ts";

/** The changes and dangers of a report. Digests have 8 hexadecimal digits. */
export interface Seen {
  /** Stands for the targets that this report cannot tell all of, with the reason: equal for equal ones. {@link NO_GAPS} for none. */
  readonly gaps: string;
  /** The contents of the rows, by the digests of their ids. */
  readonly rows: ReadonlyMap<string, string>;
  /** The keys of the dangers that count: those that people read as one are together. */
  readonly dangers: readonly (readonly string[])[];
}

/** A report of an earlier commit. */
export interface SeenAt {
  /** The full id of the commit. */
  readonly head: string;
  readonly seen: Seen;
}

export const NO_GAPS = "0".repeat(8);

export function seenOf(report: Report): Seen {
  return seenIn(overviewOf(report), report);
}

/** Takes time linear in the report. */
export function seenIn(overview: Overview, report: Report): Seen {
  return {
    gaps: gapsOf(report),
    rows: new Map(ownRows(overview).map((row) => [rowKey(row), contentOf(row)])),
    dangers: overview.dangers.map(({ members }) => [...new Set(members.map(({ danger }) => dangerKey(danger)))]),
  };
}

/** The rows that are more than references to new names. */
export function ownRows({ rows }: Pick<Overview, "rows">): readonly Row[] {
  return rows.filter(({ group }) => !group.onlyReferences);
}

export function rowKey({ group }: Pick<Row, "group">): string {
  return digestOf(group.id);
}

/** Dangers that differ in the last bit have one key, because that bit is used for something else. */
export function dangerKey({ key }: Report["dangers"][number]): string {
  const digest = digestOf(key);
  return `${digest.slice(0, -1)}${(Number.parseInt(digest.slice(-1), 16) & ~1).toString(16)}`;
}

/**
 * Stands for what a row says of its edit: in which objects of which targets it was made. The id of a change does not count, since it is
 * another one when a second edit of the same object changes. Where whole objects come or go, it does.
 */
export function contentOf({ group, changes }: Pick<Row, "group" | "changes">): string {
  const { edits, targets } = group;
  const objects =
    edits.length === 0
      ? group.changes
      : changes.map(({ object: { apiVersion, kind, namespace, name, baseName = name } }) => {
          return [apiVersion, kind, namespace, baseName];
        });
  return digestOf(stableJson([edits, targets, objects]));
}

/** A target that does not render may have any rows, and one that could not be compared may have others in another run. */
function gapsOf({ targets, notes = [] }: Report): string {
  const gaps = targets.flatMap(({ id, status, resources }) => {
    const isUnknown = status === "removed" && resources.base === null;
    return status === "failed" || status === "failed-at-base" || isUnknown ? [[id, status]] : [];
  });
  const isIncomplete = notes.some(({ severity }) => severity === "error");
  return gaps.length === 0 && !isIncomplete ? NO_GAPS : digestOf(stableJson([gaps, isIncomplete]));
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
