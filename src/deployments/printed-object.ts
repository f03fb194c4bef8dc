/** Objects of Kubernetes as files hold them or builds print them. */
import type { Location } from "../diagnostics.ts";
import type { BuiltResource } from "../engine/index.ts";
import { textAt } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";

export interface PrintedObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty if the object has none. */
  readonly namespace: string;
  readonly name: string;
  readonly value: Value;
  /** The file that it comes from; undefined where that is not known. */
  readonly origin: Location | undefined;
}

export function printedObject(value: Value, origin: Location | undefined): PrintedObject {
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
  const { apiVersion, kind, namespace, name, origin } = resource;
  return { apiVersion, kind, namespace, name, value: resource.value(), origin };
}
