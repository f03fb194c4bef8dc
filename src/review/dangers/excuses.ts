/** Takes back what rules on one object found, where the other objects of the target show that it does no harm. */
import type { DangerSettings } from "../../configuration/index.ts";
import { LimitError } from "../../diagnostics.ts";
import { BOUND_ROLES } from "./bound-roles.ts";
import { type FoundDanger, LESS } from "./found-danger.ts";
import { KNOWN_BINDINGS } from "./known-bindings.ts";
import { KNOWN_IMAGES } from "./known-images.ts";
import type { DangerPair, DangerTarget, Excuse } from "./rule.ts";
import { RELEASED_AGAIN, SERVED_HOSTS, UNUSED_CERTIFICATES, UNUSED_POLICIES } from "./target-rules/index.ts";

const EXCUSES: readonly Excuse[] = [
  UNUSED_POLICIES,
  UNUSED_CERTIFICATES,
  SERVED_HOSTS,
  ...RELEASED_AGAIN,
  KNOWN_IMAGES,
  KNOWN_BINDINGS,
  BOUND_ROLES,
];

/** The dangers of a pair. */
interface Found extends DangerPair {
  readonly dangers: readonly FoundDanger[];
}

/**
 * The pairs of a target without the dangers that are excused there. Takes time linear in the target.
 * @param pairs with what `checkPair` found
 * @param levels those that the settings give to rules
 */
export function withoutExcused<P extends Found>(
  target: DangerTarget,
  pairs: readonly P[],
  levels: DangerSettings["levels"],
  excuses = EXCUSES,
): P[] {
  let rest = [...pairs];
  for (const excuse of excuses) {
    const found = rest.filter(({ dangers }) => dangers.some(({ id }) => id === excuse.rule));
    const harmless = found.length === 0 ? new Set<DangerPair>() : excusedBy(excuse, target, found);
    if (harmless.size === 0 || (excuse.onlyLowers && levels.has(excuse.rule))) continue;
    const after = (danger: FoundDanger): FoundDanger[] => {
      if (danger.id !== excuse.rule) return [danger];
      if (!excuse.onlyLowers) return [];
      const { level, message } = danger;
      if (level === "low") return [danger];
      return [{ ...danger, level: LESS[level], message: `${message}${excuse.ending ?? ""}` }];
    };
    rest = rest.map((pair) => (harmless.has(pair) ? { ...pair, dangers: pair.dangers.flatMap(after) } : pair));
  }
  return rest;
}

/** In doubt, a danger stays. */
function excusedBy(excuse: Excuse, target: DangerTarget, found: readonly DangerPair[]): ReadonlySet<DangerPair> {
  try {
    return new Set(excuse.excused(target, found));
  } catch (thrown) {
    // The target has no time or memory left.
    if (thrown instanceof LimitError) throw thrown;
    return new Set();
  }
}
