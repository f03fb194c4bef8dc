/** Gathers dangers as people read them: one for each rule and message, with all of its objects. */
import { type Change, type Danger, type DangerLevel, isSilenced, type Report, type Silence } from "../review/index.ts";

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

const LEVELS: Readonly<Record<DangerLevel, number>> = { high: 0, medium: 1, low: 2 };

/** The dangers that count and those that are silenced, each with the highest level first. */
export function gatherDangers({ dangers, changes, targets }: Report): Record<"open" | "silenced", DangerGroup[]> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const positions = new Map(targets.map(({ path }, index) => [path, index]));
  const groups = new Map<string, { members: [DangerMember, ...DangerMember[]] }>();
  for (const danger of dangers) {
    const { id, level, message, silenced } = danger;
    const key = JSON.stringify([id, level, message, silenced?.by, silenced?.reason]);
    const member = { danger, change: byId.get(danger.change) };
    const same = groups.get(key);
    if (same === undefined) groups.set(key, { members: [member] });
    else same.members.push(member);
  }
  const result: Record<"open" | "silenced", DangerGroup[]> = { open: [], silenced: [] };
  for (const { members } of groups.values()) {
    const [{ danger }] = members;
    const { id, level, message, silenced } = danger;
    const paths = new Set(members.flatMap((member) => member.danger.targets));
    const sorted = [...paths].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
    const group = { id, level, message, ...(silenced && { silenced }), members, targets: sorted };
    result[isSilenced(danger) ? "silenced" : "open"].push(group);
  }
  for (const list of Object.values(result)) list.sort((a, b) => LEVELS[a.level] - LEVELS[b.level]);
  return result;
}
