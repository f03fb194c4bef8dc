/** Reads a template. docs/specification/go-templates.md 2 */
import { toBytes } from "../../text/index.ts";
import { TemplateError } from "../template-error.ts";
import { numberConstant, runeConstant, unquote, unquoteRaw } from "./constants.ts";
import { Lexer, LexicalFault, type Token, type TokenKind } from "./lexer.ts";
import type { Branch, Command, Part, Pipe, Word } from "./nodes.ts";
import { placeOf } from "./place.ts";

/** The templates of a text by their names. The text itself is one of them. */
export type Templates = ReadonlyMap<string, readonly Part[]>;

/** How deep actions and parentheses may be nested: each level takes stack. */
const MAX_NESTING = 400;
/** How many templates may be defined in one text. */
const WORD_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ..."bool rune dot field name number string variable".split(" "),
  "raw string",
  "left paren",
] as TokenKind[]);

/** What ends a list of parts. */
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
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #isFunction: (name: string) => boolean;
  /** Tokens that were read and given back, the next one last. */
  readonly #pending: Token[] = [];
  /** The variables that may be used here. */
  #variables: string[] = ["$"];
  /** How often each of them is declared. */
  #ranges = 0;
  #nesting = 0;

  constructor(text: string, isFunction: (name: string) => boolean) {
    this.#text = text;
    this.#lexer = new Lexer(text);
    this.#isFunction = isFunction;
  }

  parseAll(name: string): void {
    const parts: Part[] = [];
    for (;;) {
      const token = this.#next();
      if (token.kind === "end of text") break;
      if (token.kind === "text") parts.push({ kind: "text", at: token.at, bytes: toBytes(token.text) });
      else if (this.#peekWord() === "define") this.#definition();
      else {
        const part = this.#action(token.at);
        if (typeof part === "string") throw this.#fault(token.at, `{{${part}}} has no beginning`);
        parts.push(part);
      }
    }
    this.#add(name, parts, 0);
  }

  #definition(): void {
    const define = this.#nextWord();
    const name = this.#templateName("define");
    this.#expect("close", "define takes a name only");
    const variables = this.#variables;
    this.#variables = ["$"];
    const body = this.#body();
    this.#variables = variables;
    if (body.ending !== "end") throw this.#fault(define.at, `the definition of ${JSON.stringify(name)} is not ended`);
    this.#add(toBytes(name), body.parts, define.at);
  }

  #add(name: string, parts: readonly Part[], at: number): void {
    const existing = this.templates.get(name);
    if (existing === undefined || isEmpty(existing)) this.templates.set(name, parts);
    else if (!isEmpty(parts)) throw this.#fault(at, `the template ${JSON.stringify(name)} is defined twice`);
  }

  /** Reads parts until something ends them, which is read, too. */
  #body(): Body {
    const parts: Part[] = [];
    for (;;) {
      const token = this.#next();
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
    const token = this.#nextWord();
    if (token.kind !== "keyword" || token.text === "nil") {
      this.#back(token);
      return { kind: "action", at: token.at, pipe: this.#pipe("an action", "close") };
    }
    switch (token.text) {
      case "if":
      case "with":
      case "range":
        return this.#branch(token.text, token.at);
      case "end":
        this.#expect("close", "end stands alone");
        return "end";
      case "else": {
        const next = this.#peekWord();
        if (next !== "if" && next !== "with") this.#expect("close", "else stands alone, or before if or with");
        return "else";
      }
      case "break":
      case "continue":
        this.#expect("close", `${token.text} stands alone`);
        if (this.#ranges === 0) throw this.#fault(at, `{{${token.text}}} stands outside of a range`);
        return { kind: token.text, at };
      case "template": {
        const name = toBytes(this.#templateName("template"));
        const next = this.#nextWord();
        if (next.kind === "close") return { kind: "call", at: token.at, name, pipe: undefined };
        this.#back(next);
        return { kind: "call", at: token.at, name, pipe: this.#pipe("template", "close") };
      }
      case "block":
        return this.#block(token.at);
      default:
        throw this.#fault(token.at, `{{${token.text}}} may not stand here`);
    }
  }

  #branch(kind: Branch["kind"], at: number): Branch {
    return this.#nested(at, () => {
      const outer = this.#variables.length;
      const pipe = this.#pipe(kind, "close");
      if (kind === "range") this.#ranges++;
      const body = this.#body();
      if (kind === "range") this.#ranges--;
      const otherwise = body.ending === "else" ? this.#otherwise(kind, body.at) : undefined;
      if (body.ending === "end of text") throw this.#fault(at, `this ${kind} has no {{end}}`);
      this.#variables.length = outer;
      return { kind, at: pipe.at, pipe, body: body.parts, otherwise };
    });
  }

  #otherwise(kind: Branch["kind"], at: number): readonly Part[] {
    const next = this.#peekWord();
    if (next === "if" || next === "with") {
      if (next !== kind) throw this.#fault(at, `{{else ${next}}} may not stand in a ${kind}`);
      const token = this.#nextWord();
      return [this.#branch(next, token.at)];
    }
    const body = this.#body();
    if (body.ending !== "end") throw this.#fault(body.at, `{{end}} is expected after {{else}}`);
    return body.parts;
  }

  #block(at: number): Part {
    return this.#nested(at, () => {
      const name = toBytes(this.#templateName("block"));
      const pipe = this.#pipe("block", "close");
      const [variables, ranges] = [this.#variables, this.#ranges];
      this.#variables = ["$"];
      this.#ranges = 0;
      const body = this.#body();
      this.#variables = variables;
      this.#ranges = ranges;
      if (body.ending !== "end") throw this.#fault(at, "this block has no {{end}}");
      this.#add(name, body.parts, at);
      return { kind: "call", at, name, pipe };
    });
  }

  #templateName(keyword: string): string {
    const token = this.#nextWord();
    if (token.kind === "raw string") return token.text.slice(1, -1);
    if (token.kind !== "string") throw this.#fault(token.at, `${keyword} needs the name of a template in quotes`);
    const bytes = unquote(token.text);
    if (bytes === undefined) throw this.#fault(token.at, `${token.text} is no text of Go`);
    return Buffer.from(bytes, "latin1").toString("utf8");
  }

  #pipe(where: string, end: "close" | "right paren"): Pipe {
    const at = this.#peekToken().at;
    const variables: string[] = [];
    const isAssignment = this.#declarations(where, variables);
    const commands: Command[] = [];
    for (;;) {
      const token = this.#nextWord();
      if (token.kind === end) break;
      this.#back(token);
      if (!this.#startsWord(token)) throw this.#fault(token.at, `${shown(token)} may not stand in ${where}`);
      commands.push(this.#command());
    }
    if (commands.length === 0) throw this.#fault(at, `${where} has no value`);
    for (const { words, at: start } of commands.slice(1)) {
      if (["bool", "dot", "nil", "number", "string"].includes(words[0].kind))
        throw this.#fault(start, "only a function can take a value from in front of a |");
    }
    return { kind: "pipe", at, variables, isAssignment, commands };
  }

  /** Reads variables and `:=` or `=`, if they stand here. Returns whether it is `=`. */
  #declarations(where: string, variables: string[]): boolean {
    for (;;) {
      const variable = this.#nextWord();
      if (variable.kind !== "variable") {
        this.#back(variable);
        return false;
      }
      const after = this.#next();
      const next = after.kind === "space" ? this.#nextWord() : after;
      const isComma = next.kind === "character" && next.text === ",";
      if (next.kind !== "assign" && next.kind !== "declare" && !isComma) {
        this.#back(next);
        if (next !== after) this.#back(after);
        this.#back(variable);
        return false;
      }
      variables.push(variable.text);
      this.#variables.push(variable.text);
      if (!isComma) return next.kind === "assign";
      if (where !== "range" || variables.length === 2)
        throw this.#fault(next.at, `there are too many variables in ${where}`);
      const following = this.#peekToken().kind;
      if (following !== "variable" && following !== "close" && following !== "right paren")
        throw this.#fault(next.at, "range can only give values to variables");
    }
  }

  #command(): Command {
    const words: Word[] = [];
    const at = this.#peekToken().at;
    for (;;) {
      this.#peekToken();
      const word = this.#operand();
      if (word !== undefined) words.push(word);
      const token = this.#next();
      if (token.kind === "space") continue;
      if (token.kind === "close" || token.kind === "right paren") this.#back(token);
      else if (token.kind !== "pipe")
        throw this.#fault(token.at, `${shown(token)} may not follow a value; a space is needed between two`);
      break;
    }
    const [first, ...rest] = words;
    if (first === undefined) throw this.#fault(at, "a value or a function is missing");
    return { at, words: [first, ...rest] };
  }

  #operand(): Word | undefined {
    const word = this.#term();
    if (word === undefined) return undefined;
    const path: string[] = [];
    for (let token = this.#next(); ; token = this.#next()) {
      if (token.kind !== "field") {
        this.#back(token);
        break;
      }
      path.push(toBytes(token.text.slice(1)));
    }
    if (path.length === 0) return word;
    switch (word.kind) {
      case "field":
      case "variable":
        return { ...word, path: [...word.path, ...path] };
      case "name":
      case "pipe":
      case "chain":
        return { kind: "chain", at: word.at, of: word, path };
      default:
        throw this.#fault(word.at, "a constant has no fields");
    }
  }

  #term(): Word | undefined {
    const token = this.#nextWord();
    const { at, text } = token;
    switch (token.kind) {
      case "name":
        if (!this.#isFunction(text)) throw this.#fault(at, `there is no function ${JSON.stringify(text)}`);
        return { kind: "name", at, name: text };
      case "dot":
        return { kind: "dot", at };
      case "keyword":
        if (text === "nil") return { kind: "nil", at };
        break;
      case "variable":
        if (!this.#variables.includes(text)) throw this.#fault(at, `there is no variable ${text} here`);
        return { kind: "variable", at, name: text, path: [] };
      case "field":
        return { kind: "field", at, path: [toBytes(text.slice(1))] };
      case "bool":
        return { kind: "bool", at, value: text === "true" };
      case "rune": {
        const code = runeConstant(text);
        if (code === undefined) throw this.#fault(at, `${text} is not one character`);
        return { kind: "number", at, text, whole: code, float: Number(code), looksFloat: false };
      }
      case "number": {
        const number = numberConstant(text, at);
        if (number === undefined) throw this.#fault(at, `${text} is no number, or too large`);
        return number;
      }
      case "string": {
        const bytes = unquote(text);
        if (bytes === undefined) throw this.#fault(at, `${text} is no text of Go`);
        return { kind: "string", at, bytes };
      }
      case "raw string":
        return { kind: "string", at, bytes: unquoteRaw(text) };
      case "left paren":
        return this.#nested(at, () => this.#pipe("parentheses", "right paren"));
    }
    this.#back(token);
    return undefined;
  }

  #startsWord(token: Token): boolean {
    return WORD_STARTS.has(token.kind) || (token.kind === "keyword" && token.text === "nil");
  }

  #nested<T>(at: number, read: () => T): T {
    if (++this.#nesting > MAX_NESTING)
      throw new TemplateError("limit", "the template nests too deeply", placeOf(this.#text, at));
    const result = read();
    this.#nesting--;
    return result;
  }

  #next(): Token {
    return this.#pending.pop() ?? this.#lexer.next();
  }

  #back(token: Token): void {
    this.#pending.push(token);
  }

  /** The next token that is no space. */
  #nextWord(): Token {
    let token = this.#next();
    while (token.kind === "space") token = this.#next();
    return token;
  }

  /** Looks at the next token that is no space; spaces in front of it are gone. */
  #peekToken(): Token {
    const token = this.#nextWord();
    this.#back(token);
    return token;
  }

  /** The keyword that comes next. */
  #peekWord(): string | undefined {
    const token = this.#peekToken();
    return token.kind === "keyword" ? token.text : undefined;
  }

  #expect(kind: TokenKind, message: string): void {
    const token = this.#nextWord();
    if (token.kind !== kind) throw this.#fault(token.at, message);
  }

  #fault(at: number, message: string): TemplateError {
    return new TemplateError("syntax", message, placeOf(this.#text, at));
  }
}

/** Whether a template writes nothing but space. */
function isEmpty(parts: readonly Part[]): boolean {
  // Space as Go's package unicode knows it, in UTF-8.
  return parts.every(
    (part) =>
      part.kind === "text" &&
      /^(?:[\t-\r ]|\xc2[\x85\xa0]|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe3\x80\x80)*$/.test(part.bytes),
  );
}

function shown(token: Token): string {
  return token.kind === "end of text"
    ? "the end of the text"
    : token.kind === "space"
      ? "a space"
      : JSON.stringify(token.text);
}
