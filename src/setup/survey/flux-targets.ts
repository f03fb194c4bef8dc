/** Tells the deployments of Flux from those of Argo CD. */
import type { Deployment, FoundDeployments } from "../../deployments/index.ts";

export function fluxTargets({ targets }: Pick<FoundDeployments, "targets">): readonly Deployment[] {
  return targets.filter(({ deployment }) => deployment?.system === "flux");
}
