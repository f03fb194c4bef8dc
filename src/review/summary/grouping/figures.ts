/** Counts the changes and the targets of a report. */
import { stableJson } from "../../../text/index.ts";
import { type Danger, type Figures, isSilenced, type Report, type TargetReport } from "../../report.ts";
import { isMove } from "./moves.ts";

/** The numbers that all writers show. */
export function figuresOf({
  changes,
  targets,
  groups,
  dangers,
  unread,
}: Pick<Report, "changes" | "targets" | "groups" | "dangers" | "unread">): Figures {
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
      moved: count(({ from, to }) => from !== undefined || to !== undefined),
      failed: count(({ status, failedBefore }) => status === "failed" && !failedBefore),
      failedNew: count(({ status, isNew }) => status === "failed" && isNew === true),
      failedBefore: count(({ status, failedBefore }) => status === "failed" && failedBefore === true),
      unrendered: count(({ status, needs }) => status === "failed" && needs !== undefined),
      failedAtBase: withStatus("failed-at-base"),
    },
    changes: { total: changes.length, ...kinds },
    elsewhere: changes.filter(({ elsewhere }) => elsewhere !== undefined).length,
    layoutOnly: targets.reduce((sum, { layoutOnly = 0 }) => sum + layoutOnly, 0),
    mistakesBefore: targets.reduce((sum, { mistakesBefore = 0 }) => sum + mistakesBefore, 0),
    groups: groups.length,
    dangers: dangerFigures(dangers),
    newWarnings: newWarnings(targets),
    ...(unread !== undefined && { unread: unread.files.length + (unread.more ?? 0) }),
    redacted: changes.some(({ redacted }) => redacted),
  };
}

function dangerFigures(dangers: readonly Danger[]): Figures["dangers"] {
  const counts = { high: 0, medium: 0, low: 0, silenced: 0 };
  for (const danger of dangers) counts[isSilenced(danger) ? "silenced" : danger.level]++;
  return counts;
}

/** Targets that share a base all have its warnings: each counts once. */
function newWarnings(targets: readonly TargetReport[]): number {
  const seen = new Set<string>();
  for (const { diagnostics } of targets) {
    for (const { code, severity, message, file, line, isNew } of diagnostics) {
      if (isNew && severity === "warning") seen.add(stableJson([code, message, file ?? "", line ?? 0]));
    }
  }
  return seen.size;
}
