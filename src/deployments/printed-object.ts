/** Objects of Kubernetes as files hold them or builds print them. */
import { KrmError, type Location } from "../diagnostics.ts";
import type { BuiltResource } from "../engine/index.ts";
import { textAt } from "../manifests/index.ts";
import type { Tree } from "../sources/tree.ts";
import { decodeText, locate, parseResources, toValue, type Value } from "../yaml/index.ts";

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
  return { apiVersion, kind, namespace, name, value: resource.value(), withheld, origin };
}

/** The objects of a file; none of one with mistakes, such as a template. @param path absolute within the tree */
export async function objectsIn(tree: Tree, path: string): Promise<readonly PrintedObject[]> {
  const display = tree.display(path);
  try {
    const documents = parseResources(decodeText(await tree.read(path), display), display);
    return documents.map((document) => printedObject(toValue(document), locate(document)));
  } catch (thrown) {
    if (thrown instanceof KrmError) return [];
    throw thrown;
  }
}
