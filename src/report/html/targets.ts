/** Writes the targets with their status, the sets of targets that rows name, and the figures. */

import { formatDiagnostic } from "../../diagnostics.ts";
import { deploymentOf, isDeploymentId } from "../../render/index.ts";
import type { TargetReport } from "../../review/index.ts";
import { gatherProblems } from "../problems.ts";
import { plural } from "../text.ts";
import { mistakesBeforePhrases } from "../words/danger-words.ts";
import { commonDirectory, countedTargets, targetItems, targetPhrases } from "../words/target-names.ts";
import { isUnreadFirst, unreadPhrases } from "../words/unread-words.ts";
import type { PageContext } from "./context.ts";
import { attribute, chunked, code, escapeText, phrases, text } from "./markup.ts";

export function* targetSection(context: PageContext): Generator<string, void> {
  const { report } = context;
  yield `<section id=targets><h2>Targets <span class=n>${report.targets.length}</span></h2>\n`;
  yield "<details><summary>All targets, with their status and why they were rendered</summary>\n";
  yield* chunked(
    report.targets.map((target, index) => targetRow(target, index, context)),
    [`<div class=c><table>${HEAD}<tbody>`, "</table></div>"],
  );
  yield "</details>\n";
  yield "<details><summary>Which targets have the same changes</summary>\n";
  yield* chunked(setItems(context), ["<ul class='c s'>", "</ul>"]);
  yield "</details>\n";
  yield oldWarnings(context);
  yield "</section>\n";
}

const HEAD =
  "<thead><tr><th scope=col>target<th scope=col>status<th scope=col>changes<th scope=col>objects<th scope=col>why\n";

function targetRow(
  { id, path, deployment, from, to, status, changes, resources, why }: TargetReport,
  index: number,
  { names }: PageContext,
): string {
  const nameOf = (target: string): string =>
    isDeploymentId(target) ? phrases(targetPhrases(target, names)) : code(target);
  const renamed =
    from !== undefined ? `, at the base ${nameOf(from)}` : to !== undefined ? `, at the head ${nameOf(to)}` : "";
  const where = deployment === undefined ? "" : ` of ${code(path)}`;
  const { base, head } = resources;
  const objects = base === head ? `${head ?? ""}` : `${base ?? "none"} → ${head ?? "none"}`;
  const cluster = deploymentOf(id)?.cluster;
  const data = cluster === undefined ? "" : ` data-c=${attribute(cluster)}`;
  return `<tr id=p${index}${data}><td>${nameOf(id)}${where}${renamed}<td>${status}<td>${changes.length}<td>${objects}<td>${text(why)}\n`;
}

/** Writes each set of targets that a row or a change has, for links to it. */
function* setItems({ sets: all, names: known }: PageContext): Generator<string, void> {
  for (const { number, positions } of all.all()) {
    const ids = all.ids(number);
    const paths = ids.filter((id) => !isDeploymentId(id));
    // Two paths are as short without a directory that is said once.
    const shared = paths.length < 3 || paths.length < ids.length ? "" : commonDirectory(paths);
    const below = shared === "" ? "" : ` below ${code(shared)}`;
    const names = paths.map((path) => code(path.slice(shared.length)));
    const deployments = targetItems(ids.filter(isDeploymentId), known).map(phrases);
    if (deployments.length > 0) names.push(deployments.join(", "));
    yield `<li id=t${number} data-p="${positions}">${countedTargets(ids)}${below}: ${names.join(" ")}\n`;
  }
}

/** Warnings that this change does not cause. */
function oldWarnings({ report: { targets } }: PageContext): string {
  const old = gatherProblems(targets, ({ severity, isNew }) => severity !== "error" && isNew !== true);
  if (old.length === 0) return "";
  const items = old.map(({ diagnostic, places }) => {
    const more = places.length > 1 ? ` <small>and ${plural(places.length - 1, "more place")}</small>` : "";
    return `<li><span class=m>${escapeText(formatDiagnostic(diagnostic))}</span>${more}`;
  });
  return `<details id=old><summary>${plural(old.length, "other notice or warning", "other notices and warnings")}</summary>\n<ul>${items.join("\n")}</ul></details>\n`;
}

export function figures({ report, overview }: PageContext): string {
  const { targets, changes, layoutOnly, mistakesBefore, redacted } = report.figures;
  const elsewhere = overview.elsewhere.length;
  const unread = phrases(unreadPhrases(overview));
  const items = [
    `${plural(targets.total, "target")}: ${counts({
      changed: targets.changed,
      unchanged: targets.unchanged,
      added: targets.added,
      removed: targets.removed,
      renamed: targets.moved,
      failing: targets.failed,
      "failing on both sides": targets.failedBefore,
      "not rendered here": targets.unrendered,
      "failing at the base only": targets.failedAtBase,
      unaffected: targets.unaffected,
    })}`,
    `${plural(changes.total, "distinct change")} of objects: ${counts({
      changed: changes.changed,
      added: changes.added,
      removed: changes.removed,
      moved: changes.moved,
      "only references": changes.references,
    })}`,
    ...(elsewhere > 0 ? [`${plural(elsewhere, "change")} whose effect in the cluster is not all shown here`] : []),
    ...(layoutOnly > 0 ? [`${plural(layoutOnly, "object")} differ in their layout only, which no diff shows`] : []),
    ...(isUnreadFirst(overview) || unread === "" ? [] : [unread]),
    ...(mistakesBefore > 0 ? [phrases(mistakesBeforePhrases(overview))] : []),
    ...(redacted ? ["Values of Secrets are never shown"] : []),
  ];
  return `<section id=figures><h2>Figures</h2>\n<ul>${items.map((item) => `<li>${item}`).join("\n")}</ul></section>\n`;
}

function counts(numbers: Readonly<Record<string, number>>): string {
  const parts = Object.entries(numbers).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  return parts.length === 0 ? "none" : parts.join(", ");
}
