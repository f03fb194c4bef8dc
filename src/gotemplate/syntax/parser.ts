/** Reads a template. docs/specification/go-templates.md 2 */
import { toBytes } from "../../text/index.ts";
import { TemplateError } from "../template-error.ts";
import { unquote } from "./constants.ts";
import { LexicalFault } from "./lexer.ts";
import type { Branch, Part } from "./nodes.ts";
import { PipeReader } from "./pipe-reader.ts";
import { placeOf } from "./place.ts";
import { TokenReader } from "./token-reader.ts";

/** The templates of a text by their names. The text itself is one of them. */
export type Templates = ReadonlyMap<string, readonly Part[]>;

/** The end of a list of parts. */
type Ending = "end" | "else" | "end of text";

/** A list of parts, and what ends it. */
interface Body {
  readonly parts: readonly Part[];
  readonly ending: Ending;
  /** The offset of the ending. */
  readonly at: number;
}

/**
 * @param name the name of the text itself
 * @param isFunction tells whether there is a function of a name
 * @throws TemplateError of kind `syntax`, or `limit` if the text nests too deeply
 */
export function parse(text: string, name: string, isFunction: (name: string) => boolean): Templates {
  const parser = new Parser(text, isFunction);
  try {
    parser.parseAll(name);
    return parser.templates;
  } catch (error) {
    if (error instanceof LexicalFault) throw new TemplateError("syntax", error.message, placeOf(text, error.at));
    throw error;
  }
}

class Parser {
  readonly templates = new Map<string, readonly Part[]>();
  readonly #tokens: TokenReader;
  readonly #pipes: PipeReader;
  /** How many ranges are around the place that is read. */
  #ranges = 0;

  constructor(text: string, isFunction: (name: string) => boolean) {
    this.#tokens = new TokenReader(text);
    this.#pipes = new PipeReader(this.#tokens, isFunction);
  }

  parseAll(name: string): void {
    const parts: Part[] = [];
    for (;;) {
      const token = this.#tokens.next();
      if (token.kind === "end of text") break;
      if (token.kind === "text") parts.push({ kind: "text", at: token.at, bytes: toBytes(token.text) });
      else if (this.#tokens.peekWord() === "define") this.#definition();
      else {
        const part = this.#action(token.at);
        if (typeof part === "string") throw this.#tokens.fault(token.at, `{{${part}}} has no beginning`);
        parts.push(part);
      }
    }
    this.#add(name, parts, 0);
  }

  #definition(): void {
    const define = this.#tokens.nextWord();
    const name = this.#templateName("define");
    this.#tokens.expect("close", "define takes a name only");
    const variables = this.#pipes.variables;
    this.#pipes.variables = ["$"];
    const body = this.#body();
    this.#pipes.variables = variables;
    if (body.ending !== "end")
      throw this.#tokens.fault(define.at, `the definition of ${JSON.stringify(name)} is not ended`);
    this.#add(toBytes(name), body.parts, define.at);
  }

  #add(name: string, parts: readonly Part[], at: number): void {
    const existing = this.templates.get(name);
    if (existing === undefined || isEmpty(existing)) this.templates.set(name, parts);
    else if (!isEmpty(parts)) throw this.#tokens.fault(at, `the template ${JSON.stringify(name)} is defined twice`);
  }

  /** Reads parts until something ends them, which is read, too. */
  #body(): Body {
    const parts: Part[] = [];
    for (;;) {
      const token = this.#tokens.next();
      if (token.kind === "end of text") return { parts, ending: "end of text", at: token.at };
      if (token.kind === "text") parts.push({ kind: "text", at: token.at, bytes: toBytes(token.text) });
      else {
        const part = this.#action(token.at);
        if (typeof part === "string") return { parts, ending: part, at: token.at };
        parts.push(part);
      }
    }
  }

  /** Reads an action after its `{{`. Of an `else if`, `if` is left. */
  #action(at: number): Part | "end" | "else" {
    const token = this.#tokens.nextWord();
    if (token.kind !== "keyword" || token.text === "nil") {
      this.#tokens.back(token);
      return { kind: "action", at: token.at, pipe: this.#pipes.pipe("an action", "close") };
    }
    switch (token.text) {
      case "if":
      case "with":
      case "range":
        return this.#branch(token.text, token.at);
      case "end":
        this.#tokens.expect("close", "end stands alone");
        return "end";
      case "else": {
        const next = this.#tokens.peekWord();
        if (next !== "if" && next !== "with") this.#tokens.expect("close", "else stands alone, or before if or with");
        return "else";
      }
      case "break":
      case "continue":
        this.#tokens.expect("close", `${token.text} stands alone`);
        if (this.#ranges === 0) throw this.#tokens.fault(at, `{{${token.text}}} stands outside of a range`);
        return { kind: token.text, at };
      case "template": {
        const name = toBytes(this.#templateName("template"));
        const next = this.#tokens.nextWord();
        if (next.kind === "close") return { kind: "call", at: token.at, name, pipe: undefined };
        this.#tokens.back(next);
        return { kind: "call", at: token.at, name, pipe: this.#pipes.pipe("template", "close") };
      }
      case "block":
        return this.#block(token.at);
      default:
        throw this.#tokens.fault(token.at, `{{${token.text}}} may not stand here`);
    }
  }

  #branch(kind: Branch["kind"], at: number): Branch {
    return this.#tokens.nested(at, () => {
      const outer = this.#pipes.variables.length;
      const pipe = this.#pipes.pipe(kind, "close");
      if (kind === "range") this.#ranges++;
      const body = this.#body();
      if (kind === "range") this.#ranges--;
      const otherwise = body.ending === "else" ? this.#otherwise(kind, body.at) : undefined;
      if (body.ending === "end of text") throw this.#tokens.fault(at, `this ${kind} has no {{end}}`);
      this.#pipes.variables.length = outer;
      return { kind, at: pipe.at, pipe, body: body.parts, otherwise };
    });
  }

  #otherwise(kind: Branch["kind"], at: number): readonly Part[] {
    const next = this.#tokens.peekWord();
    if (next === "if" || next === "with") {
      if (next !== kind) throw this.#tokens.fault(at, `{{else ${next}}} may not stand in a ${kind}`);
      const token = this.#tokens.nextWord();
      return [this.#branch(next, token.at)];
    }
    const body = this.#body();
    if (body.ending !== "end") throw this.#tokens.fault(body.at, `{{end}} is expected after {{else}}`);
    return body.parts;
  }

  #block(at: number): Part {
    return this.#tokens.nested(at, () => {
      const name = toBytes(this.#templateName("block"));
      const pipe = this.#pipes.pipe("block", "close");
      const [variables, ranges] = [this.#pipes.variables, this.#ranges];
      this.#pipes.variables = ["$"];
      this.#ranges = 0;
      const body = this.#body();
      this.#pipes.variables = variables;
      this.#ranges = ranges;
      if (body.ending !== "end") throw this.#tokens.fault(at, "this block has no {{end}}");
      this.#add(name, body.parts, at);
      return { kind: "call", at, name, pipe };
    });
  }

  #templateName(keyword: string): string {
    const token = this.#tokens.nextWord();
    if (token.kind === "raw string") return token.text.slice(1, -1);
    if (token.kind !== "string")
      throw this.#tokens.fault(token.at, `${keyword} needs the name of a template in quotes`);
    const bytes = unquote(token.text);
    if (bytes === undefined) throw this.#tokens.fault(token.at, `${token.text} is no text of Go`);
    return Buffer.from(bytes, "latin1").toString("utf8");
  }
}

/** Tells whether a template writes nothing but space. */
function isEmpty(parts: readonly Part[]): boolean {
  // Space as Go's package unicode knows it, in UTF-8.
  return parts.every(
    (part) =>
      part.kind === "text" &&
      /^(?:[\t-\r ]|\xc2[\x85\xa0]|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe3\x80\x80)*$/.test(part.bytes),
  );
}
