/** An object with data, or with objects in it, that goes from one target to another. */
import type { DangerPair, PairRule } from "./rule.ts";

/** The losses when such an object is deleted, if only for a moment. */
const LOST: ReadonlyMap<string, string> = new Map([
  ["CustomResourceDefinition", "all objects of the kind are deleted with it"],
  ["Namespace", "everything in it is deleted with it"],
  ["PersistentVolume", "its data can be lost"],
  ["PersistentVolumeClaim", "its data can be lost"],
  ["StatefulSet", "its Pods stop"],
]);

/** Is checked only where the object stays the same one: any other move is a removal. */
export const MOVED_BETWEEN_TARGETS: PairRule = {
  id: "moved-between-targets",
  level: "low",
  summary: "an object with data or with objects in it goes to another target",
  kinds: new Set(LOST.keys()),
  *check({ base, head }: DangerPair) {
    if (base === undefined || head === undefined) return;
    const lost = LOST.get(head.kind);
    if (lost === undefined) return;
    yield {
      message: `the ${head.kind} goes to another target: a tool that prunes may delete the object before the other target applies it, and ${lost}`,
    };
  },
};
