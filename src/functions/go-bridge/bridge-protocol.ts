/** The protocol of Go plugins, which restores the state of objects; docs/specification/legacy-plugins.md 4.6. */
import { identify, textsUnder } from "../../resource/index.ts";
import { get, type MapNode } from "../../yaml/nodes/node.ts";
import { documents, type Protocol } from "../protocol.ts";
import { LOCAL_CONFIG, RESOURCE_ID } from "../wire/annotations.ts";
import { keyOf } from "../wire/identity.ts";
import { mergeInOrder } from "../wire/merge-output.ts";
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
 * Finds the object that each item was: by its number, or by its identity if the plugin drops the number. Of several items
 * with one number, the one with the same identity is the object.
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

/** Restores the annotations that {@link bareObject} dropped, as if a function had left them unchanged. */
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
