/** From what the readers throw to what the user sees. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { Fault } from "./fault.ts";
import { isNull, locate, locateOffset, type Node, type Source } from "./node.ts";

/** Runs a reader over a part of `source` that begins at `base`; a {@link Fault} becomes `invalid-yaml` at its place. */
export function reading<T>(source: Source, base: number, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Fault) throw invalid(source, base + thrown.offset, thrown.message, thrown.hint);
    throw thrown;
  }
}

/** An `invalid-yaml` error at an offset of a source. */
export function invalid(source: Source, offset: number, problem: string, hint?: string): KrmError {
  const within = Math.min(offset, Math.max(source.text.length - 1, 0));
  return failure("invalid-yaml", `malformed YAML: ${problem}`, { ...locateOffset(source, within), hint });
}

/** An error about one node, at its place where it has one. */
export function failureAt(node: Node | undefined, code: string, message: string, hint?: string): KrmError {
  return failure(code, message, { ...locate(node), hint });
}

/** About a map or a list where a key should be. What reads as `{name: null}` was `{{ name }}` more often than not. */
export function collectionAsKey(key: Node): KrmError {
  const isTemplate = key.kind === "map" && key.entries.length === 1 && isNull(key.entries[0]?.value);
  const hint = isTemplate ? "Fill in the template that this `{{ … }}` is of, or quote it." : "Keys are strings.";
  return failureAt(key, "non-string-key", `a ${key.kind === "map" ? "mapping" : "list"} cannot be a key`, hint);
}
