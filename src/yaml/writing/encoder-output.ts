/** Lines, indentation and comments of go-yaml v3's emitter. */
import { isBreak } from "../nodes/index.ts";

/** What is written so far, and the comments that wait for their place. */
export class EncoderOutput {
  text = "";
  column = 0;
  /** Whether what comes next needs no blank in front of it. */
  whitespace = true;
  /** Whether the present line has nothing but indentation, dashes and question marks counted in. */
  indention = true;
  /** Where nodes begin now; -1 around the document. */
  indent = -1;
  /** The indentation of a foot comment just written: a node that begins there is set off by an empty line. */
  footIndent = -1;
  head = "";
  line = "";
  foot = "";
  /** The foot of the map entry before this one. */
  tail = "";
  /** The comment of a key, until it is known what the value is. */
  keyLine = "";

  /** Whether a comment waits that ends the line, so that a comma has to go before it. */
  get endsLine(): boolean {
    return this.line !== "" || this.foot !== "" || this.tail !== "";
  }

  indicator(text: string, options: { spaced?: boolean; opens?: boolean; indents?: boolean }): void {
    this.#write(text, options.spaced === true);
    this.whitespace = options.opens === true;
    this.indention = this.indention && options.indents === true;
  }

  /** Something that needs a blank in front of it. */
  word(text: string): void {
    if (text === "") {
      this.indention = false;
      return;
    }
    this.#write(text, true);
    this.whitespace = this.indention = false;
  }

  /** The lines of a block scalar, behind its first line. */
  block(lines: string): void {
    this.whitespace = true;
    if (lines === "") return;
    this.#write(lines, false);
    this.indention = isBreak(lines.charCodeAt(lines.length - 1));
  }

  /** Goes to where the next node or comment begins. */
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
