/** PersistentVolumes whose data no longer outlives their claims. */
import { textAt } from "../../../manifests/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { oneLine, updated } from "./objects/index.ts";

export const reclaimPolicy: PairRule = {
  id: "reclaim-policy",
  level: "high",
  summary: "the data of a PersistentVolume is no longer retained",
  kinds: new Set(["PersistentVolume"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair === undefined || groupOf(pair.head) !== "") return;
    const keys = ["spec", "persistentVolumeReclaimPolicy"];
    const [before, after] = [pair.base, pair.head].map((each) => textAt(each.value(), ...keys) ?? "Retain");
    if (before !== "Retain" || after === undefined || after === "Retain") return;
    yield {
      path: "/spec/persistentVolumeReclaimPolicy",
      message: "the volume is no longer retained: its data is deleted as soon as its claim goes",
      before,
      after: oneLine(after),
    };
  },
};
