/** Says where objects moved, and what they are called now. */
import { isDeploymentId } from "../../render/index.ts";
import { joinPhrases, type Phrase, type ShownEdit } from "../edit-phrases.ts";
import { type TargetNames, targetItems } from "./target-names.ts";

/** Targets that are named of those that an object went to. Further ones are counted. */
const MAX_TARGETS = 5;

/** The edits of a group of moves, in words. */
export function movePhrases(edits: readonly ShownEdit[], names: TargetNames): (readonly Phrase[])[] {
  return edits.map(({ label, before, after }) => {
    const values: Phrase[] = [{ code: String(before) }, " → ", { code: String(after) }];
    switch (label) {
      case "target":
        return [
          `moved from ${isDeploymentId(String(before)) ? "" : "target "}`,
          ...targetPhrases(before, names),
          " → ",
          ...targetPhrases(after, names),
        ];
      case "metadata.namespace":
        // An object without a namespace gets the one that it is applied in.
        if (before === "") return ["moved into namespace ", { code: String(after) }];
        if (after === "") return ["moved out of namespace ", { code: String(before) }];
        return ["moved from namespace ", ...values];
      case "metadata.name":
        return ["renamed ", ...values];
      default:
        return [{ word: label }, " ", ...values];
    }
  });
}

/** Targets in the form in which the edits of a group name them: one after another, by whole ids. */
function targetPhrases(ids: unknown, names: TargetNames): Phrase[] {
  const all = String(ids).split(", ");
  const shown = targetItems(all.slice(0, MAX_TARGETS), { ...names, names: new Map() });
  return [...joinPhrases(shown), ...(all.length > MAX_TARGETS ? [` and ${all.length - MAX_TARGETS} more`] : [])];
}
