/** The state of decoding one document: its dialect, the current field, and the problems so far. */
import { type Diagnostic, KrmError, type Location, type Severity, type Warn } from "../diagnostics.ts";
import { isHarmless, isNameLike, shorten } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";
import { locate, type Node, type ScalarNode } from "../yaml/nodes/node.ts";

/**
 * How strictly a kind of document is read. kustomize has a different reader for each kind
 * (docs/specification/kustomization-file.md 2, docs/specification/field-specs.md 3.1 and
 * docs/specification/plugin-configs.md 2.2).
 */
export interface Dialect {
  /** The program that ignores unknown fields, if it is not kustomize. */
  readonly reader?: string;
  /** The severity of unknown fields. */
  readonly unknownFields: "error" | "warning";
  /** How duplicate fields are reported. The last one counts. */
  readonly duplicateFields: Severity;
  /** True if numbers and booleans are converted to text if a string is expected. */
  readonly coercesToText: boolean;
  /** The value of a scalar: kustomization files and resources follow different versions of YAML. */
  value(node: ScalarNode): Value;
}

type ScalarValue = null | boolean | number | bigint | string;

const scalarNames: ReadonlyMap<string, string> = new Map([
  ["!!null", "null"],
  ["!!bool", "a boolean"],
  ["!!int", "a number"],
  ["!!float", "a number"],
]);

/** The limit for one file. At least one error is kept. */
const MAX_DIAGNOSTICS = 100;

/** Hints by the expected type. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ["a list", "Begin each entry with a dash."],
  ["a mapping", "Write its fields as `name: value`."],
  ["a string", "Write a single text."],
]);

export class Reading {
  readonly dialect: Dialect;
  readonly diagnostics: Diagnostic[] = [];
  /** The kind of the document, such as `a kustomization`. */
  readonly subject: string;
  readonly #file: string;
  readonly #path: (string | number)[] = [];
  #errors = 0;
  #exact = 0;

  constructor(dialect: Dialect, file: string, subject: string) {
    this.dialect = dialect;
    this.subject = subject;
    this.#file = file;
  }

  /** Runs `read` for a field or an element of the current value. */
  within<T>(segment: string | number, read: () => T): T {
    this.#path.push(segment);
    const result = read();
    this.#path.pop();
    return result;
  }

  /** Runs `read` without converting numbers and booleans to text. */
  exactly<T>(read: () => T): T {
    this.#exact++;
    const result = read();
    this.#exact--;
    return result;
  }

  /** True if numbers and booleans are converted to text at this point. */
  get coercesToText(): boolean {
    return this.dialect.coercesToText && this.#exact === 0;
  }

  /** True if the current value is the document. */
  get isAtTop(): boolean {
    return this.#path.length === 0;
  }

  /** The place of a node. For nodes that the engine made, only the file is known. */
  place(node: Node): Location {
    return locate(node) ?? { file: this.#file };
  }

  /** The current field, such as `labels[0].pairs`, or the document. @param more a field of it */
  field(more?: string): string {
    const path = more === undefined ? this.#path : [...this.#path, more];
    return path.length === 0 ? this.subject : `\`${formatPath(path)}\``;
  }

  report(code: string, message: string, node: Node, hint?: string, severity: Severity = "error"): undefined {
    const place = this.place(node);
    this.#add({ code, severity, message, ...place, ...(hint === undefined ? {} : { hint }) });
  }

  /** Tells whether further problems are only counted. Ask before making a message that takes time. */
  isFull(severity: Severity): boolean {
    return this.diagnostics.length >= MAX_DIAGNOSTICS && (severity !== "error" || this.#errors > 0);
  }

  #add(diagnostic: Diagnostic): void {
    if (diagnostic.severity === "error") this.#errors++;
    if (this.diagnostics.length < MAX_DIAGNOSTICS || this.#errors === 1) this.diagnostics.push(diagnostic);
  }

  /** Reports a value of the wrong type. */
  mismatch(node: Node, expected: string, hint = HINTS.get(expected)): undefined {
    this.report("wrong-type", `${this.field()} must be ${expected}, not ${this.describe(node)}`, node, hint);
  }

  /** The value of a scalar. Reports other nodes, and scalars without a value such as `!!int x`. */
  scalar(node: Node, expected: string): ScalarValue | undefined {
    if (node.kind !== "scalar") return this.mismatch(node, expected);
    try {
      return this.dialect.value(node) as ScalarValue;
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      for (const diagnostic of error.diagnostics) this.#add(diagnostic);
      return undefined;
    }
  }

  /** Describes a node in messages: `a list`, `a number`. */
  describe(node: Node): string {
    if (node.kind === "map") return "a mapping";
    if (node.kind === "seq") return "a list";
    return scalarNames.get(node.tag) ?? "a string";
  }

  /** True if an error has been reported. */
  get failed(): boolean {
    return this.#errors > 0;
  }

  /**
   * Sorts the problems by their places, and throws them together if one of them is an error.
   * @param warn receives the problems if none is an error
   */
  finish(warn: Warn = () => {}): void {
    this.diagnostics.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    if (this.failed) throw new KrmError(this.diagnostics);
    for (const diagnostic of this.diagnostics) warn(diagnostic);
  }
}

function formatPath(path: readonly (string | number)[]): string {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else if (!/^[\w-]+$/.test(segment)) text += `[${quote(segment)}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
}

/** Quotes the name of a field. What is no name may be a value, such as `KEY=value` (decision 0022). */
export function quoteField(name: string): string {
  return isHarmless(name) || isNameLike(name) ? quote(name) : "(withheld, because it may be a value)";
}

/** The hint for a scalar that should be a text. The value is shown only if it is too short to be a secret. */
export function quoteHint(node: Node): string {
  return node.kind === "scalar" && isHarmless(node.value)
    ? `Quote the value: ${quote(node.value)}.`
    : "Quote the value.";
}

/** Quotes text from a file for a message: escaped and shortened. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text));
}
