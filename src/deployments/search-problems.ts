/** The problems of a search for deployments that stops before its end. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Deployment } from "./builds/index.ts";

/** The most deployments of one cluster. */
export const MAX_DEPLOYMENTS = 20_000;
/** A parent can print a child whose path changes on each level. */
export const MAX_DEPTH = 30;

export function tooManyDeployments(cluster: string): Diagnostic {
  return {
    code: "too-many-deployments",
    severity: "warning",
    message: `cluster ${cluster} has more than ${MAX_DEPLOYMENTS} Kustomizations and HelmReleases; the others are not rendered`,
    hint: "Name the roots that matter under deployments.roots in .krm-render.yaml of the base branch.",
  };
}

export function tooDeep({ id, origin }: Deployment): Diagnostic {
  return {
    code: "too-deep-deployments",
    severity: "warning",
    message: `the Kustomizations that ${id} declares are not rendered: it is ${MAX_DEPTH} levels below its root`,
    ...origin.location,
    hint: "Look for a Kustomization that prints one with another name on each level.",
  };
}
