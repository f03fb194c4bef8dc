/** The kinds of the entries of a composition that krm-render itself runs; docs/specification/composition.md 9.5, 9.6. */

const GROUP = "kustomize.config.k8s.io";

/** Tells whether an apiVersion is of kustomize's own group. */
export function isOfKustomize(apiVersion: string): boolean {
  return apiVersion.split("/")[0] === GROUP;
}

/** Tells whether an entry is an inline kustomization. */
export function isInlineKustomization(apiVersion: string, kind: string): boolean {
  return kind === "Kustomization" && isOfKustomize(apiVersion);
}

/** The kinds of apiVersion `builtin` that add resources. */
export const ACCUMULATOR_KINDS: ReadonlySet<string> = new Set(["ResourceAccumulator", "ResourceGenerator"]);

/** The names of their list. */
export const ACCUMULATOR_FIELDS = ["paths", "files", "resources"] as const;
