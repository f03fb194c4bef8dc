/** Mistakes in ApplicationSets, and what only a cluster knows of them. */
import { failure, type KrmError, type Location } from "../../../diagnostics.ts";

/** The code of a mistake for which Argo CD makes nothing of a set. */
export const INVALID = "argocd-set-invalid";
/** The code of a set whose Applications depend on what only the cluster knows. */
export const UNKNOWN = "argocd-set-unknown";

export function invalid(message: string, place: Location, hint = "Correct the ApplicationSet."): KrmError {
  return failure(INVALID, message, { ...place, hint });
}

export function unknown(message: string, place: Location, hint: string): KrmError {
  return failure(UNKNOWN, message, { ...place, hint });
}
