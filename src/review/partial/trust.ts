/** What changes of what may run, out of what several runs know of both sides; docs/specification/catalogs.md 3.7. */
import type { FunctionUse, NotedReference, TrustSide } from "../../functions/index.ts";
import { compareBytewise, stableJson } from "../../text/index.ts";
import type { TrustChange } from "../report.ts";
import type { PartialTrust } from "./types.ts";
import { unionOfTrust } from "./unions.ts";

export const NO_TRUST: PartialTrust = {
  changes: [],
  base: { uses: [], references: [] },
  head: { uses: [], references: [] },
};

/** The changes that a report tells. They do not depend on the run in which a target of either side was built. */
export function trustChanges(facts: readonly PartialTrust[]): TrustChange[] {
  const base = sideOf(facts.map((each) => each.base));
  const head = sideOf(facts.map((each) => each.head));
  return unionOfTrust([...facts.map(({ changes }) => changes), referenceChanges(base, head), useChanges(base, head)]);
}

interface Side {
  readonly uses: ReadonlyMap<string, FunctionUse>;
  readonly references: ReadonlyMap<string, NotedReference>;
}

function sideOf(sides: readonly TrustSide[]): Side {
  return {
    uses: firstOf(
      sides.flatMap(({ uses }) => uses),
      ({ directory, file, subject }) => [directory, file, subject],
    ),
    references: firstOf(
      sides.flatMap(({ references }) => references),
      ({ file, reference }) => [file, reference],
    ),
  };
}

/** The first one of each key, by its line. */
function firstOf<T extends { readonly line?: number }>(
  list: readonly T[],
  keyOf: (each: T) => unknown,
): Map<string, T> {
  const isBefore = (a: T, b: T): boolean =>
    ((a.line ?? 0) - (b.line ?? 0) || compareBytewise(stableJson(a), stableJson(b))) < 0;
  const found = new Map<string, T>();
  for (const each of list) {
    const key = JSON.stringify(keyOf(each));
    const known = found.get(key);
    if (known === undefined || isBefore(each, known)) found.set(key, each);
  }
  return found;
}

/**
 * A reference is only gone if its file was read, or is gone as well: nothing is known of a target that failed before, or that has no
 * function any more. One that is new is always named.
 */
function referenceChanges(before: Side, after: Side): TrustChange[] {
  const read = new Set([...after.references.values()].map(({ file }) => file));
  const change = (op: "added" | "removed", { reference, file, line }: NotedReference): TrustChange => {
    return { kind: "catalog-reference", op, subject: reference, file, ...(line !== undefined && { line }), fields: [] };
  };
  return [
    ...[...before.references]
      .filter(([key, { file, isGone }]) => !after.references.has(key) && (isGone || read.has(file)))
      .map(([, each]) => change("removed", each)),
    ...[...after.references].filter(([key]) => !before.references.has(key)).map(([, each]) => change("added", each)),
  ];
}

/** Functions that are new or gone show in the manifests, and what they run in the catalog. Only other programs count here. */
function useChanges(before: Side, after: Side): TrustChange[] {
  return [...after.uses].flatMap(([key, { subject, file, line, fields }]): TrustChange[] => {
    const old = before.uses.get(key);
    if (old === undefined) return [];
    const [was, is] = [old.fields, fields].map((list) => new Map(list.map(({ name, text }) => [name, text])));
    const changed = [...new Set([...old.fields, ...fields].map(({ name }) => name))]
      .map((name) => ({ name, before: was?.get(name), after: is?.get(name) }))
      .filter((each) => each.before !== each.after)
      .map(({ name, before: from, after: to }) => ({
        name,
        ...(from !== undefined && { before: from }),
        ...(to !== undefined && { after: to }),
      }));
    if (changed.length === 0) return [];
    // Kustomizations that list one config usually find the same program: equal changes are told once.
    return [{ kind: "function", op: "changed", subject, file, ...(line !== undefined && { line }), fields: changed }];
  });
}
