/** Gathers dangers as people read them: one for each rule, message and family of images, and one for targets that come or go as a whole. */
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
  /** The highest level first. Several only for {@link whole} targets. */
  readonly parts: readonly [DangerPart, ...DangerPart[]];
  /** The members of all parts. */
  readonly members: readonly DangerMember[];
  /** In path order. */
  readonly targets: readonly string[];
  readonly whole?: WholeTargets;
}

/** Set where the targets come or go as a whole. */
interface WholeTargets {
  readonly op: "added" | "removed";
  /** The number of objects that they have, or had. */
  readonly objects: number;
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
  const inPathOrder = (list: readonly DangerMember[]): string[] =>
    [...new Set(list.flatMap(({ danger }) => danger.targets))].sort(
      (a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0),
    );
  const objects = { added: objectsOf(targets, "added", "head"), removed: objectsOf(targets, "removed", "base") };
  const isOfWhole = ({ danger, change }: DangerMember, op: WholeTargets["op"]): boolean =>
    change?.op === op && danger.targets.length > 0 && danger.targets.every((path) => objects[op].has(path));
  const result: Record<"open" | "silenced", DangerGroup[]> = { open: [], silenced: [] };
  const add = (parts: DangerGroup["parts"], op?: WholeTargets["op"]): void => {
    const all = parts.flatMap((part) => part.members);
    const paths = inPathOrder(all);
    const [
      {
        level,
        members: [{ danger }],
      },
    ] = parts;
    const { silenced } = danger;
    const count = (of: WholeTargets["op"]): number =>
      paths.reduce((sum, path) => sum + (objects[of].get(path) ?? 0), 0);
    result[isSilenced(danger) ? "silenced" : "open"].push({
      level,
      ...(silenced && { silenced }),
      parts,
      members: all,
      targets: paths,
      ...(op && { whole: { op, objects: count(op) } }),
    });
  };
  let rest: readonly DangerMember[] = members;
  for (const op of ["removed", "added"] as const) {
    for (const parts of wholeParts(rest.filter((member) => isOfWhole(member, op)))) add(parts, op);
    rest = rest.filter((member) => !isOfWhole(member, op));
  }
  for (const part of partsOf(rest)) add([part]);
  const rankOf = ({ level }: DangerGroup): number => DANGER_LEVELS.indexOf(level);
  const isChange = ({ members: [first] }: DangerGroup): number => (first?.change?.op === "removed" ? 0 : 1);
  for (const list of Object.values(result)) list.sort((a, b) => rankOf(a) - rankOf(b) || isChange(a) - isChange(b));
  return result;
}

/** The numbers of objects of the targets that came or went, by path. */
function objectsOf(
  targets: Report["targets"],
  status: WholeTargets["op"],
  side: "base" | "head",
): ReadonlyMap<string, number> {
  const of = targets.filter((target) => target.status === status);
  return new Map(of.map(({ path, resources }) => [path, resources[side] ?? 0]));
}

/** One for each rule, message and family of images. */
function partsOf(members: readonly DangerMember[]): DangerPart[] {
  return Array.from(groupBy(members, keyOf).values(), (same): DangerPart => {
    const [{ danger }] = same;
    return { id: danger.id, level: danger.level, message: danger.message, members: same };
  });
}

/** The dangers of targets that come or go: those with the same ones are together. */
function wholeParts(members: readonly DangerMember[]): DangerGroup["parts"][] {
  const byTarget = groupBy(members, ({ danger: { targets, silenced } }) =>
    JSON.stringify([targets[0], silenced?.by, silenced?.reason]),
  );
  const alike = groupBy([...byTarget.values()], (own) =>
    JSON.stringify(partsOf(own).map((part) => [keyOf(part.members[0]), part.members.length])),
  );
  return [...alike.values()].flatMap((same) => {
    const [first, ...others] = partsOf(same.flat());
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

/** Several images of one family that get the same new version are one danger. */
function keyOf({ danger: { id, level, message, silenced, before, after } }: DangerMember): string {
  const family = imageFamily(id, before, after);
  return JSON.stringify([id, level, message, silenced?.by, silenced?.reason, family]);
}
