/** Permissions that somebody gets. */

import type { DangerLevel } from "../../../configuration/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../pairing/index.ts";
import type { DangerPair, Finding, PairRule } from "../rule.ts";
import { aggregationFindings } from "./aggregation.ts";
import { bindingFindings } from "./bindings.ts";
import { type Grant, Grants, grantsOf, newRules, rulesOf } from "./grants.ts";
import { BOTH, CHANGES, POWERS, type Power, READS } from "./powers.ts";
import { oneLine } from "./values.ts";

const RBAC = "rbac.authorization.k8s.io";
const ROLES = new Set(["Role", "ClusterRole"]);
const BINDINGS = new Set(["RoleBinding", "ClusterRoleBinding"]);

export const rbacWidened: PairRule = {
  id: "rbac-widened",
  level: "high",
  summary: "a role or a binding grants more than before",
  kinds: new Set([...ROLES, ...BINDINGS]),
  *check(pair): Iterable<Finding> {
    const { head } = pair;
    if (head === undefined || groupOf(head) !== RBAC) return;
    if (ROLES.has(head.kind)) yield* roleFindings(pair, head);
    else if (BINDINGS.has(head.kind)) yield* bindingFindings(pair, head);
  },
};

/** Commands of kubectl that roles name by mistake. The API server knows no such verbs, so they grant nothing. */
const COMMANDS = new Set(["apply", "describe", "edit", "exec", "explain", "logs", "port-forward", "rollout", "top"]);

type Granted = ReadonlyMap<Power, readonly [Grant, ...Grant[]]>;

function* roleFindings({ base }: DangerPair, head: RenderedResource): Iterable<Finding> {
  const before = base !== undefined && ROLES.has(base.kind) ? base.value() : undefined;
  const after = head.value();
  yield* aggregationFindings(before, after);
  const fresh = newRules(before, after);
  if (fresh.length === 0) return;
  const [granted, had] = [grantsOf(fresh), grantsOf(rulesOf(before))];
  if (granted === undefined || had === undefined) {
    yield {
      path: "/rules",
      message: "the rules of the role are too many to compare: its subjects may be able to do more than before",
      level: "medium",
    };
    return;
  }
  const covered = new Grants(had);
  const added = granted.filter((grant) => !COMMANDS.has(grant.verb) && !covered.covers(grant));
  const levelOf = ({ cluster, namespace }: Power) => (head.kind === "ClusterRole" ? cluster : namespace);
  const found = powersOf(added, base === undefined ? POWERS : [...POWERS, CHANGES, READS], levelOf);
  for (const power of [...POWERS, CHANGES, READS, BOTH]) {
    const grants = found.get(power);
    const level = levelOf(power);
    if (grants === undefined || level === undefined) continue;
    yield {
      path: toPointer(["rules", grants[0].rule]),
      message: `the ${head.kind} ${base === undefined ? "is new" : "changes"}, and ${power.what}`,
      after: grantsText(grants),
      level,
    };
  }
}

const LEVELS: readonly (DangerLevel | undefined)[] = ["high", "medium", "low", undefined];

/**
 * The powers that grants give, each with its grants. All that is granted for `*` is one power, the strongest of them, also if it
 * is spread over several verbs, groups and rules; what it covers is not told again.
 */
function powersOf(
  grants: readonly Grant[],
  powers: readonly Power[],
  levelOf: (power: Power) => DangerLevel | undefined,
): Granted {
  const wide = gathered(
    grants.filter(({ resource }) => resource === "*"),
    POWERS,
  );
  const rank = (power: Power): number => LEVELS.indexOf(levelOf(power)) * POWERS.length + POWERS.indexOf(power);
  const [first, ...others] = [...wide].sort(([a], [b]) => rank(a) - rank(b));
  const told = new Set<Grant>();
  const found = new Map<Power, [Grant, ...Grant[]]>();
  if (first !== undefined) {
    const [power, [leading, ...more]] = first;
    const all: [Grant, ...Grant[]] = [leading, ...more, ...others.flatMap(([, each]) => each)];
    found.set(power, all);
    for (const grant of all) told.add(grant);
    const covered = new Grants(all);
    for (const grant of grants) if (covered.covers(grant)) told.add(grant);
  }
  const rest = gathered(
    grants.filter((grant) => !told.has(grant)),
    powers,
  );
  const [changes, reads] = [rest.get(CHANGES), rest.get(READS)];
  if (changes !== undefined && reads !== undefined) {
    rest.set(BOTH, [...changes, ...reads]);
    rest.delete(CHANGES);
    rest.delete(READS);
  }
  for (const [power, [leading, ...more]] of rest) {
    const known = found.get(power);
    if (known === undefined) found.set(power, [leading, ...more]);
    else known.push(leading, ...more);
  }
  return found;
}

/** The grants by the first power that fits each. */
function gathered(grants: readonly Grant[], powers: readonly Power[]): Map<Power, [Grant, ...Grant[]]> {
  const found = new Map<Power, [Grant, ...Grant[]]>();
  for (const grant of grants) {
    const power = powers.find(({ fits }) => fits(grant));
    const known = power && found.get(power);
    if (known !== undefined) known.push(grant);
    else if (power !== undefined) found.set(power, [grant]);
  }
  return found;
}

/** `get, list secrets`. */
function grantsText(grants: readonly Grant[]): string {
  const verbs = new Map<string, string[]>();
  for (const { group, resource, url, verb } of grants) {
    const what = url ?? (group === "" || group === "*" ? resource : `${resource}.${group}`);
    const known = verbs.get(what);
    if (known === undefined) verbs.set(what, [verb]);
    else if (known.length < 10) known.push(verb);
  }
  const parts = [...verbs].slice(0, 4).map(([what, each]) => `${[...new Set(each)].join(", ")} ${what}`);
  return oneLine(verbs.size > 4 ? `${parts.slice(0, 3).join("; ")} and ${verbs.size - 3} more` : parts.join("; "), 120);
}
