/** Knows the annotations by which controllers restart Pods when a ConfigMap or a Secret changes. */
import { isMap, textAt, valueAt } from "../../manifests/index.ts";
import type { RenderedResource, Value } from "../../render/rendering.ts";

const RELOADER = "reloader.stakater.com/";
const WAVE = "wave.pusher.com/";

/**
 * Tells who restarts the Pods of a workload because of a ConfigMap or a Secret that it reads: Reloader, nobody, or perhaps a
 * controller whose annotations we do not know well enough.
 */
export function reloadOf(workload: RenderedResource, content: RenderedResource): "reloader" | "unknown" | undefined {
  const object = workload.value();
  const template = valueAt(object, "spec", "template");
  const names = [object, template].flatMap((each) => keysOf(valueAt(each, "metadata", "annotations")));
  if (!names.some((name) => name.includes(RELOADER) || name.includes(WAVE))) return undefined;
  const own = (name: string): string | undefined => annotation(object, name) ?? annotation(template, name);
  if (annotation(content.value(), `${RELOADER}ignore`) === "true") return "unknown";
  const of = content.kind.toLowerCase();
  const isAuto = own(`${RELOADER}auto`) === "true" || own(`${of}.${RELOADER}auto`) === "true";
  const listed = own(`${of}.${RELOADER}reload`)?.split(",") ?? [];
  const isMatched = annotation(content.value(), `${RELOADER}match`) === "true";
  const isFound = isMatched && own(`${RELOADER}search`) === "true";
  return isAuto || isFound || listed.some((name) => name.trim() === content.name) ? "reloader" : "unknown";
}

function annotation(object: Value | undefined, name: string): string | undefined {
  return textAt(object, "metadata", "annotations", name);
}

function keysOf(value: Value | undefined): readonly string[] {
  return value !== undefined && isMap(value) ? Object.keys(value) : [];
}
