/** Bindings that give nothing that the target did not give before. */
import { getOrInsert } from "../../collections.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { Excuse } from "./rule.ts";
import { grantedBy, isBinding } from "./rules/index.ts";

/** A binding whose subjects all had the role at base, through a binding of another name. */
export const KNOWN_BINDINGS: Excuse = {
  rule: "rbac-widened",
  *excused({ base }, found) {
    const bindings = found.filter(({ head }) => head !== undefined && isBinding(head));
    if (bindings.length === 0) return;
    const had = new Map<string, Set<string>>();
    for (const resource of base) {
      if (!isBinding(resource)) continue;
      const { role, subjects } = grantedBy(resource);
      const known = getOrInsert(had, role, () => new Set());
      for (const subject of subjects) known.add(subject);
    }
    for (const pair of bindings) {
      const { role, subjects } = grantedBy(pair.head as RenderedResource);
      if (subjects.every((subject) => had.get(role)?.has(subject))) yield pair;
    }
  },
};
