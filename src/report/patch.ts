/** Writes the report as a unified patch: each distinct change once, with the targets that have it. */

import { groupBy } from "../collections.ts";
import { formatDiagnostic, visible } from "../diagnostics.ts";
import { fileStemOf } from "../render/index.ts";
import type { Change, Hunk, Report, TargetReport } from "../review/index.ts";
import { placeOf } from "./causes.ts";
import { phrasesText } from "./edit-phrases.ts";
import { targetSetsOf } from "./overview.ts";
import { firstOf, oneLine } from "./text.ts";
import { type TrustRow, trustRows } from "./trust-rows.ts";
import { countedTargets, type TargetNames, targetNames, targetsText } from "./words/target-names.ts";
import { trustFields, trustHeadline, trustTitlePhrases } from "./words/trust-words.ts";

/** Targets named in a comment line. */
const MAX_TARGETS = 10;
/** Places of one edit of what may run. */
const MAX_PLACES = 3;

/**
 * The patch, for people and for tools that colour it, in parts of whole lines. Names are escaped. Lines with `#` say what fails,
 * what may run, and which targets have the changes below; files have the path of the first of these.
 */
export function* patchChunks(report: Report): Generator<string, void> {
  yield linesText(trustLines(trustRows(report.trust ?? [])).map((line) => `# ${line}`));
  const names = targetNames(report);
  const sets = groupBy(targetSetsOf(report), ({ targets }) => targets[0]);
  for (const target of report.targets) {
    yield linesText(problemLines(target, names));
    for (const { targets, changes } of sets.get(target.id) ?? []) {
      if (targets.length > 1) yield linesText([targetsLine(targets, names)]);
      for (const change of changes) yield linesText(changeLines(change, targets));
    }
  }
}

export function linesText(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** Lists the changes of the trust in functions below a title. Reviewers must see them before they approve them, also where no manifest changes. */
export function trustLines(trust: readonly TrustRow[]): string[] {
  if (trust.length === 0) return [];
  const lines = [trustHeadline(trust)];
  for (const row of trust) {
    const where = firstOf(row.places.map(placeOf), MAX_PLACES);
    lines.push(`  ${oneLine(`${phrasesText(trustTitlePhrases(row))}, ${where}`)}`);
    for (const field of trustFields(row)) lines.push(`    ${oneLine(phrasesText(field))}`);
  }
  return lines;
}

function problemLines(target: TargetReport, names: TargetNames): string[] {
  const nameOf = (id: string): string => fileName(targetsText([id], names, 1));
  const name = nameOf(target.id);
  const lines = target.from === undefined ? [] : [`# ${name} was ${nameOf(target.from)} at the base`];
  if (target.to !== undefined) lines.push(`# ${name} is ${nameOf(target.to)} at the head`);
  if (target.status !== "failed" && target.status !== "failed-at-base") return lines;
  const before = target.failedBefore ? ", as at the base" : "";
  const where = target.status === "failed-at-base" ? "fails at the base" : `fails at the head${before}`;
  lines.push(`# ${name} ${where}; its objects are not compared`);
  for (const diagnostic of target.diagnostics) {
    if (diagnostic.severity !== "error") continue;
    for (const line of formatDiagnostic(diagnostic).split("\n")) lines.push(`#   ${line}`);
  }
  return lines;
}

/** A line that names the targets of what follows. */
export function targetsLine(targets: readonly string[], names: TargetNames): string {
  return `# in ${countedTargets(targets)}: ${fileName(targetsText(targets, names, MAX_TARGETS))}`;
}

/** The change as a file of a patch. @param targets the ids of those that have it; the first of them is part of its path */
export function changeLines(change: Change, targets: readonly string[]): string[] {
  const { from = {}, object, op, hunks } = change;
  const old = new Set(from.targets);
  const target = targets.find((id) => !old.has(id)) ?? targets[0] ?? "";
  const before = fileOf(from.targets?.[0] ?? target, { ...object, ...from });
  const after = fileOf(target, object);
  const lines = [`diff --git ${quoted("a", before)} ${quoted("b", after)}`];
  if (op === "added") lines.push("new file mode 100644");
  if (op === "removed") lines.push("deleted file mode 100644");
  if (before !== after) lines.push(`rename from ${quoted(undefined, before)}`, `rename to ${quoted(undefined, after)}`);
  if (hunks.length === 0) return lines;
  lines.push(`--- ${op === "added" ? "/dev/null" : quoted("a", before)}`);
  lines.push(`+++ ${op === "removed" ? "/dev/null" : quoted("b", after)}`);
  for (const hunk of hunks) {
    lines.push(hunkHeader(hunk));
    for (const line of hunk.lines) lines.push(`${line[0]}${visible(line.slice(1))}`);
  }
  return lines;
}

function fileOf(
  target: string,
  { namespace, kind, name }: Pick<Change["object"], "namespace" | "kind" | "name">,
): string {
  const parts = [fileStemOf(target), ...(namespace === "" ? [] : [namespace]), `${kind}-${name}.yaml`];
  return parts.map(fileName).join("/");
}

/** A file name on one line, with control characters escaped. */
export function fileName(text: string): string {
  return visible(text.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
}

/** A path as git prints it: quoted where its end would be ambiguous. */
function quoted(prefix: string | undefined, name: string): string {
  const path = prefix === undefined ? name : `${prefix}/${name}`;
  return /^[\w./<>,@:+=~-]+$/.test(path) ? path : JSON.stringify(path);
}

function hunkHeader(hunk: Hunk): string {
  const range = (start: number, count: number): string => (count === 1 ? String(start) : `${start},${count}`);
  const fields = hunk.fields.length === 0 ? "" : ` ${fileName(hunk.fields.join(", "))}`;
  return `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@${fields}`;
}
