/** Groups the objects of targets that come or go as a whole: of a new environment, people read first that it is one. */
import { charge, checkTime } from "../../../budget/index.ts";
import { getOrInsert, groupBy } from "../../../collections.ts";
import { stableJson } from "../../../text/index.ts";
import type { Change, TargetReport, WholeTargets } from "../../report.ts";
import type { Member, OpenGroup } from "./members.ts";

/** The memory that an object of a target takes. */
const OBJECT_BYTES = 200;

/** A target with the changes that add or remove its objects. */
interface WholeTarget {
  readonly id: string;
  readonly op: "added" | "removed";
  readonly isRepaired: boolean;
  readonly members: Member[];
  /** The number of objects that went to other targets, or came from them. */
  moved: number;
}

/** Tells what a target does as a whole: all of its objects are new or gone. Undefined for others. */
export function wholeOp({ status, asNew }: TargetReport): WholeTarget["op"] | undefined {
  if (status === "added" || status === "removed") return status;
  return status === "failed-at-base" && asNew ? "added" : undefined;
}

/**
 * Returns one group for each target that is new or gone, and one for those of one pattern: their ids differ in one part, and
 * they have the same kinds of objects, the weightiest of the same name. Also returns the other changes: those of other targets, and
 * those that some other target has as well. Takes time linear in the objects of the targets, and in the lengths of their ids.
 */
export function groupTargets(
  members: readonly Member[],
  targets: readonly TargetReport[],
): { readonly groups: OpenGroup[]; readonly rest: Member[] } {
  const whole = new Map<string, WholeTarget>();
  for (const target of targets) {
    const [op, { id, status }] = [wholeOp(target), target];
    if (op !== undefined) whole.set(id, { id, op, isRepaired: status === "failed-at-base", members: [], moved: 0 });
  }
  if (whole.size === 0) return { groups: [], rest: [...members] };
  const rest = members.filter((member) => {
    if (member.change.op === "changed") {
      noteMove(member, whole);
      return true;
    }
    charge(member.targets.length * OBJECT_BYTES);
    const having = member.targets.map((id) => whole.get(id));
    const own = having.filter((target) => target?.op === member.change.op);
    for (const target of own) target?.members.push(member);
    return own.length < having.length;
  });
  const found = [...whole.values()].filter((target) => target.members.length > 0);
  return { groups: alike(found).map(openGroup), rest };
}

/** Counts an object that exists on both sides for the targets that it left, or came to. */
function noteMove({ change, targets }: Member, whole: ReadonlyMap<string, WholeTarget>): void {
  if (change.from?.targets === undefined) return;
  for (const id of targets) {
    const target = whole.get(id);
    if (target !== undefined) target.moved++;
  }
}

/** Gathers targets of one pattern. */
function alike(targets: readonly WholeTarget[]): (readonly WholeTarget[])[] {
  const keys = targets.map((target) => patternKeys(target));
  const counts = new Map<string, number>();
  for (const key of keys.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const chosen = new Map<string, WholeTarget[]>();
  for (const [index, target] of targets.entries()) {
    const own = keys[index] as readonly string[];
    // The pattern that most targets have; of these, the first.
    const most = own.reduce((count, key) => Math.max(count, counts.get(key) ?? 0), 0);
    const key = own.find((each) => counts.get(each) === most) ?? "";
    getOrInsert(chosen, key, (): WholeTarget[] => []).push(target);
  }
  return [...chosen.values()];
}

/** One key for each part of the id that may be another one in targets of the same pattern. */
function patternKeys({ id, op, isRepaired, members }: WholeTarget): readonly string[] {
  checkTime();
  const steps = id.split("/");
  const kinds = [...new Set(members.map(({ change }) => change.object.kind))].sort();
  const names = namesOfWeightiest(members);
  return steps.map((step, at) => {
    const pattern = [...steps.slice(0, at), "*", ...steps.slice(at + 1)];
    // Names hold that of an environment or a tenant. One character is not enough to tell it from a word.
    const own = names.map((name) => (step.length > 1 ? name.replaceAll(step, "*") : name));
    const first = own.reduce((a, b) => (a < b ? a : b));
    return stableJson([op, isRepaired, pattern, kinds, first]);
  });
}

/** Returns the names of the objects of the weightiest kind, however many there are of it. */
function namesOfWeightiest(members: readonly Member[]): readonly string[] {
  const keyOf = ({ change }: Member): string => `${tierOf(change)} ${change.object.kind}`;
  const least = members.map(keyOf).reduce((a, b) => (a < b ? a : b));
  const own = members.filter((member) => keyOf(member) === least);
  return own.map(({ change: { object }, original }) => original?.name ?? object.baseName ?? object.name);
}

function openGroup(targets: readonly WholeTarget[]): OpenGroup {
  const [{ op, isRepaired }] = targets as readonly [WholeTarget];
  const ids = targets.map(({ id }) => id);
  const members = [...new Set(targets.flatMap((target) => target.members))].sort((a, b) => a.index - b.index);
  const moved = targets.reduce((sum, target) => sum + target.moved, 0);
  const whole = {
    ...wholeTargetsOf(targets.map((target) => target.members.map(({ change }) => change))),
    ...(moved > 0 && { moved }),
    ...(isRepaired && { isRepaired: true as const }),
  };
  const key = stableJson(["targets", ids, members.map(({ change }) => change.id)]);
  return { op, key, edits: [], members, targets: ids, whole, consequence: "behaviour" };
}

/** Returns what each of some targets has. @param targets the objects of each */
export function wholeTargetsOf(targets: readonly (readonly Change[])[]): WholeTargets {
  const counts = targets.map((changes) => groupBy(sortedByWeight(changes), ({ object }) => object.kind));
  const kinds = new Set(counts.flatMap((kindsOf) => [...kindsOf.keys()]));
  const range = (numbers: readonly number[]) => {
    return numbers.reduce(
      ({ least, most }, count) => ({ least: Math.min(least, count), most: Math.max(most, count) }),
      { least: Number.POSITIVE_INFINITY, most: 0 },
    );
  };
  return {
    objects: range(targets.map(({ length }) => length)),
    kinds: Array.from(kinds, (kind) => ({ kind, ...range(counts.map((of) => of.get(kind)?.length ?? 0)) })),
  };
}

const DATA = new Set(["PersistentVolume", "PersistentVolumeClaim", "StatefulSet"]);
const WORKLOADS = new Set(["CronJob", "DaemonSet", "Deployment", "Job", "Pod", "ReplicaSet"]);

/** Returns the place of a kind: first those that hold data, then those that run or deploy more, then custom resources. */
function tierOf({ object: { apiVersion, kind }, elsewhere }: Change): number {
  if (DATA.has(kind)) return 0;
  if (WORKLOADS.has(kind) || elsewhere !== undefined) return 1;
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  return group.includes(".") && !group.endsWith(".k8s.io") ? 2 : 3;
}

/** Returns the objects by their kinds: the weightiest first, then the most frequent. */
function sortedByWeight(changes: readonly Change[]): Change[] {
  const kinds = Array.from(
    groupBy(changes, ({ object }) => object.kind),
    ([kind, own]) => ({ kind, own, tier: Math.min(...own.map(tierOf)) }),
  );
  kinds.sort((a, b) => a.tier - b.tier || b.own.length - a.own.length || (a.kind < b.kind ? -1 : 1));
  return kinds.flatMap(({ own }) => own);
}
