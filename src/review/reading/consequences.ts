/** Checks what a report says of the consequence of its changes: nothing that matters may be called noise. */

import { stableJson } from "../../text/index.ts";
import { consequenceOfChange, isOfReferences, weightOf } from "../grouping/index.ts";
import { imageRows } from "../images.ts";
import { noiseCounts } from "../noise/index.ts";
import type { Change, ChangeGroup, Report } from "../report.ts";
import { invalid } from "./bounds.ts";

/**
 * Checks that each change has a group of at least its own consequence, that groups of noise hold what one rule folds, and that
 * images and counts of noise are those of the changes. Takes time linear in the changes and in the groups.
 *
 * @param byId the changes, which all ids of groups lead to
 * @throws KrmError `report-invalid`
 */
export function checkConsequences(report: Report, byId: ReadonlyMap<string, Change>): void {
  const weights = new Map<string, number>();
  report.groups.forEach((group, index) => {
    checkGroup(group, byId, `groups[${index}]`);
    const weight = weightOf(group.consequence);
    for (const id of group.changes) weights.set(id, Math.min(weight, weights.get(id) ?? weight));
  });
  report.changes.forEach((change, index) => {
    if ((weights.get(change.id) ?? 0) > weightOf(consequenceOfChange(change)))
      throw invalid(`changes[${index}] has groups of less consequence only`);
  });
  if (stableJson(noiseCounts(report.changes)) !== stableJson(report.noise))
    throw invalid("noise is not that of its changes");
  const images = report.images.map(({ targets: _targets, ...row }) => row);
  if (stableJson(imageRows(report.changes)) !== stableJson(images))
    throw invalid("images are not those of its changes");
}

function checkGroup(group: ChangeGroup, byId: ReadonlyMap<string, Change>, place: string): void {
  const { consequence, edits, op, changes, onlyReferences } = group;
  if (op !== "changed" && consequence !== "behaviour") throw invalid(`${place}.consequence is not that of its changes`);
  const of = (id: string): Change => byId.get(id) as Change;
  if (onlyReferences && !changes.every((id) => isOfReferences(of(id))))
    throw invalid(`${place} has changes of more than references`);
  const [rule] = new Set(edits.map(({ noise }) => noise));
  if (consequence !== "noise") {
    if (edits.some(({ noise }) => noise !== undefined)) throw invalid(`${place}.edits are noise, although it is not`);
    return;
  }
  const isOfRule = rule !== undefined && edits.every(({ noise }) => noise === rule);
  const holdsRule = ({ fields }: Change): boolean => fields.some(({ noise }) => noise === rule);
  if (!isOfRule || !changes.every((id) => holdsRule(of(id)))) throw invalid(`${place} is not what one rule folds`);
}
