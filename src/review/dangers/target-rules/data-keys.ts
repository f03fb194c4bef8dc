/** The keys of ConfigMaps and Secrets, and those that Pods read. */
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { POD_FIELDS, type Reference } from "./search/index.ts";

const OF_PODS: ReadonlySet<object> = new Set(POD_FIELDS);

/** Tells whether a Pod refers to the object: only Pods do not start without a key. */
export function isOfPods({ field }: Reference): boolean {
  return OF_PODS.has(field);
}

const FIELDS = ["data", "binaryData", "stringData"];

/** The keys that a ConfigMap or a Secret holds. */
export function keysOf(resource: RenderedResource): readonly string[] {
  return FIELDS.flatMap((field) => {
    const map = valueAt(resource.value(), field);
    return isMap(map) ? Object.keys(map) : [];
  });
}

export interface NamedKey {
  readonly key: string;
  /** The keys and positions that lead to it in the object that refers. */
  readonly path: readonly string[];
}

/** The keys that a reference of a Pod names: one of a variable, or those of the files of a volume. */
export function keysIn({ map, path }: Reference): readonly NamedKey[] {
  const at = path.slice(0, -1);
  const places = [{ place: map, below: at }].concat(
    listAt(map, "items").map((place, index) => ({ place, below: [...at, "items", String(index)] })),
  );
  return places.flatMap(({ place, below }) => {
    const key = textAt(place, "key");
    return key === undefined ? [] : [{ key, path: [...below, "key"] }];
  });
}
