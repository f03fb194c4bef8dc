/** Whether the cluster sees one object. */
import type { RenderedResource } from "../../render/rendering.ts";
import { groupOf, namespaceOf } from "../pairing/index.ts";

/** Whether an update turns one into the other. If not, the old object goes and a new one comes. */
export function isSameObject(base: RenderedResource, head: RenderedResource): boolean {
  return (
    base.kind === head.kind &&
    base.name === head.name &&
    namespaceOf(base) === namespaceOf(head) &&
    groupOf(base) === groupOf(head)
  );
}
