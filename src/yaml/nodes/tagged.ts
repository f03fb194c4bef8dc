/** Checks that the text of a tagged scalar fits its tag. */
import { failureAt } from "./failures.ts";
import type { Node, ScalarNode, Tag } from "./node.ts";
import type { Resolved } from "./resolution.ts";

const CHECKED = new Set(["!!bool", "!!int", "!!float", "!!null", "!!timestamp"]);

/** The largest integer that kustomize converts to a float. */
const INT64_MAX = 2n ** 63n - 1n;

/** Whether a tag restricts the text of a scalar. The value of a scalar with any other tag is its text. */
export function isChecked(tag: Tag): boolean {
  return CHECKED.has(tag);
}

/**
 * The value of a scalar whose tag is not `!!str`. Throws `not-representable` if the text does not fit the tag (`!!int
 * x`).
 */
export function resolveTagged(node: ScalarNode, resolve: (text: string) => Resolved): Resolved["value"] {
  if (!isChecked(node.tag)) return node.value;
  const resolved = resolve(node.value);
  if (resolved.tag === node.tag) return resolved.value;
  if (node.tag === "!!float" && resolved.tag === "!!int" && (resolved.value as number | bigint) <= INT64_MAX)
    return Number(resolved.value);
  throw failureAt(
    node,
    "not-representable",
    `cannot decode ${resolved.tag} \`${node.value}\` as a ${node.tag}`,
    "Quote the value in the file that first sets this field, or write a value of that type.",
  );
}

const EXCLAMATION = 33;
const AMPERSAND = 38;

/** Whether the text that a node was read from states its tag. */
export function isTagged({ source, offset }: Node): boolean {
  if (source === undefined) return false;
  const first = source.text.charCodeAt(offset);
  return first === EXCLAMATION || (first === AMPERSAND && /^&\S+\s+!/.test(source.text.slice(offset, offset + 100)));
}
