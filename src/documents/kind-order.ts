/**
 * The kinds that come before or after all others in field-spec tables and in the legacy order of the output
 * (docs/specification/field-specs.md 2.2 and docs/specification/sort-order.md 2.1).
 */
import { words } from "./field-spec-tables.ts";

export const kindsFirst: readonly string[] = words(`
  Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole
  RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume
  PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget
`);

export const kindsLast: readonly string[] = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];

/** The rank of each kind in such an order. Kinds that are not in the map have rank 0. */
export function kindRanks(first: readonly string[], last: readonly string[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const [index, kind] of first.entries()) ranks.set(kind, index - first.length);
  for (const [index, kind] of last.entries()) ranks.set(kind, index + 1);
  return ranks;
}
