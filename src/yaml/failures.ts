/** From what the readers throw to what the user sees. */
import { failure, type KrmError } from "../diagnostics.ts";
import { Fault } from "./fault.ts";
import { locate, locateOffset, type Node, type Source } from "./node.ts";

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
