/** Gathers dangers as people read them: one for each rule, message and family of images, and one for targets that come or go as a whole. */
import { getOrInsert, groupBy } from "../collections.ts";
import {
  type Change,
  DANGER_LEVELS,
  type Danger,
  type DangerLevel,
  type DeploymentsByName,
  declaredBy,
  deploymentsByName,
  type EarlierCommit,
  isSilenced,
  type Report,
  type Silence,
} from "../review/index.ts";
import { imageFamily } from "./versions/image-family.ts";
import { type TargetNames, targetNames } from "./words/target-names.ts";

/** One danger, as people count them. */
export interface DangerGroup {
  /** The highest one of its parts. */
  readonly level: DangerLevel;
  readonly silenced?: Silence;
  /** The highest level first. Several for {@link whole} targets, and for what the same roles grant. */
  readonly parts: readonly [DangerPart, ...DangerPart[]];
  /** The members of all parts. */
  readonly members: readonly DangerMember[];
  /** Their ids, in order. */
  readonly targets: readonly string[];
  /** The names of all targets of the report. */
  readonly names: TargetNames;
  readonly whole?: WholeTargets;
  /** Set where all targets are compared with this commit, because the base does not build them. */
  readonly comparedWith?: EarlierCommit;
}

/** Set where the targets come or go as a whole. */
interface WholeTargets {
  readonly op: "added" | "removed";
  /** The number of objects that they have, or had. */
  readonly objects: number;
  /** The number of Kustomizations of Flux that go with the targets because they name their directories. */
  readonly deployers?: number;
}

/** The finding of one rule in some objects. */
export interface DangerPart {
  /** The rule. */
  readonly id: string;
  readonly level: DangerLevel;
  readonly message: string;
  /** In the order of the report. */
  readonly members: readonly [DangerMember, ...DangerMember[]];
  /** Its objects declare the targets that come or go. */
  readonly isDeclaration?: true;
}

export interface DangerMember {
  readonly danger: Danger;
  /** Undefined only in a report that does not hold it. */
  readonly change: Change | undefined;
}

/**
 * The dangers that count and those that are silenced, each with the highest level first: in a level, what goes before what changes.
 * Takes time linear in the report, but for sorting.
 */
export function gatherDangers(
  { dangers, changes, targets }: Report,
  names: TargetNames = targetNames({ targets }),
): Record<"open" | "silenced", DangerGroup[]> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const members = dangers.map((danger): DangerMember => ({ danger, change: byId.get(danger.change) }));
  const earlier = new Map(targets.map(({ id, comparedWith }) => [id, comparedWith]));
  const earlierOf = ([first = "", ...others]: readonly string[]): EarlierCommit | undefined => {
    const commit = earlier.get(first);
    return others.every((id) => earlier.get(id)?.sha === commit?.sha) ? commit : undefined;
  };
  const positions = new Map(targets.map(({ id }, index) => [id, index]));
  const inOrder = (ids: readonly string[]): string[] =>
    [...new Set(ids)].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
  const result: Record<"open" | "silenced", DangerGroup[]> = { open: [], silenced: [] };
  const add = (parts: DangerGroup["parts"], paths: readonly string[], whole?: WholeTargets): void => {
    const all = parts.flatMap((part) => part.members);
    const [
      {
        level,
        members: [{ danger }],
      },
    ] = parts;
    const { silenced } = danger;
    const comparedWith = earlierOf(paths);
    result[isSilenced(danger) ? "silenced" : "open"].push({
      level,
      ...(silenced && { silenced }),
      parts,
      members: all,
      targets: inOrder(paths),
      names,
      ...(whole && { whole }),
      ...(comparedWith && { comparedWith }),
    });
  };
  const rankOf = ({ level }: { readonly level: DangerLevel }): number => DANGER_LEVELS.indexOf(level);
  let rest: readonly DangerMember[] = members;
  const byName = deploymentsByName(targets);
  for (const op of ["removed", "added"] as const) {
    const objects = objectsOf(targets, op);
    const found = wholeMembers(rest, op, objects, byName);
    for (const { parts, own } of wholeParts([...found.values()].flat())) {
      const paths = own.map(({ target }) => target);
      const count = [...new Set(paths)].reduce((sum, path) => sum + (objects.get(path) ?? 0), 0);
      const deployers = new Set(own.flatMap(({ role, member }) => (role === "deployer" ? [member.danger.change] : [])))
        .size;
      add(parts, paths, { op, objects: count, ...(deployers > 0 && { deployers }) });
    }
    rest = rest.filter((member) => !found.has(member));
  }
  const parts = partsOf(rest).toSorted((a, b) => rankOf(a) - rankOf(b));
  for (const same of toldTogether(parts)) add(same, targetsOf(same));
  const isChange = ({ members: [first] }: DangerGroup): number => (first?.change?.op === "removed" ? 0 : 1);
  for (const list of Object.values(result)) list.sort((a, b) => rankOf(a) - rankOf(b) || isChange(a) - isChange(b));
  return result;
}

/** The numbers of dangers, by level. */
export function levelCounts(dangers: readonly DangerGroup[]): Readonly<Record<DangerLevel, number>> {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { level } of dangers) counts[level]++;
  return counts;
}

/** The numbers of objects of the targets that came or went, by id. */
function objectsOf(targets: Report["targets"], op: WholeTargets["op"]): ReadonlyMap<string, number> {
  const side = op === "added" ? "head" : "base";
  return new Map(
    targets.flatMap(({ id, status, resources: { [side]: objects } }) =>
      // The dangers of one that did not render at the base are not known.
      status === op && objects !== null ? [[id, objects]] : [],
    ),
  );
}

/** One for each rule, message and family of images. */
function partsOf(members: readonly DangerMember[]): DangerPart[] {
  return Array.from(groupBy(members, keyOf).values(), (same): DangerPart => {
    const [{ danger }] = same;
    return { id: danger.id, level: danger.level, message: danger.message, members: same };
  });
}

function targetsOf(parts: readonly DangerPart[]): string[] {
  return parts.flatMap((part) => part.members.flatMap(({ danger }) => danger.targets));
}

/** The rule of which all findings in the same objects are one danger: a role that grants four things more is one role. */
const OF_ROLES = "rbac-widened";
/** The rule of objects that take all in them with them. */
const OF_NAMESPACES = "removed-namespace";
/** Parts that are told as one danger, at most: nobody reads more in one line. */
const MAX_TOGETHER = 5;

type Parts = [DangerPart, ...DangerPart[]];

/**
 * The parts that are told as one danger, where they have the same targets: what goes with its Namespace and hurts less, and what roles grant
 * of which the first part has one. Takes time linear in the members.
 * @param parts the highest level first
 */
function toldTogether(parts: readonly DangerPart[]): Iterable<Parts> {
  const groups = new Set<Parts>();
  /** By what the parts of a group share, then by the namespaces that go, or by the roles of its first part. */
  const known = new Map<string, Map<string, Parts>>();
  const isOfNamespaces = ({ id }: DangerPart): boolean => id === OF_NAMESPACES;
  for (const part of [...parts.filter(isOfNamespaces), ...parts.filter((each) => !isOfNamespaces(each))]) {
    const keys = part.id === OF_ROLES ? part.members.map(({ danger }) => danger.change) : namespacesOf(part);
    const byKey = getOrInsert(known, sharedKey(part), () => new Map<string, Parts>());
    const found = isOfNamespaces(part)
      ? undefined
      : keys.map((key) => byKey.get(key)).find((each) => hasRoom(each, part));
    if (found !== undefined) {
      found.push(part);
      continue;
    }
    const group: Parts = [part];
    groups.add(group);
    if (isOfNamespaces(part) || part.id === OF_ROLES) for (const key of keys) byKey.set(key, group);
  }
  return groups;
}

/** Tells whether a part can be told in the line of a group: not if it hurts as much as the loss of its Namespace. */
function hasRoom(group: Parts | undefined, { level }: DangerPart): group is Parts {
  if (group === undefined || group.length >= MAX_TOGETHER) return false;
  const [{ id, level: first }] = group;
  const steps = DANGER_LEVELS.indexOf(level) - DANGER_LEVELS.indexOf(first);
  return id === OF_NAMESPACES ? steps > 0 : steps >= 0;
}

/** The namespaces that go, or the one from which all objects of a part go; none for other parts. */
function namespacesOf({ id, members }: DangerPart): string[] {
  if (members.some(({ change }) => change?.op !== "removed")) return [];
  const objects = members.flatMap(({ change }) => change?.object ?? []);
  const names = new Set(objects.map(({ name, namespace }) => (id === OF_NAMESPACES ? name : namespace)));
  return id === OF_NAMESPACES || (names.size === 1 && !names.has("")) ? [...names] : [];
}

/** Equal for parts with the same targets that are open, or silenced for the same reason; and that are all about roles, or not. */
function sharedKey(part: DangerPart): string {
  const { id, members } = part;
  const [{ danger }] = members;
  const targets = [...new Set(targetsOf([part]))].sort();
  return JSON.stringify([id === OF_ROLES, danger.silenced?.by, danger.silenced?.reason, targets]);
}

/** A danger that is told with a target that comes or goes. */
interface WholeMember {
  readonly member: DangerMember;
  readonly target: string;
  /** `object`: it is one of the target. `deployer`: it names its directory. `declaration`: the target is what it declares. */
  readonly role: "object" | "deployer" | "declaration";
}

/**
 * Returns the dangers that are told with targets that come or go, by their members, once for each target.
 * @param whole by the ids of the targets
 */
function wholeMembers(
  members: readonly DangerMember[],
  op: WholeTargets["op"],
  whole: ReadonlyMap<string, unknown>,
  byName: DeploymentsByName,
): ReadonlyMap<DangerMember, readonly WholeMember[]> {
  const isOfWhole = ({ danger, change }: DangerMember): boolean =>
    change?.op === op && danger.targets.length > 0 && danger.targets.every((path) => whole.has(path));
  const homes = new Set(members.filter(isOfWhole).map(({ danger }) => homeOf(danger, danger.targets[0])));
  const ownDangers = new Set(members.filter(isOfWhole).flatMap(({ danger }) => danger.targets));
  const found = new Map<DangerMember, WholeMember[]>();
  for (const member of members) {
    const { danger, change } = member;
    const directory = change?.elsewhere?.directory;
    const isHome =
      directory !== undefined &&
      (homes.has(homeOf(danger, directory)) || (whole.has(directory) && !ownDangers.has(directory)));
    const told = (targets: readonly string[], role: WholeMember["role"]): unknown =>
      found.set(
        member,
        targets.map((target) => ({ member, target, role })),
      );
    const declared = change?.op === op ? declaredBy(change, danger.targets, byName) : [];
    if (declared.length > 0 && declared.every((id) => whole.has(id))) told(declared, "declaration");
    else if (op === "removed" && isHome) told([directory], "deployer");
    else if (isOfWhole(member)) told(danger.targets, "object");
  }
  return found;
}

/** Equal for dangers that are told together with a target: those that one person accepted are apart. */
function homeOf({ silenced }: Danger, target: string | undefined): string {
  return JSON.stringify([target, silenced?.by, silenced?.reason]);
}

/** The dangers of targets that come or go: those with the same ones are together. */
function wholeParts(
  members: readonly WholeMember[],
): { readonly parts: DangerGroup["parts"]; readonly own: readonly WholeMember[] }[] {
  const partsIn = (list: readonly WholeMember[]): DangerPart[] =>
    (["declaration", "object", "deployer"] as const).flatMap((role) => {
      const own = list.filter((each) => each.role === role).map(({ member }) => member);
      const parts = partsOf([...new Set(own)]);
      return role === "declaration" ? parts.map((part) => ({ ...part, isDeclaration: true as const })) : parts;
    });
  const byTarget = groupBy(members, ({ member, target }) => homeOf(member.danger, target));
  const alike = groupBy([...byTarget.values()], (own) =>
    JSON.stringify(partsIn(own).map((part) => [keyOf(part.members[0]), part.members.length, part.isDeclaration])),
  );
  return [...alike.values()].flatMap((same) => {
    const own = same.flat();
    const parts = partsIn(own).sort((a, b) => DANGER_LEVELS.indexOf(a.level) - DANGER_LEVELS.indexOf(b.level));
    const [first, ...others] = parts;
    return first === undefined ? [] : [{ parts: [first, ...others] as const, own }];
  });
}

/** Several images of one family that get the same new version are one danger. */
function keyOf({ danger: { id, level, message, silenced, before, after } }: DangerMember): string {
  const family = imageFamily(id, before, after);
  const versions = family && [family.name, family.before, family.after];
  return JSON.stringify([id, level, message, silenced?.by, silenced?.reason, versions]);
}
