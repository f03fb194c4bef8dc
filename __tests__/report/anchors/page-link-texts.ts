/** Takes the links to the HTML page out of a comment. */
import { readMarkdown } from "../markdown-tree.ts";

/** The fragments of the links to a page, in order. */
export function anchorsIn(text: string, page: string): string[] {
  const start = `${encodeURI(page)}#`;
  const of = (address: string): string => encodeURI(decodeURI(address));
  return readMarkdown(text).addresses.flatMap((address) =>
    of(address).startsWith(start) ? [of(address).slice(start.length)] : [],
  );
}

/** The text without the markup of links that the plain one does not have, and their number. */
export function withoutLinks(text: string, plain: string): { readonly text: string; readonly links: number } {
  let [kept, links, at] = ["", 0, 0];
  while (at < text.length) {
    const character = text[at] as string;
    const end = /^\]\([^\s)]*#[a-z]?[0-9a-f-]{12,}\)/.exec(text.slice(at, at + 700))?.[0];
    const isSame = plain.startsWith(text.slice(at, at + 2), kept.length);
    if (end !== undefined && !plain.startsWith(end, kept.length)) {
      links++;
      at += end.length;
    } else if (character === "[" && !isSame) at++;
    else {
      kept += character;
      at++;
    }
  }
  return { text: kept, links };
}
