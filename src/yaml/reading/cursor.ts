/** A position in a text, with the helpers that the scanner and the scalar readers share. */
import { charge } from "../../budget/index.ts";
import { isBreak } from "../nodes/index.ts";

/** The memory of a line break in a text that is put together from lines, in bytes. */
const LINE_BYTES = 96;

export class Cursor {
  /** The text and one NUL that marks its end. */
  readonly text: string;
  position = 0;
  /** Offset of the first character of the current line. */
  lineStart = 0;
  /** True if the text has line breaks other than LF, so that searching for LF is not enough. */
  readonly hasOtherBreaks: boolean;

  constructor(text: string) {
    // join() makes one flat string. `+` would make a rope of two, which is slower to read.
    this.text = [text, "\0"].join("");
    this.hasOtherBreaks = /[\r\x85\u2028\u2029]/.test(text);
  }

  get column(): number {
    return this.position - this.lineStart;
  }

  /** The offset of the break that ends the line of `from`, or the end of the text. */
  lineEnd(from: number): number {
    if (!this.hasOtherBreaks) {
      const end = this.text.indexOf("\n", from);
      return end < 0 ? this.text.length - 1 : end;
    }
    let at = from;
    while (at < this.text.length - 1 && !isBreak(this.text.charCodeAt(at))) at++;
    return at;
  }

  /** Steps over one line break and returns it as it appears in a value: LS and PS unchanged, any other as LF. */
  takeBreak(): string {
    charge(LINE_BYTES);
    const code = this.text.charCodeAt(this.position);
    this.position++;
    if (code === 13 && this.text.charCodeAt(this.position) === 10) this.position++;
    this.lineStart = this.position;
    if (code === 0x2028) return "\u2028";
    return code === 0x2029 ? "\u2029" : "\n";
  }

  /** Tells whether the cursor is at a `---` or `...` at the start of a line. */
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

/** Folds the line breaks between two lines: one break becomes a space, of several the first is dropped. */
export function fold(first: string, others: string): string {
  if (first !== "\n") return first + others;
  return others === "" ? " " : others;
}
