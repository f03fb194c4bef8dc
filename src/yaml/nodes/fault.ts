/** A syntax error at an offset into a text. The caller knows which file the text is from and makes a KrmError of it. */
export class Fault extends Error {
  /** Offset into the scanned text, in UTF-16 code units. */
  readonly offset: number;
  readonly hint: string | undefined;

  constructor(offset: number, problem: string, hint?: string) {
    super(problem);
    this.offset = offset;
    this.hint = hint;
  }
}
