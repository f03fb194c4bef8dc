/** Counts the documents of a manifest without parsing it. */

const SEPARATOR = "---";
const NEWLINE = 0x0a;

/** A line `---` separates documents: everything else in a manifest is indented, or begins with something else. */
export class DocumentCounter {
  #separators = 0;
  #bytes = 0;
  /** The beginning of the line that was not seen to its end. */
  #line = "";

  add(part: Buffer): void {
    this.#bytes += part.length;
    let from = 0;
    for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, from)) {
      this.#extend(part, from, end);
      if (this.#line === SEPARATOR) this.#separators++;
      this.#line = "";
      from = end + 1;
    }
    this.#extend(part, from, part.length);
  }

  get documents(): number {
    return this.#bytes === 0 ? 0 : this.#separators + 1;
  }

  /** One character more than a separator has tells that a line is none. */
  #extend(part: Buffer, from: number, to: number): void {
    const wanted = SEPARATOR.length + 1 - this.#line.length;
    if (wanted > 0) this.#line += part.toString("latin1", from, Math.min(to, from + wanted));
  }
}
