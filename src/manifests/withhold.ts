/** Withholds secrets from manifests, for readers who may not read the Secrets of the cluster. */
import { matchesObject, type RedactionRule } from "../configuration/index.ts";
import type { Rendered, RenderedResource, Rendering, Value } from "../render/rendering.ts";
import { type HashMask, hashMasks } from "./names.ts";
import { mask } from "./placeholders.ts";
import { printValue } from "./print.ts";
import { mayHoldSecrets, type Redacted, redact } from "./redaction.ts";
import { REDACT_ANNOTATION, type Redactable, withholdingOf } from "./redaction-rules.ts";
import { maskWithheld } from "./withheld-paths.ts";

/**
 * The rendering without everything that a report withholds (decision 0006). For reading, not for applying.
 * @param rules what to withhold besides Secrets, and what annotations name
 * @param base the other side: what an annotation of it names is withheld too, so that a change cannot remove the annotation
 */
export function withholdSecrets(rendering: Rendered, rules: readonly RedactionRule[] = [], base?: Rendering): Rendered {
  const { resources } = rendering;
  const others = withholdingObjects(base);
  const asked = (resource: RenderedResource): boolean =>
    mayWithhold(resource, rules) || (others.size > 0 && others.has(keyOf(resource)));
  if (!resources.some(asked)) return rendering;
  const { head: maskHashes } = hashMasks(resources, resources);
  const withheld = resources.map((resource) =>
    withoutSecrets(resource, maskHashes, asked(resource), () => redacted(resource, rules, others.get(keyOf(resource)))),
  );
  return { ...rendering, resources: withheld };
}

/** Tells whether a report would withhold something of an object: values of Secrets, and what the rules and its annotation name. */
export function isWithheldFrom(resource: RenderedResource, rules: readonly RedactionRule[]): boolean {
  return mayWithhold(resource, rules) && redacted(resource, rules).withheld;
}

function mayWithhold(resource: RenderedResource, rules: readonly RedactionRule[]): boolean {
  return (
    resource.withheld !== undefined ||
    mayHoldSecrets(resource.yaml) ||
    rules.some((rule) => matchesObject(rule, resource))
  );
}

/** Redacts an object, also where its counterpart on the other side withholds. */
function redacted(resource: RenderedResource, rules: readonly RedactionRule[], other?: Redactable): Redacted {
  const value = resource.value();
  // The other side is not shown, so nothing is marked as changed.
  const [, shown] = maskWithheld(other?.value, value, [other?.withheld, resource.withheld], (_, own) =>
    mask(undefined, own),
  );
  const withholding = withholdingOf(rules, [
    other && { ...other, withheld: undefined },
    { ...resource, value, withheld: undefined },
  ]);
  const { after, withheld } = redact(undefined, shown, withholding);
  return { before: undefined, after, withheld: withheld || shown !== value };
}

/** The objects that withhold something by an annotation, or because it comes from Secrets. */
function withholdingObjects(base: Rendering | undefined): ReadonlyMap<string, Redactable> {
  const found = new Map<string, Redactable>();
  if (base?.status !== "rendered") return found;
  for (const resource of base.resources)
    if (resource.withheld !== undefined || resource.yaml.includes(REDACT_ANNOTATION))
      found.set(keyOf(resource), { ...resource, value: resource.value() });
  return found;
}

function keyOf({ kind, namespace, baseName }: Pick<RenderedResource, "kind" | "namespace" | "baseName">): string {
  return JSON.stringify([kind, namespace, baseName]);
}

function withoutSecrets(
  resource: RenderedResource,
  maskHashes: HashMask,
  isAsked: boolean,
  read: () => Redacted,
): RenderedResource {
  const known = isAsked ? read() : undefined;
  const yaml = known?.withheld ? printValue(known.after as Value) : resource.yaml;
  return {
    ...resource,
    name: maskHashes(resource.name),
    yaml: maskHashes(yaml),
    value: () => maskStrings((known ?? read()).after as Value, maskHashes),
  };
}

function maskStrings(value: Value, maskHashes: HashMask): Value {
  if (typeof value === "string") return maskHashes(value);
  if (Array.isArray(value)) return value.map((item) => maskStrings(item, maskHashes));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskHashes(key), maskStrings(item, maskHashes)]),
  );
}
