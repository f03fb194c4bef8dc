/** Objects of Kubernetes as files hold them or builds print them. */
import { getOrInsert } from "../../collections.ts";
import { KrmError, type Location } from "../../diagnostics.ts";
import type { BuiltResource } from "../../engine/index.ts";
import { textAt } from "../../manifests/index.ts";
import { locate, type Node, toValue, type Value } from "../../yaml/index.ts";

export interface PrintedObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty if the object has none. */
  readonly namespace: string;
  readonly name: string;
  readonly value: Value;
  /** See {@link BuiltResource.withheld}. */
  readonly withheld?: BuiltResource["withheld"];
  /** The file that it comes from; undefined where that is not known. */
  readonly origin: Location | undefined;
}

function printedObject(value: Value, origin: Location | undefined): PrintedObject {
  return {
    apiVersion: textAt(value, "apiVersion") ?? "",
    kind: textAt(value, "kind") ?? "",
    namespace: textAt(value, "metadata", "namespace") ?? "",
    name: textAt(value, "metadata", "name") ?? "",
    value,
    origin,
  };
}

export function printedBy(resource: BuiltResource): PrintedObject {
  const { apiVersion, kind, namespace, name, origin, withheld } = resource;
  return {
    apiVersion,
    kind,
    namespace,
    name,
    // Of most kinds, nobody asks for it.
    get value() {
      return resource.value();
    },
    withheld,
    origin,
  };
}

const known = new WeakMap<readonly Node[], readonly PrintedObject[]>();

/**
 * The objects of the documents of a file, but for those that have no value, such as one with a key that is given twice. The same objects
 * for the same documents.
 */
export function objectsOf(documents: readonly Node[]): readonly PrintedObject[] {
  return getOrInsert(known, documents, () => documents.flatMap(objectOf));
}

function objectOf(document: Node): readonly PrintedObject[] {
  try {
    return [printedObject(toValue(document), locate(document))];
  } catch (thrown) {
    if (thrown instanceof KrmError) return [];
    throw thrown;
  }
}
