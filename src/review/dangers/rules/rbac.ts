/** Permissions that somebody gets. */

import { getOrInsert, groupBy } from "../../../collections.ts";
import type { DangerLevel } from "../../../configuration/index.ts";
import { valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import { DANGER_LEVELS } from "../../report.ts";
import type { DangerPair, Finding, PairRule } from "../rule.ts";
import { aggregationFindings } from "./aggregation.ts";
import { bindingFindings, keyOfRole } from "./bindings.ts";
import { type Grant, Grants, grantsOf, newRules, rulesOf } from "./grants.ts";
import { listed, oneLine } from "./objects/index.ts";
import { CHANGES, CHANGES_AND_READS, POWERS, type Power, READS, SMALL_CHANGES } from "./powers.ts";

const RBAC = "rbac.authorization.k8s.io";
const ROLES = new Set(["Role", "ClusterRole"]);
const BINDINGS = new Set(["RoleBinding", "ClusterRoleBinding"]);

/** Tells whether the object is a RoleBinding or a ClusterRoleBinding. */
export function isBinding(resource: RenderedResource): boolean {
  return BINDINGS.has(resource.kind) && groupOf(resource) === RBAC;
}

/** The key of a Role or a ClusterRole; undefined for other objects. */
export function roleKey(role: RenderedResource): string | undefined {
  const { kind, namespace, name } = role;
  if (!ROLES.has(kind) || groupOf(role) !== RBAC) return undefined;
  return keyOfRole(kind, kind === "Role" ? namespace : "", name);
}

/** Tells whether a role only lets its subjects read, and nothing that is a danger in all namespaces. */
export function isOrdinary(role: RenderedResource): boolean {
  const value = role.value();
  const granted = grantsOf(rulesOf(value));
  if (granted === undefined || valueAt(value, "aggregationRule") !== undefined) return false;
  return granted.every((grant) => !CHANGES.fits(grant) && !POWERS.some((power) => power.fits(grant)));
}

export const rbacWidened: PairRule = {
  id: "rbac-widened",
  level: "high",
  summary: "a role or a binding grants more than before",
  kinds: new Set([...ROLES, ...BINDINGS]),
  *check(pair): Iterable<Finding> {
    const { head } = pair;
    if (head === undefined || groupOf(head) !== RBAC) return;
    if (ROLES.has(head.kind)) yield* roleFindings(pair, head);
    else if (isBinding(head)) yield* bindingFindings(pair, head);
  },
};

/** Commands of kubectl that roles name by mistake. The API server knows no such verbs, so they grant nothing. */
const COMMANDS = new Set(["apply", "describe", "edit", "exec", "explain", "logs", "port-forward", "rollout", "top"]);

/** The grants of one danger, and the permission that they give. */
interface Granted {
  readonly level: DangerLevel;
  readonly what: string;
  readonly grants: readonly [Grant, ...Grant[]];
}

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
  for (const { level, what, grants } of perRule(powersOf(added, base !== undefined, levelOf))) {
    yield {
      path: toPointer(["rules", grants[0].rule]),
      message: base === undefined ? what : `the ${head.kind} changes, and ${what}`,
      after: grantsText(grants),
      level,
    };
  }
}

const LEVELS: readonly (DangerLevel | undefined)[] = [...DANGER_LEVELS, undefined];
const ORDINARY = [CHANGES, SMALL_CHANGES, READS];

type LevelOf = (power: Power) => DangerLevel | undefined;

/**
 * The powers that grants give, the strongest first. All that is granted for `*` is one power, the strongest of them, also if it is
 * spread over several verbs, groups and rules; what it covers is not reported again.
 * @param tellsOrdinary also what gives no power
 */
function powersOf(grants: readonly Grant[], tellsOrdinary: boolean, levelOf: LevelOf): Granted[] {
  const wide = gathered(
    grants.filter(({ resource }) => resource === "*"),
    POWERS,
  );
  const rank = (power: Power): number => LEVELS.indexOf(levelOf(power)) * POWERS.length + POWERS.indexOf(power);
  const [first, ...others] = [...wide].sort(([a], [b]) => rank(a) - rank(b));
  const reported = new Set<Grant>();
  const found = new Map<Power, Grant[]>();
  if (first !== undefined) {
    const [power, leading] = first;
    const all = [...leading, ...others.flatMap(([, each]) => each)];
    found.set(power, all);
    for (const grant of all) reported.add(grant);
    const covered = new Grants(all);
    for (const grant of grants) if (covered.covers(grant)) reported.add(grant);
  }
  const rest = gathered(
    grants.filter((grant) => !reported.has(grant)),
    [...POWERS, ...ORDINARY],
  );
  const ordinary = ORDINARY.flatMap((power) => rest.get(power) ?? []);
  for (const [power, each] of rest) {
    if (!ORDINARY.includes(power)) found.set(power, [...(found.get(power) ?? []), ...each]);
  }
  const granted = [...found]
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([power, each]) => asGranted(levelOf(power), power.what, each));
  if (!tellsOrdinary) return granted;
  const [weightiest] = ORDINARY.filter((power) => rest.has(power));
  const isBoth = rest.has(READS) && weightiest !== READS;
  const what = isBoth ? CHANGES_AND_READS : (weightiest?.what ?? "");
  return [...granted, ...asGranted(weightiest && levelOf(weightiest), what, ordinary)];
}

function asGranted(level: DangerLevel | undefined, what: string, [first, ...more]: readonly Grant[]): Granted[] {
  return level === undefined || first === undefined ? [] : [{ level, what, grants: [first, ...more] }];
}

/** One danger for one rule: what else a rule gives is reported with the strongest power that it gives. */
function perRule(granted: readonly Granted[]): Granted[] {
  /** By the positions of rules. */
  const owners = new Map<number, number>();
  granted.forEach(({ grants }, index) => {
    for (const { rule } of grants) if (!owners.has(rule)) owners.set(rule, index);
  });
  const parts = granted.map(({ what }) => ({ whats: new Set([what]), grants: new Array<Grant>() }));
  for (const { what, grants } of granted) {
    for (const grant of grants) {
      const part = parts[owners.get(grant.rule) ?? 0];
      part?.whats.add(what);
      part?.grants.push(grant);
    }
  }
  return granted.flatMap(({ level }, index) => {
    const { whats = [], grants = [] } = parts[index] ?? {};
    return asGranted(level, [...whats].join("; also, "), grants);
  });
}

/** The grants by the first power that fits each. */
function gathered(grants: readonly Grant[], powers: readonly Power[]): Map<Power, Grant[]> {
  const found = new Map<Power, Grant[]>();
  for (const grant of grants) {
    const power = powers.find(({ fits }) => fits(grant));
    if (power !== undefined) getOrInsert(found, power, (): Grant[] => []).push(grant);
  }
  return found;
}

const MAX_PARTS = 4;
const MAX_VERBS = 10;

/** `get, list secrets a and b; create pods`. */
function grantsText(grants: readonly Grant[]): string {
  // By resource, then by name, the verbs.
  const found = new Map<string, Map<string | undefined, Set<string>>>();
  for (const { group, resource, name, url, verb } of grants) {
    const what = url ?? (group === "" || group === "*" ? resource : `${resource}.${group}`);
    const names = getOrInsert(found, what, () => new Map());
    getOrInsert(names, name, () => new Set()).add(verb);
  }
  const parts = [...found].flatMap(([what, names]) => partsOf(what, names));
  const shown = parts.length > MAX_PARTS ? parts.slice(0, MAX_PARTS - 1) : parts;
  const rest = parts.length > MAX_PARTS ? ` and ${parts.length - shown.length} more` : "";
  return oneLine(`${shown.join("; ")}${rest}`, 120);
}

/** The names with the same verbs together. */
function partsOf(what: string, names: ReadonlyMap<string | undefined, ReadonlySet<string>>): string[] {
  const byVerbs = groupBy(names, ([, verbs]) => [...verbs].slice(0, MAX_VERBS).join(", "));
  return [...byVerbs].map(([verbs, each]) => {
    const given = each.flatMap(([name]) => name ?? []);
    return `${verbs} ${what}${given.length === 0 ? "" : ` ${listed(given)}`}`;
  });
}
