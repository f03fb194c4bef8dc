/** Claims that ask for less storage than before. */
import { valueAt } from "../../../manifests/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { compareQuantities, shownValues, updated } from "./objects/index.ts";

/** Templates of claims in StatefulSets are immutable as a whole, which another rule reports. */
export const pvcShrink: PairRule = {
  id: "pvc-shrink",
  level: "high",
  summary: "a PersistentVolumeClaim asks for less storage",
  kinds: new Set(["PersistentVolumeClaim"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair === undefined || pair.head.kind !== "PersistentVolumeClaim" || groupOf(pair.head) !== "") return;
    const path = ["spec", "resources", "requests", "storage"];
    const [before, after] = [valueAt(pair.base.value(), ...path), valueAt(pair.head.value(), ...path)];
    const order = compareQuantities(after, before);
    if (order === undefined || order >= 0) return;
    yield {
      path: "/spec/resources/requests/storage",
      message:
        "the claim asks for less storage: the API server refuses sizes below that of the volume; copy the data to a new claim",
      ...shownValues(before, after),
      outcome: "refused",
    };
  },
};
