/** Reads which differences an Application ignores, and finds the fields of an object that are meant; docs/specification/argocd-ignored-fields.md 1. */
import type { IgnoredFields } from "../../engine/context/built.ts";
import { isMap, listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import { apiGroupOf } from "../objects/index.ts";
import { hasPosition, type JqPath, parseJqPath } from "./jq-path.ts";
import { isPlainPattern, wildcards } from "./patterns/index.ts";
import { type IgnoreEffort, Removal } from "./removed-fields.ts";

/** The differences that an Application ignores. Plain data. */
export interface IgnoreRules {
  readonly rules: readonly IgnoreRule[];
  /** A sync keeps what the cluster has, in place of applying it. */
  readonly isKept: boolean;
}

interface IgnoreRule {
  /** Patterns. */
  readonly group: string;
  readonly kind: string;
  /** Empty for all. */
  readonly namespace: string;
  readonly name: string;
  readonly pointers: readonly string[];
  readonly paths: readonly JqPath[];
  /** It ignores more, which is not known. */
  readonly isPartial: boolean;
}

/** The most rules, pointers and expressions of an Application. */
const MAX_RULES = 500;
/** The most fields of an object. */
const MAX_FIELDS = 5_000;
const MAX_LENGTH = 1_000;

/** Undefined for an Application that ignores nothing. @param application the object */
export function readIgnoreRules(application: Value): IgnoreRules | undefined {
  const list = listAt(application, "spec", "ignoreDifferences");
  if (list.length === 0 || list.length > MAX_RULES) return undefined;
  const isKept = listAt(application, "spec", "syncPolicy", "syncOptions").includes("RespectIgnoreDifferences=true");
  return { rules: list.filter(isMap).map(ruleOf), isKept };
}

function ruleOf(value: Value): IgnoreRule {
  const [group, kind, namespace, name] = ["group", "kind", "namespace", "name"].map((key) => textAt(value, key) ?? "");
  const pointers = textsAt(value, "jsonPointers");
  const expressions = textsAt(value, "jqPathExpressions");
  const paths = expressions.flatMap((text) => {
    const path = parseJqPath(text);
    return path === undefined ? [] : [path];
  });
  const isPartial = paths.length < expressions.length || listAt(value, "managedFieldsManagers").length > 0;
  return { group, kind, namespace, name, pointers, paths, isPartial } as IgnoreRule;
}

function textsAt(value: Value, key: string): readonly string[] {
  const texts = listAt(value, key).filter((text): text is string => typeof text === "string");
  return texts.slice(0, MAX_RULES);
}

/**
 * The fields of an object that its Application ignores; undefined if no rule is about it.
 * @param effort of all objects of the Application: where it is spent, nothing is known
 */
export function ignoredFields(
  object: Value,
  { rules, isKept }: IgnoreRules,
  effort: IgnoreEffort,
): IgnoredFields | undefined {
  const own = rules.filter((rule) => isAbout(rule, object, effort));
  if (own.length === 0) return undefined;
  const isUnknown = own.some((rule) => rule.isPartial || !isPlain(rule));
  const removal = new Removal(object, effort);
  for (const { pointers, paths } of own.filter(isPlain)) {
    // What is not known may remove elements, so that others have their positions.
    for (const pointer of pointers) if (!isUnknown || !/\/[+-]?\d/.test(pointer)) removal.pointer(pointer);
    for (const path of paths) if (!isUnknown || !hasPosition(path)) removal.jq(path);
  }
  const { removed } = removal;
  const isTooMuch = removed === undefined || removed.fields.length + removed.elements.length > MAX_FIELDS;
  const isPartial = isTooMuch || isUnknown;
  const found = isTooMuch ? { fields: [], elements: [] } : removed;
  return { ...found, ...(isKept && { isKept: true }), ...(isPartial && { isPartial: true }) };
}

function isAbout(rule: IgnoreRule, object: Value, effort: IgnoreEffort): boolean {
  const { namespace, name } = rule;
  const isNamed = (wanted: string, field: string): boolean =>
    wanted === "" || wanted === (textAt(valueAt(object, "metadata"), field) ?? "");
  if (!isNamed(namespace, "namespace") || !isNamed(name, "name")) return false;
  const texts = [apiGroupOf(object), textAt(object, "kind") ?? ""] as const;
  const steps = rule.group.length * (texts[0].length + 1) + rule.kind.length * (texts[1].length + 1);
  // A pattern that is not known may match, and so may one that there is no time for.
  if (!isPlain(rule) || !effort.spend(1 + steps)) return true;
  return wildcards(rule.group)(texts[0]) && wildcards(rule.kind)(texts[1]);
}

function isPlain({ group, kind }: IgnoreRule): boolean {
  return [group, kind].every((pattern) => pattern.length <= MAX_LENGTH && isPlainPattern(pattern));
}
