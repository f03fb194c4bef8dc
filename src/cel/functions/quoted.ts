/** Texts as literals. */
import { reserveText } from "./definition.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

/** A text as a literal. */
export function quoted(text: string): string {
  reserveText(text.length * 2);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
  return `"${text.replace(/[\x07\b\f\n\r\t\v\\"]/g, (char) => ESCAPES[char] ?? char)}"`;
}
