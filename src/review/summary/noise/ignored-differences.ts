/** Rules on fields whose differences an Application of Argo CD ignores. */
import type { BuiltInRule, NoisyField, NoisyObject } from "./rule.ts";

/** Tells whether a field, or one around it, is among those that the Application ignores. */
function isIgnored({ op, path }: NoisyField, { ignored }: NoisyObject, isKept: boolean): boolean {
  if (ignored === undefined || ignored.isKept !== isKept) return false;
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (ignored.fields.has(`${op} ${at}`)) return true;
  return false;
}

export const argocdIgnores: BuiltInRule = {
  id: "argocd-ignores",
  summary:
    "Fields that the Application names under `ignoreDifferences`: Argo CD does not sync because of them alone, and applies them with the next sync.",
  folds: (field, of) => isIgnored(field, of, false),
};

export const argocdKeeps: BuiltInRule = {
  id: "argocd-keeps",
  summary:
    "Fields that the Application names under `ignoreDifferences` if it has the sync option `RespectIgnoreDifferences=true`: Argo CD keeps what the cluster has.",
  folds: (field, of) => isIgnored(field, of, true),
};
