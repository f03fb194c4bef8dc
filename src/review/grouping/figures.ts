/** Counts the changes and the targets of a report. */
import type { Change, Figures, TargetReport } from "../report.ts";
import { isMove } from "./moves.ts";

/** The numbers that all writers show. */
export function figuresOf(changes: readonly Change[], targets: readonly TargetReport[], groups: number): Figures {
  const kinds = { added: 0, removed: 0, changed: 0, moved: 0, references: 0 };
  for (const change of changes) {
    if (change.onlyReferences) kinds.references++;
    else if (change.op === "changed" && isMove(change)) kinds.moved++;
    else kinds[change.op]++;
  }
  const count = (wanted: (target: TargetReport) => boolean): number => targets.filter(wanted).length;
  const withStatus = (status: TargetReport["status"]): number => count((target) => target.status === status);
  const unaffected = withStatus("unaffected");
  return {
    targets: {
      total: targets.length,
      affected: targets.length - unaffected,
      unaffected,
      changed: withStatus("changed"),
      unchanged: withStatus("unchanged"),
      added: withStatus("added"),
      removed: withStatus("removed"),
      moved: count(({ from }) => from !== undefined),
      failed: count(({ status, failedBefore }) => status === "failed" && !failedBefore),
      failedBefore: count(({ status, failedBefore }) => status === "failed" && failedBefore === true),
      failedAtBase: withStatus("failed-at-base"),
    },
    changes: { total: changes.length, ...kinds },
    layoutOnly: targets.reduce((sum, { layoutOnly = 0 }) => sum + layoutOnly, 0),
    groups,
    redacted: changes.some(({ redacted }) => redacted),
  };
}
