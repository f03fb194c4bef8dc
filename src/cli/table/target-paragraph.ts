/** The paragraph in the help of commands that take many targets. */
export const TARGET_PARAGRAPH =
  "TARGET is a directory with a kustomization or a composition file, or the id of a Kustomization of Flux, flux://CLUSTER/NAMESPACE/NAME, of a HelmRelease, flux://CLUSTER/NAMESPACE/HelmRelease/NAME, of an Application of Argo CD, argocd://CLUSTER/NAMESPACE/NAME, or of a release that helm installs, helm://CLUSTER/NAMESPACE/RELEASE. GLOB selects directories by their path, or deployments by their id, and " +
  "!GLOB removes targets that were selected before it, +GLOB adds some. Without arguments, the targets are all that Flux, Argo CD and helm apply, as far as krm-render renders it, and all kustomizations and " +
  "compositions that neither these nor others of the repository include.";
