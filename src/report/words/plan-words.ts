/** Says in one line what becomes of the changed objects when the change is applied. */
import { PLAN_ACTIONS, type PlanAction } from "../../review/index.ts";
import type { Overview } from "../overview.ts";
import { plural } from "../text.ts";
import { podsPhrase } from "./pod-words.ts";

/** `On apply: 2 created, 5 updated in place, 12 rolling restarts (38 Pods), 3 deleted, 2 refused`; empty where there is no plan. */
export function planSentence({ plan, rollouts, isPartlyPlanned, hasOnlyNewNames }: Overview): string {
  const parts = PLAN_ACTIONS.flatMap((action) => {
    const count = plan.get(action) ?? 0;
    return count === 0 ? [] : [partOf(action, count, rollouts, hasOnlyNewNames)];
  });
  if (parts.length === 0) return "";
  return `On apply${isPartlyPlanned ? ", as far as it could be compared" : ""}: ${parts.join(", ")}`;
}

function partOf(action: PlanAction, count: number, rollouts: Overview["rollouts"], onlyNames: boolean): string {
  const pods = (effect: "restarted" | "recreated" | "ended"): string =>
    podsPhrase(rollouts.filter((rollout) => rollout.effect === effect));
  const number = count.toLocaleString("en");
  switch (action) {
    case "create":
      return `${number} created`;
    case "update":
      return `${number} updated in place`;
    case "restart":
      return `${plural(count, "rolling restart")}${pods("restarted")}`;
    case "recreate":
      return `${number} recreated${pods("recreated")}`;
    case "rename":
      return `${number} created under ${onlyNames ? (count === 1 ? "a new name" : "new names") : "another name, namespace or kind"}`;
    case "move":
      return `${number} moved between targets`;
    case "hook":
      return plural(count, "hook");
    case "delete":
      return `${number} deleted${pods("ended")}`;
    case "drop":
      return `${number} no longer rendered`;
    case "keep":
      return `${number} no longer rendered, but kept`;
    case "skip":
      return `${number} not applied`;
    case "refuse":
      return `${number} refused`;
  }
}
