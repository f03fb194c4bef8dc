/** Gathers dangers as people read them: one for each rule and message, with all of its objects. */
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

export interface DangerGroup {
  /** The rule. */
  readonly id: string;
  readonly level: DangerLevel;
  readonly message: string;
  readonly silenced?: Silence;
  /** In the order of the report. */
  readonly members: readonly [DangerMember, ...DangerMember[]];
  /** In path order. */
  readonly targets: readonly string[];
}

export interface DangerMember {
  readonly danger: Danger;
  /** Undefined only in a report that does not hold it. */
  readonly change: Change | undefined;
}

/** The dangers that count and those that are silenced, each with the highest level first. */
export function gatherDangers({ dangers, changes, targets }: Report): Record<"open" | "silenced", DangerGroup[]> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const positions = new Map(targets.map(({ path }, index) => [path, index]));
  const members = dangers.map((danger): DangerMember => ({ danger, change: byId.get(danger.change) }));
  const result: Record<"open" | "silenced", DangerGroup[]> = { open: [], silenced: [] };
  for (const group of groupBy(members, keyOf).values()) {
    const [{ danger }] = group;
    const { id, level, message, silenced } = danger;
    const paths = [...new Set(group.flatMap((member) => member.danger.targets))];
    result[isSilenced(danger) ? "silenced" : "open"].push({
      id,
      level,
      message,
      ...(silenced && { silenced }),
      members: group,
      targets: paths.sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0)),
    });
  }
  const rankOf = ({ level }: DangerGroup): number => DANGER_LEVELS.indexOf(level);
  for (const list of Object.values(result)) list.sort((a, b) => rankOf(a) - rankOf(b));
  return result;
}

function keyOf({ danger: { id, level, message, silenced } }: DangerMember): string {
  return JSON.stringify([id, level, message, silenced?.by, silenced?.reason]);
}
