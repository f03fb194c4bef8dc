/** Reads the tokens of a document one after the other. */
import { Fault } from "../nodes/index.ts";
import type { Node } from "../nodes/node.ts";
import type { Annotator } from "./annotator.ts";
import { DEFAULT_HANDLES } from "./tags.ts";
import * as T from "./tokens.ts";

export class TokenReader {
  readonly #tokens: T.Tokens;
  /** The fault that ended the scan. It is thrown when the reader reaches its token. */
  readonly #fault: Fault | undefined;
  protected readonly annotator: Annotator | undefined;
  /** The index of the current token. */
  protected at = 0;
  /** The prefixes of tags by their handles. */
  protected handles: ReadonlyMap<string, string> = DEFAULT_HANDLES;

  constructor(tokens: T.Tokens, fault: Fault | undefined, annotator: Annotator | undefined) {
    this.#tokens = tokens;
    this.#fault = fault;
    this.annotator = annotator;
  }

  /** The type of the current token. */
  protected type(): number {
    this.annotator?.reach(this.at);
    const type = this.#tokens.types[this.at] as number;
    if (type === T.BROKEN) throw this.#fault as Fault;
    return type;
  }

  /** The offset of the current token in the text. */
  protected start(): number {
    return this.#tokens.starts[this.at] as number;
  }

  /** The text of the current token. */
  protected text(): string {
    return this.#tokens.values[this.at] as string;
  }

  /** The comment after the current token. */
  protected comment(): string | undefined {
    return this.#tokens.comments?.get(this.at);
  }

  /** Gives the comment after the current token to a node. */
  protected takeComment(node: Node): void {
    node.comment = this.comment() ?? node.comment;
  }

  /** An error at the current token. */
  protected error(problem: string, hint?: string): Fault {
    // libyaml scans ahead before it rejects a token that may be a key, so it reports the scanner's fault first.
    if (this.#fault?.offset === this.start()) return this.#fault;
    return new Fault(this.start(), problem, hint);
  }

  /** Reads directives and `---`. True if there was a `---`. */
  protected prologue(): boolean {
    if (this.type() >= T.BLOCK_SEQ_START) return false;
    let version = false;
    const handles = new Map<string, string>();
    while (this.type() === T.VERSION_DIRECTIVE || this.type() === T.TAG_DIRECTIVE) {
      const value = this.text();
      if (this.type() === T.VERSION_DIRECTIVE) {
        if (version) throw this.error("found duplicate %YAML directive");
        if (value !== "1.1") throw this.error("found incompatible YAML document", "Remove the `%YAML` line.");
        version = true;
      } else {
        const gap = value.indexOf(" ");
        if (handles.has(value.slice(0, gap))) throw this.error("found duplicate %TAG directive");
        handles.set(value.slice(0, gap), value.slice(gap + 1));
      }
      this.at++;
    }
    const directives = this.at > 0;
    if (handles.size > 0) this.handles = new Map([...this.handles, ...handles]);
    if (this.type() !== T.DOCUMENT_START) {
      if (directives) {
        throw this.error(
          "did not find expected document start `---`",
          "Remove the `%` line. In resource files, the `---` after it begins another document.",
        );
      }
      return false;
    }
    this.at++;
    return true;
  }

  /**
   * Throws a fault that is at most `ahead` tokens after the document. Like kustomize, ignores what else follows, unless `ahead`
   * is infinite: then only a further document that is empty may.
   */
  protected epilogue(ahead: number): void {
    const { types, starts, length } = this.#tokens;
    for (let at = this.at; at <= this.at + ahead && at < length; at++) {
      const type = types[at] as number;
      if (type === T.BROKEN) throw this.#fault as Fault;
      if (ahead === Number.POSITIVE_INFINITY && type !== T.DOCUMENT_END && type !== T.DOCUMENT_START && type !== T.END)
        throw new Fault(
          starts[at] as number,
          "there is text after the end of the document",
          "Remove it, or the `...` or the bracket that ends the document.",
        );
    }
  }
}
