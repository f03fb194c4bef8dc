/** The changes of the trust in functions, out of the facts of several runs about both sides; docs/specification/catalogs.md 3.7. */
import type { FunctionUse, NotedReference, TrustSide } from "../../functions/index.ts";
import { compareBytewise, stableJson } from "../../text/index.ts";
import type { TrustChange } from "../report.ts";
import type { PartialTrust } from "./types.ts";
import { unionOfTrust } from "./unions.ts";

export const EMPTY_TRUST: PartialTrust = {
  changes: [],
  base: { uses: [], references: [] },
  head: { uses: [], references: [] },
};

/** Returns the changes for the report. They do not depend on the run in which a target of either side was built. */
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

/** Returns the first element of each key, by its line. */
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
 * function any more. One that is new is named, unless its file is as before.
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
    ...[...after.references]
      .filter(([key, { isKept }]) => !before.references.has(key) && !isKept)
      .map(([, each]) => change("added", each)),
  ];
}

/**
 * Returns changed programs and permissions of functions, and new programs that no catalog names. Other functions that are new or gone show in
 * the manifests, and what they run in the catalog.
 */
function useChanges(before: Side, after: Side): TrustChange[] {
  const known = new Set([...before.uses.values()].map(contentOf));
  return [...after.uses].flatMap(([key, use]): TrustChange[] => {
    const { subject, file, line, notRun, fields } = use;
    // It names no program, and what a catalog would say of it is not known.
    if (fields.length === 0) return [];
    const place = { file, ...(line !== undefined && { line }), ...(notRun && { notRun }) };
    const old = before.uses.get(key);
    if (old === undefined) {
      const isOwn = fields.every(({ name }) => name !== "catalog");
      if (!isOwn || use.isKept || known.has(contentOf(use))) return [];
      const added = fields.map(({ name, text }) => ({ name, after: text }));
      return [{ kind: "function", op: "added", subject, ...place, fields: added }];
    }
    const [was, is] = [textsOf(old), textsOf(use)];
    // The address of the same bytes decides nothing.
    const ignored = was.has("sha256") && was.get("sha256") === is.get("sha256") ? "program" : undefined;
    const changed = [...new Set([...was.keys(), ...is.keys()])]
      .map((name) => ({ name, from: was.get(name), to: is.get(name) }))
      .filter(({ name, from, to }) => from !== to && name !== ignored)
      .map(({ name, from, to }) => ({
        name,
        ...(from !== undefined && { before: from }),
        ...(to !== undefined && { after: to }),
      }));
    // Kustomizations that list one config usually find the same program: equal changes are listed once.
    return changed.length === 0 ? [] : [{ kind: "function", op: "changed", subject, ...place, fields: changed }];
  });
}

/** Equal for what runs in the same way in another place, such as in a directory that was renamed. */
function contentOf({ subject, fields }: FunctionUse): string {
  return stableJson([subject, fields]);
}

function textsOf({ fields }: Pick<FunctionUse, "fields">): ReadonlyMap<string, string> {
  return new Map(fields.map(({ name, text }) => [name, text]));
}
