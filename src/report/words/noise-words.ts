/** Says why a rule of noise folds what it folds, where its name does not. */

/** By the ids of rules. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ["argocd-ignores", "Argo CD does not sync because of them, but applies them when it syncs"],
  ["argocd-keeps", "Argo CD keeps what the cluster has"],
]);

/** `: Argo CD keeps what the cluster has`; empty for other rules. */
export function reasonOf(rule: string): string {
  const reason = REASONS.get(rule);
  return reason === undefined ? "" : `: ${reason}`;
}
