/** Groups of single changes, where there is no time or memory to find out what changes have in common. */
import type { Change, Consequence, GroupEdit } from "../../report.ts";
import { consequenceOfChange, isOfReferences } from "./consequence.ts";
import type { Member, OpenGroup } from "./members.ts";
import { isMove } from "./moves.ts";

/** Further edits are only counted. */
const MAX_EDITS = 10;

/** The group of one change, with the weightiest consequence of its edits. */
export function loneGroup(member: Member): OpenGroup {
  const { change } = member;
  const { id, op } = change;
  const isMoved = op === "changed" && isMove(change);
  const isReference = op === "changed" && !isMoved && isOfReferences(change);
  const consequence = loneConsequence(change);
  return {
    op: isMoved ? "moved" : op,
    key: `alone ${id}`,
    edits: op === "changed" && !isMoved ? editsOf(change, consequence) : [],
    members: [member],
    consequence,
    ...(isReference && { onlyReferences: true }),
  };
}

/** A group of noise has one rule. */
function loneConsequence(change: Change): Consequence {
  const consequence = consequenceOfChange(change);
  const rules = new Set(change.fields.map(({ noise }) => noise));
  return consequence === "noise" && rules.size > 1 ? "metadata" : consequence;
}

function editsOf({ fields, moreFields = 0 }: Change, consequence: Consequence): GroupEdit[] {
  const edits = fields.slice(0, MAX_EDITS).map(({ path: _path, namedPath: _named, noise, ...shown }): GroupEdit => {
    return { ...shown, ...(consequence === "noise" && noise !== undefined && { noise }), count: 1 };
  });
  const more = fields.length - edits.length + moreFields;
  if (more === 0 && edits.length > 0) return edits;
  const label = more === 0 ? "content" : `${more} more ${more === 1 ? "field" : "fields"}`;
  const noise = consequence === "noise" ? fields[0]?.noise : undefined;
  return [...edits, { label, op: "changed", oversized: true, ...(noise !== undefined && { noise }), count: 1 }];
}
