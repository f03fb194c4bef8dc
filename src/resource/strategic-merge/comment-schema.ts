/** Types given in line comments, such as `containers: # {"type":"array"}`; engine.md 6.1. */
import type { Node } from "../../yaml/node.ts";
import type { Schema } from "../merge-schema.ts";
import { isObject, openApiSchema } from "../openapi-schema.ts";

/** The type that a node's comment states; undefined unless the comment is a JSON object with anything in it. */
export function commentSchema(node: Node | undefined): Schema | undefined {
  const text = node?.comment?.replace(/^#+/, "").trimStart();
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
