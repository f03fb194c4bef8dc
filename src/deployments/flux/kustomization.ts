/** Reads the objects of Flux that make a cluster apply a directory: Kustomizations, and FluxInstances of its operator. */
import { posix } from "node:path";
import { listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { PrintedObject } from "../objects/index.ts";

/** The beginnings of the apiVersions of objects that make Flux apply something. */
export const FLUX_GROUPS = ["kustomize.toolkit.fluxcd.io/", "fluxcd.controlplane.io/"] as const;

/** The beginning of the apiVersions of HelmReleases. */
export const HELM_GROUP = "helm.toolkit.fluxcd.io/";

/**
 * Texts of files that make Flux apply something, or that say which version of it does: by the image of the controller, or by the manifests
 * of flux-operator, which values of its chart name.
 */
export const FLUX_TEXTS = [...FLUX_GROUPS, "kustomize-controller:v", "flux-operator-manifests:"] as const;

/** The namespace of Flux, for objects that nobody gives one. */
export const FLUX_NAMESPACE = "flux-system";

/** A reference to another object. */
export interface Reference {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

type Typed = Pick<PrintedObject, "apiVersion" | "kind">;

export function isKustomization({ apiVersion, kind }: Typed): boolean {
  return kind === "Kustomization" && apiVersion.startsWith(FLUX_GROUPS[0]);
}

export function isHelmRelease({ apiVersion, kind }: Typed): boolean {
  return kind === "HelmRelease" && apiVersion.startsWith(HELM_GROUP);
}

export function isFluxInstance({ apiVersion, kind }: Typed): boolean {
  return kind === "FluxInstance" && apiVersion.startsWith(FLUX_GROUPS[1]);
}

/** The Kustomization that flux-operator makes of `spec.sync`; undefined for an instance that syncs nothing. */
function syncOf(instance: PrintedObject): PrintedObject | undefined {
  const sync = valueAt(instance.value, "spec", "sync");
  const path = textAt(sync, "path");
  if (sync === undefined) return undefined;
  const namespace = instance.namespace || FLUX_NAMESPACE;
  const name = textAt(sync, "name") || namespace;
  const value: Value = {
    apiVersion: `${FLUX_GROUPS[0]}v1`,
    kind: "Kustomization",
    metadata: { name, namespace },
    spec: { ...(path !== undefined && { path }), prune: true, sourceRef: { kind: textAt(sync, "kind") ?? "", name } },
  };
  return { apiVersion: `${FLUX_GROUPS[0]}v1`, kind: "Kustomization", namespace, name, value, origin: instance.origin };
}

/** The Kustomization that an object is, or that flux-operator makes of it. */
export function declaredBy(object: PrintedObject): PrintedObject | undefined {
  if (isFluxInstance(object)) return syncOf(object);
  return isKustomization(object) ? object : undefined;
}

/** The directory in the artifact that a Kustomization builds, absolute. `..` never leads above the top. */
export function directoryOf(object: Value): string {
  const path = posix.join("/", textAt(object, "spec", "path") ?? "");
  return path === "/" ? path : path.replace(/\/$/, "");
}

/** The directories of the components that it adds, absolute. */
export function componentsOf(object: Value): readonly string[] {
  const components = listAt(object, "spec", "components").filter((path) => typeof path === "string");
  return components.map((path) => posix.join(directoryOf(object), path).replace(/(.)\/$/, "$1"));
}

export function sourceReferenceOf(object: Value, namespace: string): Reference {
  const reference = valueAt(object, "spec", "sourceRef");
  return {
    kind: textAt(reference, "kind") ?? "",
    namespace: textAt(reference, "namespace") || namespace,
    name: textAt(reference, "name") ?? "",
  };
}
