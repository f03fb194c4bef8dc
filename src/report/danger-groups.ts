/** Gathers dangers as people read them: one for each rule, message and family of images, and one for targets that go as a whole. */
import { groupBy } from "../collections.ts";
import {
  type Change,
  DANGER_LEVELS,
  type Danger,
  type DangerLevel,
  isSilenced,
  type Report,
  type Silence,
} from "../review/index.ts";
import { imageFamily } from "./versions/image-family.ts";

/** One danger, as people count them. */
export interface DangerGroup {
  /** The highest one of its parts. */
  readonly level: DangerLevel;
  readonly silenced?: Silence;
  /** The highest level first. Several only for {@link gone} targets. */
  readonly parts: readonly [DangerPart, ...DangerPart[]];
  /** The members of all parts. */
  readonly members: readonly DangerMember[];
  /** In path order. */
  readonly targets: readonly string[];
  /** Set where the targets go as a whole: the number of objects that they had. */
  readonly gone?: number;
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
export function gatherDangers({ dangers, changes, targets }: Report): Record<"open" | "silenced", DangerGroup[]> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const members = dangers.map((danger): DangerMember => ({ danger, change: byId.get(danger.change) }));
  const positions = new Map(targets.map(({ path }, index) => [path, index]));
  const inPathOrder = (paths: readonly string[]): string[] =>
    [...new Set(paths)].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
  const removed = new Map(
    targets.flatMap(({ path, status, resources }) => (status === "removed" ? [[path, resources.base ?? 0]] : [])),
  );
  const ofGone = goneMembers(members, removed);
  const result: Record<"open" | "silenced", DangerGroup[]> = { open: [], silenced: [] };
  const add = (parts: DangerGroup["parts"], paths: readonly string[], more: Partial<DangerGroup> = {}): void => {
    const all = parts.flatMap((part) => part.members);
    const [
      {
        level,
        members: [{ danger }],
      },
    ] = parts;
    const { silenced } = danger;
    result[isSilenced(danger) ? "silenced" : "open"].push({
      level,
      ...(silenced && { silenced }),
      parts,
      members: all,
      targets: inPathOrder(paths),
      ...more,
    });
  };
  for (const { parts, own } of goneParts([...ofGone.values()])) {
    const paths = own.flatMap(({ member, target, isDeployer }) => (isDeployer ? [target] : member.danger.targets));
    const objects = [...new Set(paths)].reduce((sum, path) => sum + (removed.get(path) ?? 0), 0);
    const deployers = new Set(own.flatMap(({ member, isDeployer }) => (isDeployer ? [member.danger.change] : []))).size;
    add(parts, paths, { gone: objects, ...(deployers > 0 && { deployers }) });
  }
  for (const part of partsOf(members.filter((member) => !ofGone.has(member))))
    add(
      [part],
      part.members.flatMap(({ danger }) => danger.targets),
    );
  const rankOf = ({ level }: DangerGroup): number => DANGER_LEVELS.indexOf(level);
  const isChange = ({ gone, members: [first] }: DangerGroup): number =>
    gone === undefined && first?.change?.op !== "removed" ? 1 : 0;
  for (const list of Object.values(result)) list.sort((a, b) => rankOf(a) - rankOf(b) || isChange(a) - isChange(b));
  return result;
}

/** One for each rule, message and family of images. */
function partsOf(members: readonly DangerMember[]): DangerPart[] {
  return Array.from(groupBy(members, keyOf).values(), (same): DangerPart => {
    const [{ danger }] = same;
    return { id: danger.id, level: danger.level, message: danger.message, members: same };
  });
}

/** A danger that is told with a target that goes. */
interface GoneMember {
  readonly member: DangerMember;
  readonly target: string;
  /** The object is no object of the target: it names the directory. */
  readonly isDeployer: boolean;
}

/**
 * Returns the dangers that are told with targets that go, by their members.
 * @param removed the targets that go
 */
function goneMembers(
  members: readonly DangerMember[],
  removed: ReadonlyMap<string, unknown>,
): ReadonlyMap<DangerMember, GoneMember> {
  const isOfGone = ({ danger, change }: DangerMember): boolean =>
    change?.op === "removed" && danger.targets.length > 0 && danger.targets.every((path) => removed.has(path));
  const homes = new Set(members.filter(isOfGone).map(({ danger }) => homeOf(danger, danger.targets[0])));
  const gone = new Map<DangerMember, GoneMember>();
  for (const member of members) {
    const { danger, change } = member;
    const directory = change?.elsewhere?.directory;
    if (directory !== undefined && homes.has(homeOf(danger, directory)))
      gone.set(member, { member, target: directory, isDeployer: true });
    else if (isOfGone(member)) gone.set(member, { member, target: danger.targets[0] ?? "", isDeployer: false });
  }
  return gone;
}

/** Equal for dangers that are told together with a target: those that one person accepted are apart. */
function homeOf({ silenced }: Danger, target: string | undefined): string {
  return JSON.stringify([target, silenced?.by, silenced?.reason]);
}

/** The dangers of targets that go: those that lose the same are together. */
function goneParts(
  members: readonly GoneMember[],
): { readonly parts: DangerGroup["parts"]; readonly own: readonly GoneMember[] }[] {
  const dangersOf = (list: readonly GoneMember[]): DangerMember[] => list.map(({ member }) => member);
  const byTarget = groupBy(members, ({ member, target }) => homeOf(member.danger, target));
  const alike = groupBy([...byTarget.values()], (own) => {
    const deployers = own.filter(({ isDeployer }) => isDeployer);
    return JSON.stringify([
      partsOf(dangersOf(own)).map((part) => [keyOf(part.members[0]), part.members.length]),
      deployers.length,
    ]);
  });
  return [...alike.values()].flatMap((same) => {
    const own = same.flat();
    const [first, ...others] = partsOf(dangersOf(own));
    return first === undefined ? [] : [{ parts: [first, ...others] as const, own }];
  });
}

/** Several images of one family that get the same new version are one danger. */
function keyOf({ danger: { id, level, message, silenced, before, after } }: DangerMember): string {
  const family = imageFamily(id, before, after);
  return JSON.stringify([id, level, message, silenced?.by, silenced?.reason, family]);
}
