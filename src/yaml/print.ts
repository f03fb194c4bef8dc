/** Resources to the bytes that `kustomize build` prints (engine.md 8.2). */
import { emit } from "./emit.ts";
import type { Node } from "./node.ts";
import { toValue } from "./to-value.ts";

/** One resource as a document that ends in a newline, without separators. Throws as {@link toValue} does. */
export function print(node: Node): string {
  return emit(toValue(node));
}
