/**
 * A text of a field with its parsed form, so that many writes into one text parse it once
 * (docs/specification/replacements.md 6).
 */
import { isYaml11NonString, resolveTag } from "../../yaml/index.ts";
import type { Node, ScalarNode } from "../../yaml/nodes/node.ts";

/** So many changes are applied to one parsed form. Each write looks at all of them. */
const MAX_EDITS = 2000;

/** A change of a text. */
interface Edit {
  /** The offset of the changed scalar in the text that was parsed. */
  readonly offset: number;
  /** The length by which the text has grown there. */
  readonly grown: number;
}

/** A number that JSON and YAML write as it is read. */
const WHOLE = /^(?:0|-?[1-9]\d{0,14})$/;
/** A text that needs no quotes, unless it reads as another type. */
const PLAIN = /^[A-Za-z][\w./-]*$/;
/** A text that needs no escapes within quotes. */
const UNESCAPED = /^[\w./:@+=,-]*$/;

/**
 * Applies writes to the text and to its parsed form at the same time. The text must be the one that the parsed form is
 * written as. Only scalars whose new text takes the place of the old one without other changes are possible.
 */
export class EditedText {
  text: string;
  readonly document: Node;
  readonly #edits: Edit[] = [];

  constructor(text: string, document: Node) {
    this.text = text;
    this.document = document;
  }

  /**
   * Writes to the fields. Returns false if the text has to be written as a whole. The document must then not be used any
   * more; `text` is unchanged.
   */
  write(fields: readonly Node[], write: (field: Node) => void): boolean {
    let { text } = this;
    for (const field of fields) {
      if (field.kind !== "scalar") return false;
      const { value: before, tag, style } = field;
      const quote = quoteOf(field);
      if (quote === undefined) return false;
      write(field);
      if (field.kind !== "scalar" || field.tag !== tag || field.style !== style || !isSafe(field)) return false;
      const at = field.offset + this.#grownBefore(field.offset);
      const old = quote + before + quote;
      if (!text.startsWith(old, at) || !endsAt(text, at + old.length, quote)) return false;
      text = text.slice(0, at) + quote + field.value + quote + text.slice(at + old.length);
      this.#edits.push({ offset: field.offset, grown: field.value.length - before.length });
    }
    this.text = text;
    return true;
  }

  /** True if the text should be parsed again before the next write. */
  get needsReparsing(): boolean {
    return this.#edits.length >= MAX_EDITS;
  }

  #grownBefore(offset: number): number {
    let grown = 0;
    for (const edit of this.#edits) if (edit.offset < offset) grown += edit.grown;
    return grown;
  }
}

/** The quotes of a scalar; undefined for scalars of other styles and types. */
function quoteOf({ tag, style }: ScalarNode): string | undefined {
  if (style === "") return tag === "!!str" || tag === "!!int" ? "" : undefined;
  if (tag !== "!!str") return undefined;
  if (style === "double") return '"';
  return style === "single" ? "'" : undefined;
}

/** Tells whether the text of a scalar is written as it is and read back with the same type and style. */
function isSafe({ tag, style, value }: ScalarNode): boolean {
  if (style !== "") return UNESCAPED.test(value);
  if (tag === "!!int") return WHOLE.test(value);
  return PLAIN.test(value) && resolveTag(value) === "!!str" && !isYaml11NonString(value);
}

/** Tells whether a scalar that was found in a text ends at an offset. One without quotes might go on. */
function endsAt(text: string, end: number, quote: string): boolean {
  return quote !== "" || end === text.length || /[\s,}\]]/.test(text.charAt(end));
}
