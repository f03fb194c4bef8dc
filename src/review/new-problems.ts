/** Tells the problems that a change causes from those that were there before. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Rendering } from "../render/rendering.ts";
import { replacePath } from "../text/index.ts";
import type { TargetDiagnostic, TargetReport } from "./report.ts";

/**
 * The problems of the head, those marked that the base does not have. Where the base failed, it is not known which problems it
 * has besides: then only those in files that the change edits are new.
 */
export function markNew(
  head: readonly Diagnostic[],
  base: Rendering,
  { path, from }: Pick<TargetReport, "path" | "from">,
  changedFiles: ReadonlySet<string>,
): TargetDiagnostic[] {
  const known = new Map<string, number>();
  const before = base.status === "absent" ? [] : base.diagnostics;
  const moved = from === undefined ? undefined : { from, path };
  for (const diagnostic of before) {
    const key = identity(moved === undefined ? diagnostic : relocated(diagnostic, moved));
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  return head.map((diagnostic) => {
    const inChange = diagnostic.file !== undefined && changedFiles.has(diagnostic.file);
    const key = identity(diagnostic);
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    const isNew = left === 0 && (base.status !== "failed" || inChange);
    return { ...diagnostic, ...(isNew ? { isNew } : {}), ...(inChange ? { inChange } : {}) };
  });
}

/** A new target has all warnings of its bases. Those that other targets had before are not new. */
export function forgetKnown(targets: readonly TargetReport[]): TargetReport[] {
  const known = new Set<string>();
  for (const { status, diagnostics } of targets) {
    // Those of the base say what was wrong there.
    if (status === "failed-at-base" || status === "removed") continue;
    for (const diagnostic of diagnostics) if (!diagnostic.isNew) known.add(identity(diagnostic));
  }
  return targets.map((target) => {
    const isAdded = target.status === "added" || (target.status === "failed" && target.isNew === true);
    if (!isAdded || known.size === 0) return target;
    const diagnostics = target.diagnostics.map((diagnostic) => {
      const { isNew, ...rest } = diagnostic;
      return isNew && diagnostic.severity !== "error" && known.has(identity(diagnostic)) ? rest : diagnostic;
    });
    return { ...target, diagnostics };
  });
}

/**
 * The problem without its line, which changes when lines are added above it, and without the hashes in generated names, which
 * change with every edit of their contents.
 */
export function identity({ code, file, message }: Diagnostic): string {
  return JSON.stringify([code, file, message.replace(/-[2456789bcdfghkmt]{10}(?![\w-])/g, "-")]);
}

/** The problem as it would be if the target had been where it is at the head. */
function relocated(diagnostic: Diagnostic, { from, path }: { from: string; path: string }): Diagnostic {
  const { file, message } = diagnostic;
  const isInside = file === from || file?.startsWith(`${from}/`);
  return {
    ...diagnostic,
    ...(isInside ? { file: `${path}${file?.slice(from.length)}` } : {}),
    message: replacePath(message, from, path),
  };
}
