/** Compares a report with that of an earlier commit. */
import type { Report } from "../../review/index.ts";
import type { Phrase } from "../edit-phrases.ts";
import type { Overview } from "../overview.ts";
import { plural } from "../text.ts";
import { dangerKey, NO_GAPS, ownRows, rowKey, type SeenAt, seenIn } from "./seen.ts";

/** The differences between a report and an earlier one. */
export interface News {
  /** The commit of the earlier report. */
  readonly head: string;
  /** By the ids of groups; others are as they were. */
  readonly rows: ReadonlyMap<string, "new" | "changed">;
  /** True if no row is as it was, nor changed: then rows need no mark. */
  readonly isAllNew: boolean;
  /** The number of rows that are gone; undefined where targets that do not render may still have them. */
  readonly gone: number | undefined;
  readonly newDangers: number;
  /** Undefined as {@link gone}. */
  readonly resolved: number | undefined;
}

/** Takes time linear in both reports. */
export function newsOf(overview: Overview, report: Report, { head, seen: before }: SeenAt): News {
  const now = seenIn(overview, report);
  const rows = new Map<string, "new" | "changed">();
  for (const row of ownRows(overview)) {
    const key = rowKey(row);
    const known = before.rows.get(key);
    if (known === undefined) rows.set(row.group.id, "new");
    else if (known !== now.rows.get(key)) rows.set(row.group.id, "changed");
  }
  const known = new Set(before.dangers.flat());
  const present = new Set(report.dangers.map(dangerKey));
  // What the earlier report could not tell either is not gone.
  const isWhole = now.gaps === NO_GAPS || now.gaps === before.gaps;
  const gone = [...before.rows.keys()].filter((key) => !now.rows.has(key)).length;
  const resolved = before.dangers.filter((keys) => !keys.some((key) => present.has(key))).length;
  return {
    head,
    rows,
    isAllNew: ownRows(overview).every(({ group }) => rows.get(group.id) === "new"),
    gone: isWhole ? gone : undefined,
    newDangers: now.dangers.filter((keys) => keys.some((key) => !known.has(key))).length,
    resolved: isWhole ? resolved : undefined,
  };
}

/** `2 new changes, 1 change differs, 1 danger resolved` */
export function newsText({ rows, gone = 0, newDangers, resolved = 0 }: News): string {
  const states = [...rows.values()];
  const added = states.filter((state) => state === "new").length;
  const changed = states.length - added;
  const parts = [
    ...(added > 0 ? [plural(added, "new change")] : []),
    ...(changed > 0 ? [plural(changed, "change differs", "changes differ")] : []),
    ...(gone > 0 ? [plural(gone, "change gone", "changes gone")] : []),
    ...(newDangers > 0 ? [plural(newDangers, "new danger")] : []),
    ...(resolved > 0 ? [plural(resolved, "danger resolved", "dangers resolved")] : []),
  ];
  return parts.length === 0 ? "no new change or danger" : parts.join(", ");
}

/** `new since 3f2a91c` for a row, or for rows that are told together; empty for what was there, and where all rows are new. */
export function rowNews(news: News | undefined, ids: readonly string[]): Phrase[] {
  if (news === undefined || news.isAllNew) return [];
  const states = new Set(ids.map((id) => news.rows.get(id)));
  if (states.size === 1 && states.has(undefined)) return [];
  return [`${states.size === 1 && states.has("new") ? "new" : "changed"} since `, { code: news.head.slice(0, 7) }];
}
