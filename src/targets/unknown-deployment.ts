/** Says that no deployment has an id, and which one may be meant. */
import type { Diagnostic } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";

/** @param known the ids of all deployments */
export function unknownDeployment(id: string, known: readonly string[]): Diagnostic {
  // What all ids begin with would only make the names longer than those that are compared.
  const withoutScheme = (each: string): string => each.slice("flux://".length);
  const near = nearest(withoutScheme(id), known.map(withoutScheme));
  const hint =
    near === undefined
      ? known.length === 0
        ? "The repository has no Kustomization of Flux that a cluster applies."
        : "List those that there are: krm-render targets 'flux://**'."
      : `Did you mean flux://${near}?`;
  return { code: "no-target", severity: "error", message: `no Kustomization of Flux has the id ${id}`, hint };
}
