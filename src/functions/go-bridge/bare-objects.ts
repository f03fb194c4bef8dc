/** Prints objects without build annotations, which the inner kustomize would take for its own. */
import { BUILD_ANNOTATIONS, type Resource, textsUnder } from "../../resource/index.ts";
import { print } from "../../yaml/index.ts";
import { cloneObject, get, type MapNode } from "../../yaml/nodes/node.ts";
import { isReserved, LOCAL_CONFIG, PER_CALL } from "../wire/annotations.ts";
import { type Sent, writeAnnotations } from "../wire/sent.ts";

/** The annotation that numbers the objects. It identifies them in the output even if their names change. */
export const BRIDGE_ID = "krm-render.dev/id";

/** The config as text, without build annotations. */
export function bareText(config: Resource): string {
  const node = cloneObject(config.node as MapNode);
  writeAnnotations(node, bareTexts(node));
  return print(node);
}

/** An object for the inner build, numbered. Drops the mark as local: the inner build would drop the object. */
export function bareObject({ resource }: Sent, index: number): MapNode {
  const node = cloneObject(resource.node as MapNode);
  const texts = bareTexts(node);
  texts.delete(LOCAL_CONFIG);
  texts.set(BRIDGE_ID, String(index));
  writeAnnotations(node, texts);
  return node;
}

function bareTexts(node: MapNode): Map<string, string> {
  const texts = new Map(textsUnder(get(node, "metadata"), "annotations"));
  for (const name of texts.keys()) {
    if (isReserved(name) || PER_CALL.has(name) || BUILD_ANNOTATIONS.has(name)) texts.delete(name);
  }
  return texts;
}
