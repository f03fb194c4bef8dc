/** The rule on versions that a generator writes into all definitions of a bundle. */
import type { Change, FieldChange } from "../../report.ts";
import type { BuiltInRule } from "./rule.ts";

/** The same change of fewer definitions can mean something. */
const MIN_DEFINITIONS = 3;

export const bundleVersion: BuiltInRule = {
  id: "bundle-version",
  summary:
    "The same version in a label or annotation of at least three CustomResourceDefinitions, such as `controller-gen.kubebuilder.io/version`.",
};

/** Marks the fields that the rule folds. */
export function foldBundleVersions(changes: readonly Change[]): readonly Change[] {
  const definitions = changes.filter(
    ({ op, object }) => op === "changed" && object.kind === "CustomResourceDefinition",
  );
  const holders = new Map<string, Set<string>>();
  for (const { object, fields } of definitions) {
    for (const field of fields) {
      const key = keyOf(field);
      if (key !== undefined) holders.set(key, (holders.get(key) ?? new Set()).add(object.name));
    }
  }
  const isFolded = (field: FieldChange): boolean => {
    const key = keyOf(field);
    return key !== undefined && (holders.get(key)?.size ?? 0) >= MIN_DEFINITIONS;
  };
  const noisy = new Set(definitions.filter(({ fields }) => fields.some(isFolded)));
  if (noisy.size === 0) return changes;
  const marked = (field: FieldChange): FieldChange => (isFolded(field) ? { ...field, noise: bundleVersion.id } : field);
  return changes.map((change) => (noisy.has(change) ? { ...change, fields: change.fields.map(marked) } : change));
}

/** Returns a key for definitions with the same change of a version; undefined for a field that is no version. */
function keyOf({ path, op, before, after, noise, redacted }: FieldChange): string | undefined {
  if (noise !== undefined || redacted || !/^\/metadata\/(?:labels|annotations)\/[^/]+$/.test(path)) return undefined;
  const values = [before, after].filter((value) => value !== undefined);
  const areVersions = values.every((value) => typeof value === "string" && /^v?\d[\w.+-]*$/.test(value));
  if (values.length === 0 || !areVersions) return undefined;
  return JSON.stringify([path, op, before ?? null, after ?? null]);
}
