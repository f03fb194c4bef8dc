/** Bindings of roles that the target renders, and that only let their subjects read ordinary things. */
import type { RenderedResource } from "../../render/rendering.ts";
import type { Excuse } from "./rule.ts";
import { boundRole, isBinding, isOrdinary, roleKey } from "./rules/index.ts";

/** A binding of such a role to everybody gives less than one of a role that nobody sees here. */
export const BOUND_ROLES: Excuse = {
  rule: "rbac-widened",
  onlyLowers: true,
  *excused({ head }, found) {
    const bindings = found.filter((pair) => pair.head !== undefined && isBinding(pair.head));
    if (bindings.length === 0) return;
    const roles = new Map<string, RenderedResource>();
    for (const resource of head) {
      const key = roleKey(resource);
      if (key !== undefined) roles.set(key, resource);
    }
    for (const pair of bindings) {
      const role = roles.get(boundRole(pair.head as RenderedResource) ?? "");
      if (role !== undefined && isOrdinary(role)) yield pair;
    }
  },
};
