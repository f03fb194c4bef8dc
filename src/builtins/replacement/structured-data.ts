/** Writes into JSON or YAML that is the text of a scalar; docs/specification/replacements.md 6. */
import { goJson } from "../../resource/index.ts";
import { ALIAS, encodeDocument, parseResources, toValue } from "../../yaml/index.ts";
import { type Node, overwrite, scalar } from "../../yaml/nodes/node.ts";
import { lookUp, matchPath, parseStructured, type Trail } from "./path.ts";

/**
 * Follows the path to the first scalar whose text parses, follows the rest of the path in it, writes, and stores the new
 * text. Returns false, without any change, if there is no such scalar or anything fails.
 */
export function setInStructuredData(
  root: Node,
  path: readonly string[],
  trail: Trail,
  write: (field: Node) => void,
): boolean {
  for (let length = 1; length < path.length; length++) {
    const field = attempt(() => lookUp(root, path.slice(0, length)));
    if (field?.kind !== "scalar") continue;
    const document = parseStructured(field.value);
    if (document === undefined) continue;
    const text = attempt(() => rewrite(document, field.value, path.slice(length), trail, write));
    if (text === undefined) return false;
    field.value = text;
    return true;
  }
  return false;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function rewrite(
  document: Node,
  original: string,
  path: readonly string[],
  trail: Trail,
  write: (field: Node) => void,
): string | undefined {
  const fields = matchPath(document, path, trail);
  if (typeof fields === "string" || fields.length === 0) return undefined;
  for (const field of fields) {
    if (field.tag === ALIAS) overwrite(field, scalar(""));
    write(field);
  }
  if (!/^\s*[{[]/.test(original)) return encodeDocument(document).trim();
  // Indented JSON stays indented. Like kustomize, this looks for a line break and two spaces anywhere in the text.
  const isPretty = original.includes("\n") && original.includes("  ");
  return goJson(toValue(expanded(document, original)), isPretty ? "  " : undefined);
}

/** Resolves aliases and merge keys, which JSON does not have. Fails as kustomize does for text that it cannot read again. */
function expanded(document: Node, original: string): Node {
  if (!/[#&*]|<</.test(original)) return document;
  const [node] = parseResources(encodeDocument(document), "the text of a field");
  return node ?? document;
}
