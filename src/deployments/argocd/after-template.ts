/** Does to the objects of charts what Argo CD does before it applies them; docs/specification/argocd-helm-sources.md 6. */
import type { Diagnostic } from "../../diagnostics.ts";
import { textAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import {
  expanded,
  inNamespace,
  lastOfEach,
  type Repeated,
  ScopedKinds,
  shownObject,
  type TemplatedObject,
} from "../objects/index.ts";
import { phasesOf } from "./hooks.ts";

export interface AfterTemplate<T> {
  readonly objects: readonly T[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Expands lists, gives the namespace of the destination to objects that have none, takes it from those of kinds without namespaces, and
 * leaves out what Argo CD never applies. Objects of kinds that nothing defines stay as they are.
 * @param objects of all sources of an Application, in their order
 * @throws KrmError `invalid-resource` for a list with an item that is no object
 */
export function afterTemplate<T extends TemplatedObject>(objects: readonly T[], namespace: string): AfterTemplate<T> {
  const all = objects.flatMap(expanded);
  const kinds = new ScopedKinds(all);
  const placed = all
    .filter(({ value }) => phasesOf(value).length > 0)
    .map((object) => ({ ...object, value: placedValue(object.value, namespace, kinds) }));
  const kept = lastOfEach(placed);
  return { objects: kept.map(({ object }) => object), diagnostics: kept.flatMap(repeated) };
}

function repeated({ object: { value }, count }: Repeated<TemplatedObject>): readonly Diagnostic[] {
  if (count === 1) return [];
  const shown = shownObject(value);
  return [
    {
      code: "argocd-repeated-object",
      severity: "warning",
      message: `${shown} is rendered ${count} times: Argo CD applies the last one, and warns`,
      object: shown,
      hint: "Render it once.",
    },
  ];
}

function placedValue(value: Value, namespace: string, kinds: ScopedKinds): Value {
  if (!kinds.isClusterScoped(value)) return kinds.withNamespace(value, namespace);
  return (textAt(value, "metadata", "namespace") ?? "") === "" ? value : inNamespace(value, undefined);
}
