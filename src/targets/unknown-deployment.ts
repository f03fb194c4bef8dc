/** Says that no deployment has an id, and which one may be meant. */
import type { Diagnostic } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";

const SORTS: Readonly<Record<string, string>> = { "argocd://": "Application of Argo CD", "helm://": "release of helm" };

/** @param known the ids of all deployments */
export function unknownDeployment(id: string, known: readonly string[]): Diagnostic {
  const scheme = id.slice(0, id.indexOf("://") + "://".length);
  const alike = known.filter((each) => each.startsWith(scheme));
  // The beginning of all ids would only make the names longer than those that are compared.
  const near = nearest(
    id.slice(scheme.length),
    alike.map((each) => each.slice(scheme.length)),
  );
  const hint =
    near === undefined
      ? alike.length === 0
        ? "The repository declares none that a cluster applies."
        : `List those that there are: krm-render targets '${scheme}**'.`
      : `Did you mean ${scheme}${near}?`;
  const sort = SORTS[scheme] ?? "Kustomization or HelmRelease of Flux";
  return { code: "no-target", severity: "error", message: `no ${sort} has the id ${id}`, hint };
}
