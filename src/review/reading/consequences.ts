/** Checks what a report says of the consequence of its changes: nothing that matters may be called noise. */

import { stableJson } from "../../text/index.ts";
import type { Change, ChangeGroup, Report } from "../report.ts";
import { consequenceOfChange, imageRows, isOfReferences, noiseCounts, weightOf } from "../summary/index.ts";
import { invalid } from "./bounds.ts";

/**
 * Checks that each change has a group of at least its own consequence, that groups of noise hold what one rule folds, and that
 * images and counts of noise are those of the changes. Takes time linear in the changes and in the groups.
 *
 * @throws KrmError `report-invalid`
 */
export function checkConsequences(report: Report): void {
  const weights = new Map<string, number>();
  const facts = new Map(report.changes.map((change) => [change.id, factsOf(change)]));
  report.groups.forEach((group, index) => {
    checkGroup(group, facts, `groups[${index}]`);
    const weight = weightOf(group.consequence);
    for (const id of group.changes) weights.set(id, Math.min(weight, weights.get(id) ?? weight));
  });
  report.changes.forEach((change, index) => {
    if ((weights.get(change.id) ?? 0) > (facts.get(change.id)?.weight ?? 0))
      throw invalid(`changes[${index}] has groups of less consequence only`);
  });
  if (stableJson(noiseCounts(report.changes)) !== stableJson(report.noise))
    throw invalid("noise is not that of its changes");
  const images = report.images.map(({ targets: _targets, ...row }) => row);
  if (stableJson(imageRows(report.changes)) !== stableJson(images))
    throw invalid("images are not those of its changes");
}

/** The facts about a change that checks of groups need. Found once, because many groups can name it. */
interface Facts {
  readonly weight: number;
  readonly isOfReferences: boolean;
  readonly rules: ReadonlySet<string | undefined>;
}

function factsOf(change: Change): Facts {
  return {
    weight: weightOf(consequenceOfChange(change)),
    isOfReferences: isOfReferences(change),
    rules: new Set(change.fields.map(({ noise }) => noise)),
  };
}

function checkGroup(group: ChangeGroup, facts: ReadonlyMap<string, Facts>, place: string): void {
  const { consequence, edits, op, changes, onlyReferences } = group;
  if (op !== "changed" && consequence !== "behaviour") throw invalid(`${place}.consequence is not that of its changes`);
  if (onlyReferences && !changes.every((id) => facts.get(id)?.isOfReferences))
    throw invalid(`${place} has changes of more than references`);
  const [rule] = new Set(edits.map(({ noise }) => noise));
  if (consequence !== "noise") {
    if (edits.some(({ noise }) => noise !== undefined)) throw invalid(`${place}.edits are noise, although it is not`);
    return;
  }
  const isOfRule = rule !== undefined && edits.every(({ noise }) => noise === rule);
  if (!isOfRule || !changes.every((id) => facts.get(id)?.rules.has(rule)))
    throw invalid(`${place} is not what one rule folds`);
}
