/** Keys that a ConfigMap or a Secret loses although a container still reads them. */

import { getOrInsert } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, TargetRule } from "../rule.ts";
import { oneLine } from "../rules/index.ts";
import { isOfPods, keysIn, keysOf } from "./data-keys.ts";
import { referencesOf } from "./search/index.ts";

export const LOST_KEY: TargetRule = {
  id: "lost-key",
  level: "high",
  summary: "a ConfigMap or a Secret loses a key that a container still reads",
  touches: (pair) => lostKeys(pair).length > 0,
  *check({ head }, touched) {
    if (touched.length === 0) return;
    const losing = new Map(
      touched.map((pair) => [nameOf(pair.head as RenderedResource), { pair, lost: new Set(lostKeys(pair)) }]),
    );
    const readers = new Map<DangerPair, Map<string, RenderedResource[]>>();
    for (const resource of head) {
      for (const reference of referencesOf(resource)) {
        const loser = isOfPods(reference) ? losing.get(nameOf(reference)) : undefined;
        if (loser === undefined) continue;
        const keys = getOrInsert(readers, loser.pair, () => new Map<string, RenderedResource[]>());
        for (const { key } of keysIn(reference).filter((each) => loser.lost.has(each.key))) {
          const list = getOrInsert(keys, key, () => []);
          if (list.at(-1) !== resource) list.push(resource);
        }
      }
    }
    for (const [pair, keys] of readers)
      for (const [key, [first, ...others]] of keys) {
        const more = others.length === 0 ? "" : ` and ${others.length} more`;
        const verb = others.length === 0 ? "reads" : "read";
        const message = `the ${pair.head?.kind} loses the key \`${oneLine(key)}\`, which ${first?.kind} ${first?.baseName}${more} still ${verb}: new Pods do not start`;
        yield { pair, message };
      }
  },
};

function nameOf({ kind, namespace, name }: Pick<RenderedResource, "kind" | "namespace" | "name">): string {
  return `${kind}/${namespace}/${name}`;
}

/** The keys that a pair of ConfigMaps or Secrets had at base and does not have at head. */
function lostKeys({ base, head }: DangerPair): readonly string[] {
  if (base === undefined || head === undefined || base.kind !== head.kind || groupOf(head) !== "") return [];
  if (head.kind !== "ConfigMap" && head.kind !== "Secret") return [];
  const has = new Set(keysOf(head));
  return keysOf(base).filter((key) => !has.has(key));
}
