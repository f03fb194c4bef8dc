/** Types given in comments, such as `containers: # {"type":"array"}`; docs/specification/strategic-merge.md 1.1. */
import { marksOf } from "../../yaml/index.ts";
import type { Node } from "../../yaml/nodes/node.ts";
import type { Schema } from "../merge-schema.ts";
import { isObject, openApiSchema } from "../openapi-schema.ts";

/** The type that a node's comment states, behind it or above it: the first that is a JSON object with anything in it. */
export function commentSchema(node: Node | undefined): Schema | undefined {
  if (node === undefined) return undefined;
  return schemaIn(node.comment) ?? (mayHaveHead(node) ? schemaIn(marksOf(node)?.head) : undefined);
}

/** Comments above nodes are looked up only where one may state a type: their text has to be read once more for it. */
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
    json = JSON.parse(text);
  } catch {
    // Any other comment: it says nothing about types.
    return undefined;
  }
  return isObject(json) && Object.keys(json).length > 0 ? openApiSchema(json) : undefined;
}
