/** Says what changes mean for Pods that run. */
import { getOrInsert, groupBy } from "../../collections.ts";
import type { PodEffect, Workload } from "../../review/index.ts";
import { type Phrase, phrasesText } from "../edit-phrases.ts";
import type { Overview, Row } from "../overview.ts";
import { isRestart, isWorkload } from "../row-effects.ts";
import { listed, plural } from "../text.ts";
import { kindPhrases, pluralOf } from "./object-names.ts";

/** An effect on Pods of workloads that stay. */
type LastingEffect = Exclude<PodEffect["effect"], "ended">;

/** The order in which they are told. */
const ORDER: readonly LastingEffect[] = [
  "restarted",
  "recreated",
  "reloaded",
  "old-values",
  "new-files",
  "on-delete",
  "paused",
];

/** Counts what does not restart although its template changes; the plan has the others. */
export function rolloutSentences({ rollouts }: Pick<Overview, "rollouts">): string[] {
  const byEffect = groupBy(
    rollouts.filter((rollout) => !isRestart(rollout)),
    ({ effect }) => effect,
  );
  return ORDER.flatMap((effect) => {
    const all = byEffect.get(effect);
    if (all === undefined) return [];
    const text = phrasesText(sharedPhrases(effect, [countedPhrase(all)]));
    return [`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`];
  });
}

/** Says what becomes of Pods because of a row, in phrases of their own: `restarts its 2 Pods`. */
export function podPhrases(row: Row): Phrase[][] {
  const workloads = new Set(row.changes.filter(isWorkload).map(({ id }) => id));
  const byEffect = groupBy(row.effects, ({ effect }) => effect);
  return ORDER.flatMap((effect) => {
    const all = byEffect.get(effect) ?? [];
    const own = all.filter(({ change }) => workloads.has(change));
    const others = all.filter(({ change }) => !workloads.has(change));
    return [
      ...(own.length === 0 ? [] : [whosePhrases(effect, own, row)]),
      ...(others.length === 0 ? [] : [sharedPhrases(effect, namedPhrases(others, row.changes.length === 1))]),
    ];
  });
}

/** The row names the workloads: they are not named again, unless some others are in it, or in several targets. */
function whosePhrases(effect: LastingEffect, own: readonly PodEffect[], { group, changes }: Row): Phrase[] {
  const count = own.reduce((sum, { targets }) => sum + targets.length, 0);
  if (count !== changes.length || (count === 1 && group.targets.length > 1))
    return sharedPhrases(effect, [countedPhrase(own)]);
  const isOne = count === 1;
  const { sum, isKnown } = podsOf(own);
  const pods = `${isOne ? "its" : "their"} ${!isKnown ? "Pods" : sum === 1 ? "Pod" : `${sum} Pods`}`;
  switch (effect) {
    case "recreated":
      return [`stops ${pods} before ${isKnown && sum === 1 ? "a new one starts" : "new ones start"}`];
    case "on-delete":
      return [`${isOne ? "its" : "their"} Pods change only when they are deleted`];
    case "paused":
      return [`${isOne ? "its" : "their"} Pods do not change as long as paused is set`];
    default:
      return [`restarts ${pods}`];
  }
}

function sharedPhrases(effect: LastingEffect, who: readonly Phrase[]): Phrase[] {
  switch (effect) {
    case "restarted":
      return ["restarts ", ...who];
    case "recreated":
      return ["stops all Pods of ", ...who, " before new ones start"];
    case "on-delete":
      return ["the Pods of ", ...who, " change only when they are deleted"];
    case "paused":
      return ["the Pods of ", ...who, " do not change as long as paused is set"];
    case "old-values":
      return ["Pods of ", ...who, " keep the old values until they restart"];
    case "new-files":
      return ["files in the Pods of ", ...who, " change without a restart"];
    case "reloaded":
      return ["Reloader restarts ", ...who];
  }
}

/** The kinds whose Pods end by themselves. */
const RUNNING_ONCE: ReadonlySet<string> = new Set(["Job", "CronJob"]);

/** Says which Pods end with the objects of a row that are deleted: `ends its 3 Pods`. Empty where none does. */
export function endedPhrases({ group, changes, effects }: Row): Phrase[] {
  const ended = effects.filter(({ effect }) => effect === "ended");
  if (ended.length === 0) return [];
  const { sum, isKnown } = podsOf(ended);
  const areOnce = ended.every(({ workloads }) => workloads.every(({ kind }) => RUNNING_ONCE.has(kind)));
  const running = areOnce ? " that still run" : "";
  const isOne = group.targets.length === 1;
  if (isOne && changes.length === 1 && group.whole === undefined)
    return [`ends its ${!isKnown ? `Pods${running}` : sum === 1 ? "Pod" : `${sum} Pods`}`];
  const pods =
    sum > 0 ? `${isKnown ? "" : "at least "}${plural(sum, "Pod")}` : `the Pods of ${countedPhrase(ended)}${running}`;
  if (group.whole === undefined) return [`ends ${pods}`];
  return [`${pods} ${sum === 1 ? "ends" : "end"} with ${isOne ? "it" : "them"}`];
}

/** `Deployments a, b (4 Pods)`. @param hasPods whether no workload is in it twice */
function namedPhrases(effects: readonly PodEffect[], hasPods: boolean): Phrase[] {
  const workloads = effects.flatMap((each) => each.workloads);
  const distinct = new Map(workloads.map((one): [string, Workload] => [`${one.kind}\0${one.name}`, one]));
  const isOfRestart = effects.some((each) => isRestart(each) || each.effect === "reloaded");
  const pods = hasPods && isOfRestart ? podsPhrase(effects) : "";
  return [...kindPhrases([...distinct.values()]), pods];
}

/** `12 Deployments and 2 StatefulSets (38 Pods)` */
function countedPhrase(effects: readonly PodEffect[]): string {
  const counts = new Map<string, number>();
  for (const { workloads, targets } of effects)
    for (const { kind } of workloads) counts.set(kind, getOrInsert(counts, kind, () => 0) + targets.length);
  const kinds = [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => plural(count, kind, pluralOf(kind)));
  return `${listed(kinds)}${podsPhrase(effects)}`;
}

/** ` (38 Pods)`; empty where no number is known. */
export function podsPhrase(effects: readonly PodEffect[]): string {
  const { sum, isKnown } = podsOf(effects);
  return sum === 0 ? "" : ` (${isKnown ? "" : "at least "}${plural(sum, "Pod")})`;
}

/** The Pods of all workloads, in all targets. */
function podsOf(effects: readonly PodEffect[]): { readonly sum: number; readonly isKnown: boolean } {
  let sum = 0;
  let isKnown = true;
  for (const { workloads, targets } of effects) {
    for (const { pods } of workloads) {
      if (pods === null) isKnown = false;
      else sum += pods * targets.length;
    }
  }
  return { sum, isKnown };
}
