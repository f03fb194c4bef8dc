/** Checks that the text of a tagged scalar fits its tag. */
import { isHarmless } from "../../text/index.ts";
import { failureAt } from "./failures.ts";
import type { Node, ScalarNode, Style, Tag } from "./node.ts";
import type { Resolved } from "./resolution.ts";

const CHECKED = new Set(["!!bool", "!!int", "!!float", "!!null", "!!timestamp"]);

/** The largest integer that kustomize converts to a float. */
const INT64_MAX = 2n ** 63n - 1n;

/** Tells whether a tag restricts the text of a scalar. The value of a scalar with any other tag is its text. */
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
    `cannot decode ${isHarmless(node.value) ? `${resolved.tag} \`${node.value}\`` : `a value of ${resolved.tag}`} as a ${node.tag}`,
    "Quote the value in the file that first sets this field, or write a value of that type.",
  );
}

const EXCLAMATION = 33;
const AMPERSAND = 38;

/** A tag, perhaps after an anchor. A lone `!` is none. */
const STATED = /(?:&\S+\s+)?![^\s,\]}]/y;

/** Tells whether the text that a node was read from states its tag. */
export function isTagged({ source, offset }: Node): boolean {
  if (source === undefined) return false;
  const first = source.text.charCodeAt(offset);
  if (first !== EXCLAMATION && first !== AMPERSAND) return false;
  STATED.lastIndex = offset;
  return STATED.test(source.text);
}

/** The properties in front of a scalar, and the character that follows them. */
const STYLED = /(?:[!&]\S*\s+)+(["'|>])/y;

const STYLES: { readonly [indicator: string]: Style } = { '"': "double", "'": "single", "|": "literal", ">": "folded" };

/** The style that a scalar was written in. The reader drops it where a stated tag decides the type (`!!int "1"`). */
export function writtenStyle(node: Node): Style {
  if (node.style !== "" || node.source === undefined || !isTagged(node)) return node.style;
  STYLED.lastIndex = node.offset;
  return STYLES[STYLED.exec(node.source.text)?.[1] ?? ""] ?? "";
}
