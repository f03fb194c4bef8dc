/** Counts the documents and the Secrets of a manifest without parsing it. */

const SEPARATOR = "---";
/** The kind of an object is a plain text on a line of its own in every manifest. */
const SECRET = "kind: Secret";
const NEWLINE = 0x0a;

/** A line `---` separates documents, and the fields of an object begin lines: everything else in a manifest is indented. */
export class DocumentCounter {
  /** How many Secrets were seen. */
  secrets = 0;
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
      else if (this.#line === SECRET) this.secrets++;
      this.#line = "";
      from = end + 1;
    }
    this.#extend(part, from, part.length);
  }

  get documents(): number {
    return this.#bytes === 0 ? 0 : this.#separators + 1;
  }

  /** One character more than the longest line that counts tells that a line is none. */
  #extend(part: Buffer, from: number, to: number): void {
    const wanted = SECRET.length + 1 - this.#line.length;
    if (wanted > 0) this.#line += part.toString("latin1", from, Math.min(to, from + wanted));
  }
}
