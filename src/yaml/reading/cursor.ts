/** A place in a text that ends in a NUL, and what the scalar readers share. */
import { isBreak } from "../nodes/index.ts";

export class Cursor {
  /** Ends in one NUL that belongs to nobody. */
  readonly text: string;
  position = 0;
  /** Offset of the first character of the current line. */
  lineStart = 0;
  /** Whether lines may end in something else than LF, so that searching for LF does not do. */
  readonly exotic: boolean;

  constructor(text: string) {
    // Joined and not added, so that it is one string in memory, which is read faster than two.
    this.text = [text, "\0"].join("");
    this.exotic = /[\r\x85\u2028\u2029]/.test(text);
  }

  get column(): number {
    return this.position - this.lineStart;
  }

  /** The offset of the break that ends the line of `from`, or of the end of the text. */
  lineEnd(from: number): number {
    if (!this.exotic) {
      const end = this.text.indexOf("\n", from);
      return end < 0 ? this.text.length - 1 : end;
    }
    let at = from;
    while (at < this.text.length - 1 && !isBreak(this.text.charCodeAt(at))) at++;
    return at;
  }

  /** Steps over one line break and returns it as a value holds it: LS and PS stay, all others are LF. */
  takeBreak(): string {
    const code = this.text.charCodeAt(this.position);
    this.position++;
    if (code === 13 && this.text.charCodeAt(this.position) === 10) this.position++;
    this.lineStart = this.position;
    if (code === 0x2028) return "\u2028";
    return code === 0x2029 ? "\u2029" : "\n";
  }

  /** Whether `---` or `...` stands here at the start of a line. */
  atDocumentIndicator(): boolean {
    const at = this.position;
    if (at !== this.lineStart) return false;
    const code = this.text.charCodeAt(at);
    if (code !== 45 && code !== 46) return false;
    if (this.text.charCodeAt(at + 1) !== code || this.text.charCodeAt(at + 2) !== code) return false;
    const after = this.text.charCodeAt(at + 3);
    return after === 32 || after === 9 || after === 0 || isBreak(after);
  }
}

/** What the breaks between two lines of a folded text become. */
export function fold(first: string, others: string): string {
  if (first !== "\n") return first + others;
  return others === "" ? " " : others;
}
