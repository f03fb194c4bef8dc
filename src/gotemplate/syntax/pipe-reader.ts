import { toBytes } from "../../text/index.ts";
import { numberConstant, runeConstant, unquote, unquoteRaw } from "./constants.ts";
import type { Token, TokenKind } from "./lexer.ts";
import type { Command, Pipe, Word } from "./nodes.ts";
import { shown, type TokenReader } from "./token-reader.ts";

const WORD_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ..."bool rune dot field name number string variable".split(" "),
  "raw string",
  "left paren",
] as TokenKind[]);

/** Reads what stands in actions: pipes of commands. */
export class PipeReader {
  /** The variables that may be used at the place that is read. */
  variables: string[] = ["$"];
  readonly #tokens: TokenReader;
  readonly #isFunction: (name: string) => boolean;

  constructor(tokens: TokenReader, isFunction: (name: string) => boolean) {
    this.#tokens = tokens;
    this.#isFunction = isFunction;
  }

  /** Reads a pipe and its end. @param where what it is a part of, for messages */
  pipe(where: string, end: "close" | "right paren"): Pipe {
    const at = this.#tokens.peekToken().at;
    const variables: string[] = [];
    const isAssignment = this.#declarations(where, variables);
    const commands: Command[] = [];
    for (;;) {
      const token = this.#tokens.nextWord();
      if (token.kind === end) break;
      this.#tokens.back(token);
      if (!startsWord(token)) throw this.#tokens.fault(token.at, `${shown(token)} may not stand in ${where}`);
      commands.push(this.#command());
    }
    if (commands.length === 0) throw this.#tokens.fault(at, `${where} has no value`);
    for (const { words, at: start } of commands.slice(1)) {
      if (["bool", "dot", "nil", "number", "string"].includes(words[0].kind))
        throw this.#tokens.fault(start, "only a function can take a value from in front of a |");
    }
    return { kind: "pipe", at, variables, isAssignment, commands };
  }

  /** Reads variables and `:=` or `=`, if they stand here. Returns whether it is `=`. */
  #declarations(where: string, variables: string[]): boolean {
    for (;;) {
      const variable = this.#tokens.nextWord();
      if (variable.kind !== "variable") {
        this.#tokens.back(variable);
        return false;
      }
      const after = this.#tokens.next();
      const next = after.kind === "space" ? this.#tokens.nextWord() : after;
      const isComma = next.kind === "character" && next.text === ",";
      if (next.kind !== "assign" && next.kind !== "declare" && !isComma) {
        this.#tokens.back(next);
        if (next !== after) this.#tokens.back(after);
        this.#tokens.back(variable);
        return false;
      }
      variables.push(variable.text);
      this.variables.push(variable.text);
      if (!isComma) return next.kind === "assign";
      if (where !== "range" || variables.length === 2)
        throw this.#tokens.fault(next.at, `there are too many variables in ${where}`);
      const following = this.#tokens.peekToken().kind;
      if (following !== "variable" && following !== "close" && following !== "right paren")
        throw this.#tokens.fault(next.at, "range can only give values to variables");
    }
  }

  #command(): Command {
    const words: Word[] = [];
    const at = this.#tokens.peekToken().at;
    for (;;) {
      this.#tokens.peekToken();
      const word = this.#operand();
      if (word !== undefined) words.push(word);
      const token = this.#tokens.next();
      if (token.kind === "space") continue;
      if (token.kind === "close" || token.kind === "right paren") this.#tokens.back(token);
      else if (token.kind !== "pipe")
        throw this.#tokens.fault(token.at, `${shown(token)} may not follow a value; a space is needed between two`);
      break;
    }
    const [first, ...rest] = words;
    if (first === undefined) throw this.#tokens.fault(at, "a value or a function is missing");
    return { at, words: [first, ...rest] };
  }

  #operand(): Word | undefined {
    const word = this.#term();
    if (word === undefined) return undefined;
    const path: string[] = [];
    for (let token = this.#tokens.next(); ; token = this.#tokens.next()) {
      if (token.kind !== "field") {
        this.#tokens.back(token);
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
        throw this.#tokens.fault(word.at, "a constant has no fields");
    }
  }

  #term(): Word | undefined {
    const token = this.#tokens.nextWord();
    const { at, text } = token;
    switch (token.kind) {
      case "name":
        if (!this.#isFunction(text)) throw this.#tokens.fault(at, `there is no function ${JSON.stringify(text)}`);
        return { kind: "name", at, name: text };
      case "dot":
        return { kind: "dot", at };
      case "variable":
        if (!this.variables.includes(text)) throw this.#tokens.fault(at, `there is no variable ${text} here`);
        return { kind: "variable", at, name: text, path: [] };
      case "field":
        return { kind: "field", at, path: [toBytes(text.slice(1))] };
      case "bool":
        return { kind: "bool", at, value: text === "true" };
      case "rune": {
        const code = runeConstant(text);
        if (code === undefined) throw this.#tokens.fault(at, `${text} is not one character`);
        return { kind: "number", at, text, whole: code, float: Number(code), looksFloat: false };
      }
      case "number": {
        const number = numberConstant(text, at);
        if (number === undefined) throw this.#tokens.fault(at, `${text} is no number, or too large`);
        return number;
      }
      case "string": {
        const bytes = unquote(text);
        if (bytes === undefined) throw this.#tokens.fault(at, `${text} is no text of Go`);
        return { kind: "string", at, bytes };
      }
      case "raw string":
        return { kind: "string", at, bytes: unquoteRaw(text) };
      case "left paren":
        return this.#tokens.nested(at, () => this.pipe("parentheses", "right paren"));
      default:
        if (token.kind === "keyword" && text === "nil") return { kind: "nil", at };
        this.#tokens.back(token);
        return undefined;
    }
  }
}

function startsWord(token: Token): boolean {
  return WORD_STARTS.has(token.kind) || (token.kind === "keyword" && token.text === "nil");
}
