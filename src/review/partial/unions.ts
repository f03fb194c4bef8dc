/** Joins the notes and trust changes of several runs: each once, in an order that does not depend on the order of the runs. */
import type { Diagnostic, Location } from "../../diagnostics.ts";
import { compareBytewise, stableJson } from "../../text/index.ts";
import type { TrustChange } from "../report.ts";

/** Sorts by the files and lines of the places. Notes without a place come first. */
export function unionOfNotes(lists: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  return union(lists, byPlace);
}

/** The order of the kinds of changes: first the rules of reviews, which are sorted by their lines, then what may run. */
const KINDS: Readonly<Record<TrustChange["kind"], number>> = {
  silence: 0,
  "danger-level": 1,
  policy: 2,
  "noise-rule": 3,
  redaction: 4,
  "deployment-search": 5,
  "deployment-root": 6,
  "ignored-deployments": 7,
  "cluster-values": 8,
  "deployment-source": 9,
  "installed-chart": 10,
  "argocd-cluster": 11,
  "generated-parameters": 12,
  setting: 13,
  "catalog-entry": 14,
  "signature-file": 15,
  "catalog-reference": 16,
  function: 17,
  pin: 18,
};

/** Sorts by kind, then by file; in the configuration by line, elsewhere by subject. */
export function unionOfTrust(lists: readonly (readonly TrustChange[])[]): TrustChange[] {
  return union(
    lists,
    (a, b) =>
      KINDS[a.kind] - KINDS[b.kind] ||
      (KINDS[a.kind] <= KINDS.setting
        ? byPlace(a, b)
        : compareBytewise(`${a.file}\0${a.subject}`, `${b.file}\0${b.subject}`)),
  );
}

function union<T>(lists: readonly (readonly T[])[], compare: (a: T, b: T) => number): T[] {
  const found = new Map<string, T>();
  for (const list of lists) for (const each of list) found.set(stableJson(each), each);
  return [...found]
    .sort(([keyOfA, a], [keyOfB, b]) => compare(a, b) || compareBytewise(keyOfA, keyOfB))
    .map(([, each]) => each);
}

function byPlace(a: Partial<Location>, b: Partial<Location>): number {
  return (
    compareBytewise(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
  );
}
