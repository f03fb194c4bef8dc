/**
 * Reads `$patch` directives and removes them from the patch, so that each acts once;
 * docs/specification/strategic-merge.md 2.4, 3.4.
 */
import { failure } from "../../diagnostics.ts";
import { get, locate, type MapNode, type Node, type SeqNode } from "../../yaml/nodes/node.ts";
import { clearField } from "../set-field.ts";
import { isEmptyElement, textOf } from "./node-text.ts";

export type Directive = "merge" | "replace" | "delete";

const KEY = "$patch";

/**
 * Removes the directive from a map of a patch and returns it; `merge` if there is none.
 * @throws KrmError `unknown-patch-directive`
 */
export function takeMapDirective(patch: MapNode): Directive {
  const node = get(patch, KEY);
  if (node === undefined) return "merge";
  const directive = parse(node);
  clearField(patch, KEY);
  return directive;
}

/** Like {@link takeMapDirective}, but keeps and ignores an unknown directive. */
export function takeValidMapDirective(patch: MapNode): Directive {
  const node = get(patch, KEY);
  return node !== undefined && isDirective(textOf(node)) ? takeMapDirective(patch) : "merge";
}

/**
 * Removes the directive from a list of a patch and returns it: the first element with a `$patch`, if it has no other
 * field.
 * @throws KrmError `unknown-patch-directive`
 */
export function takeListDirective(patch: SeqNode): Directive {
  const element = patch.items.find((item) => get(item, KEY) !== undefined);
  if (element?.kind !== "map" || element.entries.length > 1) return "merge";
  const directive = parse(get(element, KEY) as Node);
  patch.items = patch.items.filter((item) => {
    const other = get(item, KEY);
    return !isEmptyElement(item) && (other === undefined || textOf(other) !== directive);
  });
  return directive;
}

function isDirective(text: string): text is Directive {
  return text === "merge" || text === "replace" || text === "delete";
}

function parse(node: Node): Directive {
  const text = textOf(node);
  if (isDirective(text)) return text;
  throw failure(
    "unknown-patch-directive",
    `unknown patch strategy${/^[A-Za-z]{1,20}$/.test(text) ? ` '${text}'` : ", which is withheld because it may be a value"}`,
    { ...locate(node), hint: "Set `$patch` to merge, replace or delete." },
  );
}
