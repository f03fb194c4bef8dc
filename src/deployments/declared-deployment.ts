/** Tells which objects declare deployments. */
import type { DeploymentName } from "../render/index.ts";
import { ARGOCD_NAMESPACE, isApplication } from "./argocd/index.ts";
import { FLUX_NAMESPACE, isHelmRelease, isKustomization } from "./flux/index.ts";
import type { PrintedObject } from "./objects/index.ts";

/** The kind, namespace and name of the deployment that an object declares by itself; undefined for all others. */
export function declaredDeployment(
  object: Pick<PrintedObject, "apiVersion" | "kind" | "namespace" | "name">,
): Omit<DeploymentName, "cluster"> | undefined {
  const { namespace, name } = object;
  if (isApplication(object))
    return { system: "argocd", kind: "Application", namespace: namespace || ARGOCD_NAMESPACE, name };
  const kind = isKustomization(object) ? "Kustomization" : isHelmRelease(object) ? "HelmRelease" : undefined;
  return kind && { system: "flux", kind, namespace: namespace || FLUX_NAMESPACE, name };
}
