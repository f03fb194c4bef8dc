/** Reads types in comments, such as `containers: # {"type":"array"}`; docs/specification/strategic-merge.md 1.1. */
import { parseJson } from "../../budget/index.ts";
import { marksOf } from "../../yaml/index.ts";
import type { Node } from "../../yaml/nodes/node.ts";
import type { Schema } from "../merge-schema.ts";
import { isObject, openApiSchema } from "../openapi-schema.ts";

/**
 * The type in the comment after a node or above it: the first that is a non-empty JSON object.
 * @throws the error of the running budget if there is no room for it
 */
export function commentSchema(node: Node | undefined): Schema | undefined {
  if (node === undefined) return undefined;
  return schemaIn(node.comment) ?? (mayHaveHead(node) ? schemaIn(marksOf(node)?.head) : undefined);
}

/** Tells whether a comment above the node may state a type. Reading these comments means parsing the file again. */
function mayHaveHead({ source }: Node): boolean {
  if (source === undefined) return false;
  source.statesTypes ??= /^[ \t-]*#+[ \t]*\{/m.test(source.text);
  return source.statesTypes;
}

function schemaIn(comment: string | undefined): Schema | undefined {
  const text = comment?.replace(/^#+/, "").trimStart();
  if (text === undefined || !text.startsWith("{")) return undefined;
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    // This is another kind of comment.
    return undefined;
  }
  return isObject(json) && Object.keys(json).length > 0 ? openApiSchema(json) : undefined;
}
