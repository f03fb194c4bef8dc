/** Withholds secrets from manifests, for readers who may not read the Secrets of the cluster. */
import type { Rendered, RenderedResource, Value } from "../render/rendering.ts";
import { type HashMask, hashMasks } from "./names.ts";
import { printValue } from "./print.ts";
import { mayHoldSecrets, redact } from "./redaction.ts";

/** The rendering without everything that a report withholds (decision 0006). For reading, not for applying. */
export function withholdSecrets(rendering: Rendered): Rendered {
  const { resources } = rendering;
  if (!resources.some(({ yaml }) => mayHoldSecrets(yaml))) return rendering;
  const mask = hashMasks(resources, resources).head;
  return { ...rendering, resources: resources.map((resource) => withoutSecrets(resource, mask)) };
}

function withoutSecrets(resource: RenderedResource, mask: HashMask): RenderedResource {
  const read = () => redact(undefined, resource.value());
  const redacted = mayHoldSecrets(resource.yaml) ? read() : undefined;
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
