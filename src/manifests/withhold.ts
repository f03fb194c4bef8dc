/** Withholds secrets from manifests, for readers who may not read the Secrets of the cluster. */
import { matchesObject, type RedactionRule } from "../configuration/index.ts";
import type { Rendered, RenderedResource, Value } from "../render/rendering.ts";
import { type HashMask, hashMasks } from "./names.ts";
import { printValue } from "./print.ts";
import { mayHoldSecrets, redact } from "./redaction.ts";
import { withholdingOf } from "./redaction-rules.ts";

/**
 * The rendering without everything that a report withholds (decision 0006). For reading, not for applying.
 * @param rules what to withhold besides Secrets, and what annotations name
 */
export function withholdSecrets(rendering: Rendered, rules: readonly RedactionRule[] = []): Rendered {
  const { resources } = rendering;
  if (!resources.some((resource) => mayWithhold(resource, rules))) return rendering;
  const mask = hashMasks(resources, resources).head;
  return { ...rendering, resources: resources.map((resource) => withoutSecrets(resource, mask, rules)) };
}

function mayWithhold(resource: RenderedResource, rules: readonly RedactionRule[]): boolean {
  return mayHoldSecrets(resource.yaml) || rules.some((rule) => matchesObject(rule, resource));
}

function withoutSecrets(resource: RenderedResource, mask: HashMask, rules: readonly RedactionRule[]): RenderedResource {
  const read = () => {
    const value = resource.value();
    return redact(undefined, value, withholdingOf(rules, [{ ...resource, value }]));
  };
  const redacted = mayWithhold(resource, rules) ? read() : undefined;
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
