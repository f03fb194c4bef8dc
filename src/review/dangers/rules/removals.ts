/** Objects whose removal takes data, other objects or protection with it. */

import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Finding, PairRule } from "../rule.ts";
import { keptBy, removed } from "./objects/index.ts";
import { REMOVALS, type Removal } from "./removal-table.ts";

export const REMOVAL_RULES: readonly PairRule[] = REMOVALS.map((removal) => ({
  ...removal,
  kinds: new Set(removal.kinds.map((kind) => kind.slice(kind.indexOf("/") + 1))),
  tellsRemoval: removal.replacedBy === undefined ? "first" : "last",
  check: (pair) => findings(removal, pair),
}));

function* findings(removal: Removal, pair: DangerPair): Iterable<Finding> {
  const base = removed(pair);
  if (base === undefined || !removal.kinds.includes(`${groupOf(base)}/${base.kind}`)) return;
  const { head } = pair;
  if (removal.replacedBy === "any successor" && head !== undefined) return;
  if (removal.replacedBy !== undefined && head?.kind === base.kind && head.namespace === base.namespace) return;
  const keeping = keptBy(base);
  const { what, level } = removal.follows(
    base,
    head?.kind === base.kind && groupOf(head) === groupOf(base) ? head : undefined,
  );
  if (keeping !== undefined) {
    const { tool, annotation, notBy } = keeping;
    const others = notBy === undefined ? "" : `; ${notBy} delete it when they prune, and ${what}`;
    yield {
      message: `the ${base.kind} is removed here: ${tool} leaves it in the cluster, because of its annotation \`${annotation}\`${others}`,
      // Which tool applies the object, nobody knows here.
      level: notBy === undefined || (level ?? removal.level) === "low" ? "low" : "medium",
    };
    return;
  }
  yield {
    message: `the ${base.kind} is removed${head === undefined ? "" : replacement(base, head)}: ${what}`,
    ...(level === undefined ? {} : { level }),
  };
}

/** How the object at head differs from the one that it replaces. */
function replacement(base: RenderedResource, head: RenderedResource): string {
  if (base.kind !== head.kind || groupOf(base) !== groupOf(head))
    return ", and an object of another kind takes its place";
  return head.namespace === base.namespace ? ", and created under another name" : ", and created in another namespace";
}
