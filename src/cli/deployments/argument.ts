/** Tells ids of deployments from directories. What knows more of them takes time to load, and most arguments are directories. */
export function isDeployment(argument: string): boolean {
  return /^(?:flux|argocd|helm):\/\//.test(argument);
}
