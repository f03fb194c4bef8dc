/** Writes the lines, indentation, keys and scalars of printed documents (docs/specification/yaml-writing.md 5). */
import { reserve } from "../../budget/index.ts";
import type { KrmError } from "../../diagnostics.ts";
import { failureAt, formatNumber, isBreak } from "../nodes/index.ts";
import type { Node } from "../nodes/node.ts";
import { analyze } from "./scalar-style.ts";
import { foldPlain, WIDTH, writeLiteral, writeString } from "./scalar-text.ts";

/** An empty collection as it is printed. */
export type Brackets = "{}" | "[]";

export type Scalar = null | boolean | number | bigint | string;

const PADS: readonly string[] = Array.from({ length: 64 }, (_, width) => " ".repeat(width));
const BREAKS: readonly string[] = PADS.map((pad) => `\n${pad}`);

/** Longer keys, in bytes, are written in the `? key` form. */
const MAX_SIMPLE_KEY = 128;

/** Writes one document line by line. `inline` says that the parent has already begun the first line of a collection. */
export class Layout {
  #out = "";
  /** True if the output ends with a line break, or is empty. */
  #atLineStart = true;

  /** The document, ending in a newline. @throws the error of a budget that has no room for it */
  finish(): string {
    const out = this.#out;
    // Many nodes can share one long text. Only the document holds a copy for each of them.
    reserve(out.length);
    // charCodeAt() makes V8 flatten the string. Otherwise it would keep hundreds of pieces as long as the text.
    return isBreak(out.charCodeAt(out.length - 1)) ? out : `${out}\n`;
  }

  /** Begins a line at `indent`, unless `inline`. */
  line(indent: number, inline: boolean): void {
    if (inline) return;
    this.#out +=
      (this.#atLineStart ? PADS[indent] : BREAKS[indent]) ?? (this.#atLineStart ? "" : "\n") + " ".repeat(indent);
    this.#atLineStart = false;
  }

  /** Begins an item of a list. Its value follows the dash. */
  item(indent: number, inline: boolean): void {
    this.line(indent, inline);
    this.#out += "-";
  }

  /** Begins an entry whose key is written unchanged. Returns the column after the colon. */
  bareKey(text: string, indent: number, inline: boolean): number {
    this.line(indent, inline);
    this.#out += text;
    this.#out += ":";
    return indent + text.length + 1;
  }

  /** Ends the line with a literal block scalar. */
  block(text: string, indent: number): void {
    this.#out += " ";
    this.#text(writeLiteral(text, indent + 2));
  }

  /** Ends the line with a plain scalar, folded if it is too long. `column` and `indent` are as in {@link scalar}. */
  folded(text: string, column: number, indent: number): void {
    this.bare(column + 1 + text.length > WIDTH ? foldPlain(text, column + 1, indent + 2) : text);
  }

  /** Ends the line with a scalar in double quotes that needs no escapes. */
  quoted(text: string): void {
    this.#out += ` "${text}"`;
  }

  /** Ends the line with a scalar that is written unchanged. */
  bare(text: string): void {
    this.#out += " ";
    this.#out += text;
  }

  /**
   * Begins an entry of a map. Returns the column after the colon, or -1 if the key has the `? key` form: a collection
   * then begins on the line of the colon.
   */
  key(text: string, indent: number, inline: boolean): number {
    this.line(indent, inline);
    if (isSimple(text)) {
      const written = writeString(text, true, indent, indent);
      this.#out += `${written}:`;
      return indent + written.length + 1;
    }
    this.#out += "? ";
    this.#text(writeString(text, false, indent + 2, indent + 2));
    this.line(indent, false);
    this.#out += ":";
    return -1;
  }

  /** Ends the line with a scalar. `column` is the end of the line so far, `indent` that of the enclosing collection. */
  scalar(value: Scalar, column: number, indent: number): void {
    this.#out += " ";
    if (typeof value === "string") this.#text(writeString(value, false, column + 1, indent + 2));
    else this.#text(typeof value === "number" ? formatNumber(value) : String(value));
  }

  /** Begins a collection on the line of its parent's dash or colon. */
  space(): void {
    this.#out += " ";
  }

  /** Ends the line with an empty collection. */
  empty(brackets: Brackets): void {
    this.#out += ` ${brackets}`;
  }

  /** Writes a scalar that is the whole document. */
  root(value: Scalar): void {
    if (typeof value === "string") this.#text(writeString(value, false, 0, 2));
    else this.#text(typeof value === "number" ? formatNumber(value) : String(value));
  }

  /** Writes an empty collection that is the whole document. */
  emptyRoot(brackets: Brackets): void {
    this.#text(brackets);
  }

  #text(written: string): void {
    this.#out += written;
    this.#atLineStart = isBreak(written.charCodeAt(written.length - 1));
  }
}

/** Tells whether a key fits on one line with its colon. */
function isSimple(text: string): boolean {
  if (text.length <= MAX_SIMPLE_KEY / 3 && !/[\n\r\x85\u2028\u2029]/.test(text)) return true;
  return !analyze(text).multiline && Buffer.byteLength(text) <= MAX_SIMPLE_KEY;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const SUSPECT = /[\x7f-\x9f\ufffe\uffff]/;

/** The most characters of a key that kustomize reads back from its own JSON, including quotes and escapes. */
const MAX_JSON_KEY = 1024;

/**
 * A key after kustomize has written it as JSON and read it back. Throws `not-representable` at `place` for keys that it
 * cannot read back.
 */
export function jsonKey(text: string, place?: Node): string {
  if (SUSPECT.test(text) && text.includes("\x85")) throw unprintable(0x85, place);
  if (text.length > MAX_JSON_KEY / 6 && JSON.stringify(text).length > MAX_JSON_KEY) {
    throw failureAt(place, "not-representable", "a key is longer than kustomize can print");
  }
  return jsonText(text, place);
}

/**
 * A string after kustomize has written it as JSON and read it back (docs/specification/yaml-writing.md 1.4): U+0085 is
 * folded into a space. Throws `not-representable` at `place` for other control characters, which kustomize cannot read.
 */
export function jsonText(text: string, place?: Node): string {
  if (!SUSPECT.test(text)) return text;
  const folded = text.replace(/(?<! ) *\x85(?: *\x85)* */g, (gap) => {
    const breaks = gap.replaceAll(" ", "").length;
    return breaks === 1 ? " " : "\n".repeat(breaks - 1);
  });
  const control = SUSPECT.exec(folded);
  if (control === null) return folded;
  throw unprintable(control[0].charCodeAt(0), place);
}

function unprintable(code: number, place: Node | undefined): KrmError {
  const name = code.toString(16).toUpperCase().padStart(4, "0");
  return failureAt(
    place,
    "not-representable",
    `control characters are not allowed, here U+${name}`,
    "Remove this character, which kustomize cannot print, or keep the value as binary data.",
  );
}
