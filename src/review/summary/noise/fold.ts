/** Marks the changed fields that rules fold, and counts them. Nothing is removed from a report. */

import { getOrInsert, groupBy } from "../../../collections.ts";
import { matchesObject, type NoiseRule, type NoiseSettings } from "../../../configuration/index.ts";
import { pointerSteps } from "../../../text/index.ts";
import { perLabel } from "../../differences/index.ts";
import type { Change, FieldChange, NoiseCount } from "../../report.ts";
import { bundleVersion, foldBundleVersions } from "./bundle-versions.ts";
import { caBundle, descriptions } from "./definition-rules.ts";
import { argocdIgnores, argocdKeeps } from "./ignored-differences.ts";
import { chartLabels, checksums, managedBy } from "./metadata-rules.ts";
import { reordering } from "./reordering.ts";
import type { BuiltInRule, NoisyObject } from "./rule.ts";

/** Every built-in rule. The first one that folds a field is the one that is named. */
export const BUILT_IN_RULES: readonly BuiltInRule[] = [
  argocdIgnores,
  argocdKeeps,
  chartLabels,
  checksums,
  managedBy,
  reordering,
  bundleVersion,
  caBundle,
  descriptions,
];

/** The fields, of which those that a rule on one object folds have its name. Takes time linear in the fields for each rule. */
export function foldFields(
  fields: readonly FieldChange[],
  of: NoisyObject,
  { off, rules }: NoiseSettings,
): readonly FieldChange[] {
  const builtIn = BUILT_IN_RULES.filter(({ id }) => !off.has(id));
  const own = rules.filter((rule) => matchesObject(rule, of.object));
  return fields.map((field) => {
    if (isProtected(field, of)) return field;
    // A map of labels is noise if one rule folds all of them.
    const [first, ...others] = perLabel(field).map((part) => ruleFor(part, of, builtIn, own));
    return first === undefined || others.some((rule) => rule !== first) ? field : { ...field, noise: first };
  });
}

/** Tells whether no rule may fold the field: selectors, withheld values, the content of Secrets, and new names. */
function isProtected({ path, redacted, encrypted, reference }: FieldChange, { object }: NoisyObject): boolean {
  if (redacted || encrypted || reference) return true;
  if (object.kind === "Secret" && !path.startsWith("/metadata/")) return true;
  // The schema of a definition has properties with these names.
  if (object.kind === "CustomResourceDefinition") return false;
  return /\/(?:[A-Za-z]*[sS]elector|matchLabels|matchExpressions)(?:\/|$)/.test(path);
}

function ruleFor(
  field: FieldChange,
  of: NoisyObject,
  builtIn: readonly BuiltInRule[],
  own: readonly NoiseRule[],
): string | undefined {
  const steps = pointerSteps(field.path);
  const { path, namedPath } = field;
  return (
    builtIn.find((rule) => rule.folds?.({ ...field, steps }, of))?.id ??
    own.find(({ paths }) => paths.some((pattern) => pattern.matchesPointer(path, namedPath)))?.name
  );
}

/** The changes, of which the fields that a rule on all changes folds have its name. */
export function foldChanges(changes: readonly Change[], { off }: NoiseSettings): readonly Change[] {
  return off.has(bundleVersion.id) ? changes : foldBundleVersions(changes);
}

/** Counts the fields that each rule folds, by the names of the rules. */
export function noiseCounts(changes: readonly Change[]): NoiseCount[] {
  const counts = new Map<string, { fields: number; changes: number; whole: number }>();
  for (const { fields, from, moreFields } of changes) {
    const isWhole = from === undefined && moreFields === undefined && fields.every(({ noise }) => noise !== undefined);
    for (const [rule, own] of groupBy(fields, ({ noise }) => noise)) {
      if (rule === undefined) continue;
      const count = getOrInsert(counts, rule, () => ({ fields: 0, changes: 0, whole: 0 }));
      count.fields += own.length;
      count.changes++;
      if (isWhole) count.whole++;
    }
  }
  return [...counts].map(([rule, count]) => ({ rule, ...count })).sort((a, b) => (a.rule < b.rule ? -1 : 1));
}
