/**
 * Finds the imports in a text of jsonnet, by its tokens. What an import names is a string literal: jsonnet refuses all else. So the files
 * that an evaluation can read are known before it runs. docs/specification/argocd-sources.md 4.3
 */

export interface Import {
  readonly kind: "import" | "importstr" | "importbin";
  /** The text of the literal, without quotes and escapes. */
  readonly path: string;
  /** The place of the keyword; both count from 1. */
  readonly line: number;
  readonly column: number;
}

const KEYWORDS: ReadonlySet<string> = new Set(["import", "importstr", "importbin"]);

/** A text with a mistake can have fewer imports than it names, since jsonnet evaluates nothing of it. */
export function importsOf(text: string): readonly Import[] {
  const found: Import[] = [];
  const tokens = new Tokens(text);
  let keyword: Token | undefined;
  let [line, lineStart, counted] = [1, 0, 0];
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (keyword !== undefined && token.string !== undefined) {
      for (let at = text.indexOf("\n", counted); at >= 0 && at < keyword.at; at = text.indexOf("\n", counted)) {
        line++;
        lineStart = counted = at + 1;
      }
      const column = keyword.at - lineStart + 1;
      found.push({ kind: keyword.word as Import["kind"], path: token.string, line, column });
    }
    keyword = token.word !== undefined && KEYWORDS.has(token.word) ? token : undefined;
  }
  return found;
}

interface Token {
  /** The position in the text. */
  readonly at: number;
  /** Set for keywords and identifiers. */
  readonly word?: string;
  /** Set for strings, but for blocks: no import takes one. */
  readonly string?: string;
}

const SPACE = /[ \t\r\n]+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
/** All that go-jsonnet takes for a number, and more: none of it can begin an import. */
const NUMBER = /[0-9][0-9_.]*(?:[eE][+-]?[0-9_]+)?/y;
const BLOCK_START = /\|\|\|-?[ \t\r]*\n\n*([ \t]+)/y;
const BLOCK_END = /[ \t]*\|\|\|/y;

class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Undefined at the end, and where the text is none of jsonnet. */
  next(): Token | undefined {
    this.#skip();
    const [text, at] = [this.#text, this.#at];
    const character = text[at];
    if (character === undefined) return undefined;
    const word = this.#match(WORD);
    if (word !== undefined) return { at, word };
    if (this.#match(NUMBER) !== undefined) return { at };
    if (character === '"' || character === "'") return this.#quoted(at, character);
    if (character === "@") return this.#verbatim(at);
    if (text.startsWith("|||", at)) return this.#block(at);
    // An operator of several characters is as good as several: comments and blocks begin within one, too.
    this.#at++;
    return { at };
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  /** Skips white space and comments. */
  #skip(): void {
    const text = this.#text;
    for (;;) {
      this.#match(SPACE);
      if (text.startsWith("/*", this.#at)) this.#at = after(text, "*/", this.#at + 2);
      else if (text.startsWith("//", this.#at) || text[this.#at] === "#") this.#at = after(text, "\n", this.#at);
      else return;
    }
  }

  #quoted(at: number, quote: string): Token | undefined {
    const text = this.#text;
    for (let end = at + 1; end < text.length; end++) {
      if (text[end] === "\\") end++;
      else if (text[end] === quote) {
        this.#at = end + 1;
        const string = unescaped(text.slice(at + 1, end));
        return string === undefined ? { at } : { at, string };
      }
    }
    return undefined;
  }

  /** A string after `@`, in which only the quote is written twice. */
  #verbatim(at: number): Token | undefined {
    const text = this.#text;
    const quote = text[at + 1];
    if (quote !== '"' && quote !== "'") return undefined;
    for (let end = text.indexOf(quote, at + 2); end >= 0; end = text.indexOf(quote, end + 2)) {
      if (text[end + 1] === quote) continue;
      this.#at = end + 1;
      return { at, string: text.slice(at + 2, end).replaceAll(quote + quote, quote) };
    }
    return undefined;
  }

  /** A string of indented lines: the first line that is neither empty nor indented as the first one ends it. */
  #block(at: number): Token | undefined {
    const text = this.#text;
    BLOCK_START.lastIndex = at;
    const start = BLOCK_START.exec(text);
    if (start === null) return undefined;
    const indent = start[1] as string;
    this.#at = BLOCK_START.lastIndex;
    do {
      const end = text.indexOf("\n", this.#at);
      if (end < 0) return undefined;
      for (this.#at = end + 1; text[this.#at] === "\n"; ) this.#at++;
    } while (text.startsWith(indent, this.#at));
    return this.#match(BLOCK_END) === undefined ? undefined : { at };
  }
}

/** The position behind the next occurrence of a mark, or the end. */
function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** The letters behind a backslash, and what they stand for. */
const LETTERS = `"'\\/bfnrt`;
const MEANT = `"'\\/\b\f\n\r\t`;

/** Undefined for an escape that jsonnet refuses. */
function unescaped(text: string): string | undefined {
  let isWrong = false;
  const string = text.replace(/\\(?:u([0-9a-fA-F]{4})|(.?))/gs, (_, code: string | undefined, letter: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    const at = letter === "" ? -1 : LETTERS.indexOf(letter);
    isWrong ||= at < 0;
    return MEANT.charAt(at);
  });
  return isWrong ? undefined : string;
}
