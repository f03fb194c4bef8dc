/** Reviews one target: compares its two renderings. */
import type { Diagnostic } from "../diagnostics.ts";
import type { HashMask } from "../manifests/index.ts";
import type { PoliciesBeside } from "../policies/index.ts";
import { hasWrongBytes } from "../render/index.ts";
import type { Failed, Rendered, Rendering } from "../render/rendering.ts";
import { compareResources, type FoundChange, newDangers } from "./changes.ts";
import { type EarlierBase, isBroken } from "./earlier-base.ts";
import { type Known, withoutKnown } from "./known-objects.ts";
import { missingInputs } from "./missing-inputs.ts";
import { identity, markNew } from "./new-problems.ts";
import type { Shared } from "./pair-comparison.ts";
import { redactionProblems } from "./redaction-problems.ts";
import type { TargetDiagnostic, TargetReport } from "./report.ts";
import { TargetNames } from "./target-names.ts";

/** The report of a target whose changes are not stored yet. */
export interface ReviewedTarget extends Omit<TargetReport, "changes"> {
  readonly changes: readonly FoundChange[];
}

/** The fields of a target in the report that do not depend on its changes. */
export type About = Pick<
  TargetReport,
  "id" | "path" | "deployment" | "fate" | "source" | "set" | "from" | "to" | "why" | "edited"
>;

/** Further renderings that a target is compared with, and judged by. */
export interface Comparable {
  /** Takes the place of a base that is broken. */
  readonly earlier?: EarlierBase | undefined;
  /** The objects that other targets of the base rendered, for a new target. */
  readonly known?: Known | undefined;
  /** Policies that other targets of the cluster render. */
  readonly beside?: PoliciesBeside | undefined;
}

/**
 * The report of one target. A target that failed has no changes.
 */
export function reviewTarget(
  about: About,
  base: Rendering,
  head: Rendering,
  shared: Shared,
  { earlier, known, beside }: Comparable = {},
): ReviewedTarget {
  const resources = {
    base: base.status === "rendered" ? base.resources.length : null,
    head: head.status === "rendered" ? head.resources.length : null,
  };
  if (head.status === "failed") {
    const failedBefore =
      !isUntried(head) &&
      !hasWrongBytes(head) &&
      !hasWrongBytes(base) &&
      (base.status === "failed" || (base.status === "rendered" && hadSameErrors(head, base)));
    const isNew = base.status === "absent" ? { isNew: true as const } : {};
    const diagnostics = markNew(head.diagnostics, base, about, shared);
    // A target that names an edited file in an error depends on it, even if nobody has asked what it depends on.
    const edited = about.edited ?? (diagnostics.some(({ inChange }) => inChange) || undefined);
    return {
      ...about,
      ...(edited === undefined ? {} : { edited }),
      status: "failed",
      failedBefore,
      ...isNew,
      ...needsOf(head),
      resources,
      changes: [],
      diagnostics,
    };
  }
  if (base.status === "failed") {
    if (head.status === "absent")
      return {
        ...about,
        status: "removed",
        ...needsOf(base),
        resources,
        changes: [],
        diagnostics: base.diagnostics,
      };
    const before = earlier?.rendering.resources ?? [];
    const names = new TargetNames(before, head.resources);
    const isKnown = isBroken(base);
    // What another run may render can be compared there: here, objects do not count as added, unless they bring dangers.
    const { changes: found, problems } = isKnown
      ? compareResources(before, head.resources, names, shared, about, beside)
      : newDangers(head.resources, names, shared);
    const compared = earlier !== undefined ? { comparedWith: earlier.commit } : isKnown ? { asNew: true as const } : {};
    const changes = found.map(apart);
    const added = markNew(head.diagnostics, base, about, shared).filter(({ isNew }) => isNew);
    const masked = [...added, ...redactionProblems(head.resources)].map((each) =>
      maskDiagnostic(each, names.masks.head),
    );
    const diagnostics = [...base.diagnostics, ...masked, ...problems];
    return { ...about, status: "failed-at-base", ...compared, ...needsOf(base), resources, changes, diagnostics };
  }
  if (base.status === "absent" && head.status === "absent") {
    const diagnostics = [targetNotFound(about)];
    return { ...about, status: "failed", failedBefore: true, resources, changes: [], diagnostics };
  }

  const before = base.status === "absent" ? [] : base.resources;
  const after = head.status === "absent" ? [] : head.resources;
  const names = new TargetNames(before, after);
  const compared = compareResources(before, after, names, shared, about, beside);
  const { changes: found, layoutOnly, mistakesBefore, problems } = compared;
  const changes = known === undefined ? found : withoutKnown(found, known, names, shared);
  const diagnostics = head.status === "absent" ? [] : markNew(head.diagnostics, base, about, shared);
  return {
    ...about,
    status: statusOf(about, base, head, changes.length),
    resources,
    changes,
    ...(layoutOnly > 0 ? { layoutOnly } : {}),
    ...(mistakesBefore > 0 ? { mistakesBefore } : {}),
    diagnostics: [
      ...[...diagnostics, ...redactionProblems(after)].map((diagnostic) =>
        maskDiagnostic(diagnostic, names.masks.head),
      ),
      ...problems,
    ],
  };
}

/**
 * A change of a target that is not compared with the base: nobody knows whether its objects came from other targets, and the lines of
 * an earlier commit are not those of the base.
 */
function apart({ cause, movable: _movable, ...rest }: FoundChange): FoundChange {
  return rest.head === undefined || cause === undefined ? rest : { ...rest, cause };
}

function needsOf({ diagnostics }: Failed): Pick<TargetReport, "needs"> {
  const needs = missingInputs(diagnostics);
  return needs.length === 0 ? {} : { needs };
}

/** Tells whether there was no time to render the head, so that nothing is known about it. */
function isUntried({ diagnostics }: Failed): boolean {
  return diagnostics.some(({ code }) => code === "run-timeout");
}

/** Tells whether the base has the same problems. Only the head is read strictly, so at the base they are not errors. */
function hadSameErrors(head: Failed, base: Rendered): boolean {
  const before = new Set(base.diagnostics.map(identity));
  return head.diagnostics.every((diagnostic) => diagnostic.severity !== "error" || before.has(identity(diagnostic)));
}

function maskDiagnostic(diagnostic: TargetDiagnostic, mask: HashMask): TargetDiagnostic {
  const { message, object } = diagnostic;
  return { ...diagnostic, message: mask(message), ...(object === undefined ? {} : { object: mask(object) }) };
}

function statusOf({ from, to }: About, base: Rendering, head: Rendering, changes: number): TargetReport["status"] {
  if (base.status === "absent") return "added";
  if (head.status === "absent") return "removed";
  return changes > 0 || from !== undefined || to !== undefined ? "changed" : "unchanged";
}

function targetNotFound({ id, path, deployment }: About): Diagnostic {
  if (deployment !== undefined) {
    const message = `there is no Kustomization ${deployment.namespace}/${deployment.name} of the cluster ${deployment.cluster}, neither at the base nor at the head`;
    return { code: "target-not-found", severity: "error", message, object: id };
  }
  return {
    code: "target-not-found",
    severity: "error",
    message: `there is no kustomization in ${path}, neither at the base nor at the head`,
    file: path,
    hint: "Name a directory that holds a kustomization.yaml.",
  };
}
