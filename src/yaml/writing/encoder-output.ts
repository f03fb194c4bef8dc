/** Writes lines, indentation and comments as go-yaml v3's emitter does. */
import { isBreak } from "../nodes/index.ts";

/** The text written so far, and the pending comments. */
export class EncoderOutput {
  text = "";
  column = 0;
  /** True if the next word needs no space in front of it. */
  whitespace = true;
  /** True if the current line has only indentation, dashes and question marks. The name is libyaml's. */
  indention = true;
  /** The column at which nodes begin; -1 outside the document. */
  indent = -1;
  /** The indentation of the foot comment just written. An empty line goes before a node that begins there. */
  footIndent = -1;
  /** The pending head comment. */
  head = "";
  /** The pending line comment. */
  line = "";
  /** The pending foot comment. */
  foot = "";
  /** The pending foot comment of the previous map entry. */
  tail = "";
  /** The line comment of a key, until its value is known. */
  keyLine = "";

  /** True if a pending comment will end the line, so that a comma has to go before it. */
  get endsLine(): boolean {
    return this.line !== "" || this.foot !== "" || this.tail !== "";
  }

  /** Writes a character such as `-` or `:`. */
  indicator(text: string, options: { spaced?: boolean; opens?: boolean; indents?: boolean }): void {
    this.#write(text, options.spaced === true);
    this.whitespace = options.opens === true;
    this.indention = this.indention && options.indents === true;
  }

  /** Writes a word, with a space in front of it. */
  word(text: string): void {
    if (text === "") {
      this.indention = false;
      return;
    }
    this.#write(text, true);
    this.whitespace = this.indention = false;
  }

  /** Writes the lines of a block scalar after its first line. */
  block(lines: string): void {
    this.whitespace = true;
    if (lines === "") return;
    this.#write(lines, false);
    this.indention = isBreak(lines.charCodeAt(lines.length - 1));
  }

  /** Moves to the column where the next node or comment begins. */
  startLine(): void {
    const indent = Math.max(this.indent, 0);
    if (!this.indention || this.column > indent || (this.column === indent && !this.whitespace)) this.break();
    if (this.footIndent === indent) this.break();
    if (this.column < indent) this.#write(" ".repeat(indent - this.column), false);
    this.whitespace = true;
    this.footIndent = -1;
  }

  headComment(): void {
    if (this.tail !== "") {
      this.#footLike(this.tail);
      this.tail = "";
    }
    if (this.head === "") return;
    this.startLine();
    this.#comment(this.head);
    this.head = "";
  }

  lineComment(): void {
    if (this.line === "") return;
    if (!this.whitespace) this.#write(" ", false);
    this.#comment(this.line);
    this.line = "";
  }

  footComment(): void {
    if (this.foot === "") return;
    this.#footLike(this.foot);
    this.foot = "";
  }

  break(): void {
    this.text += "\n";
    this.column = 0;
    this.indention = true;
  }

  #footLike(comment: string): void {
    this.startLine();
    this.#comment(comment);
    this.footIndent = Math.max(this.indent, 0);
  }

  #comment(comment: string): void {
    const lines = comment.split("\n");
    for (const [at, line] of lines.entries()) {
      if (line !== "") {
        if (at > 0) this.startLine();
        this.#write(line.startsWith("#") ? line : `# ${line}`, false);
        this.indention = false;
      }
      if (at < lines.length - 1 || line !== "") this.break();
    }
    this.whitespace = true;
  }

  #write(text: string, spaced: boolean): void {
    const written = spaced && !this.whitespace ? ` ${text}` : text;
    this.text += written;
    let lineStart = written.length;
    while (lineStart > 0 && !isBreak(written.charCodeAt(lineStart - 1))) lineStart--;
    this.column = lineStart === 0 ? this.column + written.length : written.length - lineStart;
  }
}
