/** Turns errors of the readers into diagnostics. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { Fault } from "./fault.ts";
import { type Entry, isNull, locate, locateOffset, type Node, type Source } from "./node.ts";

/**
 * Runs a reader on the part of `source` that starts at offset `base`. Turns a {@link Fault} into `invalid-yaml` at its
 * place.
 */
export function locateFaults<T>(source: Source, base: number, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const at = base + thrown.offset;
    const template = templateIn(source.text, at);
    if (template === undefined) throw invalid(source, at, thrown.message, thrown.hint);
    throw invalid(source, template, "this is a line of a template, which kustomize cannot read", RENDER);
  }
}

/** A hint for templates. */
export const RENDER = "Render the template first, and list its output. For a Helm chart, use `helmCharts`.";

const TEMPLATE =
  /^[ \t]*(?:- +)*(?:[\w./-]+: +(?=\{\{|\{%)|(?=\{%|\{\{-? *(?:if|else|end|range|with|define|template|include|block|\/\*|\.|\$)))/;

/**
 * The offset of the sign of Helm or Jinja that the line of an offset, or the value in this line, begins with. Undefined for
 * a line that begins otherwise.
 */
function templateIn(text: string, at: number): number | undefined {
  const start = text.lastIndexOf("\n", Math.max(0, at - 1)) + 1;
  const found = TEMPLATE.exec(text.slice(start, start + MAX_LINE));
  return found === null ? undefined : start + found[0].length;
}

/** The part of a line that is looked at, in characters. */
const MAX_LINE = 1000;

/** An `invalid-yaml` error at an offset into a source. */
export function invalid(source: Source, offset: number, problem: string, hint?: string): KrmError {
  const within = Math.min(offset, Math.max(source.text.length - 1, 0));
  return failure("invalid-yaml", `malformed YAML: ${problem}`, { ...locateOffset(source, within), hint });
}

/** An error about one node, with its file, line and column if it was read from a file. */
export function failureAt(node: Node | undefined, code: string, message: string, hint?: string): KrmError {
  return failure(code, message, { ...locate(node), hint });
}

/** Tells whether a node is what YAML makes of a template, `{{ name }}`: a map with the key `{name: null}`. */
export function isTemplate(node: Node | undefined): boolean {
  return node?.kind === "map" && node.entries.length === 1 && isTemplateKey((node.entries[0] as Entry).key);
}

function isTemplateKey(key: Node): boolean {
  return key.kind === "map" && key.entries.length === 1 && isNull((key.entries[0] as Entry).value);
}

/** A `non-string-key` error for a map or list used as a key. */
export function collectionAsKey(key: Node): KrmError {
  const hint = isTemplateKey(key)
    ? "Render the template that contains this `{{ … }}` first, or quote it."
    : "Use a string as the key.";
  return failureAt(key, "non-string-key", `a ${key.kind === "map" ? "mapping" : "list"} cannot be a key`, hint);
}
