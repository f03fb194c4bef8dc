/** Withholds secrets from manifests, for readers who may not read the Secrets of the cluster. */
import { matchesObject, type RedactionRule } from "../configuration/index.ts";
import type { Rendered, RenderedResource, Rendering, Value } from "../render/rendering.ts";
import { type HashMask, hashMasks } from "./names.ts";
import { printValue } from "./print.ts";
import { mayHoldSecrets, redact } from "./redaction.ts";
import { REDACT_ANNOTATION, type Redactable, type Withholding, withholdingOf } from "./redaction-rules.ts";

/**
 * The rendering without everything that a report withholds (decision 0006). For reading, not for applying.
 * @param rules what to withhold besides Secrets, and what annotations name
 * @param base the other side: what an annotation of it names is withheld too, so that a change cannot remove the annotation
 */
export function withholdSecrets(rendering: Rendered, rules: readonly RedactionRule[] = [], base?: Rendering): Rendered {
  const { resources } = rendering;
  const annotated = annotatedIn(base);
  const asked = ({ yaml, ...names }: RenderedResource): boolean =>
    mayHoldSecrets(yaml) ||
    (annotated.size > 0 && annotated.has(keyOf(names))) ||
    rules.some((rule) => matchesObject(rule, names));
  if (!resources.some(asked)) return rendering;
  const mask = hashMasks(resources, resources).head;
  const withheld = resources.map((resource) =>
    withoutSecrets(resource, mask, asked(resource), (value) =>
      withholdingOf(rules, [{ ...resource, value }, annotated.get(keyOf(resource))]),
    ),
  );
  return { ...rendering, resources: withheld };
}

/** Tells whether a report would withhold something of an object: values of Secrets, and what the rules and its annotation name. */
export function isWithheldFrom(resource: RenderedResource, rules: readonly RedactionRule[]): boolean {
  if (!mayHoldSecrets(resource.yaml) && !rules.some((rule) => matchesObject(rule, resource))) return false;
  const value = resource.value();
  return redact(undefined, value, withholdingOf(rules, [{ ...resource, value }])).withheld;
}

/** The objects with an annotation about what to withhold. */
function annotatedIn(base: Rendering | undefined): ReadonlyMap<string, Redactable> {
  const found = new Map<string, Redactable>();
  if (base?.status !== "rendered") return found;
  for (const resource of base.resources)
    if (resource.yaml.includes(REDACT_ANNOTATION)) found.set(keyOf(resource), { ...resource, value: resource.value() });
  return found;
}

function keyOf({ kind, namespace, baseName }: Pick<RenderedResource, "kind" | "namespace" | "baseName">): string {
  return JSON.stringify([kind, namespace, baseName]);
}

function withoutSecrets(
  resource: RenderedResource,
  mask: HashMask,
  isAsked: boolean,
  withholding: (value: Value) => Withholding,
): RenderedResource {
  const read = () => {
    const value = resource.value();
    return redact(undefined, value, withholding(value));
  };
  const redacted = isAsked ? read() : undefined;
  const yaml = redacted?.withheld ? printValue(redacted.after as Value) : resource.yaml;
  return {
    ...resource,
    name: mask(resource.name),
    yaml: mask(yaml),
    value: () => maskStrings((redacted ?? read()).after as Value, mask),
  };
}

function maskStrings(value: Value, mask: HashMask): Value {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskStrings(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), maskStrings(item, mask)]));
}
