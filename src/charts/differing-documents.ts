/** Finds the documents in which two renderings of one chart differ: most of those of a large chart are the same. */

/** The text with which helm begins that of a file. In YAML, a document begins there, whatever is before it. */
const START = "\n---\n# Source: ";

export interface DifferingDocuments {
  /** The offsets in the first text between which it differs. */
  readonly from: number;
  readonly to: number;
  /** The other text between these places, behind as many lines as it has before them. */
  readonly other: string;
}

/** Takes time linear in the texts. */
export function differingDocuments(text: string, other: string): DifferingDocuments {
  const shorter = Math.min(text.length, other.length);
  let same = 0;
  while (same < shorter && text.charCodeAt(same) === other.charCodeAt(same)) same++;
  // The start of a document is within the part that is the same in both.
  const from = same < START.length ? 0 : Math.max(0, text.lastIndexOf(START, same - START.length) + 1);
  // What begins on the line behind the part that is the same may be the same at the end.
  const most = shorter - from + Math.min(1, from);
  let [end, cut] = [0, 0];
  while (end < most && text.charCodeAt(text.length - 1 - end) === other.charCodeAt(other.length - 1 - end)) {
    end++;
    if (text.charCodeAt(text.length - end) === LINE && text.startsWith(START, text.length - end)) cut = end - 1;
  }
  const lines = text.slice(0, from).split("\n").length - 1;
  return { from, to: text.length - cut, other: "\n".repeat(lines) + other.slice(from, other.length - cut) };
}

const LINE = 10;
