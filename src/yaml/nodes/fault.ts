/** What is wrong with a text and where, before it is known which file the text came from. */
export class Fault extends Error {
  /** Offset into the text that was scanned, in UTF-16 code units. */
  readonly offset: number;
  readonly hint: string | undefined;

  constructor(offset: number, problem: string, hint?: string) {
    super(problem);
    this.offset = offset;
    this.hint = hint;
  }
}
