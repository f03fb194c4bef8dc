/**
 * How objects go through another kustomize and keep what is remembered of them;
 * docs/specification/legacy-plugins.md 4.6.
 */

import { identify, textsUnder } from "../../resource/index.ts";
import { get, type MapNode } from "../../yaml/nodes/node.ts";
import { documents, type Protocol } from "../protocol.ts";
import { LOCAL_CONFIG, RESOURCE_ID } from "../wire/annotations.ts";
import { keyOf } from "../wire/identity.ts";
import { mergeInOrder } from "../wire/merge.ts";
import { type Sent, writeAnnotations } from "../wire/sent.ts";
import { BRIDGE_ID, bareObject } from "./bare-objects.ts";

export function bridgeProtocol(): Protocol {
  const origins = new WeakMap<MapNode, Sent>();
  return {
    type: "exec",
    withoutPaths: true,
    input: (sent) => documents(sent.map(bareObject)),
    returned(items, sent) {
      const found = assign(items, sent);
      for (const item of items) {
        const one = found.get(item);
        restore(item, one);
        if (one !== undefined) origins.set(item, one);
      }
      return items;
    },
    merge: (resources, sent, items, merging) =>
      mergeInOrder(resources, sent, items, (item) => origins.get(item), merging),
  };
}

/**
 * Which object each item was: the one whose number it carries, or whose identity it has where the plugin drops the number.
 * Of copies with one number, the one that kept the identity is the object.
 */
function assign(items: readonly MapNode[], sent: readonly Sent[]): ReadonlyMap<MapNode, Sent> {
  const byKey = new Map(sent.map((one) => [keyOf(one.resource.id), one]));
  const taken = new Map<Sent, MapNode>();
  const schemas = sent[0]?.resource.schemas;
  const keyed = items.map((item) => [item, schemas && byKey.get(keyOf(identify(item, schemas)))] as const);
  for (const [item, same] of keyed) {
    const number = textsUnder(get(item, "metadata"), "annotations").get(BRIDGE_ID);
    if (same !== undefined && (number === undefined || sent[Number(number)] === same)) taken.set(same, item);
  }
  for (const [item] of keyed) {
    const one = sent[Number(textsUnder(get(item, "metadata"), "annotations").get(BRIDGE_ID))];
    if (one !== undefined && !taken.has(one)) taken.set(one, item);
  }
  return new Map([...taken].map(([one, item]) => [item, one]));
}

/** Gives back what was taken off, as if the item came from a function that had left it alone. */
function restore(item: MapNode, one: Sent | undefined): void {
  const texts = new Map(textsUnder(get(item, "metadata"), "annotations"));
  texts.delete(BRIDGE_ID);
  if (one !== undefined) {
    const own = textsUnder(get(one.resource.node, "metadata"), "annotations");
    for (const name of [LOCAL_CONFIG, BRIDGE_ID]) {
      const value = own.get(name);
      if (value !== undefined) texts.set(name, value);
    }
    for (const [name, value] of one.reserved) texts.set(name, value);
    texts.set(RESOURCE_ID, one.statedId);
  }
  writeAnnotations(item, texts);
}
